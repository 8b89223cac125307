"""The relation catalogue of a bulk load, computed from files instead of in the graph.

See `kgqa_neo4j.loading.catalogue`.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from kgqa_neo4j.loading.bulk import segments
from kgqa_neo4j.loading.bulk.files import Files, write_header
from kgqa_neo4j.loading.bulk.property_tables import has_broken_rows
from kgqa_neo4j.loading.bulk.segment_tables import Segments
from kgqa_neo4j.loading.bulk.sql import copy, has_label, number
from kgqa_neo4j.model.graph import MEDIATOR, VALUE

RELATION_COLUMNS = (
    "id:ID(Relation)",
    "name:string",
    "description:string",
    "aliases:string[]",
    "count:long",
    "labels:LABEL",
)
STEP_COLUMNS = (
    "start:START_ID(Relation)",
    "end:END_ID(Relation)",
    "kind:TYPE",
    "direction:string",
    "count:long",
)


def write_catalogue(
    database: duckdb.DuckDBPyConnection, rows: Segments, out: Path, files: Files, *, mediators: bool
) -> None:
    """Write the relations with their counts and steps, or without if there are mediators.

    Requires the tables `triple` and `entity`, with hashed ids.
    """
    files.catalogued = not mediators and not number(
        database, f"SELECT count(*) FROM entity WHERE {has_label(MEDIATOR)}"
    )
    # Paths do not pass through values, except times.
    values = f"SELECT id FROM entity WHERE {has_label(VALUE)} AND NOT is_time"
    database.execute(
        "CREATE TABLE walk AS SELECT entity, type, out, count(*) AS n FROM ("
        "SELECT source AS entity, type, true AS out FROM triple UNION ALL "
        f"SELECT target, type, false FROM triple) WHERE entity NOT IN ({values}) GROUP BY ALL"
    )
    database.execute(
        "CREATE TABLE relation AS SELECT said.id AS id, said.name AS name, "
        "said.description AS description, said.aliases AS aliases, hash(said.id) AS type, "
        "coalesce(counted.n, 0) AS n FROM "
        "(SELECT id, one.name AS name, one.description AS description, one.aliases AS aliases FROM "
        "(SELECT id, arg_min({'name': name, 'description': description, 'aliases': aliases}, place) AS one "
        f"FROM {rows.rows(segments.RELATIONS)} GROUP BY id)) AS said "
        "SEMI JOIN (SELECT DISTINCT type FROM triple) AS known ON known.type = hash(said.id) "
        "LEFT JOIN (SELECT type, sum(n) AS n FROM walk WHERE out GROUP BY type) AS counted "
        "ON counted.type = hash(said.id)"
    )
    files.relations = number(database, "SELECT count(*) FROM relation")
    if not files.relations:
        return
    nodes = out / "relations.csv"
    count = "n" if files.catalogued else "0"
    copy(database, f"SELECT id, name, description, aliases, {count}, 'Relation' FROM relation", nodes)
    files.nodes.append([write_header(out, "relations", RELATION_COLUMNS), str(nodes)])
    files.broken += [str(nodes)] * has_broken_rows(nodes)
    if files.catalogued:
        _write_steps(database, out, files)


def _write_steps(database: duckdb.DuckDBPyConnection, out: Path, files: Files) -> None:
    """Write the number of entities at which a step from one relation to another is possible."""
    steps = out / "steps.csv"
    walked = "CASE WHEN {0}.out THEN '{1}' ELSE '{2}' END"
    direction = f"{walked.format('a', 'in', 'out')} || '-' || {walked.format('b', 'out', 'in')}"
    copy(
        database,
        "SELECT one.id, other.id, 'FOLLOWED_BY', direction, entities FROM "
        f"(SELECT a.type AS first, b.type AS second, {direction} AS direction, "
        "count(*) AS entities FROM walk AS a JOIN walk AS b ON a.entity = b.entity "
        # Returning along the same relation requires a second triple.
        "WHERE a.type <> b.type OR a.out <> b.out OR a.n > 1 GROUP BY ALL) "
        "JOIN relation AS one ON one.type = first JOIN relation AS other ON other.type = second",
        steps,
    )
    if steps.stat().st_size:
        files.relationships.append([write_header(out, "steps", STEP_COLUMNS), str(steps)])
