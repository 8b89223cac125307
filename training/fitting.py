"""Fit the ranker's weights to question sets: feature tables, and a ranking loss over them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.model.set_metrics import f1
from kgqa_neo4j.plans.candidates import Candidate, Limits, candidates
from kgqa_neo4j.plans.plan import Chain, Move, Plan
from kgqa_neo4j.plans.plan import Path as Steps
from kgqa_neo4j.plans.ranking import Ranker
from kgqa_neo4j.plans.ranking.features import NAMES
from kgqa_neo4j.plans.ranking.graph_words import GraphWords
from kgqa_neo4j.plans.scoring import MaskedQuestion
from training.sets import Collection, Example
from training.synthesis import synthesise

# Features that indicate that a plan fits. Their counterparts (missing, unexplained, out of order) carry nearly the same
# information, so that an unconstrained fit would give some of these features the wrong sign.
FOR_A_PLAN = frozenset(
    {"evidence_mean", "evidence_least", "ordered", "first_near", "last_far", "explained_share"}
)
_CANDIDATES = 300
_MOST_ANSWERS = 2000
_EXECUTED = 5
_SYNTHETIC_PATHS = 3000
_SYNTHETIC_CANDIDATES = 250


@dataclass(frozen=True, slots=True)
class Table:
    """One question: its candidates' features, which are right, which the loss ignores, and their precision."""

    masked: str
    paths: list[Steps]
    features: Vectors
    right: np.ndarray
    ignored: np.ndarray
    precision: Vectors


def asked(masked: str, encoder: Embedder) -> MaskedQuestion:
    """Return a masked question in the form that scorers take."""
    return MaskedQuestion(masked, masked, (), encoder.encode([masked])[0])


def tables(
    collection: Collection, examples: Sequence[Example], ranker: Ranker, encoder: Embedder
) -> list[Table | None]:
    """Return one table per question; None if a question has no candidates and is lost."""
    return [_table(collection, example, ranker, encoder) for example in examples]


def _table(collection: Collection, example: Example, ranker: Ranker, encoder: Embedder) -> Table | None:
    question, found = _found(collection, example, ranker, encoder)
    if not found:
        return None
    scored = [_fit_of(collection, example, one) for one in found]
    precision = np.array([one for one, _ in scored], np.float32)
    fits = np.array([one for _, one in scored])
    paths = [one.plan.chains[0].path for one in found]
    best = (fits >= fits.max() - 1e-6) & (fits > 0)
    named = np.array([path == example.path for path in paths]) & best
    lengths = np.array([len(path) for path in paths])
    chosen = named if named.any() else best & (lengths == lengths[best].min(initial=9))
    rows = ranker.table(question, [one.plan for one in found])
    return Table(example.masked, paths, rows, chosen, best & ~chosen, precision)


def _found(
    collection: Collection, example: Example, ranker: Ranker, encoder: Embedder
) -> tuple[MaskedQuestion, list[Candidate]]:
    question = asked(example.masked, encoder)
    limits = Limits(hops=collection.hops, candidates=_CANDIDATES)
    found = candidates(collection.graph, [example.topic], ranker.step_prior(question), limits)
    return question, [one for one in found if not one.plan.revisited]


def _fit_of(collection: Collection, example: Example, candidate: Candidate) -> tuple[float, float]:
    """Return precision and F1 of a candidate's answers; 0 if it reaches more than `_MOST_ANSWERS`."""
    if candidate.reached > _MOST_ANSWERS:
        return 0.0, 0.0
    reached = collection.graph.answers(example.topic, candidate.plan.chains[0].path)
    right = len(reached & example.answers)
    return right / max(len(reached), 1), f1(right, len(reached), len(example.answers))


@dataclass(frozen=True, slots=True)
class Measured:
    """One test question: its candidates and their features; answers are computed on demand."""

    example: Example
    collection: Collection
    found: list[Candidate]
    features: Vectors

    def expected_hit(self, weights: Vectors) -> float:
        """Return the share of right answers of the best-ranked plan with a result, among the first `_EXECUTED`."""
        for place in np.argsort(-(self.features @ weights), kind="stable")[:_EXECUTED]:
            path = self.found[place].plan.chains[0].path
            reached = self.collection.graph.answers(self.example.topic, path)
            if reached:
                return len(reached & self.example.answers) / len(reached)
        return 0.0


def measured(
    collection: Collection, examples: Sequence[Example], ranker: Ranker, encoder: Embedder
) -> list[Measured]:
    """Return the questions of a set, prepared for measurement with any weights."""
    rows = []
    for example in examples:
        question, found = _found(collection, example, ranker, encoder)
        rows.append(Measured(example, collection, found, ranker.table(question, [one.plan for one in found])))
    return rows


def synthetic(
    collection: Collection, ranker: Ranker, encoder: Embedder, count: int, seed: int = 0
) -> list[Table]:
    """Return tables of questions generated by grammar from plans of the graph."""
    chance = random.Random(seed)
    graph, schema = ranker.graph, collection.graph
    paths = chained(graph, schema.following, chance)
    found = []
    for masked, path in synthesise(graph, paths, count, seed):
        # Simulates a topic, which has only some of the relations of its kind of entity.
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


def chained(
    graph: GraphWords, following: Callable[[Move], Iterable[Move]], chance: random.Random
) -> list[Steps]:
    """Return paths of one to three steps that occur in a graph, at most `_SYNTHETIC_PATHS` of each longer length."""
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


def fit(
    groups: Iterable[Sequence[Table | None]],
    strength: float = 0.02,
    *,
    shares: Sequence[float] | None = None,
    near: Vectors | None = None,
    held: frozenset[str] = frozenset(),
) -> Vectors:
    """Return weights, shape (features,), that rank right plans first: softmax over the candidates of a question.

    Features in `FOR_A_PLAN` never get negative weights.

    Args:
        groups: tables of questions. Each group has the same total weight, however many questions it has.
        strength: regularisation of the standardised weights towards those of `near`.
        shares: total weight of each group, if they differ.
        near: weights, shape (features,); default 0.
        held: names of features whose weights are kept from `near`.
    """
    rows: list[tuple[float, Table]] = []
    for place, group in enumerate(groups):
        usable = [table for table in group if table and table.right.any() and not table.right.all()]
        rows += [((shares[place] if shares else 1.0) / len(usable), table) for table in usable]
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
    drawn_to = np.zeros(stacked.shape[1]) if near is None else near * spread
    free = np.array([name not in held for name in NAMES], float)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = np.where(ignored, -1e9, stacked @ weights)
        likely = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        total = np.add.reduceat(likely, starts)
        good = np.add.reduceat(likely * right, starts) + 1e-12
        apart = weights - drawn_to
        value = -float(share @ np.log(good / total)) + strength * float(apart @ apart)
        slope = likely / total[owner] - likely * right / good[owner]
        return value, free * (stacked.T @ (slope * share[owner]) + 2 * strength * apart)

    bounds = [(0.0, None) if name in FOR_A_PLAN else (None, None) for name in NAMES]
    found = minimize(loss, drawn_to, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 400})
    return np.asarray(found.x / spread, np.float32)


def expected_hit(rows: Sequence[Measured], weights: Vectors) -> float:
    """Return the mean expected Hit@1; a question without an answer counts as 0."""
    return sum(row.expected_hit(weights) for row in rows) / len(rows)
