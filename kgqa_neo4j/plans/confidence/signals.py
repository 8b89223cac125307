"""Computes the signals of an answer's confidence: log-odds, score differences, and numbers between 0 and 1."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.scoring import WORDS, Scores

# Bound of log-odds and score differences; larger ones carry no more information.
MOST = 8.0
# Certainty of a topic by how it was matched; all other topics were found by similarity.
_MATCHES = {"topic": 1.0, "exact": 1.0, "alias": 0.9, "class": 0.9, "fulltext": 0.5, "fuzzy": 0.5}
# How far below a score competing plans may be: among many relations, some explain any word.
_CLOSE = 3.0
# Prefix of the features for the answer type.
_TYPE = ("focus_",)
_KNOWN = 0.999

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Signals:
    """Signals of one answer, about the plan that gave it.

    * ``share``: log-odds of the plan under the softmax over all plans considered, including those that the topic
      lacks or that lead to nothing.
    * ``among``: its log-odds among the plans that the topic has.
    * ``before``: as ``share``, with the scores before learning.
    * ``margin``: its score minus that of the best other plan that the topic has.
    * ``lacking``: its score minus that of the best plan that the topic lacks.
    * ``score``: its score. Scores are meant for comparisons within a question, but a plan that nothing in the question
      supports has a low one, even if the graph has no better plan.
    * ``agreement``: the share of rankings with one feature left out that prefer the same plan.
    * ``skipped``: 1 if better plans led to nothing.
    * ``type``: how far it is below the best plan that the topic has, in the features for the answer type.
    * ``words``: the same in the features for explained words.
    * ``unsaid``: the same in the features for explained words, compared with the best plan that the topic lacks.
    * ``omitted``: how many more words it leaves unexplained than another plan, which the topic has or lacks, with a
      score not far below.
    * ``unknown``: how many words of the question nothing in the graph explains; 0 if anything was learned, or if a
      word is omitted that another plan explains.
    * ``linking``: how certain the topics are.
    * ``nearest``: cosine of the nearest learned question template, 0 if none was learned.
    * ``known``: 1 if exactly this template was learned.
    * ``cut``: 1 if a bound was reached during execution.
    """

    share: float
    among: float
    before: float
    margin: float
    lacking: float
    score: float
    agreement: float
    skipped: float
    type: float
    words: float
    unsaid: float
    omitted: float
    unknown: float
    linking: float
    nearest: float
    known: float
    cut: float

    @property
    def values(self) -> tuple[float, ...]:
        """The signals in the order of `NAMES`."""
        return tuple(getattr(self, name) for name in NAMES)


# Unexplained probability that counts as one omitted word: a single word hardly ever reaches 1.
OMITTED = 0.75
NAMES = tuple(field.name for field in fields(Signals))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of the plan that gave the answer.

    `place` is its index among the candidates, `rank` the number of better ones that led to nothing, `cut` whether its
    execution stopped at a bound.
    """

    place: int
    rank: int
    cut: bool


def read_signals(linking: Linking, scores: Scores, lacking: Scores, outcome: Outcome) -> Signals:
    """Return the signals of an answer.

    Args:
        linking: the linked question.
        scores: of all candidates.
        lacking: of plans that the topic lacks.
        outcome: of the plan that gave the answer.
    """
    place = outcome.place
    values = np.asarray(scores.values, np.float64)
    own = float(values[place])
    others = np.delete(values, place)
    absent = np.array([*lacking.values, scores.beyond], np.float64)
    share = _log_odds(own, np.concatenate([others, absent]))
    omitted = _omitted(scores, place, lacking)
    return Signals(
        share=share,
        among=_log_odds(own, others),
        before=share if scores.before is None else _before(scores.before, lacking.before, place),
        margin=_above(own, others),
        lacking=_above(own, absent),
        score=_within(own),
        agreement=_agreement(scores, place),
        skipped=float(outcome.rank > 0),
        type=_below_best(scores, place, scores, _TYPE),
        words=_below_best(scores, place, scores, WORDS),
        unsaid=_below_best(scores, place, lacking, WORDS),
        omitted=omitted,
        # Learned questions may have taught what such words mean; words that another plan explains are not unknown.
        unknown=0.0 if scores.nearest > 0 or omitted >= OMITTED else _within(scores.unknown),
        linking=min((_MATCHES.get(topic.match, 0.3) for topic in linking.topics), default=0.0),
        nearest=max(0.0, scores.nearest),
        known=float(scores.nearest >= _KNOWN),
        cut=float(outcome.cut),
    )


def _before(scores: Scores, lacking: Scores | None, place: int) -> float:
    values = np.asarray(scores.values, np.float64)
    absent = np.asarray(lacking.values if lacking else (), np.float64)
    return _log_odds(float(values[place]), np.concatenate([np.delete(values, place), absent]))


def _omitted(scores: Scores, place: int, lacking: Scores) -> float:
    if scores.unexplained is None:
        return 0.0
    own, least = float(scores.unexplained[place]), float(scores.values[place]) - _CLOSE
    fewest = [
        float(some.unexplained[some.values >= least].min(initial=own))
        for some in (scores, lacking)
        if some.unexplained is not None
    ]
    return _within(own - min(fewest))


def _agreement(scores: Scores, place: int) -> float:
    parts: Any = scores.features
    if parts is None or not parts.shape[1]:
        return 1.0
    useful = [column for column in range(parts.shape[1]) if np.ptp(parts[:, column]) > 0]
    same = [int(np.argmax(scores.values - parts[:, column])) == place for column in useful]
    return sum(same) / len(same) if same else 1.0


def _below_best(scores: Scores, place: int, others: Scores, names: tuple[str, ...]) -> float:
    """Return the sum of some parts of the score minus the greatest such sum of `others`, at most 0."""
    if not len(others.values):
        return 0.0
    return _within(min(0.0, float(scores.part(names)[place] - others.part(names).max())))


def _log_odds(own: float, others: Numbers) -> float:
    """Return the log-odds of a score under the softmax over itself and the others."""
    top = max([own, *others.tolist()])
    rest = float(np.exp(others - top).sum())
    return _within(own - top - math.log(rest)) if rest else MOST


def _above(own: float, others: Numbers) -> float:
    return _within(own - float(others.max(initial=-math.inf)))


def _within(value: float) -> float:
    return min(MOST, max(-MOST, value))
