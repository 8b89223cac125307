"""Searching the graph for the relation paths of up to three steps that explain the answers of a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgqa_neo4j.model.set_metrics import f1
from kgqa_neo4j.plans.learning.exemplars import Pair
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.store.driver import Database

STEPS = 3
# Pairs per statement, and maximum numbers of walks followed from a topic at each length, and of triples read in either
# direction of a topic and of an entity in between.
BATCH, MOST_WALKS, HUB_CAP, PASS_CAP = 10, 20_000, 1000, 200


def explain(database: Database, pairs: Sequence[Pair], shallow: Sequence[bool]) -> list[dict[Path, float]]:
    """Return for each pair the paths that lead to any of its answers, with the F1 of what they lead to.

    Args:
        database: the graph.
        pairs: questions with answers.
        shallow: for each pair, whether longer paths may be skipped once one explains the answers completely.

    Raises:
        DatabaseError: or a subclass.
    """
    found: list[dict[Path, float]] = [{} for _ in pairs]
    for start in range(0, len(pairs), BATCH):
        places = range(start, min(start + BATCH, len(pairs)))
        open_places = [place for place in places if pairs[place].topics and any(pairs[place].answers)]
        # Shallow pairs are searched length by length until they are explained, the others at all lengths at once.
        for least, depth, some in (
            (1, STEPS, [place for place in open_places if not shallow[place]]),
            *(
                (steps, steps, [place for place in open_places if shallow[place]])
                for steps in range(1, STEPS + 1)
            ),
        ):
            unexplained = [place for place in some if max(found[place].values(), default=0.0) < 1]
            if unexplained:
                batch = {place: pairs[place] for place in unexplained}
                for place, paths in relation_paths(database, batch, least, depth, HUB_CAP).items():
                    found[place].update(paths)
    return found


def relation_paths(
    database: Database, pairs: Mapping[int, Pair], least: int, depth: int, hub_cap: int
) -> dict[int, dict[Path, float]]:
    """Return for each pair the paths of `least` to `depth` steps that lead to any of its answers, with their F1.

    `hub_cap` bounds the triples of a topic that are read in either direction.

    Raises:
        DatabaseError: or a subclass.
    """
    rows = database.read(
        "learn_paths",
        questions=[
            {"key": key, "topics": list(pair.topics), "answers": sorted(frozenset().union(*pair.answers))}
            for key, pair in pairs.items()
        ],
        least=least,
        depth=depth,
        hub_cap=hub_cap,
        pass_cap=PASS_CAP,
        most=MOST_WALKS,
    )
    return {
        row["key"]: {
            _path(one["path"]): agreement(one["hit"], one["reached"], len(pairs[row["key"]].answers))
            for one in row["found"]
        }
        for row in rows
    }


def agreement(hit: int, reached: int, wanted: int) -> float:
    """Return the F1 of `reached` entities, `hit` of them answers, against `wanted` answers; at most 1."""
    # Several entities of one name may stand for one answer.
    return min(1.0, f1(hit, reached, max(wanted, hit)))


def _path(flat: Sequence[str]) -> Path:
    return tuple(Move(flat[place], flat[place + 1] == "true") for place in range(0, len(flat), 2))
