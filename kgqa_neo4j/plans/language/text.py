"""Printing a query as one line of text, which `parsing` reads."""

from __future__ import annotations

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.query import (
    Branch,
    Column,
    FactTest,
    Form,
    Measure,
    OverallAggregate,
    Pattern,
    Quantifier,
    Query,
    Table,
    Term,
    TermComparison,
    Unit,
    ValueTest,
)
from kgqa_neo4j.plans.text import constant_text, name_text, path_text, topic_text

_FORMS = {
    Form.LIST: "",
    Form.COUNT: "count of ",
    Form.EXISTS: "exists ",
    Form.NONE: "none ",
    Form.PERCENTAGE: "percentage ",
    Form.FRACTION: "fraction ",
}
_QUANTIFIERS = {Quantifier.SOME: "", Quantifier.NONE: "not ", Quantifier.ALL: "all "}


def query_text(query: Query) -> str:
    """Return the query as one line, which `parse_query` can read."""
    text = _FORMS[query.form]
    if query.aggregate:
        text = f"{query.aggregate.function} {_measure_text(query.aggregate.measure)} of "
    if query.part:
        text += f"{_pattern_text(query.part)} of "
    text += _pattern_text(query.pattern, query.compared)
    if query.order:
        order = query.order
        word = "max" if order.greatest else "min"
        if (order.place, order.many) != (1, 1):
            last = order.place + order.many - 1
            word += f" {order.place}" if order.many == 1 else f" {order.place}..{last}"
        text += f" {word} by {_measure_text(order.measure)}"
    if query.group:
        text += f" per {path_text(query.group)}"
    if query.columns:
        text += " with " + ", ".join(map(path_text, query.columns))
    return f"{text} {_table_text(query.table)}" if query.table else text


def _pattern_text(pattern: Pattern, compared: tuple[TermComparison, ...] = ()) -> str:
    subject = _entities_text(pattern.entities) or (f":{name_text(pattern.label)}" if pattern.label else "any")
    conditions = [f"{test.comparison} {constant_text(test.value)}" for test in pattern.tests]
    if pattern.entities and pattern.label:
        raise InputError(
            "a pattern cannot have both a label and entities", hint="put the entities into a branch"
        )
    if len(pattern.either) == 1:
        raise InputError("alternatives need two or more conditions", hint="put a single one among the branches")
    conditions += map(_branch_text, pattern.branches)
    if pattern.either:
        conditions.append(f"({' or '.join(map(_branch_text, pattern.either))})")
    conditions += [f"{_term_text(one.left)} {one.comparison} {_compared_text(one.right)}" for one in compared]
    return f"{subject} where {' and '.join(conditions)}" if conditions else subject


def _entities_text(entities: tuple[str, ...]) -> str:
    return " | ".join(map(topic_text, entities))


def _branch_text(branch: Branch) -> str:
    quantifier = "count " if branch.count else _QUANTIFIERS[branch.quantifier]
    if not branch.path and branch.pattern == Pattern(label=branch.pattern.label):
        return f"{quantifier}:{name_text(branch.pattern.label)}"
    target = _target_text(branch.pattern)
    path = path_text(branch.path) if branch.path else ""
    if branch.facts:
        path += "{" + ", ".join(map(_fact_text, branch.facts)) + "}"
    if branch.name:
        path += f" as ${branch.name}"
    text = f"{quantifier}{path} {target}" if path else f"{quantifier}{target}"
    return f"{text.strip()} {branch.count.comparison} {branch.count.value}" if branch.count else text.strip()


def _fact_text(fact: FactTest) -> str:
    if isinstance(fact.test, bool):
        return f"{'with' if fact.test else 'without'} {name_text(fact.qualifier)}"
    constant = constant_text(fact.test.value)
    if fact.test.comparison is Comparison.AT:
        return f"at {constant}"
    return f"{name_text(fact.qualifier)} {fact.test.comparison} {constant}"


def _test_text(test: ValueTest) -> str:
    return f"{test.comparison} {constant_text(test.value)}"


def _table_text(table: Table) -> str:
    rows = "distinct " if table.distinct else "every " if table.every else ""
    text = f"give {rows}{', '.join(map(_column_text, table.columns))}"
    if table.having:
        held = (f"{_column_text(one.column)} {_test_text(one.test)}" for one in table.having)
        text += f" having {' and '.join(held)}"
    if table.sorting:
        text += " sorted by " + ", ".join(
            f"{one.column}{' down' if one.descending else ''}" for one in table.sorting
        )
    if table.limit:
        text += f" first {table.limit}"
        text += f" after {table.skip}" if table.skip else ""
        text += f" of each {table.each}" if table.each else ""
    return text


def _column_text(column: Column) -> str:
    words = ["hidden"] if column.hidden else []
    words += ["each"] if column.apart else []
    words += [str(column.summary)] if column.summary else []
    words += ["distinct"] if column.summary and column.distinct else []
    words += ["number of"] if column.counted else []
    words += [f"{column.part} of"] if column.part else []
    what = f"{{{name_text(column.fact)}}}" if column.fact else ""
    if column.path:
        what = f" {path_text(column.path)}"
    return " ".join([*words, f"${column.of}{what}"])


def _target_text(pattern: Pattern) -> str:
    if pattern.any:
        return ""
    if pattern == Pattern(entities=pattern.entities):
        return _entities_text(pattern.entities)
    if len(pattern.tests) == 1 and pattern == Pattern(tests=pattern.tests):
        return f"{pattern.tests[0].comparison} {constant_text(pattern.tests[0].value)}"
    return f"({_pattern_text(pattern)})"


def _term_text(term: Term) -> str:
    number = "number of " if term.count else ""
    return f"{number}{topic_text(term.start) if term.start else '$'} {path_text(term.path)}"


def _compared_text(right: Term | OverallAggregate) -> str:
    if isinstance(right, Term):
        return _term_text(right)
    aggregate = right.aggregate
    return f"{aggregate.function} {_measure_text(aggregate.measure)} of ({_pattern_text(right.pattern)})"


def _measure_text(measure: Measure) -> str:
    if measure.until:
        unit = measure.unit or Unit.DAYS
        until = measure.until
        end = _term_text(until) if isinstance(until, Term) else constant_text(until)
        return f"{unit} from {path_text(measure.path)} to {end}"
    if measure.qualifier:
        return f"{{{name_text(measure.qualifier)}}}"
    if not measure.path:
        return "itself"
    return f"count {path_text(measure.path)}" if measure.count else path_text(measure.path)
