"""A question taken apart into the words that carry meaning, with the relations and entities that they may stand for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.language.query import (
    Quantifier,
)
from kgqa_neo4j.plans.reading.costs import HEAD, MEANS
from kgqa_neo4j.plans.reading.mentions import NamedSpan
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.kinship import relatives, shared_by
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.operations import Operations
from kgqa_neo4j.question.synonyms import synonyms

# Length in characters of the phrase for what is averaged, if no preposition ends it.
_MEASURED_WITHIN = 25
_ENTITY = r"§\d+"
# In "X is a film written by this person" the noun asks for nothing.
_TELLS = re.compile(rf"{MASK} (?:is|was|are|were) (?:an?|the) ")
_OF_NAMED = re.compile(rf"s? of (?:the )?{_ENTITY}\W*(?:called|named)?\W*$")
_NAMED_S = re.compile(rf"{_ENTITY}(?:'s|\u2019s|'|\u2019) $")
_IT_HAS = re.compile(
    rf"s? (?:(?:is|are|was|were) (?:the )?{_ENTITY}|(?:does|do|did) (?:the )?{_ENTITY} (?:have|belong to))\W*$"
)
_CAN = re.compile(rf"^\W*how many [a-z]+ (?:can|could) (?:the )?{_ENTITY} [a-z]+\W*$")
# Chance below which a word resembles no relation name.
_FOREIGN = 0.15
_ASKS_FOR = re.compile(r"^\W*(?:how many|which|what|list|name|show(?: me)?)?(?: of)?(?: (?:all|the|our))* ?$")
_IN_STATE = re.compile(r"\b(?:on|in|at|under|off|out of) +$")
_WHAT_TIME = re.compile(r"\W*(?:in |on |since )?(?:what|which) (?P<noun>year|date|day|month)s?\b")
_WHICH = re.compile(r"\b(?:which|what)(?: of (?:the|our|my|these|those))? $")


@dataclass(frozen=True, slots=True)
class Word:
    """A word that carries meaning, or a named entity; `weight` is the cost of leaving it unexplained.

    `place` and `end` are character offsets in the masked question. `certain`: it is a name and not a common word, so it
    is masked. `name`: it is capitalized like a name.
    """

    text: str
    place: int
    end: int
    weight: float
    entity: NamedSpan | None = None
    certain: bool = False
    noun: bool = False
    name: bool = False
    adjective: bool = False


@dataclass(slots=True)
class AskedQuestion:
    """A question, taken apart.

    `chances` are those of each word to stand for each relation, (words, relations). `masked` is the text in lower case
    with the certain entities as ``§0`` ...; `groups` has their indices in `words`, alternatives ("X or Y") together.
    """

    ops: Operations
    words: list[Word]
    chances: Vectors
    weights: Vectors
    wh: str = ""
    masked: str = ""
    groups: list[list[int]] = field(default_factory=list)

    def none(self) -> Vectors:
        """Return a vector of zeros, (words,): no word is explained."""
        return np.zeros(len(self.words), np.float32)


def asks_by(asked: AskedQuestion, word: Word) -> bool:
    """Return whether a noun right after "which" or "what" names the answers."""
    return word.noun and _WHICH.search(asked.masked[: word.place]) is not None


def asks_for_named(asked: AskedQuestion, word: Word, name: str) -> bool:
    """Return whether a question asks for all that have a value, named in the plural: "how many painters"."""
    plural = word.certain and is_plural(word.text) and singular_of(word.text) == name.lower()
    return plural and _ASKS_FOR.search(asked.masked[: word.place]) is not None


def asks_what_it_can(asked: AskedQuestion) -> bool:
    """Return whether a question asks for a number by what it allows: "how many people can X hold"."""
    return _CAN.match(asked.masked) is not None


def asked_time(asked: AskedQuestion) -> str:
    """Return the noun for the time that a question asks for ("in which year ..."); "" for other questions."""
    match = _WHAT_TIME.match(asked.masked)
    return match["noun"] if match else ""


def qualified_name(
    asked: AskedQuestion, is_class: Callable[[NamedSpan], bool]
) -> tuple[NamedSpan, NamedSpan] | None:
    """Return a name and the one right after it that may only tell which one is meant: "Duluth, Minnesota"."""
    for one, other in pairwise(asked.words):
        if (
            one.certain
            and one.entity is not None
            and other.entity is not None
            and (other.certain or (other.noun and not is_class(other.entity)))
            and asked.masked[one.end : other.place].strip() in ("", ",")
        ):
            return one.entity, other.entity
    return None


def is_state(asked: AskedQuestion, place: int, view: GraphView) -> bool:
    """Return whether a noun is a state of the answers: "who is on *call*"."""
    said = _IN_STATE.search(asked.masked[: asked.words[place].place])
    return said is not None and view.says_truth(asked.chances[place])


def text_before(asked: AskedQuestion, word: Word) -> str:
    """Return the question up to a word, without an article or "for" right before it."""
    return re.sub(r"\b(?:the|a|an|for)\s*$", "", asked.masked[: word.place]).rstrip()


def quantifier_of(asked: AskedQuestion, word: Word) -> Quantifier:
    """Return `NONE` for a word in the scope of "not", `ALL` in that of "only", else `SOME`."""
    ops = asked.ops
    for places, quantifier in ((ops.negations, Quantifier.NONE), (ops.onlys, Quantifier.ALL)):
        for place in places:
            if place < word.place:
                between = [one for one in asked.words if place < one.place < word.place and one.certain]
                text = ops.text[place : word.place]
                if not between and not re.search(r"\b(?:and|but|who|that|which|,)\b|,", text):
                    return quantifier
    return Quantifier.SOME


def part_of(asked: AskedQuestion, kept: Callable[[Word], bool]) -> AskedQuestion:
    """Return a question of the words that `kept` accepts, with none of the operations but the negations."""
    places = [place for place, word in enumerate(asked.words) if kept(word)]
    words = [asked.words[place] for place in places]
    ops = Operations(asked.ops.text, negations=asked.ops.negations)
    numbers = {old: new for new, old in enumerate(places)}
    groups = [
        [numbers[place] for place in group]
        for group in asked.groups
        if all(place in numbers for place in group)
    ]
    return AskedQuestion(ops, words, asked.chances[places], asked.weights[places], "", asked.masked, groups)


def measured_until(asked: AskedQuestion) -> int:
    """Return the end of the phrase for what is averaged or summed: "average area | of the landlocked countries"."""
    place = asked.ops.aggregate_place
    # "In minutes of" is still part of the measure.
    ended = re.compile(r"\b(?:of|for|among|in(?! [a-z]+ of\b)|by|per|on|from|at|across)\b").search(
        asked.ops.text, place + 1
    )
    return ended.start() if ended else place + _MEASURED_WITHIN


def is_measured(asked: AskedQuestion, word: Word) -> bool:
    """Return whether a word names what is averaged or summed, and later words name its owners."""
    ops = asked.ops
    if not (ops.aggregate == "average" or ops.total) or ops.aggregate_place < 0:
        return False
    until = measured_until(asked)
    return ops.aggregate_place <= word.place < until and any(one.place >= until for one in asked.words)


def unknown_words(asked: AskedQuestion) -> tuple[str, ...]:
    """Return the words of a question that stand for nothing in the graph."""
    means = asked.chances.max(axis=1, initial=0.0)
    return tuple(
        word.text
        for word, chance in zip(asked.words, means, strict=True)
        if word.weight >= HEAD and not word.entity and chance < MEANS
    )


def asks_unknown(asked: AskedQuestion) -> bool:
    """Return whether a question begins with a noun that stands for nothing in the graph."""
    first = next((word for word in asked.words if word.weight >= HEAD), None)
    if first is None or _TELLS.fullmatch(asked.masked[: first.place]):
        return False
    return first.noun and not first.certain and first.text in unknown_words(asked)


def foreign_noun(asked: AskedQuestion) -> str:
    """Return the only noun asked of a named entity, if no relation resembles it: "the dog of X"; else "".

    It has to be a known English noun, which excludes misspellings.
    """
    said = [place for place, word in enumerate(asked.words) if word.weight >= HEAD and not word.certain]
    if len(said) != 1 or asked.ops.any:
        return ""
    (place,) = said
    word = asked.words[place]
    if not word.noun or word.entity or word.name or float(asked.chances[place].max(initial=0.0)) >= _FOREIGN:
        return ""
    before, after = asked.masked[: word.place], asked.masked[word.end :]
    if not (
        _OF_NAMED.match(after) or _NAMED_S.search(before) or (asks_by(asked, word) and _IT_HAS.match(after))
    ):
        return ""
    known = relatives(word.text) or shared_by(word.text)
    return word.text if synonyms(word.text) and not known else ""


def unknown_name(asked: AskedQuestion, is_class: Callable[[NamedSpan], bool]) -> str:
    """Return the word before the class in a name that the graph lacks: "the Red *Ridge* Expedition"; "" without one."""
    unknown = unknown_words(asked)
    return next(
        (
            one.text
            for one, other in pairwise(asked.words)
            if one.name and one.text in unknown and other.certain and other.entity and is_class(other.entity)
            if not asked.masked[one.end : other.place].strip()
        ),
        "",
    )


def unknown_noun(asked: AskedQuestion) -> str:
    """Return a noun that stands for nothing in the graph: "the musicians who play the saxophone"; "" without one."""
    unknown = unknown_words(asked)
    return next(
        (word.text for word in asked.words if word.noun and word.weight >= 1 and word.text in unknown), ""
    )
