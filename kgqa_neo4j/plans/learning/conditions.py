"""Detecting questions that teach nothing about relations, because they ask for more than a relation path.

The answers of such a question are a number, yes or no, or only some of what a path leads to. Any path that happens to
lead to these would count as its meaning, most often wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa_neo4j.plans.aggregation import asks_count, asks_order
from kgqa_neo4j.question.answer_kinds import asks_whether
from kgqa_neo4j.question.value_constraints import read_constraints

_TRUTH = frozenset({"yes", "no", "true", "false"})


def condition_of(form: str, answers: Iterable[str]) -> str:
    """Return what a question asks beyond a relation path, as a reason for people; "" if it asks nothing else.

    Args:
        form: the question with its topics masked.
        answers: names of its answers; those of "is X any good" need not be yes or no.
    """
    if asks_count(form):
        return "asks how many; a number does not show what was counted"
    if asks_whether(form) and all(answer.casefold() in _TRUTH for answer in answers):
        return "asks for yes or no, which does not show the relation"
    constraints = read_constraints(form)
    if asks_order(form) or any(one.greatest is not None for one in constraints):
        return "asks for the first, last, most or least; one of several does not show the relation"
    if constraints:
        return "has a condition on a date or a number, so the answers are only part of a relation's"
    return ""
