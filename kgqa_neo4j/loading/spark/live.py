"""A load by Spark into a running database, or a cluster of them, beside what it already holds.

Spark parses and merges as for an import; then its tasks write the rows with the statements of any other load. Two
transactions that add relationships to one node block each other, or end in a deadlock. Entities are therefore put into
groups by a hash of their id, and triples are written in rounds: within a round, no two partitions have triples of the
same group.

Each round leaves a mark, so the same command resumes after the last one.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TypeVar
from urllib.parse import urlsplit

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from kgqa_neo4j.loaders.base import Source
from kgqa_neo4j.loading.bulk.segments import is_mention
from kgqa_neo4j.loading.info import read_counts
from kgqa_neo4j.loading.pipeline import Loading, load
from kgqa_neo4j.loading.rejects import Rejects, rejects_file
from kgqa_neo4j.loading.rows import Checkpoint, Rows, find_checkpoint, record_stage
from kgqa_neo4j.loading.spark import merging
from kgqa_neo4j.loading.spark.parsing import ParsedRows, SparkParser
from kgqa_neo4j.loading.spark.session import LOOPBACK, is_local
from kgqa_neo4j.loading.spark.storage import Storage
from kgqa_neo4j.loading.spark.writing_tasks import (
    WRITTEN_SCHEMA,
    Target,
    Writing,
    listed,
    on_partitions,
    write_entities,
    write_triples,
)
from kgqa_neo4j.loading.summary import Summary
from kgqa_neo4j.loading.unchanged import graph_unchanged
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Row, Run

T = TypeVar("T")
# Triples per round. Other loads wait for the end of a round, and a statement's time limit is some minutes.
_TRIPLES_OF_ROUND = 1_000_000
# Groups per core, so that partitions of a round are of similar size.
_GROUPS_PER_CORE = 4
_TRIPLE_COLUMNS = ("id", "source", "target", "type", "text", "shape", "values")
_ROUND_SCHEMA = f"{', '.join(f'`{name}` string' for name in _TRIPLE_COLUMNS)}, part int"


def live_load(loading: Loading, source: Source, parser: SparkParser, target: Target) -> Summary:
    """Load a source into the running database, resuming an interrupted load of the same content.

    Args:
        loading: the resources of the load.
        source: the source that `parser` reads.
        parser: parses it on the cluster.
        target: where the tasks write; its load and number are set here.

    Raises:
        ConfigError: machines of the cluster cannot reach the database.
        InputError: nothing in the source can be used; the graph is unchanged.
        SparkFailed: a task failed repeatedly.
    """
    started = time.monotonic()
    connection = loading.connection
    checkpoint = find_checkpoint(connection, source, loading.kind)
    before = connection.run(read_counts)["triples"]
    written = checkpoint.stage == "rows"
    if written:
        rejects = rejects_file(loading.workspace, checkpoint.id)
        with Rejects(rejects, source.name, limit=loading.settings.max_errors) as bad, graph_unchanged():
            parsed = parser.parse(source, loading.stages, bad)
            checkpoint.position, checkpoint.triples = parsed.lines, parsed.triples
            checkpoint.rejected = bad.count
            checkpoint.require_facts(rejects)
        _LiveWriting(loading, parsed, checkpoint, target).run()
    summary = load(loading, source)
    if written:
        # To `load`, the rows look like those of an interrupted load.
        summary.new_triples, summary.resumed_after_line = summary.triples - before, 0
    summary.seconds = time.monotonic() - started
    parser.clear()
    return summary


class _LiveWriting:
    """Writes parsed rows, except for what an earlier attempt completed."""

    def __init__(self, loading: Loading, parsed: ParsedRows, checkpoint: Checkpoint, target: Target) -> None:
        self._loading = loading
        self._connection = loading.connection
        self._parsed = parsed
        self._checkpoint = checkpoint
        self._spark = parsed.staging.spark
        self._storage = Storage(self._spark)
        self._stages = parsed.staging.folder
        self._target = target

    def run(self) -> None:
        """Write everything, and record that the load's rows are in the graph."""
        require_reachable(self._spark.sparkContext.master or "", self._target.endpoint.uri)
        self._connection.run(schema.create_constraints)
        number = self._begin()
        self._target = replace(self._target, load=self._checkpoint.id, number=number)
        self._write_entities()
        self._write_relations()
        self._write_triples()
        parameters = self._checkpoint.parameters()
        self._transact(lambda run: run("load_checkpoint", **parameters))
        record_stage(self._connection, self._checkpoint, "vectors")
        self._connection.run(
            lambda database: database.write("load_parts_forget", prefix=self._target.lock_prefix)
        )

    def _begin(self) -> int:
        """Record that the load has begun; return its number."""
        begun = replace(self._checkpoint, position=0, triples=0, rejected=0).parameters()

        def work(run: Run) -> int:
            run("load_lock")
            return int(run("load_checkpoint", **begun)[0]["number"])

        return self._transact(work)

    @cached_property
    def _cores(self) -> int:
        return max(1, self._spark.sparkContext.defaultParallelism)

    def _write_entities(self) -> None:
        with self._loading.stages.stage("entities", "entities") as stage:
            entities = merging.merged_entities(self._parsed.frame()).repartition(self._cores, "id")
            stage.add(self._write_once("entities", entities, write_entities))

    def _write_relations(self) -> None:
        # Even the largest graphs have few, compared with their entities.
        found = merging.used_relations(self._parsed.frame()).orderBy("id").collect()
        rows: list[Row] = [
            {
                "id": row.id,
                "name": row["name"],
                "description": row.description,
                "aliases": listed(row.aliases),
            }
            for row in found
        ]
        described = {row.id for row in found if not is_mention(row.place)}
        batch = Rows(relations=rows, catalogued=[row for row in rows if row["id"] in described])
        self._transact(lambda run: batch.write(run, self._target.number))

    def _write_triples(self) -> None:
        rounds = max(_GROUPS_PER_CORE * self._cores, -(-self._checkpoint.triples // _TRIPLES_OF_ROUND))
        # An earlier attempt may have had other cores, and therefore other rounds.
        name = f"{rounds}-rounds"
        folder = f"{self._stages}/{name}"
        with self._loading.stages.stage("triples", "triples") as stage:
            if not self._storage.is_whole(folder):
                placed = in_rounds(self._distinct_triples(), rounds).repartition(rounds, "round")
                placed.write.partitionBy("round").mode("overwrite").parquet(folder)
            for number in range(rounds):
                of_round = f"{folder}/round={number}"
                if self._storage.written(of_round):
                    rows = self._spark.read.schema(_ROUND_SCHEMA).parquet(of_round)
                    rows = rows.repartition(self._cores, "part")
                    rows = rows.sortWithinPartitions("part", "type", "source", "target")
                    stage.add(self._write_round(f"{name}-{number}", rows))
                stage.show(number + 1, rounds)

    def _distinct_triples(self) -> DataFrame:
        rows = self._parsed.frame()
        repeated = merging.repeated_places(rows)
        return merging.triples(rows).join(repeated, "place", "left_anti").select(*_TRIPLE_COLUMNS)

    def _write_round(self, name: str, rows: DataFrame) -> int:
        """Write a round while no other load writes, which might create the same triples."""

        def work(run: Run) -> int:
            run("load_lock")
            return self._write_once(name, rows, write_triples)

        return self._transact(work)

    def _write_once(self, name: str, rows: DataFrame, writing: Writing) -> int:
        """Write rows unless that is done; return their number."""
        folder = f"{self._stages}/written/{name}"
        if not self._storage.is_whole(folder):
            sent = self._spark.sparkContext.broadcast(pickle.dumps(self._target))
            done = rows.mapInArrow(on_partitions(sent, writing), WRITTEN_SCHEMA)
            done.write.mode("overwrite").parquet(folder)
        found = self._spark.read.schema(WRITTEN_SCHEMA).parquet(folder).collect()
        bookmarks = [one for row in found for one in row.bookmarks or ()]
        self._connection.run(lambda database: database.wait_for(bookmarks))
        return sum(row.written for row in found)

    def _transact(self, work: Callable[[Run], T]) -> T:
        return self._connection.run(lambda database: database.transact(work))


def in_rounds(triples: DataFrame, rounds: int) -> DataFrame:
    """Add the columns `round` and `part`: in a round, no entity has triples of two parts.

    Entities are in as many groups as there are rounds. A round has all pairs of groups whose numbers add up to its own,
    modulo their number: for each group, this leaves one other.
    """

    def group(end: str) -> Column:
        return sql.pmod(sql.xxhash64(end), sql.lit(rounds)).cast("int")

    ends = triples.withColumns({"one": group("source"), "other": group("target")})
    return ends.withColumns(
        {
            "round": (sql.col("one") + sql.col("other")) % rounds,
            "part": sql.least("one", "other"),
        }
    ).drop("one", "other")


def require_reachable(master: str, uri: str) -> None:
    """Check that machines of a cluster may reach a database.

    Raises:
        ConfigError: the database is on this machine, by a name that is another machine's own there.
    """
    host = urlsplit(uri).hostname or ""
    if host in LOOPBACK and not is_local(master):
        raise ConfigError(
            f"the machines of {master} cannot reach the database at {uri}, which is this machine's own",
            hint="name a server that all of them reach by NEO4J_URI, or load without --live",
        )
