"""Loader for the bundled slice of MetaQA."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa_neo4j.loaders import metaqa
from kgqa_neo4j.loaders.base import LoaderOption
from kgqa_neo4j.loaders.triples import TripleFile
from kgqa_neo4j.sample import sample_path


class SampleLoader:
    """The bundled sample."""

    help = """Load the sample that comes with this program: a few thousand triples about films.

    \b
      kgqa load sample
    """
    needs_path = False
    options: tuple[LoaderOption, ...] = ()

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> TripleFile:
        """Open the sample; `path` is ignored."""
        return metaqa.loader.open(str(sample_path()), {})


loader = SampleLoader()
