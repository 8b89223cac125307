"""Checks whether the rows of a query can answer a question, by its question word and by what it already names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.text import name_words
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import PROPERTY, property_relation
from kgqa_neo4j.plans.language.query import Branch, Column, Form, Pattern, Quantifier, Query, Summary, labels_of
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_place
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, says_role
from kgqa_neo4j.plans.reading.sizes import THAN, compares
from kgqa_neo4j.question.lexicon import names_person
from kgqa_neo4j.question.nouns import singular_of

_WHO = re.compile(r"\s*(?:(?:and|so|then),? )?(?:who|whom)\b", re.IGNORECASE)
_WHEN = re.compile(r"\s*(?:when|(?:in |on |since )?(?:what|which) (?:year|date|day|month)s?)\b", re.IGNORECASE)
_HOW = re.compile(r"\s*how (?!many|do|does|did|is|are|was|were|has|have|can|come)\w+", re.IGNORECASE)
_PERIOD = re.compile(r"\b(?:per|each|every|by) (?:week|month|quarter|year|decade|weekday)\b", re.IGNORECASE)
# "Claims that exceed the premium of their policy", and not "that exceed 500".
_EXCEEDS = re.compile(r"\bexceed(?:s|ed|ing)? (?:the|its|their|his|her)\b", re.IGNORECASE)
_PER = re.compile(r"\bper\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|every|per) (?P<noun>[a-z]+)\b", re.IGNORECASE)
_WHICH = re.compile(r"\s*(?:which|what)\b", re.IGNORECASE)
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
# Minimum share of distinct numbers, from which on a property is a measurement.
_MEASURE = 0.8
_FULL_NAME = re.compile(r"[A-Z][^\W\d_]+(?: [A-Z][\w.'\u2019-]*)+")
_COSTS = re.compile(r"\b(?:costs?|spen[dt]|pa(?:y|id)|worth|money)\b", re.IGNORECASE)
_QUANTITIES = frozenset({"qty", "quantity", "units", "count", "number", "pieces"})
_LEAST_PERSON, _RATHER = 0.2, 0.5
# Penalties, in unexplained words: for an answer of the wrong kind, for one that only repeats what the question says,
# and for one that only repeats a name not asked for.
_OTHER, _SAID_AGAIN, REPEATED = 1.0, 1.5, 2.5
# Penalty for not comparing anything although the question does.
_UNCOMPARED = 3.0
_FIND = re.compile(r"\s*(?:please )?(?:find|show|get|retrieve|fetch|look up|display|return)\b", re.IGNORECASE)
_WHERE = re.compile(r"\s*(?:(?:from|to) )?where\b", re.IGNORECASE)


def mismatch_penalty(
    question: str,
    query: Query,
    schema: PropertyGraphSchema,
    person_share: Callable[[str], float],
    wanted: Collection[str] = (),
) -> float:
    """Return the penalty, in unexplained words, for rows that are not the kind of answer asked for; 0 if they are.

    Args:
        question: as it was asked.
        query: over labels and properties.
        schema: of the graph.
        person_share: returns how likely nodes of a label are persons.
        wanted: labels of the nodes asked for; empty if the question does not say.
    """
    if (THAN.search(question) or _EXCEEDS.search(question)) and not compares(query):
        return _UNCOMPARED
    if wanted and (of := _counted(query)) and not _is_one_of(schema, of, wanted):
        return _OTHER
    if _PERIOD.search(question) and _is_by_day(schema, query):
        return _UNCOMPARED
    if _PER.search(question) and _is_by_measure(schema, query):
        return _UNCOMPARED
    if (group := _EACH.search(question)) and names_person(singular_of(group["noun"].lower())):
        ends = _grouped(query, schema)
        if ends and not any(_is_person(schema, end, person_share) for end in ends):
            # "For each manager" asks for one row per manager, not per thing they manage.
            return _OTHER
    if wanted and query.aggregate and _WHICH.match(question):
        # "Which category has the highest average price" asks for a category, not for a number.
        return _SAID_AGAIN
    found = _shown(query)
    if found is None:
        return 0.0
    label, column = found
    if column.summary is Summary.SUM and (_is_rate(schema, label, column) or _is_no_cost(question, column)):
        # A total cost is neither a sum of unit prices nor a number of units.
        return _UNCOMPARED
    if column.fact and says_role(column.fact) and _WHO.match(question):
        # "Who does Ann play in Heat" asks for a role, "who runs Heat" does not.
        persons = [one for one in labels_of(query.pattern) if _is_person(schema, one, person_share)]
        return 0.0 if any(_is_named(query.pattern, one, schema) for one in persons) else _OTHER
    if column.fact and (_WHO.match(question) or _WHERE.match(question)):
        return _OTHER
    if _WHERE.match(question) and _is_elsewhere(schema, query.pattern, label, column):
        return REPEATED
    told = next(iter(schema.label[label].naming), "") if label in schema.label else ""
    name = column.path[0].relation.removeprefix(".") if column.path else told
    if not column.fact and name and not column.summary and _names_it(query.pattern, column.of, name):
        # "What is the address of the one with the address X?" does ask for the property that it gives.
        if _is_looked_up(question, name):
            return 0.0
        said = any(word in question.lower() for word in name_words(name))
        return REPEATED if name == told and not said else _SAID_AGAIN
    if name == told and not column.summary and _only_named(query, told):
        return _SAID_AGAIN
    node = name == told and not (column.fact or column.summary)
    if wanted and label and node and not _is_one_of(schema, label, wanted):
        return _OTHER
    facts = _facts(schema, label, name) if not column.fact else None
    if _WHO.match(question) and not _is_among(query.pattern, told):
        counted = bool(column.summary) or (facts is not None and facts.type is not ValueType.TEXT)
        if facts is not None and facts.type is ValueType.BOOLEAN:
            return REPEATED
        person = _is_person(schema, label, person_share) or (name != told and _may_name_persons(name, facts))
        return 0.0 if person and not counted else _OTHER
    if (
        not column.path
        and not column.fact
        and not column.summary
        and (_WHEN.match(question) or _HOW.match(question))
    ):
        return _OTHER
    if column.fact or column.summary or facts is None:
        return 0.0
    if _WHERE.match(question) and _is_time(facts):
        return _OTHER
    if _WHEN.match(question):
        return 0.0 if _is_time(facts) else _OTHER
    return _OTHER if _HOW.match(question) and name == told else 0.0


def _is_looked_up(question: str, name: str) -> bool:
    """Whether a question looks up a node by a property that it names: "find the genre with the name X"."""
    *_, noun = name_words(name)
    times = len(re.findall(rf"\b{re.escape(noun)}s?\b", question, re.IGNORECASE))
    return times > 1 or (times == 1 and bool(_FIND.match(question)))


def _is_by_day(schema: PropertyGraphSchema, query: Query) -> bool:
    """Whether a query groups by full dates."""
    last = query.group[-1].relation if query.group else ""
    dates = {
        property_relation(one.name) for label in schema.labels for one in label.properties if one.type.is_time
    }
    return last in dates


def _is_rate(schema: PropertyGraphSchema, label: str, column: Column) -> bool:
    """Whether a column is a price per unit, next to a property for the quantity: `unit_cost` next to `qty`."""
    name = _called(column)
    if "unit" not in name_words(name):
        return False
    owners = [one.properties for one in schema.types] if column.fact else [schema.label[label].properties]
    return any(
        any(one.name == name for one in properties)
        and any(_QUANTITIES.intersection(name_words(one.name)) for one in properties if one.name != name)
        for properties in owners
    )


def _is_no_cost(question: str, column: Column) -> bool:
    """Whether a question asks for money but the column is a quantity."""
    return bool(_COSTS.search(question)) and bool(_QUANTITIES.intersection(name_words(_called(column))))


def _called(column: Column) -> str:
    return column.fact or (column.path[0].relation.removeprefix(PROPERTY) if column.path else "")


def _grouped(query: Query, schema: PropertyGraphSchema) -> set[str]:
    """Return the labels of the nodes that a query groups by; empty if it groups by values or not at all."""
    last = query.group[-1] if query.group else None
    if last is None or last.relation not in schema.type:
        return set()
    connections = schema.type[last.relation].connections
    return {one.target if last.outward else one.source for one in connections}


def _is_by_measure(schema: PropertyGraphSchema, query: Query) -> bool:
    """Whether a query groups by a measurement: "rent per square foot" does not ask for groups."""
    label, path = query.pattern.label, query.group
    if query.table is not None:
        column = query.table.columns[0]
        label, path = _label_of(query.pattern, column.of) or "", () if column.summary else column.path
    if len(path) != 1 or not label:
        return False
    return measures(schema, Element(Kind.PROPERTY, path[0].relation.removeprefix(PROPERTY), label))


def measures(schema: PropertyGraphSchema, element: Element) -> bool:
    """Whether an element is a measurement: a number that rarely two nodes share, so that it forms no groups."""
    facts = _facts(schema, element.owner, element.name) if element.kind is Kind.PROPERTY else None
    return facts is not None and facts.type is ValueType.NUMBER and facts.distinct >= _MEASURE


def _is_one_of(schema: PropertyGraphSchema, label: str, wanted: Collection[str]) -> bool:
    """Whether nodes of a label have one of the labels `wanted`."""
    own = {label, *schema.label[label].parents} if label in schema.label else {label}
    return not own.isdisjoint(wanted)


def _is_elsewhere(schema: PropertyGraphSchema, pattern: Pattern, label: str, column: Column) -> bool:
    """Whether the nodes shown are not places, although a step leads from the pattern's nodes to places."""
    if label not in schema.label or column.fact or column.summary or is_place(label):
        return False
    told = next(iter(schema.label[label].naming), "")
    if column.path and column.path[0].relation != property_relation(told):
        return False
    known = labels_of(pattern) - {label}
    ends = {(one.source, one.target) for kind in schema.types for one in kind.connections}
    return any(
        is_place(end) for one, other in ends for start, end in ((one, other), (other, one)) if start in known
    )


