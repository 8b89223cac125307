"""A masked question, taken apart into the words that a plan has to explain."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa_neo4j.ranking.lexicon import (
    ASKING,
    CATEGORIES,
    CATEGORY_NAMES,
    FUNCTION_WORDS,
    IMPERATIVES,
    MASK,
    QUESTION_WORDS,
    SHARING,
)

_TOKEN = re.compile(r"[^\W_]+|'s\b|'")


@dataclass(frozen=True, slots=True)
class Unit:
    """A word that means something: its text, its place in the question, how far it is from the topic.

    `kind` is set for question words alone, which ask for a kind of thing by themselves.
    """

    text: str
    place: int
    distance: float
    kind: str = ""


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """A question without its topic.

    `spans` are phrases of one or two units with the places of these; `focus` is the place of the unit that
    says what is asked for, -1 if there is none; `sharing` says how sure it is that the question asks for what
    shares something with its topic.
    """

    units: tuple[Unit, ...]
    spans: tuple[tuple[str, tuple[int, ...]], ...]
    focus: int
    sharing: float


def read_form(masked: str) -> QuestionForm:
    """Take a question apart in which each topic's name is replaced by `MASK`."""
    tokens = _TOKEN.findall(masked)
    lowered = [token.lower() for token in tokens]
    topic = tokens.index(MASK) if MASK in tokens else len(tokens)
    possessive = topic + 1 < len(tokens) and lowered[topic + 1] == "'s"
    units: list[Unit] = []
    for place, word in enumerate(lowered):
        if tokens[place] == MASK or word in ("'s", "'"):
            continue
        kind = QUESTION_WORDS.get(word, "")
        if word in FUNCTION_WORDS and not kind and not (word in IMPERATIVES and place > 1):
            continue
        after = place > topic
        distance = abs(place - topic) * (0.5 if after and possessive else 1.0)
        units.append(Unit(word, place, distance, kind))
    spans: list[tuple[str, tuple[int, ...]]] = [
        (unit.text, (index,)) for index, unit in enumerate(units) if not unit.kind
    ]
    for index, unit in enumerate(units):
        if unit.text in CATEGORIES:
            spans += [(name, (index,)) for name in CATEGORY_NAMES]
    for index in range(len(units) - 1):
        one, other = units[index], units[index + 1]
        between = lowered[one.place + 1 : other.place]
        if one.kind or other.kind or len(between) > 1 or MASK in tokens[one.place : other.place]:
            continue
        if not between or between[0] in ("of", "for", "in", "by"):
            spans.append((" ".join(lowered[one.place : other.place + 1]), (index, index + 1)))
    focus = _focus(lowered, units)
    sharing = max((SHARING.get(word, 0.0) for word in lowered), default=0.0)
    return QuestionForm(tuple(units), tuple(spans), focus, sharing)


def _focus(lowered: list[str], units: list[Unit]) -> int:
    asked = next((place for place, word in enumerate(lowered) if word in ASKING), -1)
    if asked >= 0 and lowered[asked] in QUESTION_WORDS:
        return next(place for place, unit in enumerate(units) if unit.place == asked)
    following = [place for place, unit in enumerate(units) if unit.place > asked]
    if not following:
        return len(units) - 1
    focus = following[0]
    # "X's mother's profession": the last of the owners' chain is what is asked for.
    while focus + 1 < len(units) and lowered[units[focus].place + 1 : units[focus + 1].place] == ["'s"]:
        focus += 1
    return focus
