"""Derives plans that interpret "how many", yes or no, dates and "first" in a question literally.

Only English question wording, nothing specific to a graph. The literal plans are tried first; if none has an
answer, the ranked plan is used as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Extreme, FactCondition, Plan
from kgqa_neo4j.question.answer_kinds import asks_whether
from kgqa_neo4j.question.dates import date_pattern, written_date
from kgqa_neo4j.question.parsing import read_form

_YEAR = r"\d{4}"
_COUNT = re.compile(
    r"\b(?:how many|(?:what|which)(?:['\u2019]?s| is| was) the (?:total )?number of|count (?:all|the|how))\b|"
    r"^\W*(?:the )?(?:total )?number of\b",
    re.I,
)
_DATE = re.compile(
    rf"\b(?P<word>in|during|on|as of|before|prior to|until|after|since|from)\s+(?:the year\s+)?"
    rf"(?:{date_pattern(_YEAR)}|(?P<year>{_YEAR})|(?P<iso>\d{{4}}-\d\d(?:-\d\d)?))\b(?!\s*-)",
    re.I,
)
_COMPARED = {
    "before": Comparison.LESS,
    "prior to": Comparison.LESS,
    "until": Comparison.AT_MOST,
    "after": Comparison.GREATER,
    "since": Comparison.AT_LEAST,
    "from": Comparison.AT_LEAST,
}
_FIRST = re.compile(r"\bthe (?:first|1st|earliest)\b", re.I)
_LAST = re.compile(r"\bthe (?:last|latest|most recent|newest)\b", re.I)
# Qualifiers that date a fact; see docs/graph-model.md.
_TIMES = ("start_time", "point_in_time")


def asks_count(form: str) -> bool:
    """Whether a question asks how many."""
    return bool(_COUNT.search(form))


def asks_whether_related(form: str) -> bool:
    """Whether a question asks for yes or no about its topics themselves, not about what they have in common."""
    return asks_whether(form) and not read_form(form).sharing


def asks_order(form: str) -> bool:
    """Whether a question asks for the first or the last of several."""
    return bool(_FIRST.search(form) or _LAST.search(form))


def asked_time(form: str) -> tuple[Comparison, Time] | None:
    """Return the date in a question, outside its topics, and how the dates of facts compare to it; None if none."""
    match = _DATE.search(form)
    if match is None:
        return None
    comparison = _COMPARED.get(match["word"].lower(), Comparison.AT)
    try:
        if match["iso"]:
            return comparison, Time.parse(match["iso"])
        if match["year"]:
            return comparison, Time.of(int(match["year"]), precision="year")
        date = written_date(match.groupdict())
        assert date is not None  # one of the three has matched
        return comparison, Time.of(*date) if date.day else Time.of(date.year, date.month, precision="month")
    except ValueError:
        return None


def aggregation_plans(form: str, plan: Plan, topics: Sequence[str]) -> Iterator[Plan]:
    """Yield the plans that interpret a question literally, those that cover most of its words first; maybe none.

    Args:
        form: the question with its topics masked.
        plan: the plan ranked for it.
        topics: ids of the entities named in the question.
    """
    if asks_whether(form):
        # Whether one topic leads to the other.
        left = [topic for topic in topics if topic not in {chain.topic for chain in plan.chains}]
        if plan.simple and len(left) == 1:
            yield replace(plan, chains=(*plan.chains, Chain(left[0])), form=AnswerForm.EXISTS)
        elif len(plan.chains) > 1 and not left:
            # Whether two topics have something in common.
            yield replace(plan, form=AnswerForm.EXISTS)
        return
    held = list(_held(form, plan))
    greatest = bool(_LAST.search(form))
    if greatest or _FIRST.search(form):
        for one in (*held, plan):
            for name in _TIMES:
                yield replace(one, extreme=Extreme(greatest, qualifier=name))
    yield from held


def _held(form: str, plan: Plan) -> Iterator[Plan]:
    """Yield the plan with its last facts, then its first, restricted to the date in the question."""
    when = asked_time(form)
    if when is None or any(not chain.path for chain in plan.chains):
        return
    comparison, time = when
    names = ("",) if comparison is Comparison.AT else _TIMES
    for last in (True, False):
        if not last and plan.hops == 1:
            return
        for name in names:
            yield replace(
                plan,
                chains=tuple(
                    replace(
                        chain,
                        facts=(FactCondition(len(chain.path) - 1 if last else 0, name, comparison, time),),
                    )
                    for chain in plan.chains
                ),
            )
