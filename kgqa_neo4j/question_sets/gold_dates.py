"""Dates as answers: a value that a method read from the graph is compared with a gold date, not by its node.

Strictly: the answer must lie in what the gold date stands for, and be as precise or more so. The gold ``1998``
is met by 1998 and by 1998-05-03, the gold ``1998-05-03`` by that day alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from kgqa_neo4j.model.literals import Precision, Time, time_value
from kgqa_neo4j.question_sets.questions import Question

_PREFIX = "time:"
# With fewer digits it is rather a count.
_DATE = re.compile(r"-?\d{4,9}(?:-\d\d){0,2}")
_DAY = re.compile(r"([+-]?\d{4,9}-\d\d-\d\d)(?:/(month|year))?")


def gold_dates(question: Question, golds: Sequence[Set[str]]) -> list[Set[str]]:
    """Return each gold answer's ids with that of the date that it is, if it is one.

    What the graph has as an entity, such as a film called 1984, is no date.
    """
    return [
        ids if ids and not any(id_.startswith(_PREFIX) for id_ in ids) else ids | _named(names)
        for names, ids in zip(question.golds, golds, strict=True)
    ]


def with_periods(unit: Set[str]) -> Set[str]:
    """Return the ids of a prediction with those of the month and the year that its date lies in."""
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
