"""Finds operations that a question requests and a query lacks, so that its result answers another question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Form, Pattern, Quantifier, Query, Summary
from kgqa_neo4j.plans.reading.denial import denies
from kgqa_neo4j.plans.reading.labelled.operating import EXTREMES
from kgqa_neo4j.plans.reading.labelled.spots import Spot, places_of
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import DATING, Kind
from kgqa_neo4j.question.operations.numbers import NUMBER
from kgqa_neo4j.question.wording import words

# Operations that no query about a property graph expresses yet.
_UNSAID = re.compile(
    r"\b(?:(?:his|her|its|their) own|"
    r"pairs? of|percent(?:age)?|proportion|fraction|(?:what|which|the) (?:share|ratio) of|"
    r"differences?(?= (?:in [\w ]+ )?between)|"
    r"in the year (?!of\b|\d)\w+|shares? (?:an?|any|some|their)|only|the same|each other|(?<!for )(?<!of )every|"
    r"(?:after|before|since|until) (?:he|she|it|they|his|her|its|their)(?! \w+ing))\b",
    re.I,
)
# "Every service with its team" requests all services.
_ALL = re.compile(r"^\W*(?:please )?(?:(?:list|show|give|find|get|return)(?: me)? )?every\b", re.I)
# Between alternatives, unlike in "5 or more".
_OR = re.compile(
    r"\bor\b(?! (?:more|less|fewer|later|earlier|equal|greater|higher|lower|larger|smaller|above|below|over|not))",
    re.I,
)


# Limits on how long something took.
_WITHIN = re.compile(
    rf"\b(?:within|in (?:less|fewer|under|more|over) than|in (?:under|over)) {NUMBER} "
    r"(?:minute|hour|day|week|month|year)s?\b"
)
# A second question at the end of the first.
_ALSO = re.compile(
    r"\b(?:and|with) (?:for )?(?P<also>why|how|where|when|how (?:much|many|often|long))"
    r"(?: each| of (?:them|each)| (?:do |did )?they (?:have|had)| (?:does )?each (?:one )?(?:has|have|had))?\W*$",
    re.I,
)
_SPAN = re.compile(r"\bhow many (?P<unit>days|weeks|months|years|hours|minutes)\b", re.I)
_FROM = ("after", "before", "since", "until", "difference")
_MUCH = "how much"
# Words in names of dates.
_DATED = DATING | {"date", "deadline", "day", "time", "expiry"}
_UNTIMELY, _ON_TIME = frozenset({"late", "overdue"}), "on time"
_THE = frozenset({"the", "their", "its", "his", "her"})
_SHARING = ("the same", "share")
# An average of counts, which a single count does not answer.
_OF_COUNTS = re.compile(r"\b(?:average|mean|typical|median) (?:number|count|amount)s? of\b", re.I)


def unsupported_operations(spotted: Spotted) -> list[str]:
    """Return the words of a question for operations that no query about a property graph performs yet."""
    text = _ALL.sub(lambda match: " " * len(match[0]), spotted.question)
    if (keyword := spotted.operations.left_out) is not None:
        text = text[: keyword.start] + " " * (keyword.end - keyword.start) + text[keyword.end :]
    for spot in spotted.spots:
        if spot.of(Kind.PROPERTY, Kind.FACT):
            # "Surface water percentage" is a property.
            start, end = spotted.tokens[spot.first].start, spotted.tokens[spot.last - 1].end
            text = text[:start] + " " * (end - start) + text[end:]
    also = [match["also"].lower() for match in _ALSO.finditer(text)]
    taking = [match[0] for match in _WITHIN.finditer(text)]
    known = places_of(spotted.spots)
    taking += [
        one.lower for at, one in enumerate(spotted.tokens) if at and at not in known and one.lower in _UNTIMELY
    ]
    taking += [_ON_TIME] if _ON_TIME in " ".join(one.lower for one in spotted.tokens) else []
    taking += [f"{before} {spot.text.lower()}" for spot in spotted.spots if (before := _rival(spotted, spot))]
    return also + taking + [match[0].lower() for match in _UNSAID.finditer(text)]


def undone(spotted: Spotted, query: Query) -> list[str]:
    """Return the words of a question for operations that a query lacks, each operation once."""
    question, operations = spotted.question, spotted.operations
    found = []
    table = query.table
    # "Per person" says whose counts are averaged.
    counted = bool(table and any(one.counted for one in table.columns))
    summaries = [one.summary for one in table.columns if one.summary] if table else []
    ordered = query.order is not None or bool(table and table.sorting)
    if operations.nots and not denies(query):
        found.append(operations.nots[0].text)
    if operations.most and not ordered:
        found.append(operations.most[0].text)
    # "How many seats", "how much does it cost": a property of a node or relationship may answer it.
    numbered = bool(table and any(one.path or one.fact for one in table.columns))
    keywords = [one.text for one, _, _ in operations.functions if not (numbered and one.text == _MUCH)]
    if keywords and not ordered and not summaries:
        found.append(keywords[0])
    if operations.counts and not (summaries or numbered or query.form is Form.COUNT or _counts(query)):
        found.append(operations.counts[0][0].text)
    if (match := _SPAN.search(question)) and _counts(query) and not _is_named_unit(spotted, match["unit"]):
        found.append(match[0].lower())
    if (
        operations.groups[counted:]
        and summaries
        and not (table and any(not one.summary for one in table.columns))
    ):
        found.append(operations.groups[0].text)
    if (
        not counted
        and (match := _OF_COUNTS.search(question))
        and Summary.COUNT in summaries
        and len(summaries) == 1
    ):
        found.append(match[0].lower())
    extremes = {one: keyword.text for keyword, one, _ in operations.functions if one in EXTREMES}
    if len(extremes) > 1 and len(summaries) < len(extremes):
        found.append(min(extremes.values()))
    limited = query.order is not None or bool(table and table.sorting and table.limit)
    plain = sum(not one.summary for one in table.columns) if table else 0
    if limited and operations.groups and (not summaries or plain > 1) and not (table and table.each):
        # "The cheapest room of each hotel" is one per hotel.
        found.append(operations.groups[0].text)
    found += [match[0].lower() for match in _OR.finditer(question) if not _chooses(query.pattern)]
    return found + still_unsupported(unsupported_operations(spotted), query)


def still_unsupported(said: Sequence[str], query: Query) -> list[str]:
    """Return the words, of those given, whose operation a query lacks.

    Comparing two paths covers "their own" and "the same"; two nodes that lead to one cover sharing.
    """
    done: tuple[str, ...] = (" own", "the same") if query.compared else ()
    if _is_named(query.pattern) and any(one.path and _is_named(one.pattern) for one in query.pattern.branches):
        # If two nodes are named, each is the other one of the two.
        done += ("each other",)
    if query.compared or (query.aggregate and query.aggregate.measure.until):
        # "Paid after their due date" and "how many days after it was ordered" involve two dates.
        said = [one for one in said if not one.startswith(_FROM) and one not in (*_UNTIMELY, _ON_TIME)]
    if _is_bounded(query.pattern):
        said = [one for one in said if not _WITHIN.fullmatch(one)]
    if query.table and {bool(one.summary) for one in query.table.columns} == {True, False}:
        # "Sites with at least two projects, with how many" asks for a column that is there.
        said = [one for one in said if one != "how many"]
    shared = _shares(query.pattern)
    return [one for one in said if not one.endswith(done) and not (shared and one.startswith(_SHARING))]


def _rival(spotted: Spotted, spot: Spot) -> str:
    """Return the word that compares with the date that a spot names: "paid after the due date"; "" for none."""
    dated = any(_DATED.intersection(words(one.element.name)) for one in spot.of(Kind.PROPERTY))
    at = spot.first - 1
    while at > 0 and spotted.tokens[at].lower in _THE:
        at -= 1
    word = spotted.tokens[at].lower if at > 0 else ""
    return word if dated and not spot.constant and word in ("after", "before") else ""


def _is_named_unit(spotted: Spotted, unit: str) -> bool:
    """Return whether a unit of time names an element of the graph, which may be counted."""
    return any(unit.lower() in spot.text.lower().split() for spot in spotted.spots)


def _is_named(pattern: Pattern) -> bool:
    """Return whether a pattern has a condition on a property of its own nodes."""
    return any(
        branch.is_one_step and branch.path[0].relation.startswith(PROPERTY) and branch.pattern.tests
        for branch in pattern.branches
    )


def _shares(pattern: Pattern) -> bool:
    """Return whether two nodes are reached from one by the same step."""
    steps = [one for one in pattern.branches if one.path and not one.path[-1].relation.startswith(PROPERTY)]
    paths = [one.path for one in steps if one.quantifier is Quantifier.SOME]
    if len(set(paths)) < len(paths):
        return True
    for one in steps:
        behind = [further.path[0] for further in one.pattern.branches if further.path]
        turned = any(second == first.back for first, second in pairwise(one.path))
        if turned or one.path[-1].back in behind or _shares(one.pattern):
            return True
    return False


def _is_bounded(pattern: Pattern) -> bool:
    """Return whether a pattern has a bound on a value."""
    bounds = any(test.comparison not in (Comparison.EQUAL, Comparison.UNEQUAL) for test in pattern.tests)
    return bounds or any(_is_bounded(branch.pattern) for branch in pattern.branches)


def _chooses(pattern: Pattern) -> bool:
    return bool(pattern.either) or any(_chooses(branch.pattern) for branch in pattern.branches)


def _counts(query: Query) -> bool:
    table = query.table
    counted = bool(table and any(one.summary is Summary.COUNT for one in table.columns))
    return counted or any(branch.count is not None for branch in query.pattern.branches)
