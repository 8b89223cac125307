"""Making the files of a load with Spark, in stages that are kept, so that a later attempt resumes after the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kgqa_neo4j.loaders.base import HasMediators, Source
from kgqa_neo4j.loading.bulk.files import Files, write_header
from kgqa_neo4j.loading.bulk.load import BuiltFiles, FileBuilder
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.loading.spark import merging
from kgqa_neo4j.loading.spark.gathering import Gathering
from kgqa_neo4j.loading.spark.parsing import SparkParser
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.loading.spark.vectors import EntityVectors
from kgqa_neo4j.loading.stages import Stages


class SparkFileBuilder(FileBuilder):
    """Makes the input files of a load on a cluster."""

    def __init__(self, parser: SparkParser, vectors: EntityVectors | None = None) -> None:
        """Set the arguments.

        Args:
            parser: parses the source.
            vectors: encodes the entities, if the level of vectors includes them.
        """
        self._parser = parser
        self._vectors = vectors

    @property
    def model(self) -> Mapping[str, Any]:
        """See `FileBuilder`."""
        return self._vectors.model if self._vectors is not None else {}

    def make(self, source: Source, folder: Path, stages: Stages, rejects: Rejects) -> BuiltFiles:
        """Parse and gather; see `FileBuilder`.

        Raises:
            ConfigError: the source or its options need several passes over all lines.
        """
        parsed = self._parser.parse(source, stages, rejects)
        if not parsed.facts:
            return BuiltFiles(Files(), parsed.lines, parsed.triples)
        with stages.stage("gathered", "triples") as stage:

            def header(name: str, columns: Sequence[str]) -> str:
                return write_header(folder, name, columns)

            mediators = isinstance(source, HasMediators) and source.has_mediators
            gathering = Gathering(parsed.staging, parsed.folders, header, mediators=mediators)
            files = gathering.run(lambda share: stage.show(share, 1.0))
            if self._vectors is None:
                gathering.write_entities()
            stage.add(files.triples)
        in_vectors = 0
        if self._vectors is not None:
            with stages.stage("vectors of entities", "vectors") as stage:
                facts = merging.triples(parsed.frame())
                vectors = self._vectors.made(gathering.entities(), facts, files, parsed.staging.folder)
                gathering.write_entities(vectors)
                files.model = dict(self.model)
                in_vectors = vectors.count * vectors.dimension * 4
                stage.add(vectors.count, in_vectors)
        listed = {path for group in (*files.nodes, *files.relationships) for path in group}
        storage = Storage(parsed.staging.spark)
        files.bytes = sum(
            one.size
            for name in {str(Path(path).parent) for path in listed}
            for one in storage.written(name)
            if one.path in listed
        )
        # The store is estimated from these bytes, but a vector takes three times as many in a file as in the store.
        files.bytes -= 2 * in_vectors
        return BuiltFiles(files, parsed.lines, parsed.triples)

    def clear(self) -> None:
        """Remove all stages, once the load is complete."""
        self._parser.clear()
