"""Replacing a server's store, with the old one kept until the new one has started.

Meanwhile, the home has ``data.new`` (the imported store) and ``data.replaced`` (the old one) beside ``data``.
Directories are only renamed, so that a kill at any moment leaves a complete store that the next start finds.
"""

from __future__ import annotations

import shutil
from pathlib import Path

DATA, NEW, REPLACED = "data", "data.new", "data.replaced"
# Written last into a new store, which is then complete.
_WHOLE = "kgqa-whole"
_STORE = ("databases", "transactions")


def empty_mark(home: Path) -> Path:
    """Return the marker file for an emptied graph; in the data directory, so that a bulk load replaces it, too."""
    return home / DATA / "kgqa-empty"


def new_data(home: Path) -> Path:
    """Return the directory in which to make a new store."""
    return home / NEW


def is_new(home: Path, database: str) -> bool:
    """Whether a new store is ready to be swapped in."""
    return (home / NEW / "databases" / database).exists()


def put_in_place(home: Path, database: str) -> None:
    """Replace the server's store by the new one; the server must be stopped.

    Everything else that the server stores besides `database` (users, passwords, its identity) is copied.
    """
    old, new = home / DATA, home / NEW
    shutil.rmtree(home / REPLACED, ignore_errors=True)
    for part in old.iterdir():
        if part.name in _STORE:
            others = (one for one in part.iterdir() if one.name != database)
            for other in others:
                _copy(other, new / part.name / other.name)
        else:
            _copy(part, new / part.name)
    (new / _WHOLE).touch()
    old.rename(home / REPLACED)
    new.rename(old)


def recover(home: Path) -> None:
    """After a kill between the two renames, complete the swap or undo it."""
    old, new, replaced = home / DATA, home / NEW, home / REPLACED
    if old.exists():
        return
    if (new / _WHOLE).exists():
        new.rename(old)
    elif replaced.exists():
        replaced.rename(old)


def put_back(home: Path) -> None:
    """Restore the replaced store; the server must be stopped."""
    failed = home / "data.failed"
    shutil.rmtree(failed, ignore_errors=True)
    (home / DATA).rename(failed)
    (home / REPLACED).rename(home / DATA)
    shutil.rmtree(failed, ignore_errors=True)


def forget_replaced(home: Path) -> None:
    """Delete the replaced store."""
    shutil.rmtree(home / REPLACED, ignore_errors=True)


def is_replaced(home: Path) -> bool:
    """Whether a replaced store is still kept."""
    return (home / REPLACED).exists()


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, symlinks=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
