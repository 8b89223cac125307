"""Explanations in words why one plan ranks above another, from the parts of their scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgqa_neo4j.model.answer import Answer

# Groups of score parts: (prefixes of the parts' names, reason for the plan, reason against it).
_ABOUT = (
    ("learned", "learned questions favour it", "learned questions favour the other"),
    ("untrained", "the untrained ranker prefers it", "the untrained ranker prefers the other"),
    ("further_topics", "it uses more of the topics", "it uses fewer of the topics"),
    ("revisited", "it does not return to its topic", "it returns to its topic"),
    ("evidence support ordered disorder first_near last_far label",
     "its steps match the question's words better", "its steps match the question's words worse"),
    ("owned", "its steps follow the question's possessives", "its steps do not follow the question's possessives"),
    ("unexplained explained nodes", "it explains more words of the question",
     "it explains fewer words of the question"),
    ("cost", "its words are closer to the graph's names", "its words are farther from the graph's names"),
    ("focus", "it ends at what the question asks for", "its end fits the question less"),
    ("sentence", "it reads more like the question", "it reads less like the question"),
    ("two_steps three_steps steps", "its number of steps is more likely", "its number of steps is less likely"),
    ("undo cue repeated", "its use of repeated relations fits better",
     "its use of repeated relations fits worse"),
    ("usual frequency many", "its steps are more common in the graph", "its steps are less common in the graph"),
)  # fmt: skip
_TOLD = 3
_LEAST = 0.05
"""Minimum difference of a reported group, as a share of the largest difference."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The plans considered for an answer, best first, and why the executed one ranks above the next.

    `executed` is the text of the plan as executed. `winner` and `next` are None if there is no such plan, or if the
    plans were reranked, so that their order differs from that of the scores.
    """

    considered: Sequence[Mapping[str, Any]] = ()
    executed: str = ""
    winner: Mapping[str, Any] | None = None
    next: Mapping[str, Any] | None = None
    because: Sequence[str] = ()
    although: Sequence[str] = ()


def explained(answer: Answer) -> Explanation:
    """Return why an answer's plan was chosen, from the answer's steps."""
    considered: Sequence[Mapping[str, Any]] = ()
    execution: Mapping[str, Any] = {}
    for step in answer.steps:
        considered = step.data.get("considered", considered)
        if step.kind == "execution" and "score" in step.data:
            execution = step.data
    rank = execution.get("rank", len(considered) + 1)
    if rank > len(considered) or considered[rank - 1]["score"] != execution["score"]:
        return Explanation(considered)
    winner, executed = considered[rank - 1], execution["plan"]["text"]
    if rank == len(considered):
        return Explanation(considered, executed, winner)
    other = considered[rank]
    because, although = reasons(winner["features"], other["features"])
    return Explanation(considered, executed, winner, other, because, although)


def differences(one: Mapping[str, float], other: Mapping[str, float]) -> list[tuple[str, float, float]]:
    """Return the differing parts of two scores as (name, in `one`, in `other`), largest difference first."""
    names = dict.fromkeys([*one, *other])
    parts = [(name, one.get(name, 0.0), other.get(name, 0.0)) for name in names]
    if "learned" in names:  # all other parts are components of the untrained score
        parts = [part for part in parts if part[0] in ("learned", "untrained")]
    return sorted((part for part in parts if part[1] != part[2]), key=lambda part: -abs(part[1] - part[2]))


def reasons(one: Mapping[str, float], other: Mapping[str, float]) -> tuple[list[str], list[str]]:
    """Return the reasons for and against the first of two plans, in words, weightiest first."""
    sums: dict[int, float] = defaultdict(float)
    for name, of_one, of_other in differences(one, other):
        sums[_about(name)] += of_one - of_other
    least = _LEAST * max(map(abs, sums.values()), default=0.0)
    ordered = sorted((about for about in sums if abs(sums[about]) > least), key=lambda about: -abs(sums[about]))
    told: tuple[list[str], list[str]] = [], []
    for about in ordered:
        speaks_for = sums[about] > 0
        words = "other parts of the score" if about < 0 else _ABOUT[about][1 if speaks_for else 2]
        told[0 if speaks_for else 1].append(f"{words} ({sums[about]:+.2f})")
    return told[0][:_TOLD], told[1][:_TOLD]


def _about(name: str) -> int:
    for place, (begins, *_) in enumerate(_ABOUT):
        if name.startswith(tuple(begins.split())):
            return place
    return -1
