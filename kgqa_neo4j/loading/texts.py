"""Verbalisations of triples whose ends got their names later, as input for vectors."""

from __future__ import annotations

from itertools import islice

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.model.graph import catalogued, verbalise
from kgqa_neo4j.store.driver import Database

BATCH = 10_000


def write_texts(connection: Connection, stage: RunningStage, total: int) -> None:
    """Write the missing texts of triples; an interrupted pass continues with what is left."""

    def one_pass(database: Database) -> None:
        names = {row["id"]: row["name"] for row in database.read("relation_names")}
        rows = database.stream("texts_pending")
        while some := list(islice(rows, BATCH)):
            texts = [
                {
                    "element": row["element"],
                    "text": verbalise(
                        row["subject"],
                        catalogued(row["relation"], names.get(row["relation"])).name,
                        row["object"],
                    ),
                }
                for row in some
            ]
            database.write("texts_set", rows=texts)
            stage.add(len(texts))
            stage.show(stage.items, max(total, stage.items))

    connection.run(one_pass)
