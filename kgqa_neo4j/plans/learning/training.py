"""Fitting a model to exemplars: collecting candidates as for a question, and weighting scores by cross-validation."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.candidates import Candidate, Limits, candidates
from kgqa_neo4j.plans.learning.exemplars import Exemplar
from kgqa_neo4j.plans.learning.fitting import Rows, fit, learned_scores, log_expected
from kgqa_neo4j.plans.learning.kernel import Kernel, middle_of
from kgqa_neo4j.plans.learning.model import Known, Model, only_path
from kgqa_neo4j.plans.learning.plan_features import Factor, factors_of
from kgqa_neo4j.plans.plan import Plan, chain_plan
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scorer

# Maximum numbers of forms that a model is fitted to, the best supported ones, and of candidates of each.
MOST_FORMS, MOST_CANDIDATES = 1500, 500
# Cross-validation: number of folds, minimum number of forms, maximum number of forms used.
FOLDS, LEAST_FORMS, MOST_VALIDATED = 3, 12, 900
GAINS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
# A form teaches nothing if the mean F1 of its best path is below this.
LEAST_SCORE = 0.3
# A form's paths are remembered if their F1 is at least this share of the best one's.
NEARLY = 0.9
# Bounds of the log of the factor that turns untrained scores into log-odds.
_SCALES = (-2.0, 5.0)

# With more factors than this, paths and pairs of steps that explain no form are left out.
MANY_FACTORS = 4000
# Kinds of factors whose number grows with the combinations of relations.
_MANIFOLD = frozenset({"path", "pair"})

OnDone = Callable[[int, int], None]


def train(
    exemplars: Sequence[Exemplar],
    embedder: Embedder,
    untrained: Scorer,
    schema: Schema,
    on_done: OnDone = lambda done, of: None,
) -> Model:
    """Fit a model to exemplars; without usable ones its learned scores are 0.

    The learned part is fitted to what the untrained scores leave unexplained. Its weight is chosen on held-out forms,
    so that few or contradictory pairs change little.

    Raises:
        DatabaseError: the schema cannot be looked up.
    """
    usable = [one for one in exemplars if one.best[1] >= LEAST_SCORE and one.topics]
    usable = sorted(usable, key=lambda one: (-one.support, one.id))[:MOST_FORMS]
    vectors: Vectors = np.zeros((0, embedder.dimension), np.float32)
    if usable:
        vectors = embedder.encode([one.form for one in usable])
    kernel = Kernel([one.form for one in usable], vectors, middle_of(vectors, embedder))
    similarity = kernel.similarity(kernel.forms, vectors)
    rows, factors = _telling(*_rows(usable, similarity, vectors, untrained, schema, on_done))
    scale = _scale(rows)
    rows = replace(rows, offsets=rows.offsets * np.float32(scale))
    gain = _gain(rows, similarity)
    return Model(
        kernel,
        factors,
        fit(rows, similarity),
        scale,
        gain,
        tuple(_known(one) for one in usable),
        sum(one.support for one in exemplars),
    )


def _known(exemplar: Exemplar) -> Known:
    least = NEARLY * exemplar.best[1]
    return Known({path: score for path, score in exemplar.paths.items() if score >= least}, exemplar.support)


def _rows(
    exemplars: Sequence[Exemplar],
    similarity: Vectors,
    vectors: Vectors,
    untrained: Scorer,
    schema: Schema,
    on_done: OnDone,
) -> tuple[Rows, tuple[Factor, ...]]:
    places: dict[Factor, int] = {}
    starts: list[int] = [0]
    offsets: list[float] = []
    rewards: list[float] = []
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    row_of: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for number, (exemplar, vector) in enumerate(zip(exemplars, vectors, strict=True)):
        plans, scores = _considered(exemplar, vector, untrained, schema)
        for plan, score in zip(plans, scores, strict=True):
            for factor, weight in factors_of(plan).items():
                row_of.append(len(offsets))
                columns.append(places.setdefault(factor, len(places)))
                values.append(weight)
            offsets.append(score)
            path = only_path(plan)
            rewards.append(0.0 if path is None else exemplar.paths.get(path, 0.0))
        starts.append(len(offsets))
        on_done(number + 1, len(exemplars))
    matrix = csr_matrix((values, (row_of, columns)), shape=(len(offsets), len(places)), dtype=np.float32)
    weights = np.sqrt([one.support for one in exemplars]).astype(np.float32)
    return (
        Rows(
            similarity,
            np.array(starts),
            matrix,
            np.array(offsets, np.float32),
            np.array(rewards, np.float32),
            weights,
        ),
        tuple(places),
    )


def _telling(rows: Rows, factors: tuple[Factor, ...]) -> tuple[Rows, tuple[Factor, ...]]:
    """If there are very many factors, leave out the paths and pairs of steps that explain no form.

    They carry some information, but a graph of many relations has more of them than can be fitted. Their steps stay,
    so that the model still learns which relations nobody asks for.
    """
    if len(factors) <= MANY_FACTORS:
        return rows, factors
    right = np.unique(rows.factors[np.flatnonzero(rows.rewards)].indices)
    kept = sorted({*right, *(place for place, (kind, *_) in enumerate(factors) if kind not in _MANIFOLD)})
    return replace(rows, factors=rows.factors[:, kept]), tuple(factors[place] for place in kept)


def _considered(
    exemplar: Exemplar, vector: Vectors, untrained: Scorer, schema: Schema
) -> tuple[list[Plan], Vectors]:
    """Return the plans around one of the exemplar's topics, including its own plans, with their untrained scores."""
    topic = exemplar.topics[0]
    asked = MaskedQuestion(exemplar.form, exemplar.form, (Entity(topic, "X"),), vector)
    found = candidates(schema, [topic], untrained.step_prior(asked), Limits(candidates=MOST_CANDIDATES))
    known = {one.plan.chains[0].path for one in found}
    least = exemplar.best[1] / 2
    missing = [path for path, score in exemplar.paths.items() if score >= least and path not in known]
    found += [Candidate(chain_plan(topic, *path), 1.0, False) for path in missing]
    return [one.plan for one in found], untrained.score(asked, found, schema).values


