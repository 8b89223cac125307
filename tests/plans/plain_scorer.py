"""The plainest scorer: how near a plan's steps are to the question, and nothing else.

What a trained ranker is measured against, and what scores plans where there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.model.graph import relation_name
from kgqa_neo4j.plans.candidates import Candidate, StepPrior
from kgqa_neo4j.plans.plan import Move, Path, Plan
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import Asked, Scores

# What a further step costs, in cosine: more steps resemble more questions.
_STEP_COST = 0.02
_REVISIT_COST = 0.1


class PlainScorer:
    """Cosine of the masked question and the mean of a plan's steps, each a relation's name either way.

    The vectors of steps are kept, so that a question costs no encoding but its own.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[Move, Vectors] = {}

    def step_prior(self, asked: Asked) -> StepPrior:
        """Return the cosine of single steps."""

        def cosine(move: Move) -> float:
            self._prepare([(move,)])
            return float(self._vectors[move] @ asked.vector)

        return cosine

    def score(self, asked: Asked, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates; see `Scorer`."""
        paths = [tuple(move for chain in one.plan.chains for move in chain.path) for one in candidates]
        self._prepare(paths)
        similarity = self._similarity(paths, asked.vector)
        cost = np.array([self._cost(one.plan) for one in candidates], np.float32)
        features = np.stack([similarity, -cost], axis=1)
        return Scores(features.sum(axis=1), ("similarity", "length"), features)

    def _similarity(self, paths: Sequence[Path], vector: Vectors) -> Vectors:
        """Return the cosine of `vector` and the mean of each path's steps, shape (n,)."""
        moves = {move: number for number, move in enumerate(sorted({move for path in paths for move in path}))}
        if not moves:
            return np.zeros(len(paths), np.float32)
        steps = np.stack([self._vectors[move] for move in moves])
        fits, together = steps @ vector, steps @ steps.T
        places = [[moves[move] for move in path] for path in paths]
        lengths = np.array([together[np.ix_(some, some)].sum() for some in places])
        sums = np.array([fits[some].sum() for some in places])
        return np.asarray(sums / np.sqrt(np.maximum(lengths, 1e-9)), np.float32)

    def _cost(self, plan: Plan) -> float:
        steps = sum(len(chain.path) for chain in plan.chains)
        # Steps from a second topic are no longer way, they use what else the question names.
        return _STEP_COST * (steps - len(plan.chains)) + _REVISIT_COST * plan.revisited

    def _prepare(self, paths: Sequence[Path]) -> None:
        missing = sorted({move for path in paths for move in path if move not in self._vectors})
        if missing:
            texts = [
                f"{relation_name(move.relation)} of X"
                if move.outward
                else f"X is {relation_name(move.relation)} of"
                for move in missing
            ]
            self._vectors.update(zip(missing, self._embedder.encode(texts), strict=True))
