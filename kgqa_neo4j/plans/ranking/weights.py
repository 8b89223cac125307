"""Loads and saves the ranker's weights: a small file, packaged or written by the training script."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.ranking.features import NAMES
from kgqa_neo4j.plans.ranking.kinds import Kinds
from kgqa_neo4j.question.lexicon import KINDS

PACKAGED = "default.npz"


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the features, in the order of `NAMES`, the classifier of kinds, and the encoder that they fit."""

    features: Vectors
    kinds: Kinds
    encoder: str

    @property
    def digest(self) -> str:
        """A hash of the weights and the encoder."""
        parts = (self.features, self.kinds.weights, self.kinds.bias)
        content = b"".join(np.ascontiguousarray(part, np.float32).tobytes() for part in parts)
        return hashlib.blake2b(content + self.encoder.encode(), digest_size=10).hexdigest()

    @classmethod
    def load(cls, path: Path | None = None) -> Weights:
        """Load weights from a file, or the packaged ones.

        Raises:
            InputError: the file cannot be read, or was made for other features.
        """
        if path is None:
            with as_file(files("kgqa_neo4j.plans.ranking") / "weights" / PACKAGED) as packaged:
                return cls.load(packaged)
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                named = dict(zip(stored["names"].tolist(), stored["features"].tolist(), strict=True))
                kinds = Kinds(stored["kind_weights"], stored["kind_bias"])
                same = stored["kinds"].tolist() == list(KINDS) and set(named) == set(NAMES)
                encoder = str(stored["encoder"])
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise InputError(f"{path}: cannot read ranker weights: {error}", hint=_MAKE) from error
        if not same:
            raise InputError(f"{path}: made for other features than those of this version", hint=_MAKE)
        return cls(np.array([named[name] for name in NAMES], np.float32), kinds, encoder)

    def save(self, path: Path) -> None:
        """Write the weights."""
        np.savez_compressed(
            path,
            names=np.array(NAMES),
            features=self.features.astype(np.float32),
            kinds=np.array(list(KINDS)),
            kind_weights=self.kinds.weights.astype(np.float16),
            kind_bias=self.kinds.bias.astype(np.float32),
            encoder=np.array(self.encoder),
        )


_MAKE = "create them with training/rank.py"
