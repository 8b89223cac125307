"""Data whose gold statements need not run again: files that are as they were when these last gave the gold answers."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

LIST = "checked.sha256"


def unchanged(files: Iterable[Path]) -> bool:
    """Return whether each of some files of one folder stands in the folder's list with the hash that it has."""
    files = list(files)
    known = {tuple(line.split()) for line in (files[0].parent / LIST).read_text("utf-8").splitlines()}
    return all((sha256(file.read_bytes()).hexdigest(), file.name) in known for file in files)
