"""Rejections: why a question gets no answer from the graph, and how good such refusals are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why the method `query` refuses to answer; the value begins the answer's reason."""

    NO_ENTITY = "no entity"
    NO_RELATION = "no relation"
    NO_PATH = "no path"
    INVALID = "invalid query"
    EMPTY = "empty result"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A refusal: its reason, and what exactly was missing."""

    reason: Reason
    detail: str

    def __str__(self) -> str:
        """Say both."""
        return f"{self.reason}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Measured:
    """How a policy of rejection did: shares, or None where there was nothing to share.

    `caught` of the wrong answers were rejected, `lost` of the right ones; `answered` of all questions
    still got an answer, of which `risk` was wrong. `auroc` says how well the policy's score tells right
    answers from wrong ones: 0.5 is chance.
    """

    caught: float | None
    lost: float | None
    answered: float
    risk: float | None
    auroc: float | None


def measure(scores: Sequence[float], right: Sequence[bool], threshold: float = 0.5) -> Measured:
    """Return how a policy did that answers where its score is at least `threshold`.

    Args:
        scores: the policy's score of each answer; higher is surer.
        right: whether each answer is right.
        threshold: the least score that is answered.
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
    """Return (coverage, risk) from the surest answer on; equal scores are taken together.

    Coverage is the share of questions answered, risk the share of wrong ones among these.
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
    """Return the chance that a right answer scores higher than a wrong one, ties counting half.

    None where there are no right ones, or no wrong ones.
    """
    good = [score for score, one in zip(scores, right, strict=True) if one]
    bad = [score for score, one in zip(scores, right, strict=True) if not one]
    if not good or not bad:
        return None
    wins = sum((a > b) + 0.5 * (a == b) for a in good for b in bad)
    return wins / (len(good) * len(bad))


def _share(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None
