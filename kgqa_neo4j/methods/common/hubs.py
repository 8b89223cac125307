"""Steps about hubs: entities with more triples than are read."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.store.driver import Row


def hub_steps(rows: Iterable[Row], cap: int) -> list[Step]:
    """Return a step for each entity whose triples were only read in part.

    A row has ``entity``, ``name``, and the numbers of its triples, ``outward`` and ``inward``.
    """
    steps = []
    for row in sorted(rows, key=lambda row: str(row["entity"])):
        degree = row["outward"] + row["inward"]
        if row["outward"] > cap or row["inward"] > cap:
            looked_at = min(row["outward"], cap) + min(row["inward"], cap)
            steps.append(
                Step(
                    "hub",
                    f"{row['name']} is a hub: {looked_at:,} of its {degree:,} triples were looked at",
                    {"entity": row["entity"], "degree": degree, "looked_at": looked_at},
                )
            )
    return steps
