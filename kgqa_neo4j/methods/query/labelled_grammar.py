"""The grammar of statements over a schema excerpt of an attached graph, for models that cannot write Cypher freely.

A sentence is one MATCH of at most `_STEPS` steps along connections of the excerpt, conditions on its properties by
stored values and by numbers in the question, and a RETURN. Counts, averages, orders and limits are only allowed if the
question has words for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.llm.grammar import literal, one_of
from kgqa_neo4j.methods.query.schema_excerpt import SchemaExcerpt, quote_plain
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind

_STEPS, _ITEMS, _CONDITIONS = 3, 4, 2
_COMPARED = ("=", ">", "<", ">=", "<=")
_CALLED = {Summary.AVERAGE: "avg", Summary.SUM: "sum", Summary.MAXIMUM: "max", Summary.MINIMUM: "min"}


def labelled_grammar(excerpt: SchemaExcerpt, spotted: Spotted) -> str:
    """Return the grammar for a question over an excerpt; "" if the excerpt has no label."""
    labels = [one.name for one in excerpt.labels]
    if not labels:
        return ""
    names = {label: f"n{place}" for place, label in enumerate(labels, 1)}
    asked = _Asked.of(spotted)
    conditions = [*_stored(excerpt, names), *_numbers(excerpt, names, spotted)] if asked.conditions else []
    held = [
        (f"{names[label]}.{quote_plain(one.name)}", one.type) for label, one in _properties(excerpt, labels)
    ]
    counted = [f"count({how}{name})" for how in ("", "DISTINCT ") for name in names.values()]
    called = [f"{name}({text})" for name in asked.functions for text, kind in held if kind is ValueType.NUMBER]
    summaries = [*(counted if asked.counts else ()), *called]
    value = "value | summary" if summaries else "value"
    lines = [
        f"root ::= {literal('MATCH ')} path{' where?' if conditions else ''} {literal(' RETURN ')} "
        f"{literal('DISTINCT ')}? item ({literal(', ')} item){{0,{asked.items - 1}}}"
        f"{' order? limit?' if asked.ordered else ''}",
        f"path ::= {' | '.join(_rule(place, _STEPS) for place in range(len(labels)))}",
        f"item ::= {'summary' if summaries and asked.only_summaries else value}",
        one_of([text for text, _ in held] or names.values(), "value"),
    ]
    for place, label in enumerate(labels):
        lines += [one_of(_nodes(excerpt, label, names), f"node-{place}"), *_paths(excerpt, labels, place)]
    if summaries:
        lines.append(one_of(summaries, "summary"))
    if conditions:
        further = f"({literal(' AND ')} condition){{0,{asked.conditions - 1}}}"
        lines += [f"where ::= {literal(' WHERE ')} condition {further}", one_of(conditions, "condition")]
    if asked.ordered:
        lines.append(f"order ::= {literal(' ORDER BY ')} ({value}) {literal(' DESC')}?")
        lines.append(f"limit ::= {literal(' LIMIT ')} [1-9] [0-9]?")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Asked:
    """Limits of each clause according to the question's words, because a small model uses all that is allowed."""

    conditions: int
    items: int
    functions: tuple[str, ...]
    counts: bool
    only_summaries: bool
    ordered: bool

    @classmethod
    def of(cls, spotted: Spotted) -> _Asked:
        requested = spotted.operations
        constants = sum(spot.constant for spot in spotted.spots)
        named = sum(not spot.constant and bool(spot.of(Kind.PROPERTY, Kind.FACT)) for spot in spotted.spots)
        functions = tuple(
            dict.fromkeys(_CALLED[summary] for _, summary, _ in requested.functions if summary in _CALLED)
        )
        operations = len(requested.counts) + len(functions)
        extremes = bool(requested.most) or any(one in ("max", "min") for one in functions)
        return cls(
            conditions=min(_CONDITIONS, constants),
            # Subtract constants, because the properties compared with them are named too.
            items=max(1, min(_ITEMS, max(named - constants, operations + len(requested.groups[:1])))),
            functions=functions,
            counts=bool(requested.counts or requested.most),
            only_summaries=bool(operations) and not requested.groups and not extremes,
            ordered=extremes or bool(requested.sort or requested.many),
        )


def _rule(place: int, steps: int) -> str:
    return f"path-{place}-{steps}"


def _paths(excerpt: SchemaExcerpt, labels: Sequence[str], place: int) -> Iterable[str]:
    """Yield the rules of the paths that begin at a label, for each number of remaining steps."""
    label = labels[place]
    yield f"{_rule(place, 0)} ::= node-{place}"
    for steps in range(1, _STEPS + 1):
        onward = []
        for one in excerpt.connections:
            # Variables are named by label, so a pattern with two nodes of one label cannot be expressed.
            if one.source == one.target or one.source not in labels or one.target not in labels:
                continue
            if one.source == label:
                onward.append(
                    f"{literal(f'-[:{quote_plain(one.type)}]->')} {_rule(labels.index(one.target), steps - 1)}"
                )
            elif one.target == label:
                onward.append(
                    f"{literal(f'<-[:{quote_plain(one.type)}]-')} {_rule(labels.index(one.source), steps - 1)}"
                )
        further = f" ({' | '.join(onward)})?" if onward else ""
        yield f"{_rule(place, steps)} ::= node-{place}{further}"


def _nodes(excerpt: SchemaExcerpt, label: str, names: dict[str, str]) -> Iterable[str]:
    yield f"({names[label]}:{quote_plain(label)})"
    for one in excerpt.values:
        if one.label == label:
            yield f"({names[label]}:{quote_plain(label)} {{{quote_plain(one.property)}: {_text(one.value)}}})"


def _stored(excerpt: SchemaExcerpt, names: dict[str, str]) -> Iterable[str]:
    for one in excerpt.values:
        if one.label in names:
            yield f"{names[one.label]}.{quote_plain(one.property)} = {_text(one.value)}"


def _numbers(excerpt: SchemaExcerpt, names: dict[str, str], spotted: Spotted) -> Iterable[str]:
    numbers = [f"{spot.number:.15g}" for spot in spotted.spots if spot.number is not None]
    for label, one in _properties(excerpt, list(names)):
        if one.type is ValueType.NUMBER and "STRING" not in one.stored:
            for number in dict.fromkeys(numbers):
                yield from (f"{names[label]}.{quote_plain(one.name)} {sign} {number}" for sign in _COMPARED)


def _properties(excerpt: SchemaExcerpt, labels: Sequence[str]) -> Iterable[tuple[str, Property]]:
    return ((label, one) for label in labels for one in excerpt.properties.get(label, ()))


def _text(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
