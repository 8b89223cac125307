"""Checking that there is enough disk space for a bulk load, before it is used."""

from __future__ import annotations

import shutil
from pathlib import Path

from kgqa_neo4j.model.errors import NotEnoughDisk

# Bytes of the store and the import tool's working files, per byte of rows. Measured on MetaQA scaled up, where a row
# has some 230 bytes, most of them in its properties.
STORE_SHARE = 2.2
# Bytes that the preparation spills and rewrites, per byte of rows.
PREPARE_SHARE = 0.6
SPARE = 256 << 20


def check_for_segments(folder: Path, home: Path, rows: int, done: float, already: int = 0) -> None:
    """Check that all rows, the files made from them and the store will fit.

    Args:
        folder: the folder of the segments.
        home: the folder of the store.
        rows: bytes of segments so far.
        done: the fraction of the source that they represent, 0 to 1.
        already: bytes of segments that an interrupted load left, of which some may not be among `rows` yet.

    Raises:
        NotEnoughDisk: they will not.
    """
    expected = rows / max(done, 1e-6)
    left = max(0.0, expected - max(rows, already))
    _check(folder, home, left + expected * PREPARE_SHARE, expected * STORE_SHARE)


def check_for_store(folder: Path, home: Path, rows: int) -> None:
    """Check that the store for `rows` bytes of rows will fit.

    Raises:
        NotEnoughDisk: it will not.
    """
    _check(folder, home, 0, rows * STORE_SHARE)


def _check(folder: Path, home: Path, files: float, store: float) -> None:
    same = folder.stat().st_dev == home.stat().st_dev
    needs = [(folder, files + store)] if same else [(folder, files), (home, store)]
    for place, need in needs:
        free = shutil.disk_usage(place).free
        if need + SPARE > free:
            raise NotEnoughDisk(
                f"this load needs about {_shown(need + SPARE)} of disk space in {place}; only {_shown(free)} are free",
                hint="free some space, or use a workspace on another disk (--workspace); "
                "rerun the same command to resume",
            )


def _shown(size: float) -> str:
    return f"{size / 1e9:.1f} GB"
