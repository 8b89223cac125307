"""The indexes at the end of a load, each awaited and checked."""

from __future__ import annotations

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.info import reaches, read_record
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database


def make_indexes(connection: Connection, level: str, dimension: int, stage: RunningStage) -> list[str]:
    """Create the missing look-up and vector indexes, and wait until all are online.

    A triple index over outdated types is replaced: the new one is built, awaited and switched to before the old
    one is dropped.

    Raises:
        IndexPopulating: one of them failed.
    """

    def make(database: Database) -> list[str]:
        names = schema.create_name_indexes(database)
        if reaches(level, "relations"):
            names.append(schema.create_node_vector_index(database, "Relation", dimension))
        if reaches(level, "entities"):
            names.append(schema.create_node_vector_index(database, "Entity", dimension))
        triple_index = _triple_index(database, level, dimension)
        if triple_index:
            names.append(triple_index)
        schema.await_indexes(database, names, lambda share: stage.show(share, 1.0))
        _switch(database, triple_index)
        return names

    names = connection.run(make)
    stage.add(len(names))
    return names


def drop_vector_indexes(database: Database) -> None:
    """Drop every vector index of the graph."""
    for name in ("entity_embedding", "relation_embedding", *schema.triple_indexes(database)):
        schema.drop_index(database, name)


def _triple_index(database: Database, level: str, dimension: int) -> str:
    """Create the triple index over all types; return the name of the one to use, empty for none."""
    types = {row["id"] for row in database.read("relation_types")}
    if not types or not reaches(level, "triples"):
        return read_record(database).triple_index
    return schema.create_triple_index(database, types, dimension)


def _switch(database: Database, name: str) -> None:
    if read_record(database).triple_index != name:
        database.write("graph_info_set", properties={"triple_index": name})
    for old in schema.triple_indexes(database).keys() - {name}:
        schema.drop_index(database, old)