def _is_person(schema: PropertyGraphSchema, label: str, person_share: Callable[[str], float]) -> bool:
    """Whether nodes of a label may be persons: not if those of another label are much more likely to be."""
    if len(schema.labels) == 1:
        # "Who" can only mean nodes of the single label.
        return True
    most = max((person_share(one.name) for one in schema.labels), default=0.0)
    return person_share(label) >= max(_LEAST_PERSON, _RATHER * most)


def _may_name_persons(name: str, facts: Property | None) -> bool:
    """Whether a property may contain names of persons, by its words or its values: `author`, `reportedBy`."""
    words = name_words(name)
    if words[-1] == "by" or any(names_person(singular_of(word)) for word in words):
        return True
    return facts is None or any(_FULL_NAME.fullmatch(one) for one in facts.samples)


def _shown(query: Query) -> tuple[str, Column] | None:
    """Return the only column of a list, with the label of the node it belongs to; None for other queries."""
    if query.form is not Form.LIST:
        return None
    columns = query.table.columns if query.table else (Column(),)
    if query.group and query.order and not query.aggregate:
        # The first of each group.
        return query.pattern.label, Column()
    if query.group or query.columns or query.aggregate or len(columns) != 1:
        return None
    label = _label_of(query.pattern, columns[0].of)
    return None if label is None else (label, columns[0])


