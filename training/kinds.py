"""Fit the classifier of names by kind: persons, places, times, works ..."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.plans.ranking.kinds import Kinds, written
from kgqa_neo4j.plans.ranking.vectors import unit
from kgqa_neo4j.question.dates import MONTHS
from kgqa_neo4j.question.lexicon import KINDS
from training.kinds_table import FREEBASE, WIKIDATA, labelled
from training.sets import Collection

_EACH = 40
_UNSEEN = -5.0
TABLES = {"wikidata": WIKIDATA, "pat": WIKIDATA, "freebase": FREEBASE}


def fit_kinds(collections: Sequence[Collection], encoder: Embedder) -> Kinds:
    """Fit a linear classifier of names to kinds, on names at the ends of the relations in `TABLES`."""
    from sklearn.linear_model import LogisticRegression

    chance = random.Random(0)
    names: list[str] = []
    kinds: list[str] = []
    for collection in collections:
        for relation, ends in labelled(TABLES.get(collection.name, "")).items():
            for kind, side in zip(ends, (0, 1), strict=True):
                if kind == "-":
                    continue
                at_end = collection.names_at(relation, side)
                names += chance.sample(at_end, min(_EACH, len(at_end)))
                kinds += [kind] * min(_EACH, len(at_end))
    for text in _times(chance):
        names.append(text)
        kinds.append("time")
    for text in _numbers(chance):
        names.append(text)
        kinds.append("number")
    vectors = unit(encoder.encode([written(name) for name in names]))
    model = LogisticRegression(C=3, max_iter=1000, class_weight="balanced").fit(vectors, kinds)
    order = list(KINDS)
    weights = np.zeros((vectors.shape[1], len(order)), np.float32)
    bias = np.full(len(order), _UNSEEN, np.float32)
    for row, kind in enumerate(model.classes_):
        weights[:, order.index(kind)] = model.coef_[row]
        bias[order.index(kind)] = model.intercept_[row]
    return Kinds(weights, bias)


def _times(chance: random.Random) -> list[str]:
    texts = []
    for _ in range(60):
        year, month, day = chance.randint(1000, 2030), chance.randint(1, 12), chance.randint(1, 28)
        name = MONTHS[month - 1].capitalize()
        texts += [str(year), f"{year}-{month:02}-{day:02}", f"{day} {name} {year}", f"{name} {year}"]
    return texts


def _numbers(chance: random.Random) -> list[str]:
    texts = []
    for _ in range(50):
        texts += [f"{chance.uniform(0, 10):.1f}", str(chance.randint(2500, 10**7)), str(chance.randint(0, 600))]
        texts.append(f"{chance.randint(1, 999)},{chance.randint(0, 999):03}")
    return texts
