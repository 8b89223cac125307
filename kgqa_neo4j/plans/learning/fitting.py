"""Fitting the factor scores: a log-linear model over the candidates of each question, regularised by similarity.

For question form q and plan p the score is ``offset(q, p) + sum over the factors f of p of g_f(q)``, with every g_f in
the reproducing kernel Hilbert space of `Kernel`. The objective is the log of the expected agreement (F1) with the
answers under the softmax over the candidates, so plans that explain the answers equally well share the credit until
other questions tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from kgqa_neo4j.embedding.base import Vectors

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

# Strength of the regularisation, and number of L-BFGS iterations: both chosen on MetaQA dev.
PENALTY = 0.1
STEPS = 80
# Directions of the kernel that are kept; more would only add noise and time.
RANK = 400
# Added to all agreements: a form that no candidate explains should teach next to nothing, but not give log 0.
_FLOOR = 1e-4


@dataclass(frozen=True, slots=True)
class Rows:
    """Training data: question forms with their candidates, all candidates in one sequence.

    `similarity` (forms, centres) is that of the forms to the centres, which are forms themselves; `starts` (forms + 1)
    are the indices where the candidates of each form begin; `factors` (candidates, factors) are the weights of each
    candidate's factors; `offsets`, `rewards` (candidates,) are the fixed part of the scores and the agreement with the
    answers; `weights` (forms,) are those of the forms.
    """

    similarity: Vectors
    starts: np.ndarray
    factors: csr_matrix
    offsets: Vectors
    rewards: Vectors
    weights: Vectors

    def chosen(self, forms: Sequence[int], centres: Sequence[int]) -> Rows:
        """Return some of the forms with their candidates, and their similarity to some of the centres."""
        places = np.concatenate([np.arange(self.starts[one], self.starts[one + 1]) for one in forms])
        sizes = [self.starts[one + 1] - self.starts[one] for one in forms]
        return Rows(
            self.similarity[np.ix_(forms, centres)],
            np.concatenate([[0], np.cumsum(sizes)]),
            self.factors[places],
            self.offsets[places],
            self.rewards[places],
            self.weights[list(forms)],
        )

    @property
    def form_of(self) -> np.ndarray:
        """The form of each candidate, shape (candidates,)."""
        return np.repeat(np.arange(len(self.weights)), np.diff(self.starts))


def fit(rows: Rows, among_centres: Vectors) -> Vectors:
    """Return the coefficients of the factors, shape (centres, factors).

    Args:
        rows: the training data.
        among_centres: the similarity of the centres to each other, (centres, centres).
    """
    if not rows.weights.size:
        return np.zeros((among_centres.shape[0], rows.factors.shape[1]), np.float32)
    # Takes a second to import, and answering does not need it.
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    basis = _whitening(among_centres)
    features = np.asarray(rows.similarity @ basis, np.float32)
    shape = (features.shape[1], rows.factors.shape[1])
    form_of, starts = rows.form_of, rows.starts[:-1]
    spread = _spread(rows.factors, form_of, len(rows.weights))
    gathered = spread.T.tocsr()

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        by_factor = features @ flat.reshape(shape).astype(np.float32)
        scores = rows.offsets + spread @ by_factor.ravel()
        value, slope = _expected(scores, rows, starts, form_of)
        # d/d weights = features' (sum over a form's candidates of slope * factors)
        grouped = (gathered @ slope.astype(np.float32)).reshape(by_factor.shape)
        gradient = (features.T @ grouped).ravel().astype(np.float64)
        value += PENALTY / 2 * float(flat @ flat)
        return value, gradient + PENALTY * flat

    # The matrices are small: threads would mostly wait for one another.
    with threadpool_limits(1):
        found = minimize(
            loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": STEPS}
        )
    return np.asarray(basis @ found.x.reshape(shape), np.float32)


def learned_scores(rows: Rows, coefficients: Vectors) -> Vectors:
    """Return the learned part of the candidates' scores, shape (candidates,)."""
    by_factor = np.asarray(rows.similarity @ coefficients, np.float32)
    spread = _spread(rows.factors, rows.form_of, len(rows.weights))
    return np.asarray(spread @ by_factor.ravel(), np.float32)


def log_expected(scores: Vectors, rows: Rows) -> float:
    """Return the log of the expected agreement under the softmax of `scores`, averaged by the forms' weights."""
    value, _ = _expected(np.asarray(scores, np.float64), rows, rows.starts[:-1], rows.form_of)
    return -value / float(rows.weights.sum())


def agreement_of_best(scores: Vectors, rows: Rows) -> float:
    """Return the agreement of each form's best scored candidate, averaged by the forms' weights."""
    best = [
        rows.rewards[start + int(np.argmax(scores[start:end]))]
        for start, end in zip(rows.starts[:-1], rows.starts[1:], strict=True)
    ]
    return float(np.average(best, weights=rows.weights))


def _spread(factors: csr_matrix, form_of: np.ndarray, forms: int) -> csr_matrix:
    """Return the factors of each candidate in the columns of its form, shape (candidates, forms * factors).

    Multiplied by the forms' factor scores in one vector, it gives the candidates' scores.
    """
    from scipy.sparse import csr_matrix

    entries = factors.tocoo()
    columns = form_of[entries.row].astype(np.int64) * factors.shape[1] + entries.col
    shape = (factors.shape[0], forms * factors.shape[1])
    return csr_matrix((entries.data.astype(np.float32), (entries.row, columns)), shape=shape)


def _expected(
    scores: np.ndarray, rows: Rows, starts: np.ndarray, form_of: np.ndarray
) -> tuple[float, np.ndarray]:
    """Return minus the weighted log of the expected agreement, and its gradient with respect to the scores."""
    top = np.maximum.reduceat(scores, starts)
    likely = np.exp(scores - top[form_of])
    likely /= np.add.reduceat(likely, starts)[form_of]
    gains = likely * (rows.rewards + _FLOOR)
    expected = np.add.reduceat(gains, starts)
    slope = (likely - gains / expected[form_of]) * rows.weights[form_of]
    return -float(rows.weights @ np.log(expected)), slope


def _whitening(similarity: Vectors) -> Vectors:
    """Return the matrix that turns similarities to the centres into coordinates with a Euclidean penalty."""
    values, vectors = np.linalg.eigh(np.asarray(similarity, np.float64))
    kept = np.argsort(-values)[:RANK]
    kept = kept[values[kept] > 1e-6 * max(values.max(), 1e-9)]
    return np.asarray(vectors[:, kept] / np.sqrt(values[kept]), np.float32)
