"""Operators in a question: words that turn the retrieved facts into a different answer.

A negation asks for the complement, an average for one number from several, a superlative for one entity of many. An
answer that overlooks such a word is wrong however well the rest of the question is understood. English only, by rules,
on a question with its topic entities masked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgqa_neo4j.question.thesaurus import label_senses, senses
from kgqa_neo4j.question.wording import stem, words

# A negated first word changes nothing ("Isn't X a city?"), and doubt is about the speaker.
_IGNORED = re.compile(
    r"^\W*\w+n['\u2019]?t\b|\b(?:do not|don['\u2019]?t|did not|didn['\u2019]?t|can not|cannot|can['\u2019]?t) "
    r"(?:know|remember|recall)\b|"
    r"\bnot only\b|\bwhy not\b|\bwhether or not\b",
    re.IGNORECASE,
)
# Other words for "at least", which `value_constraints` reads.
_NOT_COMPARED = r"(?!\s+(?:less|fewer|later|earlier|more)\b)"
_HAVING_NO = "|".join(rf"(?<=\b{word} )no" for word in ("has", "have", "had", "having", "with", "is", "are"))
_NEGATION = re.compile(
    rf"\b(?:(?:not|{_HAVING_NO})\b{_NOT_COMPARED}|never|without|except(?:ing)?(?: for)?|excluding|other than|"
    r"apart from|besides|neither|nor|nobody|no one|no-one|nothing|none|lacks?|lacking|cannot)\b|\b\w+n['\u2019]t\b",
    re.IGNORECASE,
)
_NEGATIVE_NAME = re.compile(r"(?:^|[\W_])(?:not|no|non|never|without|except|excluding|lacks?)(?:$|[\W_])", re.I)
_AGGREGATE = re.compile(
    r"\b(?:averages?|on average|mean(?= (?:of|value|[a-z]+ of)\b)|median|sum of|in total|total|combined|altogether)\b",
    re.IGNORECASE,
)
# Nouns and adjectives that merely end like superlatives.
_NO_SUPERLATIVE = (
    "forest|west|midwest|northwest|southwest|test|contest|guest|request|interest|harvest|quest|conquest|"
)
_NO_SUPERLATIVE += (
    "priest|chest|nest|pest|rest|vest|honest|modest|protest|invest|suggest|arrest|digest|crest|zest"
)
_SUPERLATIVE = re.compile(
    rf"\b(?:most|least|fewest|best|worst|first|last|(?!(?:{_NO_SUPERLATIVE})\b)[a-z]{{2,}}est)\b", re.IGNORECASE
)


# "Who finished second" does not ask for the winner.
_RANK = re.compile(
    r"\b(?:came|comes?|finish(?:es|ed)?|placed|ranked|ended) (?:up )?(?:in )?(?:the )?"
    r"(?P<rank>second|third|fourth|fifth|last|2nd|3rd|4th|5th|runner-up)\b",
    re.IGNORECASE,
)
_TELLS_RANK = re.compile(
    r"second|third|fourth|fifth|last|runner|place|position|rank|finish|podium", re.IGNORECASE
)
_PRICE = re.compile(r"\bhow much (?:do|does|did|is|was|were|would|will)\b.*\b(?P<verb>costs?)\b", re.IGNORECASE)
# "The next stop after X" compares nothing.
_BESIDE = re.compile(r"\b(?:than|before|after|until|since)\s+(?:the |did |was )?X\b")
_NEIGHBOUR = re.compile(r"\b(?:next|previous|preceding|following) [a-z]+ (?:before|after)\b")
_BOUND = re.compile(
    r"\b(?:more|less|fewer|greater|higher|lower|earlier|later|over|under|above|below|least|most|exceeding|between|"
    r"before|after|since|until|by|from|in|than)(?: (?:than|the|year))* \S*\d[\d,.]*",
    re.IGNORECASE,
)


def negates(name: str) -> bool:
    """Return whether the name of a relation contains a negation: "not suitable for"."""
    return _NEGATIVE_NAME.search(name) is not None


def negation(form: str, names: Iterable[str]) -> str:
    """Return the first negation in a question, "" for none.

    Args:
        form: the question with its topic entities masked.
        names: of the relations that answer it; one that is itself negative ("not suitable for") covers the negation.
    """
    kept = _IGNORED.sub(lambda found: " " * len(found[0]), form)
    found = _NEGATION.search(kept)
    return found[0].lower() if found and not any(map(negates, names)) else ""


def aggregate(form: str, names: Iterable[str]) -> str:
    """Return the word of a question that asks for an average or a sum, "" for none.

    Args:
        form, names: see `negation`; a relation "total area" already contains the sum.
    """
    return _first(_AGGREGATE, form, names)


def rank(form: str, names: Iterable[str]) -> str:
    """Return the finishing rank in a question ("who finished second in X"), "" for none.

    Args:
        form, names: see `negation`; a relation "runner-up" or "position" expresses the rank.
    """
    found = _RANK.search(form)
    told = any(_TELLS_RANK.search(name) for name in names)
    return found["rank"].lower() if found and not told else ""


def price(form: str, names: Iterable[str]) -> str:
    """Return the verb of a question for a price, "" if it asks for none or a relation gives it.

    Args:
        form, names: see `negation`; the number of tickets sold, for instance, is not a price.
    """
    found = _PRICE.search(form)
    told = (sense for name in names for sense in label_senses(name, words(name)))
    return found["verb"].lower() if found and senses("cost").keys().isdisjoint(told) else ""


def superlative(form: str, names: Iterable[str]) -> str:
    """Return the superlative or ordinal by which a question asks for one of many, "" for none.

    Args:
        form, names: see `negation`.
    """
    return _first(_SUPERLATIVE, form, names)


def beside(form: str, names: Iterable[str]) -> str:
    """Return the words of a question that compare with a topic entity ("before X"), "" for none.

    Args:
        form, names: see `negation`.
    """
    return "" if _NEIGHBOUR.search(form) else _first(_BESIDE, form, names)


def bound(form: str) -> str:
    """Return the words of a question that bound a number or a date ("more than 500"), "" for none.

    Args:
        form: see `negation`.
    """
    found = _BOUND.search(form)
    return found[0].rstrip(".,") if found else ""


def _first(pattern: re.Pattern[str], form: str, names: Iterable[str]) -> str:
    known = {stem(word) for name in names for word in words(name)}
    found = (match[0].lower() for match in pattern.finditer(form))
    return next((word for word in found if known.isdisjoint(map(stem, words(word)))), "")
