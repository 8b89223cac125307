"""Converting plans of chains to queries, whose variable is what the chains lead to."""

from __future__ import annotations

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import (
    Branch,
    FactTest,
    Form,
    Measure,
    Order,
    Pattern,
    Quantifier,
    Query,
    ValueTest,
)
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Condition, Path, Plan

_FORMS = {AnswerForm.WHICH: Form.LIST, AnswerForm.COUNT: Form.COUNT, AnswerForm.EXISTS: Form.EXISTS}


def query_of(plan: Plan) -> Query:
    """Return the query equivalent to a plan; every plan has one."""
    ways = {(chain.path, chain.facts) for chain in plan.chains}
    topics = tuple(chain.topic for chain in plan.chains)
    entities: tuple[str, ...] = ()
    branches: list[Branch] = []
    either: tuple[Branch, ...] = ()
    if plan.either and len(ways) == 1:
        way = plan.chains[0]
        entities, branches = ((), [_back(way, topics)]) if way.path else (topics, [])
    elif plan.either:
        either = tuple(_back(chain, (chain.topic,)) for chain in plan.chains)
    else:
        branches = [_back(chain, (chain.topic,)) for chain in plan.chains if chain.path]
        own = [chain.topic for chain in plan.chains if not chain.path]
        entities = tuple(own[:1])
        branches += [Branch((), Pattern((topic,))) for topic in own[1:]]
    branches += _not_the_topics(plan)
    labels = [condition.label for condition in plan.conditions if condition.label]
    label = labels.pop(0) if labels and not entities else ""
    branches += [Branch((), Pattern(label=one)) for one in labels]
    others = [one for one in plan.conditions if not one.label]
    branches += [_held(one) for one in others if one.path or one.entity]
    tests = tuple(ValueTest(one.comparison, one.value) for one in others if not one.path and not one.entity)
    order = None
    if plan.extreme:
        measure = Measure(plan.extreme.path, qualifier=plan.extreme.qualifier)
        order = Order(measure, plan.extreme.greatest, plan.extreme.place, plan.extreme.many)
    return Query(Pattern(entities, label, tests, tuple(branches), either), order=order, form=_FORMS[plan.form])


def _back(chain: Chain, topics: tuple[str, ...]) -> Branch:
    """Return a chain as a branch from its end; a step with conditions on its triples ends a path."""
    pattern = Pattern(topics)
    path: Path = ()
    for place, move in enumerate(chain.path):
        path = (move.back, *path)
        facts = tuple(
            FactTest(fact.name, ValueTest(fact.comparison, fact.value))
            for fact in chain.facts
            if fact.step == place
        )
        if facts and len(path) > 1:
            # A branch's facts apply to its last step; these are for the first one, so it becomes a branch of its own.
            pattern, path = Pattern(branches=(Branch(path[1:], pattern),)), path[:1]
        if facts:
            pattern, path = Pattern(branches=(Branch(path, pattern, facts=facts),)), ()
    if path or not pattern.branches:
        return Branch(path, pattern)
    return pattern.branches[0]


def _not_the_topics(plan: Plan) -> list[Branch]:
    """Return the condition that chains of several steps do not answer with their topics. After a single step the topic
    may be an answer, because a relation can lead from an entity to itself."""
    kept = {chain.topic for chain in plan.chains if not chain.path}
    far = dict.fromkeys(chain.topic for chain in plan.chains if len(chain.path) > 1 and chain.topic not in kept)
    return [] if plan.revisited or not far else [Branch((), Pattern(tuple(far)), Quantifier.NONE)]


def _held(condition: Condition) -> Branch:
    differs = condition.comparison is Comparison.UNEQUAL
    quantifier = Quantifier.NONE if differs else Quantifier.SOME
    if condition.entity:
        return Branch(condition.path, Pattern(entities=(condition.entity,)), quantifier)
    comparison = Comparison.EQUAL if differs else condition.comparison
    return Branch(condition.path, Pattern(tests=(ValueTest(comparison, condition.value),)), quantifier)
