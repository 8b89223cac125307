"""Rejections: why a question is not answered from the graph, and the quality of rejection policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why the method `query` does not answer; the answer's reason begins with the value."""

    NO_ENTITY = "no entity"
    NO_RELATION = "no relation"
    NO_PATH = "no path"
    INVALID = "invalid query"
    EMPTY = "empty result"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A rejection: its reason, and details."""

    reason: Reason
    detail: str

    def __str__(self) -> str:
        """Return reason and details as text."""
        return f"{self.reason}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a rejection policy: shares, or None if undefined.

    `caught` is the share of wrong answers that were rejected, `lost` that of right ones; `answered` is the share of
    all questions that were answered, `risk` the share of wrong answers among these. `auroc` measures how well the
    policy's score separates right from wrong answers: 0.5 is chance.
    """

    caught: float | None
    lost: float | None
    answered: float
    risk: float | None
    auroc: float | None


def measure(scores: Sequence[float], right: Sequence[bool], threshold: float = 0.5) -> Measured:
    """Return the figures of the policy that answers if the score is at least `threshold`.

    Args:
        scores: the policy's score of each answer; higher is more confident.
        right: whether each answer is right.
        threshold: minimum score of an answer.
    """
    kept = [score >= threshold for score in scores]
    wrong = [not one for one in right]
    answered = sum(kept)
    return Measured(
        _share([not keep for keep, bad in zip(kept, wrong, strict=True) if bad]),
        _share([not keep for keep, good in zip(kept, right, strict=True) if good]),
        answered / len(kept) if kept else 0.0,
        _share([bad for keep, bad in zip(kept, wrong, strict=True) if keep]),
        auroc(scores, right),
    )


def risk_coverage(scores: Sequence[float], right: Sequence[bool]) -> list[tuple[float, float]]:
    """Return (coverage, risk) by descending score; equal scores form one point.

    Coverage is the share of questions answered, risk the share of wrong answers among these.
    """
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    points: list[tuple[float, float]] = []
    wrong = 0
    for count, place in enumerate(order, 1):
        wrong += not right[place]
        if count == len(order) or scores[order[count]] != scores[place]:
            points.append((count / len(order), wrong / count))
    return points


def auroc(scores: Sequence[float], right: Sequence[bool]) -> float | None:
    """Return the probability that a right answer scores higher than a wrong one, with ties counting half.

    None if all answers are right, or all wrong.
    """
    good = [score for score, one in zip(scores, right, strict=True) if one]
    bad = [score for score, one in zip(scores, right, strict=True) if not one]
    if not good or not bad:
        return None
    wins = sum((a > b) + 0.5 * (a == b) for a in good for b in bad)
    return wins / (len(good) * len(bad))


def _share(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None
