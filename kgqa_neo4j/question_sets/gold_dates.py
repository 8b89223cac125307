"""Compare dates that a method read from the graph with gold dates by value, not by node.

The answer must lie within the gold date and be at least as precise: the gold ``1998`` accepts 1998 and 1998-05-03, the
gold ``1998-05-03`` only that day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from kgqa_neo4j.model.literals import Precision, Time, time_value
from kgqa_neo4j.question_sets.questions import Question

_PREFIX = "time:"
# A number with fewer digits is more likely a count.
_DATE = re.compile(r"-?\d{4,9}(?:-\d\d){0,2}")
_DAY = re.compile(r"([+-]?\d{4,9}-\d\d-\d\d)(?:/(month|year))?")


def gold_dates(question: Question, golds: Sequence[Set[str]]) -> list[Set[str]]:
    """Return each gold answer's ids, with the id of the date that it denotes, if any.

    An entity of the graph is not a date, such as a film called 1984.
    """
    return [
        ids if ids and not any(id_.startswith(_PREFIX) for id_ in ids) else ids | _named(names)
        for names, ids in zip(question.golds, golds, strict=True)
    ]


def with_periods(unit: Set[str]) -> Set[str]:
    """Return the ids of a prediction with those of the month and year that its date lies in."""
    return frozenset(unit).union(*map(_periods, unit))


def _named(names: Sequence[str]) -> set[str]:
    found = set()
    for name in names:
        if _DATE.fullmatch(name):
            try:
                found.add(time_value(Time.parse(name)).id)
            except ValueError:
                continue
    return found


def _periods(id_: str) -> set[str]:
    found = _DAY.fullmatch(id_.removeprefix(_PREFIX)) if id_.startswith(_PREFIX) else None
    if found is None:
        return set()
    day = Time.parse(found[1])
    coarser: tuple[Precision, ...] = {None: ("month", "year"), "month": ("year",), "year": ()}[found[2]]
    firsts: dict[str, Time] = {"month": replace(day, day=1), "year": replace(day, month=1, day=1)}
    return {time_value(replace(firsts[name], precision=name)).id for name in coarser}
