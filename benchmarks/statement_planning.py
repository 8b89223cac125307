"""Measure compiled statements of plans when the server sees their text for the first time, and afterwards.

    python -m benchmarks.statement_planning [--workspace .kgqa] [--sample 60] [--seed 0]

Plans of one, two and three steps are generated around random entities, all with different statement texts, and executed
twice. The first tenth of each length counts as warm-up. The difference between both times is the server's planning.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from benchmarks.harness import Parser, machine, percentiles, report, warmed
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.plans.candidates import Limits, candidates
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.graph_schema import schema_of
from kgqa_neo4j.plans.plan import Path, Plan
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database

STEPS = 3
# Number of topics, and maximum number of plans from one of them.
TOPICS, GROWN = 200, 300


def grown(database: Database, seed: int) -> Iterator[Plan]:
    """Yield plans around entities drawn at random from the subjects of all relations."""
    schema, chance = schema_of(database), random.Random(seed)
    names = [name for facts in schema.relations().values() for name in facts.subjects]
    drawn = chance.sample(names, min(TOPICS, len(names)))
    found = database.read("match_names", names=drawn, prefixes=[])
    topics = [ident for row in found for ident in row["ids"][:1]]
    chance.shuffle(topics)
    for topic in topics:
        plans = [one.plan for one in candidates(schema, [topic], limits=Limits(STEPS, GROWN))]
        yield from chance.sample(plans, min(len(plans), 3 * STEPS))


def measured(database: Database, sample: int, seed: int) -> list[dict[str, object]]:
    """Execute up to `sample` plans of each length twice."""
    executor = Executor(database)
    seen: set[Path] = set()
    times: dict[int, list[tuple[float, float]]] = {steps: [] for steps in range(1, STEPS + 1)}
    for plan in grown(database, seed):
        path = plan.chains[0].path
        if path in seen or len(times[len(path)]) >= sample:
            continue
        seen.add(path)
        seconds = []
        for _ in range(2):
            begun = time.perf_counter()
            executor.execute(plan)
            seconds.append(time.perf_counter() - begun)
        times[len(path)].append((seconds[0], seconds[1]))
    return [
        {
            "steps": steps,
            "plans": len(warmed(pairs)),
            **percentiles([first for first, _ in warmed(pairs)], "first"),
            **percentiles([again for _, again in warmed(pairs)], "again"),
        }
        for steps, pairs in times.items()
    ]


def main() -> None:
    """Measure the graph of a workspace."""
    parser = Parser(__doc__, "--workspace", "--sample", "--seed", "--json", sample=60)
    arguments = parser.parse_args()
    with connect(load_configuration(arguments.workspace), no_progress) as database:
        rows = measured(database, arguments.sample, arguments.seed)
    report([{**row, **machine()} for row in rows], arguments)


if __name__ == "__main__":
    main()
