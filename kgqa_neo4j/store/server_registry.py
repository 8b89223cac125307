"""The registry of this user's managed servers: one small file per home, so that all can be stopped."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from platformdirs import user_state_path


def state_directory() -> Path:
    """Return the directory for state: KGQA_STATE_DIR, or the user's own."""
    given = os.environ.get("KGQA_STATE_DIR")
    return Path(given) if given else user_state_path("kgqa-neo4j")


def register(home: Path) -> None:
    """Register the managed server in `home`."""
    file = _file(home)
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_text(str(home), "utf-8")
    temporary.replace(file)


def known_homes() -> list[Path]:
    """Return all registered homes, including those whose directory no longer exists."""
    return [Path(file.read_text("utf-8")) for file in sorted((state_directory() / "servers").glob("*.home"))]


def forget(home: Path) -> None:
    """Remove a home from the registry."""
    _file(home).unlink(missing_ok=True)


def _file(home: Path) -> Path:
    name = hashlib.blake2b(str(home).encode(), digest_size=10).hexdigest()
    return state_directory() / "servers" / f"{name}.home"