def _counted(query: Query) -> str:
    """Return the label of the nodes that a query counts; "" if it counts none, or nodes of any label."""
    if query.form is Form.COUNT:
        return query.pattern.label
    columns = query.table.columns if query.table else ()
    if len(columns) != 1 or columns[0].summary is not Summary.COUNT or columns[0].path or columns[0].fact:
        return ""
    return _label_of(query.pattern, columns[0].of) or ""


def _label_of(pattern: Pattern, name: str) -> str | None:
    """Return the label of the node at the end of the branch called `name` (the root for ""); None if there is none."""
    if not name:
        return pattern.label
    for branch in pattern.branches:
        found = branch.pattern.label if branch.name == name else _label_of(branch.pattern, name)
        if found is not None:
            return found
    return None


def _names_it(pattern: Pattern, of: str, told: str) -> bool:
    """Whether the node called `of` is required to have one value of the property `told`, which its column shows."""
    if of:
        return any(
            _names_it(one.pattern, "" if one.name == of else of, told) for one in pattern.branches if one.path
        )
    return any(_is_name(branch, told) for branch in pattern.branches)


def _only_named(query: Query, told: str) -> bool:
    """Whether a query only lists nodes by their names: "what can I make with lemon or lime?"."""
    chooses = query.order or query.compared or (query.table and query.table.sorting)
    return not chooses and len(query.pattern.branches) <= 1 and _is_among(query.pattern, told)


def _is_among(pattern: Pattern, told: str) -> bool:
    """Whether the nodes shown are alternatives given by name: "who is heavier, Otis or Rufus?"."""
    sides = [pattern.either, *(one.pattern.either for one in pattern.branches if not one.path)]
    return any(len(some) > 1 and all(_is_name(one, told) for one in some) for some in sides)


def _is_named(pattern: Pattern, label: str, schema: PropertyGraphSchema) -> bool:
    """Whether a node of a label is given by name somewhere in a pattern."""
    told = schema.label[label].naming
    if pattern.label == label and any(_is_name(one, name) for one in pattern.branches for name in told):
        return True
    return any(_is_named(one.pattern, label, schema) for one in pattern.branches)


def _is_name(branch: Branch, told: str) -> bool:
    tests = branch.pattern.tests
    named = branch.path == (Move(property_relation(told), True),) and branch.quantifier is Quantifier.SOME
    return named and any(test.comparison is Comparison.EQUAL for test in tests)


def _facts(schema: PropertyGraphSchema, label: str, name: str) -> Property | None:
    known = schema.label.get(label)
    return next((one for one in known.properties if one.name == name), None) if known else None


def _is_time(facts: Property) -> bool:
    years = bool(facts.samples) and all(_YEAR.fullmatch(one) for one in facts.samples[:5])
    return facts.type.is_time or years
