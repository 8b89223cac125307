"""The fitted model, which scores any plan for any question by what was learned."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.learning.kernel import Kernel
from kgqa_neo4j.plans.learning.knn_voting import votes
from kgqa_neo4j.plans.learning.plan_features import Factor, factors_of
from kgqa_neo4j.plans.plan import Move, Path, Plan

# Gain of a plan that explained the question's own form, per unit of log(1 + twice the pairs that it explained).
REMEMBERED = 2.0
# Cache sizes: plans with the columns of their factors, and question forms with their scores.
_MOST_ROWS, _MOST_FORMS = 200_000, 500


@dataclass(frozen=True, slots=True)
class Known:
    """What the model knows about one form: the paths that explain it, best first, with mean F1; its number of pairs."""

    paths: Mapping[Path, float]
    support: int

    @property
    def best(self) -> tuple[Path, float]:
        """The path that explains the form best, among equals the shortest, with its mean F1."""
        return next(iter(self.paths.items()), ((), 0.0))


@dataclass(frozen=True, slots=True)
class FormScores:
    """The model's output for one question form: the score of each factor, shape (factors,), and the votes."""

    by_factor: Vectors
    votes: Mapping[Path, float]


@dataclass(frozen=True)
class Model:
    """Scores of plans, learned from `pairs` question-answer pairs.

    `coefficients` (centres, factors) are those of the factor scores. Untrained scores are multiplied by `scale`,
    then the learned ones, times `gain`, are added. `known` describes each centre, which votes for the paths that
    explain it.
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
        """The learned paths, the best supported first."""
        support: dict[Path, float] = {}
        for one in self.known:
            path, score = one.best
            support[path] = support.get(path, 0.0) + score * one.support
        return tuple(sorted((path for path in support if path), key=lambda path: (-support[path], path)))

    @cached_property
    def place_of_form(self) -> Mapping[str, int]:
        """Indices of the centres by their texts, ignoring case and final punctuation."""
        return {_plain(form): place for place, form in enumerate(self.kernel.forms)}

    def said(self, form: str, vector: Vectors) -> FormScores:
        """Return the model's output for a question form."""
        found = self._said.get(form)
        if found is None:
            similarity = self.kernel.similarity([form], vector[None, :])
            by_factor = np.asarray(self.gain * (similarity @ self.coefficients)[0], np.float32)
            found = FormScores(by_factor, votes(similarity[0], *self._voters))
            if len(self._said) >= _MOST_FORMS:
                self._said.clear()
            self._said[form] = found
        return found

    def learned(self, said: FormScores, plans: Sequence[Plan]) -> Vectors:
        """Return what the factors add to the scores of plans, shape (n,)."""
        if not plans:
            return np.zeros(0, np.float32)
        by_factor = said.by_factor
        rows = [self._row(plan) for plan in plans]
        places = np.concatenate([places for places, _ in rows])
        weights = np.concatenate([weights for _, weights in rows])
        owners = np.repeat(np.arange(len(rows)), [len(places) for places, _ in rows])
        parts = by_factor[places] * weights
        return np.bincount(owners, weights=parts, minlength=len(plans)).astype(np.float32)

    def _row(self, plan: Plan) -> tuple[np.ndarray, Vectors]:
        """Return the columns and weights of a plan's factors, which do not depend on its topics."""
        key = (
            tuple(chain.path for chain in plan.chains),
            plan.revisited,
            bool(plan.conditions),
            plan.extreme is not None,
            plan.form,
        )
        row = self._rows.get(key)
        if row is None:
            place_of = self.place_of
            known = {
                place_of[factor]: weight for factor, weight in factors_of(plan).items() if factor in place_of
            }
            if len(self._rows) >= _MOST_ROWS:
                self._rows.clear()
            row = self._rows[key] = np.array([*known], np.int64), np.array([*known.values()], np.float32)
        return row

    @cached_property
    def _said(self) -> dict[str, FormScores]:
        # A question is scored more than once, and people use few question forms.
        return {}

    @cached_property
    def _voters(self) -> tuple[list[Mapping[Path, float]], Vectors]:
        return [one.paths for one in self.known], np.array([one.support for one in self.known], np.float32)

    @cached_property
    def _rows(self) -> dict[Hashable, tuple[np.ndarray, Vectors]]:
        return {}

    def remembered(self, form: str, plans: Sequence[Plan]) -> Vectors:
        """Return (plans,) the gains of plans that explained this very form, which grow with its pairs.

        The fitted scores are weighted by how well they generalise to held-out forms; a form that was learned itself
        needs no generalisation. Paths that explained it equally well gain the same.
        """
        place = self.place_of_form.get(_plain(form))
        if place is None:
            return np.zeros(len(plans), np.float32)
        known = self.known[place]
        gain = REMEMBERED * np.log1p(2 * known.support)
        paths = [only_path(plan) for plan in plans]
        scores = [known.paths.get(path, 0.0) if path else 0.0 for path in paths]
        return np.array(scores, np.float32) * np.float32(gain)

    def has_form(self, form: str) -> bool:
        """Return whether a question form was learned itself, ignoring case and final punctuation."""
        return _plain(form) in self.place_of_form

    def nearest(self, vector: Vectors) -> tuple[int, float]:
        """Return the index of the centre nearest to a question form by the encoder, and the cosine."""
        cosines = self.kernel.cosine(vector[None, :])[0]
        best = int(np.argmax(cosines))
        return best, float(cosines[best])


def only_path(plan: Plan) -> Path | None:
    """Return the path of a plan with a single chain, None for other plans."""
    return plan.chains[0].path if len(plan.chains) == 1 else None


def _plain(form: str) -> str:
    return " ".join(form.casefold().split()).rstrip("?!. ")


def save(model: Model, file: BinaryIO) -> None:
    """Write a model."""
    record = {
        "forms": model.kernel.forms,
        "factors": model.factors,
        "known": [[[[path, score] for path, score in one.paths.items()], one.support] for one in model.known],
        "scale": model.scale,
        "gain": model.gain,
        "pairs": model.pairs,
    }
    np.savez(
        file,
        record=np.frombuffer(json.dumps(record, ensure_ascii=False).encode(), np.uint8),
        vectors=model.kernel.vectors,
        middle=model.kernel.middle,
        coefficients=model.coefficients,
    )


def load(file: BinaryIO) -> Model:
    """Read a model that `save` wrote.

    Raises:
        OSError, ValueError, KeyError, EOFError, BadZipFile: the file has no model in it, or is damaged.
    """
    with np.load(file, allow_pickle=False) as arrays:
        record = json.loads(arrays["record"].tobytes())
        kernel = Kernel(record["forms"], arrays["vectors"], arrays["middle"])
        coefficients = arrays["coefficients"]
    known = tuple(
        Known({tuple(Move(*move) for move in path): score for path, score in paths}, support)
        for paths, support in record["known"]
    )
    factors = tuple(tuple(factor) for factor in record["factors"])
    return Model(kernel, factors, coefficients, record["scale"], record["gain"], known, record["pairs"])