def _scale(rows: Rows) -> float:
    """Return the factor that turns untrained scores into log-odds: 1 unless the pairs say otherwise."""
    if not rows.weights.size or not np.ptp(rows.offsets):
        return 1.0
    from scipy.optimize import minimize_scalar  # type: ignore[import-untyped]

    forms = float(rows.weights.size)

    def loss(log_scale: float) -> float:
        scaled = rows.offsets * math.exp(log_scale)
        return -log_expected(scaled, rows) * forms + 0.5 * log_scale**2

    return math.exp(float(minimize_scalar(loss, bounds=_SCALES, method="bounded").x))


def _gain(rows: Rows, similarity: Vectors) -> float:
    """Return the weight of the learned scores that suits held-out forms best."""
    forms = int(rows.weights.size)
    if forms < LEAST_FORMS:
        return forms / (forms + LEAST_FORMS)
    order = random.Random(0).sample(range(forms), min(forms, MOST_VALIDATED))
    rows, similarity = rows.chosen(order, order), similarity[np.ix_(order, order)]
    order = list(range(len(order)))
    learned = np.zeros_like(rows.offsets)
    for fold in range(FOLDS):
        left_out = sorted(order[fold::FOLDS])
        kept = sorted(set(order) - set(left_out))
        out = rows.chosen(left_out, kept)
        scores = learned_scores(out, fit(rows.chosen(kept, kept), similarity[np.ix_(kept, kept)]))
        for place, form in enumerate(left_out):
            learned[rows.starts[form] : rows.starts[form + 1]] = scores[
                out.starts[place] : out.starts[place + 1]
            ]
    return max(GAINS, key=lambda gain: (log_expected(rows.offsets + gain * learned, rows), -gain))
