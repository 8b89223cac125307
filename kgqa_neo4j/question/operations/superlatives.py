"""Superlatives: "the oldest", "the second highest paid", "the most projects"."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import replace

from kgqa_neo4j.question.lexicon import NO_SUPERLATIVES
from kgqa_neo4j.question.operations.cutting import blank, cut
from kgqa_neo4j.question.operations.degrees import degrees_of, done_to_people
from kgqa_neo4j.question.operations.model import Operations, Superlative
from kgqa_neo4j.question.operations.numbers import HOW_MANY, NUMBERS, small_number
from kgqa_neo4j.question.value_constraints import degree_of

_PLACES = {
    "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6,
}  # fmt: skip
_PLACE = rf"(?P<place>{'|'.join(_PLACES)})"
_TOP = re.compile(
    rf"\b(?:top|first|best) {HOW_MANY}\b(?P<rest>.*?)"
    r"\bby (?:the |their |its )?(?:(?:total |overall )?number of )?(?P<noun>[a-z]+(?: [a-z]+)?)\W*$"
)
_OWN_ORDER = re.compile(r" +(?:most [a-z]+|[a-z]{2,}est|best|worst)\b")
_BEFORE = rf"(?:(?:{_PLACE}|{HOW_MANY}) )?"
_ADJECTIVE = re.compile(
    rf"\b{_BEFORE}(?P<word>(?<!\bat )(?:most|least) [a-z]+(?:ly [a-z]+)?|[a-z]{{2,}}est|best|worst)\b(?!-)"
)
# "Best-selling" and "highest paid": the most sold, the most paid.
DONE_MOST = re.compile(
    rf"\b(?:top (?P<top>\d+|[a-z]+) )?{_BEFORE}(?P<word>best|top|highest|worst|lowest|least)[- ]"
    r"(?P<verb>paid|sold|(?!(?:need|seed|speed|spring|string|building|rating|ranking)\b)[a-z]{3,}(?:ed|ing))\b"
)
# Whoever came first won, so no order is asked for.
_CAME = re.compile(r"\b(?:come|comes|coming|came|finish|finishes|finished|placed|ranked) *$")
_FIRST = re.compile(
    r"\b(?P<word>very first|first|last|earliest|latest|newest|most recently|most recent|"
    r"oldest)\b(?! (?:names?|lady|class|half|time|cousins?))"
)
# "First described by X" does not ask for the first of several.
_FIRST_DONE = re.compile(r"\bfirst(?= [a-z]+(?:ed|en|wn|un|lt|nt|ght) by\b)")
# "The 5 shops with the most".
_SEVERAL_WITH = re.compile(
    rf"\b{HOW_MANY} [a-z\u00a7][a-z\d -]* (?:with|having|that have|who have|by) (?:the )?$"
)
# "Which three teachers have been here longest".
_SEVERAL_ASKED = re.compile(rf"^\W*(?:which|what) {HOW_MANY} [a-z]+s (?:[a-z]+ ){{1,4}}(?:the )?$")
_THE_MOST = re.compile(r"\bthe (?P<word>most|least)(?=\W*$)")
_BY_WHAT = re.compile(
    r"\b(?:by|in terms of|measured by|according to) (?:its |their |the )?(?P<noun>[a-z]+(?: [a-z]+)?)(?=\W*$)"
)
_DONE = {
    "selling": "sold",
    "paid": "salary",
    "earning": "salary",
    "rated": "rating",
    "scoring": "score",
    "grossing": "gross",
}
_COMMON = ("common", "frequent", "popular", "often", "widespread", "frequently", "used", "commonly")
_DURATIONS = ("quickest", "fastest", "slowest")


def read_superlative(found: Operations, named: Set[str]) -> None:
    """Cut the words that ask for the first entities in some order, and for how many; words in `named` are ignored."""
    _read_order(found, named)
    one = found.superlative
    if one is None or one.many > 1 or one.first > 1:
        return
    before = found.text[: one.place]
    if many := _SEVERAL_ASKED.search(before) or _SEVERAL_WITH.search(before):
        found.superlative = replace(one, many=small_number(many["many"]))
        cut(found, many.start("many"), many.end("many"))


def _read_order(found: Operations, named: Set[str]) -> None:
    by = _BY_WHAT.search(found.text)
    if top := _TOP.search(found.text):
        many = small_number(top["many"])
        found.superlative = Superlative(top.start(), top.end(), True, (top["noun"],), many=many, counted=True)
        cut(found, top.start(), top.start("rest"))
        if order := _OWN_ORDER.match(found.text, top.start("rest")):
            # "The top 3 busiest airports by passengers".
            cut(found, order.start(), order.end())
        cut(found, top.end("rest"), len(found.text))
        return
    phrases: tuple[str, ...] = ()
    if by:
        phrases = (by["noun"],)
    if done := DONE_MOST.search(found.text):
        verb = done["verb"]
        said = (verb, _DONE.get(verb, verb))
        _make(found, done, done.end(), done["word"] in ("best", "top", "highest"), said, None)
        if done["top"] and found.superlative:
            top_most = str(done["top"])
            number = int(top_most) if top_most.isdigit() else NUMBERS.get(top_most, 1)
            found.superlative = replace(found.superlative, many=number)
        return
    for match in _ADJECTIVE.finditer(found.text):
        word = match["word"]
        head = word.split()[0]
        if head in ("most", "least", "fewest"):
            continue
        degrees = degrees_of(word)
        if word in NO_SUPERLATIVES or degrees is None:
            continue
        greatest, times, own = degrees
        having = re.search(r"\b(?:with|has|have|had|having)(?: the)? *$", found.text[: match.start()])
        if having and (owned := re.match(r" (?P<noun>[a-z]+(?: [a-z]+)?)", found.text[match.end() :])):
            end = match.end() + owned.end()
            _make(found, match, end, greatest, (owned["noun"],), None, counted=True)
            return
        if by:
            cut(found, by.start(), by.end())
        duration = word in (*_DURATIONS, "longest", "shortest")
        _make(
            found,
            match,
            match.end(),
            greatest and word != "slowest",
            phrases or own,
            None if phrases else times,
            duration=duration,
        )
        if word in ("quickest", "fastest"):
            assert found.superlative
            found.superlative = replace(found.superlative, greatest=False)
        return
    for match in re.finditer(
        rf"\b{_BEFORE}(?<!\bat )(?P<word>most|least|fewest) (?:other )?"
        r"(?P<noun>(?:different |distinct |number of )?[a-z-]+(?: [a-z]+)?)",
        found.text,
    ):
        noun = match["noun"].removeprefix("different ").removeprefix("distinct ").removeprefix("number of ")
        greatest = match["word"] == "most"
        if noun.split()[0] in _COMMON:
            end = match.start("noun") + len(match["noun"].split()[0])
            _make(found, match, end, greatest, (), None, counted=True)
            return
        if noun.split()[0] in ("recent", "recently"):
            end = match.start("noun") + len(noun.split()[0])
            _make(found, match, end, True, (), True)
            return
        degrees = degree_of(f"{match['word']} {noun.split()[0]}")
        if degrees:
            end = match.start("noun") + len(noun.split()[0])
            if by:
                cut(found, by.start(), by.end())
            _make(found, match, end, degrees[0], phrases or degrees[2], degrees[1])
            return
        first = noun.split()[0]
        end = match.start("noun") + match["noun"].find(first) + len(first)
        nouns = (first, noun) if noun != first else (noun,)
        _make(
            found,
            match,
            end,
            greatest,
            (*nouns, *done_to_people(found.text[: match.start()], first)),
            None,
            counted=True,
        )
        return
    if last := _THE_MOST.search(found.text):
        _make(found, last, last.end(), last["word"] == "most", (), False)
        return
    if named.isdisjoint({"first"}):
        blank(found, _FIRST_DONE)
    ordered = _FIRST.search(found.text)
    if (
        ordered
        and named.isdisjoint(ordered["word"].split())
        and not _CAME.search(found.text[: ordered.start()])
    ):
        degrees = degrees_of(ordered["word"])
        assert degrees is not None
        _make(found, ordered, ordered.end(), degrees[0], (), True)


def _make(
    found: Operations,
    match: re.Match[str],
    end: int,
    greatest: bool,
    phrases: tuple[str, ...],
    times: bool | None,
    *,
    counted: bool = False,
    duration: bool = False,
) -> None:
    groups = match.groupdict()
    first = _PLACES[groups["place"]] if groups.get("place") else 1
    many = small_number(groups["many"]) if groups.get("many") else 1
    found.superlative = Superlative(
        match.start(), end, greatest, phrases, times, first, many, counted, False, duration
    )
    cut(found, match.start(), end)
