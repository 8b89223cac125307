"""The fitted model: what the exemplars say of any question and any plan."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as File

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.learning.factors import Factor, factors_of
from kgqa_neo4j.learning.kernel import Kernel
from kgqa_neo4j.plans.plan import Move, Path, Plan

# What a form's own plan gains, for each unit of log(1 + twice the pairs that it explained).
REMEMBERED = 2.0


@dataclass(frozen=True, slots=True)
class Known:
    """What the model knows of one form, to explain itself by: its best path, mean F1 and number of pairs."""

    path: Path
    score: float
    support: int


@dataclass(frozen=True)
class Model:
    """Scores of plans, learnt from `pairs` question-answer pairs.

    `coefficients` (centres, factors) are those of the factor scores; `scale` is what untrained scores are
    multiplied with before the learnt ones, times `gain`, are added. `known` tells of each centre.
    """

    kernel: Kernel
    factors: tuple[Factor, ...]
    coefficients: Vectors
    scale: float
    gain: float
    known: tuple[Known, ...]
    pairs: int

    @cached_property
    def place_of(self) -> Mapping[Factor, int]:
        """The column of each factor."""
        return {factor: place for place, factor in enumerate(self.factors)}

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The paths that were learnt, the best supported first."""
        support: dict[Path, float] = {}
        for one in self.known:
            support[one.path] = support.get(one.path, 0.0) + one.score * one.support
        return tuple(sorted((path for path in support if path), key=lambda path: (-support[path], path)))

    @cached_property
    def place_of_form(self) -> Mapping[str, int]:
        """Places of the centres by their texts, regardless of case and of the mark at the end."""
        return {_plain(form): place for place, form in enumerate(self.kernel.forms)}

    def by_factor(self, form: str, vector: Vectors) -> Vectors:
        """Return the score of each factor for a question form, shape (factors,)."""
        likeness = self.kernel.likeness([form], vector[None, :])
        return np.asarray(self.gain * (likeness @ self.coefficients)[0], np.float32)

    def learnt(self, by_factor: Vectors, plans: Sequence[Plan]) -> Vectors:
        """Return the learnt part of the scores of plans, shape (n,)."""
        place_of = self.place_of
        return np.array(
            [
                sum(
                    weight * float(by_factor[place_of[factor]])
                    for factor, weight in factors_of(plan).items()
                    if factor in place_of
                )
                for plan in plans
            ],
            np.float32,
        )

    def remembered(self, form: str, plans: Sequence[Plan]) -> Vectors:
        """Return (plans,) what plans gain by having explained this very form, the more the more pairs did.

        The fitted scores are weighed by how well they carry over to forms that were left out; a form
        that was learnt itself needs no carrying over.
        """
        place = self.place_of_form.get(_plain(form))
        if place is None:
            return np.zeros(len(plans), np.float32)
        known = self.known[place]
        gain = REMEMBERED * known.score * np.log1p(2 * known.support)
        right = [len(plan.chains) == 1 and plan.chains[0].path == known.path for plan in plans]
        return np.array(right, np.float32) * np.float32(gain)

    def nearest(self, vector: Vectors) -> tuple[int, float]:
        """Return the centre that the encoder finds most like a question form, and the cosine."""
        cosines = self.kernel.cosine(vector[None, :])[0]
        best = int(np.argmax(cosines))
        return best, float(cosines[best])


def _plain(form: str) -> str:
    return " ".join(form.casefold().split()).rstrip("?!. ")


def save(model: Model, file: File) -> None:
    """Write a model so that it is there whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    record = {
        "forms": model.kernel.forms,
        "factors": model.factors,
        "known": [[[list(move) for move in one.path], one.score, one.support] for one in model.known],
        "scale": model.scale,
        "gain": model.gain,
        "pairs": model.pairs,
    }
    unfinished = file.with_suffix(".tmp.npz")
    np.savez(
        unfinished,
        record=np.frombuffer(json.dumps(record, ensure_ascii=False).encode(), np.uint8),
        vectors=model.kernel.vectors,
        middle=model.kernel.middle,
        coefficients=model.coefficients,
    )
    unfinished.replace(file)


def load(file: File) -> Model:
    """Read what `save` wrote.

    Raises:
        OSError, ValueError, KeyError: it is not there, or no such file.
    """
    with np.load(file, allow_pickle=False) as arrays:
        record = json.loads(arrays["record"].tobytes())
        kernel = Kernel(record["forms"], arrays["vectors"], arrays["middle"])
        coefficients = arrays["coefficients"]
    known = tuple(
        Known(tuple(Move(*move) for move in path), score, support) for path, score, support in record["known"]
    )
    factors = tuple(tuple(factor) for factor in record["factors"])
    return Model(kernel, factors, coefficients, record["scale"], record["gain"], known, record["pairs"])
