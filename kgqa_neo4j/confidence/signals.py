"""What an answer's confidence is made of, each between 0 and 1 or a log-odds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.scoring import Scores

# Log-odds beyond these say no more.
_MOST = 6.0
# How sure a topic is that was found so; others were found by likeness.
_MATCHES = {"topic": 1.0, "exact": 1.0, "alias": 0.9, "fulltext": 0.5, "fuzzy": 0.5}


@dataclass(frozen=True, slots=True)
class Signals:
    """Signals of one answer.

    * ``share``: log-odds of the plan under the softmax over all plans considered, those that the topic
      lacks or that lead to nothing among them.
    * ``margin``: its score above that of the next plan that the topic has.
    * ``absent``: share of the plans that the topic lacks.
    * ``agreement``: share of the scorings with one part left out that prefer the same plan.
    * ``skipped``: 1 if better plans led to nothing.
    * ``linking``: how surely the topics are meant.
    * ``nearest``: cosine of the nearest question form that was learnt, 0 without any.
    * ``cut``: 1 if a bound was reached on the way.
    """

    share: float
    margin: float
    absent: float
    agreement: float
    skipped: float
    linking: float
    nearest: float
    cut: float

    @property
    def values(self) -> tuple[float, ...]:
        """The signals in the order of `NAMES`."""
        return tuple(getattr(self, name) for name in NAMES)


NAMES = tuple(field.name for field in fields(Signals))


def read_signals(
    linking: Linking, scores: Scores, place: int, absent: Sequence[float], *, rank: int, cut: bool
) -> Signals:
    """Return the signals of an answer.

    Args:
        linking: the linked question.
        scores: of all candidates.
        place: the candidate that was answered with.
        absent: scores of plans that the topic lacks.
        rank: how many better candidates led to nothing.
        cut: whether a bound was reached.
    """
    values = np.asarray(scores.values, np.float64)
    lacking = np.array([*absent, scores.beyond], np.float64)
    top = max(float(values.max()), float(lacking.max()))
    there, not_there = np.exp(values - top), float(np.exp(lacking - top).sum())
    whole = float(there.sum()) + not_there
    share = float(there[place]) / whole
    others = np.delete(values, place)
    return Signals(
        share=_log_odds(share),
        margin=min(_MOST, max(-_MOST, float(values[place] - others.max()))) if len(others) else _MOST,
        absent=not_there / whole,
        agreement=_agreement(scores, place),
        skipped=float(rank > 0),
        linking=min((_MATCHES.get(topic.match, 0.3) for topic in linking.topics), default=0.0),
        nearest=max(0.0, scores.nearest),
        cut=float(cut),
    )


def _agreement(scores: Scores, place: int) -> float:
    parts: Vectors | None = scores.features
    if parts is None or not parts.shape[1]:
        return 1.0
    useful = [column for column in range(parts.shape[1]) if np.ptp(parts[:, column]) > 0]
    same = [int(np.argmax(scores.values - parts[:, column])) == place for column in useful]
    return sum(same) / len(same) if same else 1.0


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-6), 1 - 1e-6)
    return min(_MOST, max(-_MOST, math.log(share / (1 - share))))
