"""Questions as people mistype them: the same questions changed by a rule, to see what an answer hangs on."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, get_args

from kgqa_neo4j.question_sets.questions import Question

Perturbation = Literal["case", "typo", "partial"]
PERTURBATIONS: tuple[Perturbation, ...] = get_args(Perturbation)

# In shorter words one edit leaves too little to tell what was meant.
SHORTEST_MISTYPED = 4
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def perturbed(question: Question, rule: Perturbation, seed: int = 0) -> Question:
    """Return a question changed by a rule; the same for the same seed and line.

    * ``case``: all in lower case.
    * ``typo``: one edit in one mention: two letters swapped, one left out, doubled or replaced by another. The
      first and the last letter of the word stay.
    * ``partial``: one word of a mention of several words is left out.

    Mentions are the topics' names where the text holds them, in any case. A question without a mention to
    change stays as it is.
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
    """Return where topics stand in the text, each once; of those that overlap the longer."""
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
    """Return how many questions read otherwise than before."""
    return sum(one.question != other.question for one, other in zip(before, after, strict=True))
