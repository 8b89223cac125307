"""The relation catalogue: how many triples each relation has, and how relations chain."""

from __future__ import annotations

from collections import Counter

from kgqa_neo4j.database.driver import Database
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.progress import RunningStage

PAGE = 20_000
WRITE_BATCH = 10_000


def write_catalogue(connection: Connection, stage: RunningStage, entities: int) -> None:
    """Count triples by relation and steps from relation to relation, and write both.

    Counts entities, not pairs of triples, so that a hub costs no more than its triples.
    """
    steps: Counter[tuple[str, str, str]] = Counter()
    counts: Counter[str] = Counter()
    after = ""
    while True:

        def page(database: Database, after: str = after) -> tuple[str | None, list[list], list[list]]:  # type: ignore[type-arg]
            row = database.read("catalogue_page", after=after, size=PAGE)[0]
            return row["last"], row["steps"], row["counts"]

        last, page_steps, page_counts = connection.run(page)
        for first, direction, second, number in page_steps:
            steps[first, direction, second] += number
        for relation, number in page_counts:
            counts[relation] += number
        if last is None:
            break
        after = last
        stage.add(PAGE)
        stage.show(min(stage.items, entities), entities)
    _write(connection, "catalogue_counts", [{"relation": name, "count": n} for name, n in counts.items()])
    rows = [{"first": a, "direction": d, "second": b, "count": n} for (a, d, b), n in sorted(steps.items())]
    _write(connection, "catalogue_steps", rows)


def _write(connection: Connection, statement: str, rows: list[dict[str, object]]) -> None:
    for start in range(0, len(rows), WRITE_BATCH):
        some = rows[start : start + WRITE_BATCH]
        connection.run(lambda database, some=some: database.write(statement, rows=some))  # type: ignore[misc]
