"""The relation catalogue: triples per relation, and which relations follow each other."""

from __future__ import annotations

from collections import Counter

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.stages import RunningStage
from kgqa_neo4j.store.driver import Database, Row

PAGE = 20_000
WRITE_BATCH = 10_000


def write_catalogue(connection: Connection, stage: RunningStage, entities: int) -> None:
    """Count and store triples per relation and steps from relation to relation.

    Steps are counted in entities, not in pairs of triples, so a hub costs no more than its triples.
    """
    steps: Counter[tuple[str, str, str]] = Counter()
    counts: Counter[str] = Counter()
    after = ""
    while True:

        def page(database: Database, after: str = after) -> Row:
            return database.read("catalogue_page", after=after, size=PAGE)[0]

        found = connection.run(page)
        for first, direction, second, number in found["steps"]:
            steps[first, direction, second] += number
        for relation, number in found["counts"]:
            counts[relation] += number
        if found["last"] is None:
            break
        after = found["last"]
        stage.add(found["size"])
        stage.show(min(stage.items, entities), entities)
    # A relation that leads only to mediators has no triples of its own once these are known.
    known = connection.run(lambda database: database.read("relation_types"))
    numbers = {**{row["id"]: 0 for row in known}, **counts}
    _write(connection, "catalogue_counts", [{"relation": name, "count": n} for name, n in numbers.items()])
    rows = [{"first": a, "direction": d, "second": b, "count": n} for (a, d, b), n in sorted(steps.items())]
    _write(connection, "catalogue_steps", rows)


def _write(connection: Connection, statement: str, rows: list[dict[str, object]]) -> None:
    for start in range(0, len(rows), WRITE_BATCH):
        some = rows[start : start + WRITE_BATCH]
        connection.run(lambda database, some=some: database.write(statement, rows=some))  # type: ignore[misc]
