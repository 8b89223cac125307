"""Which everyday words and phrases may stand for one another: senses, read from `thesaurus.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from kgqa_neo4j.question.units import degrees_in
from kgqa_neo4j.question.wording import stem

NAMES, HINTS = 1.0, 0.5
"""How surely a word stands for a sense that it names, or only hints at."""

_LONGEST = 5
# Most words that name a sense whose nouns are said for one another.
_FEW = 8
# What a label says of the kind of its values besides what happens then: "discovery date".
_WHEN = frozenset({"date", "year", "time", "day"})
# What it says of which of several values it holds: "maximum capacity".
_WHICH = frozenset(
    {"maximum", "max", "minimum", "min", "total", "overall", "average", "annual", "current", "main"}
)
# What ends the label of a relation that is a verb.
_VERBAL = frozenset({"at", "for", "in", "on", "to", "by", "with"})


def senses(text: str, as_written: bool = False) -> Mapping[str, float]:
    """Return the senses of a word or phrase with how surely it stands for each; {} for what is not listed.

    What is listed in another form counts too ("owning", "owner"), unless it has to be `as_written`.
    """
    exact, stemmed = _entries()
    if as_written:
        return exact.get(text, {})
    return exact.get(text) or stemmed.get(_stemmed(text.split()), {})


@cache
def single_words() -> tuple[str, ...]:
    """Return the entries of one word."""
    exact, _ = _entries()
    return tuple(sorted(one for one in exact if one.isalpha()))


def label_senses(phrase: str, content: Sequence[str]) -> dict[str, float]:
    """Return the senses of a relation's label: of it all, else of its words, which share in it alike.

    A verb with its preposition means what it means together: what somebody "works at" are no works. A label that has no
    sense but a unit ("aperture m") may be what is asked for by any adjective that is measured so.
    """
    if phrase.rpartition(" ")[2] in _VERBAL and (whole := senses(phrase)):
        return dict(whole)
    found: dict[str, float] = {}
    content = _with_phrases(phrase.split(), content)
    content = [word for word in content if word not in _WHEN] or content
    content = [word for word in content if word not in _WHICH] or content
    for word in content:
        for sense, share in senses(word).items():
            found[sense] = found.get(sense, 0.0) + share / len(content)
    for sense, share in senses(phrase).items():
        found[sense] = max(share, found.get(sense, 0.0))
    if found or " " not in phrase:
        return found
    return {sense: HINTS for word in degrees_in(phrase.rpartition(" ")[2]) for sense in senses(word)}


def _with_phrases(label: Sequence[str], content: Sequence[str]) -> list[str]:
    """Return the words of a label that mean something, those of a phrase as one: "running time" is no running."""
    kept: list[str] = []
    place = 0
    while place < len(label):
        size = phrase_at(label, place)
        part = label[place : place + size]
        if size < len(label) and size > 1 and set(part) <= set(content):
            kept.append(" ".join(part))
            place += size
        else:
            kept += [label[place]] if label[place] in content else []
            place += 1
    return kept or list(content)


def phrase_at(words: Sequence[str], place: int) -> int:
    """Return how many words the longest listed phrase has that begins at `place`; 1 if there is none."""
    _, stemmed = _entries()
    for length in range(min(_LONGEST, len(words) - place), 1, -1):
        if _stemmed(words[place : place + length]) in stemmed:
            return length
    return 1


@cache
def nouns_like(noun: str) -> frozenset[str]:
    """Return the single words that name the same sense as a noun, of senses that few words name.

    Many words name what somebody does and all that has to do with it: "company" and "staff".
    """
    lines = [names for names in _names() if noun in names and len(names) <= _FEW]
    return frozenset(one for names in lines for one in names if one.isalpha()) - {noun}


@cache
def _names() -> tuple[frozenset[str], ...]:
    """Return the words and phrases that name each sense."""
    return tuple(frozenset(names) for _, names, _ in _lines())


@cache
def _lines() -> tuple[tuple[str, list[str], list[str]], ...]:
    """Return for each sense its id, what names it, and what hints at it."""
    text = (files("kgqa_neo4j.question") / "thesaurus.txt").read_text(encoding="utf-8")
    parted = [
        (str(number), line.partition("|")) for number, line in enumerate(text.splitlines()) if line[:1] != "#"
    ]
    return tuple((sense, _listed(names), _listed(hints)) for sense, (names, _, hints) in parted)


def _listed(text: str) -> list[str]:
    return list(filter(None, map(str.strip, text.split(","))))


@cache
def _entries() -> tuple[dict[str, dict[str, float]], dict[tuple[str, ...], dict[str, float]]]:
    """Return the senses of each entry, as it is written and by the stems of its words."""
    exact: dict[str, dict[str, float]] = {}
    stemmed: dict[tuple[str, ...], dict[str, float]] = {}
    for sense, names, hints in _lines():
        for entries, share in ((names, NAMES), (hints, HINTS)):
            for entry in entries:
                for known in (exact.setdefault(entry, {}), stemmed.setdefault(_stemmed(entry.split()), {})):
                    known[sense] = max(share, known.get(sense, 0.0))
    return exact, stemmed


def _stemmed(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(stem, words))
