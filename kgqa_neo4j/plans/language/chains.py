"""Plans of chains as queries: the pattern around what the chains lead to, as far as the language says it."""

from __future__ import annotations

from collections import Counter

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Branch, Form, Measure, Order, Pattern, Quantifier, Query, ValueTest
from kgqa_neo4j.plans.plan import AnswerForm, Condition, Path, Plan

_FORMS = {AnswerForm.WHICH: Form.LIST, AnswerForm.COUNT: Form.COUNT, AnswerForm.EXISTS: Form.EXISTS}


def query_of(plan: Plan) -> Query | None:
    """Return the query that a plan is; None for what queries do not say: qualifiers, and either of several paths."""
    if any(chain.facts for chain in plan.chains) or (plan.extreme and plan.extreme.qualifier):
        return None
    paths = Counter(chain.path for chain in plan.chains)
    if plan.either and len(paths) > 1:
        return None
    entities: tuple[str, ...] = ()
    branches: list[Branch] = []
    if plan.either:
        topics = tuple(chain.topic for chain in plan.chains)
        (path,) = paths
        entities, branches = ((), [_back(path, topics)]) if path else (topics, [])
    else:
        for chain in plan.chains:
            if chain.path:
                branches.append(_back(chain.path, (chain.topic,)))
            else:
                entities = (*entities, chain.topic)
    far = tuple(dict.fromkeys(chain.topic for chain in plan.chains if len(chain.path) > 1))
    if far and not plan.revisited and not set(far) & set(entities):
        # What several steps lead back to is no answer.
        branches.append(Branch((), Pattern(entities=far), Quantifier.NONE))
    labels = [condition.label for condition in plan.conditions if condition.label]
    if len(labels) > 1 or (labels and entities):
        return None
    own = [one for one in plan.conditions if not one.label]
    branches += [_held(one) for one in own if one.path or one.entity]
    tests = tuple(ValueTest(one.comparison, one.value) for one in own if not one.path and not one.entity)
    order = None
    if plan.extreme:
        order = Order(Measure(plan.extreme.path), plan.extreme.greatest, plan.extreme.place, plan.extreme.many)
    pattern = Pattern(entities, labels[0] if labels else "", tests, tuple(branches))
    return Query(pattern, order=order, form=_FORMS[plan.form])


def _back(path: Path, topics: tuple[str, ...]) -> Branch:
    return Branch(tuple(move.back for move in reversed(path)), Pattern(entities=topics))


def _held(condition: Condition) -> Branch:
    differs = condition.comparison is Comparison.UNEQUAL
    quantifier = Quantifier.NONE if differs else Quantifier.SOME
    if condition.entity:
        return Branch(condition.path, Pattern(entities=(condition.entity,)), quantifier)
    comparison = Comparison.EQUAL if differs else condition.comparison
    return Branch(condition.path, Pattern(tests=(ValueTest(comparison, condition.value),)), quantifier)
