"""Similarity of two question forms: by the encoder's vectors, and by the words and runs of words that they share.

The encoder knows that "films" and "movies" mean the same; words distinguish "directed by X" from "directed X", which
the encoder hardly does.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

LONGEST_RUN = 3
# Weight of the encoder in the similarity; the rest is that of words. Chosen on MetaQA dev (docs/learning.md).
ENCODER_SHARE = 0.5
# Weight of the general questions in the mean of all vectors, in forms.
_GENERAL_WEIGHT = 20
# Similarity of any two questions: lets the model learn which plans are asked for at all.
COMMON = 0.25

GENERAL = (
    "who is X",
    "what is X",
    "what did X do",
    "which one is of X",
    "when was X",
    "where is X",
    "how many are in X",
    "whose is X",
    "what belongs to X",
    "name one of X",
)
"""Questions about nothing in particular."""

_WORD = re.compile(r"\w+|'s\b")


def runs_of_words(form: str) -> set[str]:
    """Return the runs of up to three words in a question form."""
    words = _WORD.findall(form.casefold())
    return {
        " ".join(words[start : start + length])
        for length in range(1, LONGEST_RUN + 1)
        for start in range(len(words) - length + 1)
    }


def middle_of(vectors: Vectors, embedder: Embedder) -> Vectors:
    """Return the mean vector of question forms, mixed with that of general questions.

    Otherwise a handful of forms of one kind would make that kind the common ground.
    """
    general = np.asarray(embedder.encode(GENERAL), np.float32).mean(axis=0)
    total = np.asarray(vectors, np.float32).sum(axis=0) + _GENERAL_WEIGHT * general
    return np.asarray(total / (len(vectors) + _GENERAL_WEIGHT), np.float32)


class Kernel:
    """Similarity to some known forms: the centres.

    Args:
        forms: the centres' texts.
        vectors: their vectors, shape (centres, dimension).
        middle: the mean vector of questions, (dimension,): it is subtracted before vectors are compared.
    """

    def __init__(self, forms: Sequence[str], vectors: Vectors, middle: Vectors) -> None:
        self.forms = tuple(forms)
        self.vectors = np.asarray(vectors, np.float32)
        self.middle = np.asarray(middle, np.float32)
        self._centred = self._off_middle(self.vectors)
        runs = [runs_of_words(form) for form in forms]
        seen = Counter(run for each in runs for run in each)
        self._places = {run: place for place, run in enumerate(sorted(seen))}
        self._rarity = np.array([math.log(1 + len(runs) / seen[run]) for run in self._places], np.float32)
        self._runs = self._weighted(runs)

    def similarity(self, forms: Sequence[str], vectors: Vectors) -> Vectors:
        """Return the similarity of forms to the centres, shape (len(forms), centres), at most 1 + `COMMON`."""
        runs = self._weighted([runs_of_words(form) for form in forms])
        shared = (runs @ self._runs.T).toarray()
        near = self.cosine(vectors)
        return np.asarray(ENCODER_SHARE * near + (1 - ENCODER_SHARE) * shared + COMMON, np.float32)

    def cosine(self, vectors: Vectors) -> Vectors:
        """Return the cosines to the centres after subtracting `middle`, shape (n, centres)."""
        return np.asarray(self._off_middle(vectors) @ self._centred.T, np.float32)

    def _off_middle(self, vectors: Vectors) -> Vectors:
        apart = np.asarray(vectors, np.float32) - self.middle
        return np.asarray(apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), 1e-6), np.float32)

    def _weighted(self, runs: Sequence[set[str]]) -> csr_matrix:
        from scipy.sparse import csr_matrix

        rows, columns = [], []
        for row, each in enumerate(runs):
            known = sorted(self._places[run] for run in each if run in self._places)
            rows += [row] * len(known)
            columns += known
        values = self._rarity[columns]
        # Runs that no centre has still count in the length, so a question of unknown words resembles none.
        unknown = math.log(1 + max(len(self.forms), 1))
        lengths = np.zeros(len(runs), np.float32)
        np.add.at(lengths, rows, values**2)
        for row, each in enumerate(runs):
            lengths[row] += unknown**2 * sum(run not in self._places for run in each)
        scaled = values / np.sqrt(np.maximum(lengths, 1e-9))[rows]
        return csr_matrix((scaled, (rows, columns)), shape=(len(runs), len(self._places)), dtype=np.float32)
