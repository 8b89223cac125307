"""Checksums that identify question files."""

from __future__ import annotations

import hashlib
from pathlib import Path

from kgqa_neo4j.model import errors


def checksum(file: Path) -> str:
    """Return the SHA-256 of a file.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise errors.InputError(f"cannot read {file}: {error.strerror or error}") from error
