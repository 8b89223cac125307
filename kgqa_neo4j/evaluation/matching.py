"""Matching of a text with the entities of the graph that it names, or with the names of gold answers.

Strict matching is by entity id. A gold answer is a set of ids, because several entities may share a name; if the graph
lacks it, the set is empty, which nothing matches but which still counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgqa_neo4j.linking.resolution import Ids, look_up
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.store.driver import Database

LONGEST_NAME = 12

_ITEMS = re.compile(r"[\n;,|•]|\s(?:and|or|&)\s")
_TRIM = " \t\r\"'`*.!?()[]{}<>:-–—“”‘’"  # noqa: RUF001 - the quotes and dashes that models write
_NUMBERING = re.compile(r"^\s*(?:\d+[.)]|[-*])\s+")
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_WORD = re.compile(r"\w[\w'’.-]*\w|\w")  # noqa: RUF001 - the apostrophe that models write
# Capitalized at the start of a sentence, these look like names, and many graphs have an entity named "It".
_FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at but by can do for from had has have he her here his how i if in into is it its my "
        "no not of on or our she so that the their there these they this those to was we were what when where "
        "which who with you your yes",
    )
)


def named_in(database: Database, text: str, question: str) -> list[Ids]:
    """Return the entities named in a text, in order of appearance, each as the set of ids that have the name.

    Used to score answers without entity ids, from a language model alone, on the same graph:

    1. The text is split into items at line ends, commas, semicolons, vertical bars, bullets, "and", "or" and "&". An
       item that is a name, as a whole or without its article, counts.
    2. Elsewhere, the longest run of words that is a name counts, if it begins with a capital or a digit and is not just
       a function word ("It" may be a film, but is not meant as one).
    3. A name that occurs in the question repeats the topic, and does not count.

    Names are compared folded (case, width, spacing); entities with the exact spelling are preferred.
    """
    spans = _spans(text)
    asked = f" {_words(question)} "
    known = look_up(database, (fold(span) for _, _, span in spans))
    found: list[Ids] = []
    end = -1
    for start, stop, span in spans:
        bearers = known.get(fold(span))
        if start < end or not bearers:
            continue
        end = stop
        exact = [id for id, spellings in bearers if span in spellings]
        ids = frozenset(exact or [id for id, _ in bearers])
        if f" {_words(span)} " not in asked and ids not in found:
            found.append(ids)
    return found


def contains_any(text: str, names: Iterable[str]) -> bool:
    """Whether a text contains any of the names as whole words; the loose metric of many papers."""
    words = f" {_words(text)} "
    return any(f" {key} " in words for name in names if (key := _words(name)))


def either_contains(text: str, names: Iterable[str]) -> bool:
    """Whether a text contains any of the names, or a name contains an item of the text; an even looser metric.

    Items are split as in `named_in`: at line ends, commas, "and" and so on.
    """
    names = list(names)
    asked = [f" {key} " for name in names if (key := _words(name))]
    items = [_words(_ARTICLE.sub("", _NUMBERING.sub("", item).strip(_TRIM))) for item in _ITEMS.split(text)]
    return contains_any(text, names) or any(f" {item} " in name for item in items if item for name in asked)


def _spans(text: str) -> list[tuple[int, int, str]]:
    """Return (start, end, text) of the spans that may be names, by start, then longest first."""
    spans: dict[tuple[int, int], str] = {}
    position = 0
    for separator in [*(match.span() for match in _ITEMS.finditer(text)), (len(text), len(text))]:
        item = text[position : separator[0]]
        whole = _NUMBERING.sub("", item).strip(_TRIM)
        for name in (whole, _ARTICLE.sub("", whole)):
            if name:
                start = position + item.rindex(name)
                spans[start, start + len(name)] = name
        position = separator[1]
    words = [match.span() for match in _WORD.finditer(text)]
    for index, (start, _) in enumerate(words):
        if not (text[start].isupper() or text[start].isdigit()):
            continue
        for _, stop in words[index : index + LONGEST_NAME]:
            span = text[start:stop]
            if span.casefold() not in _FUNCTION_WORDS:
                spans[start, stop] = span
    return [(start, stop, spans[start, stop]) for start, stop in sorted(spans, key=lambda s: (s[0], -s[1]))]


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", fold(text)))
