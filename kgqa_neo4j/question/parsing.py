"""Parse a masked question into the words that a plan has to explain."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa_neo4j.question.lexicon import (
    ASKING,
    BEING,
    CATEGORIES,
    CATEGORY_NAMES,
    DOING,
    FUNCTION_WORDS,
    IMPERATIVES,
    QUESTION_WORDS,
    SHARING,
    names_person,
)
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.thesaurus import phrase_at

_OWNS = ("'s", "'")
_OF = ("of",)
_NAMES = ("name", "names")
_VERBAL = {"do", "does", "did", "where", "when", "how"}
_THESE = (["this"], ["these"])
_PREPOSITIONS = frozenset({"in", "on", "at", "for", "as", "with", "from", "to"})
_ARTICLES = frozenset({"the", "a", "an", "all", "this", "that", "his", "her", "their", "its"})
_BEFORE_NAME = _ARTICLES | _PREPOSITIONS | {"by", "of"}
_TOKEN = re.compile(r"[^\W_]+|'s\b|'")


@dataclass(frozen=True, slots=True)
class Unit:
    """A meaningful word or listed phrase, with the indices of its first and last token and its distance from the topic.

    `kind` is set only for question words that imply the kind of the answer.
    """

    text: str
    place: int
    end: int
    distance: float
    kind: str = ""


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """A parsed question without its topic entity; indices are into `units`.

    `spans` are phrases of one or two units, with their indices. `focus` is the unit that names the answer, -1 if there
    is none. `sharing` is the certainty that the question asks for what shares something with its topic. `owned` is the
    possessive chain from the topic: "the job of X 's mother", "X 's mother 's job". `number` is 1 if the noun that
    names the answer is plural, -1 if singular, 0 if unknown.
    """

    units: tuple[Unit, ...]
    spans: tuple[tuple[str, tuple[int, ...]], ...]
    focus: int
    sharing: float
    owned: tuple[int, ...]
    number: int = 0

    @property
    def wholly_owned(self) -> bool:
        """Whether the question consists only of a possessive chain from its topic."""
        return bool(self.owned) and all(
            unit.kind or place in self.owned for place, unit in enumerate(self.units)
        )


def read_form(masked: str) -> QuestionForm:
    """Parse a question in which the name of each topic entity is replaced by `MASK`."""
    tokens = _TOKEN.findall(masked)
    lowered = [token.lower() for token in tokens]
    topic = tokens.index(MASK) if MASK in tokens else len(tokens)
    units = _units(tokens, lowered, topic)
    spans: list[tuple[str, tuple[int, ...]]] = [
        (unit.text, (index,)) for index, unit in enumerate(units) if not unit.kind
    ]
    for index, unit in enumerate(units):
        if unit.text in CATEGORIES:
            spans += [(name, (index,)) for name in CATEGORY_NAMES]
    for index in range(len(units) - 1):
        one, other = units[index], units[index + 1]
        between = lowered[one.end + 1 : other.place]
        if one.kind or other.kind or len(between) > 1 or MASK in tokens[one.place : other.place]:
            continue
        if not between or between[0] in ("of", "for", "in", "by"):
            spans.append((" ".join(lowered[one.place : other.end + 1]), (index, index + 1)))
    owned = _owned(lowered, units, topic)
    focus = _focus(lowered, units, owned)
    # A word in a listed phrase ("other half") has no meaning by itself.
    sharing = max((SHARING.get(word, 0.0) for word in _alone(lowered, units)), default=0.0)
    return QuestionForm(
        tuple(units), tuple(spans), focus, sharing, owned, _number(lowered, units, focus, owned)
    )


def _units(tokens: list[str], lowered: list[str], topic: int) -> list[Unit]:
    possessive = topic + 1 < len(tokens) and lowered[topic + 1] in _OWNS
    units: list[Unit] = []
    place = 0
    while place < len(tokens):
        word = lowered[place]
        length = 1 if tokens[place] == MASK else phrase_at(lowered, place)
        if MASK in tokens[place : place + length]:
            length = 1
        end = place + length - 1
        kind = QUESTION_WORDS.get(word, "")
        means = length > 1 or kind or word not in FUNCTION_WORDS or (word in IMPERATIVES and place > 1)
        # In "what does X do", "do" is not an auxiliary.
        means = means or (word == "do" and 1 < place == len(tokens) - 1)
        if means and tokens[place] != MASK and word not in _OWNS:
            after = place > topic
            distance = (place - topic) * (0.5 if possessive else 1.0) if after else topic - end
            units.append(Unit(" ".join(lowered[place : end + 1]), place, end, float(distance), kind))
        place = end + 1
    # "The name of the mayor of X" asks for the mayor.
    named = [unit for unit in units if unit.text in _NAMES and lowered[unit.end + 1 : unit.end + 2] == ["of"]]
    others = [unit for unit in units if unit not in named]
    return others if any(not unit.kind for unit in others) else units


def _alone(lowered: list[str], units: list[Unit]) -> list[str]:
    joined = {place for unit in units if unit.end > unit.place for place in range(unit.place, unit.end + 1)}
    return [word for place, word in enumerate(lowered) if place not in joined]


def _owned(lowered: list[str], units: list[Unit], topic: int) -> tuple[int, ...]:
    """Return the possessive chain from the topic: first along "'s" after it, then along "of" before it."""
    chain: list[int] = []
    verbal = bool(_VERBAL.intersection(lowered[:topic]) or BEING.intersection(lowered[:1]))
    here = topic
    while here + 1 < len(lowered) and lowered[here + 1] in _OWNS:
        run = [index for index, unit in enumerate(units) if unit.place > here + 1]
        # Adjacent units up to the next possessive form one phrase ("'s blood type"), unless there is a verb: "did X 's
        # son die".
        last = None
        for index in run:
            beside = last is not None and units[index].place == units[last].end + 1
            if last is None or (beside and not verbal and not _is_doing(lowered, units[index])):
                last = index
            else:
                break
        if last is None or units[last].kind:
            break
        chain.append(last)
        here = units[last].end
    if not chain and (noun := _beside(lowered, units, topic)) is not None:
        chain.append(noun)
    here = topic
    while here > 0:
        place = here - 1
        while place > 0 and lowered[place] in _ARTICLES:
            place -= 1
        if lowered[place] not in _OF:
            break
        owner = next((index for index, unit in enumerate(units) if unit.end == place - 1), None)
        if owner is None or units[owner].kind:
            break
        chain.append(owner)
        here = units[owner].place
        while owner > 0 and units[owner - 1].end == here - 1 and not units[owner - 1].kind:
            owner -= 1
            here = units[owner].place
    return tuple(chain)


def _beside(lowered: list[str], units: list[Unit], topic: int) -> int | None:
    """Return the noun for persons right after the topic that the topic modifies: "by the X director"."""
    before = lowered[topic - 1 : topic] if topic > 0 else []
    if not before or before[0] not in _BEFORE_NAME:
        return None
    return next(
        (
            index
            for index, unit in enumerate(units)
            if unit.place == unit.end == topic + 1 and names_person(singular_of(unit.text))
        ),
        None,
    )


def _number(lowered: list[str], units: list[Unit], focus: int, owned: tuple[int, ...]) -> int:
    """Return the number of the noun that names the answer: 1 for plural, -1 for singular, 0 if it may not be a noun."""
    if not 0 <= focus < len(units) or units[focus].kind:
        return 0
    unit = units[focus]
    if focus not in owned and lowered[unit.place - 1 : unit.place] not in (
        ["which"],
        ["what"],
        ["the"],
        ["all"],
    ):
        return 0
    word = lowered[unit.end]
    return 1 if is_plural(word) else -1


def _is_doing(lowered: list[str], unit: Unit) -> bool:
    """Return whether a unit is a present participle of an action: "what is X 's son working on"."""
    word, after = lowered[unit.place], lowered[unit.end + 1 : unit.end + 2]
    return word.endswith("ing") and (unit.end > unit.place or (bool(after) and after[0] in _PREPOSITIONS))


def _focus(lowered: list[str], units: list[Unit], owned: tuple[int, ...]) -> int:
    asked = next((place for place, word in enumerate(lowered) if word in ASKING), -1)
    if asked >= 0 and lowered[asked] in QUESTION_WORDS:
        return next(place for place, unit in enumerate(units) if unit.place == asked)
    if asked < 0 and units and lowered[units[-1].place - 1 : units[-1].place] in _THESE:
        # "X is a film written by this person".
        return len(units) - 1
    following = [place for place, unit in enumerate(units) if unit.place >= asked]
    if not following:
        return len(units) - 1
    doing = asked >= 0 and ("how" in lowered[asked : asked + 1] or set(lowered[asked + 1 : asked + 2]) & DOING)
    if doing or BEING.intersection(lowered[:1]):
        # "What did X 's father die of" asks for what the verb expresses, "is X 's cat black" for a color.
        return next((place for place in reversed(following) if place not in owned), -1)
    focus = following[0]
    # "X's mother's profession": the last noun of the possessive chain is the answer.
    while focus + 1 < len(units) and lowered[units[focus].end + 1 : units[focus + 1].place] in (["'s"], ["'"]):
        focus += 1
    return focus
