"""Another store in the place of a server's own, which is kept until the new one has started.

Beside ``data`` in the home stand, while it lasts, ``data.new`` (what was imported) and
``data.replaced`` (what was there before). Directories are only renamed, so that a kill at any moment
leaves one whole store that the next start finds.
"""

from __future__ import annotations

import shutil
from pathlib import Path

DATA, NEW, REPLACED = "data", "data.new", "data.replaced"
# Written last into a new store: it and everything around it is there.
_WHOLE = "kgqa-whole"
_STORE = ("databases", "transactions")


def empty_mark(home: Path) -> Path:
    """Return the file that says that all was removed: inside the data, which a bulk load replaces as a whole."""
    return home / DATA / "kgqa-empty"


def new_data(home: Path) -> Path:
    """Return where a new store is to be made."""
    return home / NEW


def is_new(home: Path, database: str) -> bool:
    """Whether a new store waits to take its place."""
    return (home / NEW / "databases" / database).exists()


def put_in_place(home: Path, database: str) -> None:
    """Let the new store take the place of the server's; the server must be stopped.

    What the server keeps besides `database` (users, passwords, its identity) goes along.
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
    """After a kill between the two renames: go on with the second, or undo the first."""
    old, new, replaced = home / DATA, home / NEW, home / REPLACED
    if old.exists():
        return
    if (new / _WHOLE).exists():
        new.rename(old)
    elif replaced.exists():
        replaced.rename(old)


def put_back(home: Path) -> None:
    """Let the replaced store take its place again; the server must be stopped."""
    failed = home / "data.failed"
    shutil.rmtree(failed, ignore_errors=True)
    (home / DATA).rename(failed)
    (home / REPLACED).rename(home / DATA)
    shutil.rmtree(failed, ignore_errors=True)


def forget_replaced(home: Path) -> None:
    """Remove the store that was replaced, for good."""
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
