"""Senses that everyday words and phrases share, read from `thesaurus.txt`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from kgqa_neo4j.question.units import degrees_in
from kgqa_neo4j.question.wording import stem

NAMES, HINTS = 1.0, 0.5
"""Weight of a sense for a word that names it, and for one that only hints at it."""

_LONGEST = 5
# Maximum number of names of a sense whose nouns count as synonyms.
_FEW = 8
# Words in labels for the kind of value, ignored beside other words: "discovery date".
_WHEN = frozenset({"date", "year", "time", "day"})
# Words in labels for which of several values it is, ignored likewise: "maximum capacity".
_WHICH = frozenset(
    {"maximum", "max", "minimum", "min", "total", "overall", "average", "annual", "current", "main"}
)
# Prepositions at the end of labels that are verbs.
_VERBAL = frozenset({"at", "for", "in", "on", "to", "by", "with"})


def senses(text: str, as_written: bool = False) -> Mapping[str, float]:
    """Return the senses of a word or phrase, each with its weight; {} if it is not listed.

    Other forms of listed words count too ("owning", "owner"), unless `as_written`.
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
    """Return the senses of a relation's label: those of the whole, and those of its words, each weighted equally.

    A verb with a preposition only has the senses of the whole: what somebody "works at" is not a work. A label with no
    sense but a unit ("aperture m") gets the senses of the adjectives that are measured in it.
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
    """Return the content words of a label, listed phrases as one: "running time" is not about running."""
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
    """Return the number of words of the longest listed phrase that begins at index `place`, 1 if there is none."""
    _, stemmed = _entries()
    for length in range(min(_LONGEST, len(words) - place), 1, -1):
        if _stemmed(words[place : place + length]) in stemmed:
            return length
    return 1


@cache
def nouns_like(noun: str) -> frozenset[str]:
    """Return the other single words for the senses of a noun, ignoring senses with many names.

    The many words for an activity include all that has to do with it: "company" and "staff".
    """
    lines = [names for names in _names() if noun in names and len(names) <= _FEW]
    return frozenset(one for names in lines for one in names if one.isalpha()) - {noun}


@cache
def _names() -> tuple[frozenset[str], ...]:
    """Return the words and phrases that name each sense."""
    return tuple(frozenset(names) for _, names, _ in _lines())


@cache
def _lines() -> tuple[tuple[str, list[str], list[str]], ...]:
    """Return the id of each sense, its names, and its hints."""
    text = (files("kgqa_neo4j.question") / "thesaurus.txt").read_text(encoding="utf-8")
    parted = [
        (str(number), line.partition("|")) for number, line in enumerate(text.splitlines()) if line[:1] != "#"
    ]
    return tuple((sense, _listed(names), _listed(hints)) for sense, (names, _, hints) in parted)


def _listed(text: str) -> list[str]:
    return list(filter(None, map(str.strip, text.split(","))))


@cache
def _entries() -> tuple[dict[str, dict[str, float]], dict[tuple[str, ...], dict[str, float]]]:
    """Return the senses of each entry, by its text and by the stems of its words."""
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
