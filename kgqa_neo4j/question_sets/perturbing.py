"""Perturb questions the way people mistype them, to measure how robust answers are."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, get_args

from kgqa_neo4j.question_sets.questions import Question

Perturbation = Literal["case", "typo", "partial"]
PERTURBATIONS: tuple[Perturbation, ...] = get_args(Perturbation)

# After one edit, shorter words are no longer recognizable.
SHORTEST_MISTYPED = 4
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def perturbed(question: Question, rule: Perturbation, seed: int = 0) -> Question:
    """Return a question changed by a rule; deterministic for a seed and line.

    * ``case``: all in lower case.
    * ``typo``: one edit in one mention: two letters swapped, or one omitted, doubled or replaced. The first and last
      letter of the word stay.
    * ``partial``: a mention of several words without one of them.

    Mentions are names of topic entities that occur in the text, ignoring case. A question without a mention that can be
    changed is returned as it is.
    """
    if rule == "case":
        return replace(question, question=question.question.lower())
    draw = random.Random(f"{seed}:{question.line}:{question.question}")
    change = _CHANGES[rule]
    places = [
        (start, stop) for start, stop in _mentions(question) if change(question.question[start:stop], draw)
    ]
    if not places:
        return question
    start, stop = draw.choice(places)
    text = question.question
    return replace(question, question=text[:start] + change(text[start:stop], draw) + text[stop:])


def _mentions(question: Question) -> list[tuple[int, int]]:
    """Return the spans of topic entities in the text, one each; of overlapping ones the longer."""
    found: list[tuple[int, int]] = []
    for topic in sorted(question.topics, key=len, reverse=True):
        match = re.search(rf"(?<!\w){re.escape(topic)}(?!\w)", question.question, re.IGNORECASE)
        if match and all(match.end() <= start or match.start() >= stop for start, stop in found):
            found.append(match.span())
    return sorted(found)


def mistyped(mention: str, draw: random.Random) -> str:
    """Return the mention with one edit in one of its words, "" if none of them is long enough."""
    words = [match for match in re.finditer(r"[^\W\d_]+", mention) if len(match[0]) >= SHORTEST_MISTYPED]
    if not words:
        return ""
    word = draw.choice(words)
    place = draw.randrange(word.start() + 1, word.end() - 1)
    edits = [
        mention[:place] + mention[place + 1 :],
        mention[:place] + mention[place] + mention[place:],
        mention[:place] + draw.choice(_LETTERS.replace(mention[place].lower(), "")) + mention[place + 1 :],
    ]
    if mention[place] != mention[place + 1]:
        edits.append(mention[:place] + mention[place + 1] + mention[place] + mention[place + 2 :])
    return draw.choice(edits)


def shortened(mention: str, draw: random.Random) -> str:
    """Return the mention without one of its words, "" if it has only one."""
    words = mention.split()
    if len(words) < 2:
        return ""
    left_out = draw.randrange(len(words))
    return " ".join(word for place, word in enumerate(words) if place != left_out)


_CHANGES: dict[Perturbation, Callable[[str, random.Random], str]] = {"typo": mistyped, "partial": shortened}


def changed(before: Sequence[Question], after: Sequence[Question]) -> int:
    """Return the number of questions whose text differs."""
    return sum(one.question != other.question for one, other in zip(before, after, strict=True))
