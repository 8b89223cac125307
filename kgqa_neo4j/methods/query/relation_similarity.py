"""An untrained scorer: similarity of relation chains to the question, by the vectors of relation names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.plans.candidates import Candidate, StepPrior
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scores

# Penalty per step beyond the first: longer chains resemble more questions.
_STEP_COST = 0.08


class RelationSimilarity:
    """Scores chains by the cosine of the question and the sum of their relations' vectors, which are cached."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}

    def step_prior(self, asked: MaskedQuestion) -> StepPrior:
        """Return the similarity of single steps to the question, for names whose vectors are cached."""

        def value(move: Move) -> float:
            known = self._vectors.get(move.relation)
            return 0.0 if known is None else float(known @ asked.vector)

        return value

    def score(self, asked: MaskedQuestion, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates; see `kgqa_neo4j.plans.scoring.Scorer`."""
        relations = schema.relations()
        paths = [[move.relation for chain in one.plan.chains for move in chain.path] for one in candidates]
        missing = sorted({relation for path in paths for relation in path} - self._vectors.keys())
        if missing:
            names = [relations[one].name if one in relations else one for one in missing]
            encoded = np.asarray(self._embedder.encode(names), np.float32)
            self._vectors.update(zip(missing, encoded, strict=True))
        values = []
        for path, one in zip(paths, candidates, strict=True):
            total = np.sum([self._vectors[relation] for relation in path], axis=0)
            length = float(np.linalg.norm(total)) or 1.0
            values.append(float(total @ asked.vector) / length - _STEP_COST * (one.plan.hops - 1))
        return Scores(np.asarray(values, np.float32))
