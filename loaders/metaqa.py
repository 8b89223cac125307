"""Loader for MetaQA's knowledge base, a file ``kb.txt`` of `subject|relation|object` lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kgqa_neo4j.loaders.base import LoaderOption
from kgqa_neo4j.loaders.files import SUFFIXES, open_lines
from kgqa_neo4j.loaders.recognition import Layout
from kgqa_neo4j.loaders.triples import TripleFile
from kgqa_neo4j.model.errors import InputError

FILE = "kb.txt"
PREFIX = "metaqa"


class MetaqaLoader:
    """MetaQA's knowledge base, given its folder or the file itself."""

    help = """Load MetaQA's knowledge base.

    \b
    PATH is the folder with kb.txt (plain or compressed), or that file:
      kgqa load metaqa MetaQA/
      kgqa load metaqa MetaQA/kb.txt.gz --questions MetaQA/1-hop/qa_dev.txt
    """
    needs_path = True
    options: tuple[LoaderOption, ...] = ()

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> TripleFile:
        """Open the knowledge base.

        Raises:
            InputError: there is no such file.
        """
        return TripleFile(open_lines(str(_find(Path(path)))), PREFIX, Layout("|"))


def _find(path: Path) -> Path:
    if not path.is_dir():
        return path
    for suffix in ("", *SUFFIXES):
        file = path / f"{FILE}{suffix}"
        if file.exists():
            return file
    raise InputError(
        f"there is no {FILE} or {FILE}.gz in {path}", hint="give the folder that MetaQA was unpacked to"
    )


loader = MetaqaLoader()
