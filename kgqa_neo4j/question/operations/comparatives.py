"""Comparisons of two entities: "older than X", "which is longer, X or Y"."""

from __future__ import annotations

import re

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.question.operations.cutting import cut
from kgqa_neo4j.question.operations.degrees import BEGAN, degrees_of, done_to_people
from kgqa_neo4j.question.operations.model import Comparative, Operations, Superlative

# A named entity, or one that belongs to the subject: "older than their boss".
_OTHER = r"(?=(?:the )?§|(?:their|his|her|its)\b)"
_THAN = re.compile(
    r"\b(?P<word>(?:more|less|fewer) [a-z]+(?: [a-z]+)?|[a-z]+er|earlier|later|worse|"
    rf"better)(?P<noun> [a-z]+)? than {_OTHER}"
)
# "Earn more than X", "sell better than X", "pay out more than X": the verb names the measure.
_MORE_THAN = re.compile(
    rf"\b(?P<verb>[a-z]+) (?:(?:out|up|in|off) )?(?P<word>more|less|better|worse|fewer) than {_OTHER}"
)
_LESSER = frozenset(
    {"smaller", "lower", "shorter", "fewer", "lesser", "lighter", "cheaper", "earlier", "worse"}
)
_EARNING = {
    "make": ("salary", "pay", "earnings", "income"),
    "makes": ("salary", "pay", "earnings", "income"),
    "earn": ("salary", "pay", "earnings", "income"),
    "earns": ("salary", "pay", "earnings", "income"),
    "cost": ("price", "cost", "fee"),
    "costs": ("price", "cost", "fee"),
    "weigh": ("weight", "mass"),
    "weighs": ("weight", "mass"),
    "sell": ("sold", "sales", "sell"),
    "sold": ("sold", "sales", "sell"),
}
_BEFORE_X = re.compile(r"\b(?P<word>before|after|earlier than|later than)\s+(?:the |did |was )?(?=§)")
_OR = re.compile(r"§\d+\s+or\s+(?:the\s+)?§\d+")
_MORE_OF = re.compile(r"\b(?P<most>more|less|fewer) (?P<noun>[a-z]+(?: [a-z]+)?)(?=,| §)")
_VERB_MORE = re.compile(rf"\b(?P<verb>{'|'.join(_EARNING)}) (?P<most>more|less|better)(?=,| §|\W*$)")
# "Which has been around longer" asks which began earlier.
_BEEN_LONGER = re.compile(r"\b(?:been|existed)\b[a-z ]*? longer\b")
_ERS = re.compile(r"\b(?P<word>[a-z]{2,}er|first|earlier|later|more [a-z]+|less [a-z]+)\b(?! than)")


def read_comparatives(found: Operations) -> None:
    """Cut a comparison of two entities, or a choice among named ones."""
    if among(found.text):
        _read_among(found)
        return
    if match := _MORE_THAN.search(found.text):
        comparison = Comparison.GREATER if match["word"] in ("more", "better") else Comparison.LESS
        phrases = _EARNING.get(match["verb"], (match["verb"],))
        cut(found, match.start("word"), match.end())
        if match["verb"] in _EARNING:
            cut(found, match.start(), match.end())
        found.comparative = Comparative(match.start(), match.end(), comparison, phrases, False)
        return
    match = _THAN.search(found.text)
    if match and degrees_of(match["word"]) is not None:
        cut(found, match.start(), match.end())
        greatest, times, phrases = degrees_of(match["word"])  # type: ignore[misc]
        comparison = Comparison.GREATER if greatest else Comparison.LESS
        phrases = (*phrases, *done_to_people(found.text[: match.start()], match["word"].split()[-1]))
        if noun := (match["noun"] or "").strip():
            # In "a larger population than X", the noun names the measure.
            comparison = Comparison.LESS if match["word"] in _LESSER else Comparison.GREATER
            phrases, times = (noun,), None
        found.comparative = Comparative(match.start(), match.end(), comparison, phrases, times)
        return
    if match := _BEFORE_X.search(found.text):
        earlier = match["word"] in ("before", "earlier than")
        cut(found, match.start(), match.end())
        comparison = Comparison.LESS if earlier else Comparison.GREATER
        found.comparative = Comparative(match.start(), match.end(), comparison, (), times=True)


def among(text: str) -> bool:
    """Return whether a question chooses among entities that it names: "which is longer, X or Y"."""
    return (
        bool(_OR.search(text))
        and bool(re.match(r"^\W*(?:which|who|what|whose|of the|between)\b", text))
        and bool(
            _MORE_OF.search(text)
            or _VERB_MORE.search(text)
            or any(degrees_of(m["word"]) is not None for m in _ERS.finditer(text))
        )
    )


def _read_among(found: Operations) -> None:
    if match := _VERB_MORE.search(found.text):
        cut(found, match.start(), match.end())
        found.superlative = Superlative(
            match.start(), match.end(), match["most"] != "less", _EARNING[match["verb"]], among=True
        )
        return
    if match := _BEEN_LONGER.search(found.text):
        cut(found, match.start(), match.end())
        found.superlative = Superlative(match.start(), match.end(), False, BEGAN, True, among=True)
        return
    if match := _MORE_OF.search(found.text):
        cut(found, match.start(), match.end("noun"))
        found.superlative = Superlative(
            match.start(),
            match.end(),
            match["most"] == "more",
            (match["noun"], *done_to_people(found.text[: match.start()], match["noun"])),
            among=True,
            counted=True,
        )
        return
    for match in _ERS.finditer(found.text):
        degrees = degrees_of(match["word"])
        if degrees is not None:
            cut(found, match.start(), match.end())
            greatest, times, phrases = degrees
            found.superlative = Superlative(match.start(), match.end(), greatest, phrases, times, among=True)
            return
