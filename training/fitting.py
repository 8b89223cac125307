"""From question sets to weights: feature tables, and a ranking loss over them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.plans.candidates import Limits, candidates
from kgqa_neo4j.plans.plan import Chain, Move, Plan
from kgqa_neo4j.plans.plan import Path as Steps
from kgqa_neo4j.plans.scoring import Asked
from kgqa_neo4j.ranking import Ranker
from kgqa_neo4j.ranking.graph_words import GraphWords
from kgqa_neo4j.ranking.synthesis import synthesise
from training.sets import Collection, Example

_CANDIDATES = 600
_SYNTHETIC_PATHS = 3000
_SYNTHETIC_CANDIDATES = 250


@dataclass(frozen=True, slots=True)
class Table:
    """One question: features of its candidates, which are right, which are left out of the loss, how right."""

    masked: str
    paths: list[Steps]
    features: Vectors
    right: np.ndarray
    ignored: np.ndarray
    precision: Vectors


def asked(masked: str, encoder: Embedder) -> Asked:
    """Return a masked question as scorers see it."""
    return Asked(masked, masked, (), encoder.encode([masked])[0])


def tables(
    collection: Collection, examples: Sequence[Example], ranker: Ranker, encoder: Embedder
) -> list[Table | None]:
    """Return one table a question; None where there is no candidate: a question that is lost."""
    return [_table(collection, example, ranker, encoder) for example in examples]


def _table(collection: Collection, example: Example, ranker: Ranker, encoder: Embedder) -> Table | None:
    question = asked(example.masked, encoder)
    limits = Limits(hops=collection.hops, candidates=_CANDIDATES)
    found = candidates(collection.graph, [example.topic], ranker.promise(question), limits)
    plans = [one.plan for one in found if not one.plan.revisited]
    precision, f1, kept = [], [], []
    for plan in plans:
        reached = collection.graph.answers(example.topic, plan.chains[0].path)
        if reached:
            right = len(reached & example.answers)
            kept.append(plan)
            precision.append(right / len(reached))
            f1.append(2 * right / (len(reached) + len(example.answers)))
    if not kept:
        return None
    paths = [plan.chains[0].path for plan in kept]
    best = np.array(f1) >= max(f1) - 1e-6
    if max(f1) == 0:
        best[:] = False
    named = np.array([path == example.path for path in paths]) & best
    lengths = np.array([len(path) for path in paths])
    chosen = named if named.any() else best & (lengths == lengths[best].min(initial=9))
    return Table(
        example.masked,
        paths,
        ranker.table(question, kept),
        chosen,
        best & ~chosen,
        np.array(precision, np.float32),
    )


def synthetic(
    collection: Collection, ranker: Ranker, encoder: Embedder, count: int, seed: int = 0
) -> list[Table]:
    """Return tables of questions made by grammar from the graph's own plans."""
    chance = random.Random(seed)
    graph, schema = ranker.graph, collection.graph
    paths = _chained(graph, schema.following, chance)
    found = []
    for masked, path in synthesise(graph, paths, count, seed):
        # A topic has some of the relations that things there have.
        following = schema.following(path[0].back)
        size = max(following.values(), default=1)
        first = {path[0]} | {
            move for move, number in following.items() if chance.random() < 0.3 + 3 * number / size
        }
        rivals = [other for other in paths if other[0] in first and other != path]
        if len(rivals) > _SYNTHETIC_CANDIDATES:
            rivals = chance.sample(rivals, _SYNTHETIC_CANDIDATES)
        all_paths = [path, *rivals]
        right = np.arange(len(all_paths)) == 0
        plans = [Plan((Chain("", one),)) for one in all_paths]
        rows = ranker.table(asked(masked, encoder), plans)
        found.append(Table(masked, all_paths, rows, right, np.zeros_like(right), right.astype(np.float32)))
    return found


def _chained(graph: GraphWords, following, chance: random.Random) -> list[Steps]:
    level: list[Steps] = [
        (Move(relation, outward),) for relation in graph.relations for outward in (True, False)
    ]
    paths = list(level)
    for _ in range(2):
        level = [
            (*path, move) for path in level for move in following(path[-1]) if move.relation in graph.number
        ]
        chance.shuffle(level)
        level = level[:_SYNTHETIC_PATHS]
        paths += level
    return paths


def fit(groups: Iterable[Sequence[Table | None]], strength: float = 0.02) -> Vectors:
    """Return weights, shape (features,), that put right plans first: softmax over the candidates of a question.

    Every group counts the same, however many questions it has; `strength` draws standardised weights to 0.
    """
    rows: list[tuple[float, Table]] = []
    for group in groups:
        usable = [table for table in group if table and table.right.any() and not table.right.all()]
        rows += [(1 / len(usable), table) for table in usable]
    stacked = np.concatenate([table.features for _, table in rows]).astype(np.float64)
    spread = stacked.std(axis=0) + 1e-3
    stacked = (stacked - stacked.mean(axis=0)) / spread
    sizes = [len(table.features) for _, table in rows]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(rows)), sizes)
    right = np.concatenate([table.right for _, table in rows])
    ignored = np.concatenate([table.ignored for _, table in rows])
    share = np.array([weight for weight, _ in rows])
    share /= share.sum()

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = np.where(ignored, -1e9, stacked @ weights)
        likely = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        total = np.add.reduceat(likely, starts)
        good = np.add.reduceat(likely * right, starts) + 1e-12
        value = -float(share @ np.log(good / total)) + strength * float(weights @ weights)
        slope = likely / total[owner] - likely * right / good[owner]
        return value, stacked.T @ (slope * share[owner]) + 2 * strength * weights

    found = minimize(loss, np.zeros(stacked.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 400})
    return np.asarray(found.x / spread, np.float32)


def expected_hit(rows: Sequence[Table | None], weights: Vectors) -> float:
    """Return the mean share of right answers among those of the best plan; lost questions count 0."""
    total = 0.0
    for table in rows:
        if table is not None:
            total += float(table.precision[int(np.argmax(table.features @ weights))])
    return total / len(rows) if rows else 0.0
