"""Translation of enumerated queries into equivalent plans, which are executed instead.

The following have no equivalent and run as queries: questions for a time or for the value of a qualifier, facts that
hold now or begin before or after a period, several facts that agree in time, and conditions on facts of other topics.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import replace

from kgqa_neo4j.methods.query.qualifier_queries import Qualifier
from kgqa_neo4j.methods.query.query_templates import WAYS, QueryTemplate
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.compiling import MAX_STEPS
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Condition, Extreme, FactCondition, Path, Plan
from kgqa_neo4j.question.times import Period, Reading

# The years that plans can express.
_YEARS = range(1, 9999)
_STANDS = {"during": Comparison.EQUAL, "before": Comparison.LESS, "after": Comparison.GREATER}


def plan_of(form: QueryTemplate, reading: Reading, told: Mapping[str, str]) -> Plan | None:
    """Return the plan equivalent to the query of `form`; None if there is none.

    `told` maps the ids of the topics to names.
    """
    if form.to or form.about or max(len(chain.path) for chain in form.chains) > MAX_STEPS:
        return None
    plan: Plan | None = Plan(form.chains)
    if form.qualifier:
        plan = _qualified(form.chains[0], form.qualifier, told)
    if form.plain:
        return plan and _counted(plan, reading)
    if plan and reading.stands:
        plan = _held(plan, form, reading)
    if plan and reading.order:
        plan = _ordered(plan, form, reading)
    if form.times or plan is None:
        return plan
    # A plan cannot return the time itself.
    if reading.asks in ("duration", "age") or (reading.asks and (reading.order or reading.stands)):
        return None
    return plan if reading.order else _counted(plan, reading)


def _counted(plan: Plan, reading: Reading) -> Plan:
    return replace(plan, form=AnswerForm.COUNT) if reading.count else plan


def _qualified(chain: Chain, one: Qualifier, told: Mapping[str, str]) -> Plan | None:
    """Return the plan for facts with an entity as qualifier, by its id, or by name if there are no ids."""
    if not one.value:
        return None
    key, value = (f"{one.key}_ids", one.value) if one.ids else (one.key, told[one.value])
    fact = FactCondition(0, key, Comparison.EQUAL, value)
    other = Condition(comparison=Comparison.UNEQUAL, entity=one.value)
    return Plan((replace(chain, facts=(fact,)),), conditions=(other,))


def _held(plan: Plan, form: QueryTemplate, reading: Reading) -> Plan | None:
    """Return the plan with the question's relation to a period; None if plans cannot express it."""
    if reading.period is None or reading.stands not in _STANDS:
        return None
    when = _whole(reading.period)
    if when is None:
        return None
    path = _dates(form)
    if path is not None:
        if when.precision != "year":
            # A date with the precision of a year matches each of its days, which plans cannot express.
            return None
        return replace(plan, conditions=(*plan.conditions, Condition(path, _STANDS[reading.stands], when)))
    if reading.stands != "during" or not _one_fact(plan):
        return None
    chain = plan.chains[0]
    return replace(
        plan, chains=(replace(chain, facts=(*chain.facts, FactCondition(0, "", Comparison.AT, when))),)
    )


def _ordered(plan: Plan, form: QueryTemplate, reading: Reading) -> Plan | None:
    if reading.order not in WAYS:
        return None
    path = _dates(form)
    if path is None and not _one_fact(plan):
        return None
    extreme = Extreme(
        reading.order == "last",
        path or (),
        "time" if path is None else "",
        place=reading.place,
        many=reading.many,
    )
    return replace(plan, extreme=extreme)


def _dates(form: QueryTemplate) -> Path | None:
    """Return the path from the answer to its time; None if the facts themselves are dated."""
    if form.times:
        return ()
    return (form.dated_by,) if form.dated_by else None


def _one_fact(plan: Plan) -> bool:
    return len(plan.chains) == 1 and plan.hops == 1


def _whole(period: Period) -> Time | None:
    """Return the day, month or year that a period spans; None if it is none of these."""
    first, last = period.first, period.last
    if first.year not in _YEARS or first.year != last.year:
        return None
    if (first.month, first.day) == (last.month, last.day):
        return Time(first.year, first.month, first.day)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        return Time.of(first.year, precision="year")
    if first.month == last.month and (first.day, last.day) == (1, monthrange(first.year, first.month)[1]):
        return Time.of(first.year, first.month, precision="month")
    return None
