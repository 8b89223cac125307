"""From a query to Cypher over an attached property graph: labels, types and properties as its own schema has them.

Relations of such a graph are its relationship types, and its properties: `.name` is the property `name` of a node, a
qualifier is a property of a relationship. Labels, types and properties stand in the text, checked against the schema;
values are parameters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.compiling import MAX_STEPS
from kgqa_neo4j.plans.language.cypher import Statement
from kgqa_neo4j.plans.language.cypher_tree import (
    Expression,
    Match,
    Node,
    PathPattern,
    Step,
    conjunction,
    identifier,
    negated,
)
from kgqa_neo4j.plans.language.property_values import comparable, is_text, tested
from kgqa_neo4j.plans.language.query import (
    Branch,
    Column,
    Compared,
    FactTest,
    Form,
    Function,
    Measure,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
    Term,
    ValueTest,
)
from kgqa_neo4j.plans.language.things import Thing, thing_of
from kgqa_neo4j.plans.plan import Move, Path

PROPERTY = "."
"""What the relation of a node's property begins with."""

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_SUMMARIES = {
    Summary.SUM: "sum",
    Summary.AVERAGE: "avg",
    Summary.MAXIMUM: "max",
    Summary.MINIMUM: "min",
    Summary.COLLECTED: "collect",
    Summary.COUNT: "count",
}
_OF_FUNCTION = {
    Function.SUM: Summary.SUM,
    Function.AVERAGE: Summary.AVERAGE,
    Function.MAXIMUM: Summary.MAXIMUM,
    Function.MINIMUM: Summary.MINIMUM,
    Function.VALUE: Summary.EACH,
}


def property_relation(name: str) -> str:
    """Return the relation that a property of nodes is."""
    return PROPERTY + name


@dataclass(slots=True)
class _Variable:
    """A node of a pattern. `name` is shown where `used`; `inline` are properties that must be equal to parameters."""

    name: str
    label: str
    used: bool = False
    inline: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Edge:
    """A relationship of a pattern, from one variable to another as it is walked."""

    start: _Variable
    move: Move
    end: _Variable
    either: bool = False
    name: str = ""
    used: bool = False


@dataclass(slots=True)
class _Scope:
    """What one MATCH holds."""

    root: _Variable
    edges: list[_Edge] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    named: dict[str, tuple[_Variable, _Edge | None]] = field(default_factory=dict)
    optional: list[_Edge] = field(default_factory=list)


class PropertyCompiler:
    """Compiles queries for one attached graph. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self._schema = schema

    def compiled(self, query: Query, limit: int) -> Statement:
        """Return the statement that finds the answers. Of `limit` + 1 rows the last one says that there are more.

        Rows have the columns of the query's table; of a list `name` and `id`; else one column `value`.

        Raises:
            InputError: the graph has no such label, type or property, or a comparison has no meaning.
        """
        return _Compiling(self._schema).statement(query, limit)

    def proof(self, query: Query, limit: int) -> Statement:
        """Return the statement that finds the triples which prove the answers, for the first `limit` rows.

        Its rows have `walk`: a list of [id and name of the subject, type or property, id and name of the object]; a
        value has no id.

        Raises:
            InputError: see `compiled`.
        """
        return _Compiling(self._schema).proof(query, limit)


def as_table(query: Query) -> Query:
    """Return a query whose columns, groups and aggregates are a table.

    Raises:
        InputError: it measures what no table says.
    """
    if query.table or not (query.columns or query.group or query.aggregate):
        return query
    columns: tuple[Column, ...]
    if query.columns:
        columns = (Column(), *(Column(path) for path in query.columns))
        table = Table(columns, distinct=True)
    else:
        summary = Column(summary=Summary.COUNT, distinct=True)
        if query.aggregate:
            measure = query.aggregate.measure
            if measure.until or not measure.path:
                raise InputError("differences of values cannot be asked of an attached graph yet")
            told = Summary.COUNT if measure.count else _OF_FUNCTION[query.aggregate.function]
            summary = Column(measure.path, summary=told)
        table = Table((Column(query.group), summary) if query.group else (summary,))
    return replace(query, columns=(), group=(), aggregate=None, table=table)


class _Compiling:
    """One query on its way to a statement: hands out names and parameters."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self._schema = schema
        self._parameters: dict[str, Any] = {}
        self._names: set[str] = set()

    def statement(self, query: Query, limit: int) -> Statement:
        query = as_table(query)
        scope = self._scope(query)
        clauses = [*self._ordered(query, scope), *self._returned(query, scope, limit)]
        return self._whole(self._match(scope, query), clauses)

    def proof(self, query: Query, limit: int) -> Statement:
        query = as_table(query)
        scope = self._scope(query)
        for column in query.table.columns if query.table else ():
            self._column(scope, column)
        facts: list[str] = []
        for edge in (*scope.edges, *scope.optional):
            start, end = (edge.start, edge.end) if edge.move.outward else (edge.end, edge.start)
            if edge.either:
                edge.used = True
                start, end = (
                    self._at(f"startNode({edge.name})", edge),
                    self._at(f"endNode({edge.name})", edge),
                )
            relation = self._parameter(edge.move.relation)
            facts.append(f"[{self._told(start)}, {relation}, {self._told(end)}]")
        shown = {(variable.name, name): (variable, name) for variable, name in self._properties(query, scope)}
        for variable, name in shown.values():
            value = f"toString({variable.name}.{identifier(name)})"
            if self._facts(variable, name).type in (ValueType.LIST, ValueType.POINT, ValueType.OTHER):
                continue
            variable.used = True
            facts.append(f"[{self._told(variable)}, {self._parameter(name)}, '', {value}]")
        if not facts:
            scope.root.used = True
            facts.append(f"[{self._told(scope.root)}, 'labels', '', head(labels({scope.root.name}))]")
        most = self._parameter(limit, "proved")
        return self._whole(self._match(scope, query), [f"RETURN [{', '.join(facts)}] AS walk LIMIT {most}"])

    def _whole(self, match: str, clauses: Sequence[str]) -> Statement:
        return Statement("\n".join([match, *clauses]), self._parameters)

    # The pattern

    def _scope(self, query: Query) -> _Scope:
        root = self._variable(query.pattern.label, "")
        scope = _Scope(root)
        scope.named[""] = (root, None)
        self._held(scope, root, query.pattern)
        scope.conditions += [self._comparison(scope, one) for one in query.compared]
        return scope

    def _match(self, scope: _Scope, query: Query) -> str:
        """Return the MATCH of a scope, once all that is returned is known."""
        patterns = self._patterns(scope, scope.root)
        conditions = tuple(map(Expression, dict.fromkeys(scope.conditions)))
        text = str(Match(patterns[0], conditions, more=tuple(patterns[1:])))
        return "\n".join(
            [text.replace(" WHERE ", "\nWHERE ", 1) if len(text) > 110 else text, *self._optional(scope)]
        )

    def _optional(self, scope: _Scope) -> list[str]:
        found = []
        for edge in scope.optional:
            step = Step(
                edge.move.relation, edge.move.outward, self._node(edge.end), self._shown(edge), edge.either
            )
            found.append(f"OPTIONAL MATCH {PathPattern(Node(edge.start.name), (step,))}")
        return found

    def _patterns(self, scope: _Scope, start: _Variable, declared: bool = False) -> list[PathPattern]:
        """Return the edges of a scope as paths, each as long as it goes; from a `declared` variable of outside."""
        left = list(scope.edges)
        met = {start.name} if declared else set()
        ways: list[tuple[_Variable, list[_Edge]]] = []
        here = [start]
        while left or not ways:
            begin = next((one for one in here if any(edge.start is one for edge in left)), start)
            path: list[_Edge] = []
            at = begin
            while (edge := next((one for one in left if one.start is at), None)) is not None:
                path.append(edge)
                left.remove(edge)
                at = edge.end
                here.append(at)
            if not path and left:
                raise InputError("the pattern hangs together by nothing")
            ways.append((begin, path))
        # A variable that several paths meet at has to be named.
        times: dict[str, int] = {}
        for begin, path in ways:
            for one in (begin, *(edge.end for edge in path)):
                times[one.name] = times.get(one.name, 0) + 1
        for begin, path in ways:
            for one in (begin, *(edge.end for edge in path)):
                one.used = one.used or times[one.name] > 1
        patterns = []
        for begin, path in ways:
            first = Node(begin.name) if begin.name in met else self._node(begin)
            met.add(begin.name)
            steps = []
            for edge in path:
                end = Node(edge.end.name) if edge.end.name in met else self._node(edge.end)
                met.add(edge.end.name)
                steps.append(Step(edge.move.relation, edge.move.outward, end, self._shown(edge), edge.either))
            patterns.append(PathPattern(first, tuple(steps)))
        return patterns

    def _node(self, variable: _Variable) -> Node:
        return Node(variable.name if variable.used else "", variable.label, tuple(variable.inline))

    def _shown(self, edge: _Edge) -> str:
        return edge.name if edge.used else ""

    def _held(self, scope: _Scope, variable: _Variable, pattern: Pattern) -> None:
        if pattern.label and pattern.label != variable.label:
            variable.used = True
            scope.conditions.append(f"{variable.name}:{identifier(pattern.label)}")
        if pattern.entities:
            variable.used = True
            ids = [one.split(":", 1)[-1] for one in pattern.entities]
            scope.conditions.append(f"elementId({variable.name}) IN {self._parameter(ids)}")
        for test in pattern.tests:
            scope.conditions.append(self._named(variable, test))
        for branch in pattern.branches:
            self._branch(scope, variable, branch)
        if pattern.either:
            texts = [self._condition(variable, branch) for branch in pattern.either]
            scope.conditions.append(f"({' OR '.join(texts)})")

    def _condition(self, variable: _Variable, branch: Branch) -> str:
        """Return a branch as one condition on a variable."""
        steps, name = self._split(branch.path)
        if branch.quantifier is not Quantifier.SOME or branch.count:
            raise InputError("what is denied or counted is no alternative", hint="ask for each by itself")
        if steps:
            return self._exists(variable, replace(branch, name=""))
        variable.used = True
        text, facts = f"{variable.name}.{identifier(name)}", self._facts(variable, name)
        held = [tested(text, facts, one.comparison, one.value, self._parameter) for one in branch.pattern.tests]
        return conjunction(map(Expression, held)) if held else f"{text} IS NOT NULL"

    def _branch(self, scope: _Scope, variable: _Variable, branch: Branch) -> None:
        if not branch.path:
            scope.conditions.append(self._itself(variable, branch))
            return
        steps, name = self._split(branch.path)
        if not steps:
            scope.conditions += self._property(variable, name, branch)
            return
        if branch.count:
            scope.conditions.append(self._count(variable, branch, branch.count))
        elif branch.quantifier is Quantifier.SOME:
            end, edge = self._walk(scope, variable, steps, "" if name else branch.pattern.label, branch.facts)
            if branch.name:
                scope.named[branch.name] = (end, edge)
            if name:
                scope.conditions += self._property(end, name, branch)
            else:
                self._held(scope, end, branch.pattern)
        elif branch.quantifier is Quantifier.NONE:
            inside = replace(branch, quantifier=Quantifier.SOME, name="")
            scope.conditions.append(f"NOT {self._exists(variable, inside)}")
        else:
            inside = replace(branch, quantifier=Quantifier.SOME, name="")
            scope.conditions.append(
                self._exists(variable, replace(inside, pattern=Pattern(label=branch.pattern.label)))
            )
            scope.conditions.append(f"NOT {self._exists(variable, inside, denied=True)}")

    def _walk(
        self, scope: _Scope, variable: _Variable, steps: Path, label: str, facts: Sequence[FactTest] = ()
    ) -> tuple[_Variable, _Edge]:
        """Add the edges of steps between nodes; return the last variable and the last edge."""
        at, edge = variable, None
        for place, move in enumerate(steps):
            own = label if place == len(steps) - 1 else ""
            end = self._variable(own, self._reached(at.label, move) if not own else "")
            kind = self._schema.type[move.relation]
            edge = _Edge(at, move, end, kind.symmetric, self._name("r"))
            scope.edges.append(edge)
            at = end
        assert edge is not None
        for fact in facts:
            edge.used = True
            scope.conditions.append(self._fact(edge, fact))
        return at, edge

    def _reached(self, label: str, move: Move) -> str:
        """Return the one label of the nodes that a step leads to; "" where there may be several."""
        found = {
            one.target if move.outward else one.source
            for one in self._schema.type[move.relation].connections
            if not label or (one.source if move.outward else one.target) == label
        }
        return found.pop() if len(found) == 1 else ""

    def _exists(self, variable: _Variable, branch: Branch, denied: bool = False) -> str:
        return f"EXISTS {{ {self._inside(variable, branch, denied)[0]} }}"

    def _inside(self, variable: _Variable, branch: Branch, denied: bool = False) -> tuple[str, _Variable]:
        """Return the MATCH of a branch inside of a subquery, and the variable that it leads to."""
        variable.used = True
        scope = _Scope(variable)
        steps, name = self._split(branch.path)
        end, _ = self._walk(scope, variable, steps, "" if name else branch.pattern.label, branch.facts)
        held = _Scope(end)
        if name:
            held.conditions += self._property(end, name, branch)
        else:
            self._held(held, end, branch.pattern)
        scope.edges += held.edges
        if denied:
            conditions = [Expression(one) for one in held.conditions]
            for key, value in end.inline:
                end.used = True
                conditions.append(Expression(f"{end.name}.{identifier(key)} = {value}"))
            end.inline.clear()
            held.conditions = [str(negated(*conditions))] if conditions else ["false"]
        scope.conditions += held.conditions
        patterns = self._patterns(scope, variable, declared=True)
        conditions = [Expression(one) for one in scope.conditions]
        return str(Match(patterns[0], tuple(conditions), more=tuple(patterns[1:]))), end

    def _count(self, variable: _Variable, branch: Branch, test: ValueTest) -> str:
        if not isinstance(test.value, int | float):
            raise InputError(
                f"{test.value!r} is no number to count to",
                hint="count with a number, as in: count -relation-> >= 2",
            )
        text, _ = self._inside(variable, replace(branch, count=None, name=""))
        return (
            f"COUNT {{ {text.removeprefix('MATCH ')} }} {_sign(test.comparison)} {self._parameter(test.value)}"
        )

    def _itself(self, variable: _Variable, branch: Branch) -> str:
        variable.used = True
        scope = _Scope(variable)
        self._held(scope, variable, branch.pattern)
        if scope.edges:
            raise InputError(
                "a condition on the entity itself has no steps", hint="put the steps into branches"
            )
        text = conjunction(map(Expression, scope.conditions))
        return f"NOT ({text})" if branch.quantifier is Quantifier.NONE else text

    def _comparison(self, scope: _Scope, one: Compared) -> str:
        left, right = self._term(scope, one.left), self._term(scope, one.right)
        return f"{left} {_sign(one.comparison)} {right}"

    def _term(self, scope: _Scope, term: Term) -> str:
        if term.start:
            return self._value_of(thing_of(term.start), term.path)
        return self._value(scope, *scope.named[""], term.path)

    def _value_of(self, thing: Thing, path: Path) -> str:
        """Return the value that a path leads to from the nodes of a name, of which one counts."""
        start = self._variable(thing.owner, "")
        scope = _Scope(start)
        scope.conditions += self._property(start, thing.property, _called(thing))
        value = self._value(scope, start, None, path)
        patterns = self._patterns(scope, start)
        conditions = tuple(map(Expression, scope.conditions))
        return f"head(COLLECT {{ {Match(patterns[0], conditions, more=tuple(patterns[1:]))} RETURN {value} }})"

    # Properties

    def _split(self, path: Path) -> tuple[Path, str]:
        """Return the steps of a path between nodes, and the property that it ends with, "" for none.

        Raises:
            InputError: the graph has no such type, or a property is in the middle.
        """
        if len(path) > MAX_STEPS + 1:
            raise InputError(f"a path of {len(path)} steps", hint=f"paths have {MAX_STEPS} steps at most")
        *before, last = path
        name = ""
        if last.relation.startswith(PROPERTY) and last.relation not in self._schema.type:
            name, path = last.relation.removeprefix(PROPERTY), tuple(before)
            if not last.outward:
                raise InputError(
                    f"{last.relation!r} leads from a node to a value", hint="write it the other way"
                )
        for move in path:
            if move.relation not in self._schema.type:
                raise InputError(f"the graph has no relation {move.relation!r}")
        return tuple(path), name

    def _property(self, variable: _Variable, name: str, branch: Branch) -> list[str]:
        """Return what must hold of a property of a variable."""
        facts = self._facts(variable, name)
        tests, quantifier = branch.pattern.tests, branch.quantifier
        if branch.count or branch.pattern.branches or branch.pattern.entities:
            raise InputError(f"the value of {name!r} is no node", hint="compare it with a value")
        text = f"{variable.name}.{identifier(name)}"
        if not tests:
            variable.used = True
            return [f"{text} IS {'NULL' if quantifier is Quantifier.NONE else 'NOT NULL'}"]
        if quantifier is Quantifier.NONE and len(tests) == 1 and tests[0].comparison is Comparison.EQUAL:
            tests, quantifier = (replace(tests[0], comparison=Comparison.UNEQUAL),), Quantifier.SOME
        if (
            quantifier is Quantifier.SOME
            and len(tests) == 1
            and tests[0].comparison is Comparison.EQUAL
            and self._as_stored(facts, tests[0])
            and name not in dict(variable.inline)
        ):
            assert isinstance(tests[0].value, str | int | float)
            variable.inline.append((name, self._parameter(tests[0].value)))
            return []
        variable.used = True
        held = [tested(text, facts, one.comparison, one.value, self._parameter) for one in tests]
        return held if quantifier is not Quantifier.NONE else [str(negated(*map(Expression, held)))]

    def _as_stored(self, facts: Property, test: ValueTest) -> bool:
        """Return whether a value is one as the property has them, so that it is looked up."""
        if isinstance(test.value, str):
            return (
                facts.type is not ValueType.LIST
                and facts.stored == ("STRING",)
                and facts.type is not ValueType.BOOLEAN
            )
        return isinstance(test.value, int | float) and facts.type is ValueType.NUMBER and not is_text(facts)

    def _named(self, variable: _Variable, test: ValueTest) -> str:
        """Return a test of the name of a node."""
        naming = self._naming(variable)
        variable.used = True
        text = f"{variable.name}.{identifier(naming[0])}"
        return tested(text, self._facts(variable, naming[0]), test.comparison, test.value, self._parameter)

    def _fact(self, edge: _Edge, fact: FactTest) -> str:
        facts = self._fact_facts(edge, fact.qualifier)
        text = f"{edge.name}.{identifier(fact.qualifier)}"
        return tested(text, facts, fact.test.comparison, fact.test.value, self._parameter)

    def _fact_facts(self, edge: _Edge, name: str) -> Property:
        found = next(
            (one for one in self._schema.type[edge.move.relation].properties if one.name == name), None
        )
        if found is None:
            raise InputError(f"relationships of type {edge.move.relation!r} have no property {name!r}")
        return found

    def _facts(self, variable: _Variable, name: str) -> Property:
        labels: Sequence[Label] = self._schema.labels
        if variable.label:
            if variable.label not in self._schema.label:
                raise InputError(f"the graph has no label {variable.label!r}")
            labels = [self._schema.label[variable.label]]
        for label in labels:
            for one in label.properties:
                if one.name == name:
                    return one
        where = f"nodes with the label {variable.label!r}" if variable.label else "the graph's nodes"
        raise InputError(f"{where} have no property {name!r}")

    def _naming(self, variable: _Variable) -> tuple[str, ...]:
        labels = (
            [self._schema.label[variable.label]]
            if variable.label in self._schema.label
            else self._schema.labels
        )
        found = tuple(dict.fromkeys(name for label in labels for name in label.naming[:1]))
        if not found:
            raise InputError(f"nothing names nodes with the label {variable.label!r}")
        return found

    def _name_of(self, variable: _Variable) -> str:
        variable.used = True
        labels = (
            [self._schema.label[variable.label]]
            if variable.label in self._schema.label
            else self._schema.labels
        )
        names = tuple(dict.fromkeys(name for label in labels for name in label.naming[:1]))
        if not names:
            return f"elementId({variable.name})"
        texts = [f"{variable.name}.{identifier(name)}" for name in names]
        return texts[0] if len(texts) == 1 else f"coalesce({', '.join(texts)})"

    # What is returned

    def _value(
        self, scope: _Scope, variable: _Variable, edge: _Edge | None, path: Path, shown: bool = False
    ) -> str:
        """Return the expression of what a path leads to; as it is stored where it is `shown`."""
        if not path:
            return self._name_of(variable)
        steps, name = self._split(path)
        if steps:
            variable, _edge = self._walk(scope, variable, steps, "")
        if not name:
            return self._name_of(variable)
        variable.used = True
        text = f"{variable.name}.{identifier(name)}"
        facts = self._facts(variable, name)
        return text if shown else comparable(text, facts)

    def _column(self, scope: _Scope, column: Column) -> str:
        if column.of not in scope.named:
            raise InputError(f"no branch is called ${column.of}", hint="name it: -relation-> as $name")
        variable, edge = scope.named[column.of]
        if column.fact:
            if edge is None:
                raise InputError(
                    "only what a branch leads to has a fact", hint="name a branch: -relation-> as $name"
                )
            edge.used = True
            text = f"{edge.name}.{identifier(column.fact)}"
            facts = self._fact_facts(edge, column.fact)
            text = comparable(text, facts) if column.summary in _MEASURING else text
        elif column.summary is Summary.COUNT and not column.path:
            variable.used = True
            text = variable.name
        else:
            text = self._value(scope, variable, edge, column.path, column.summary not in _MEASURING)
        if not column.summary:
            return text
        return f"{_SUMMARIES[column.summary]}({'DISTINCT ' if column.distinct else ''}{text})"

    def _returned(self, query: Query, scope: _Scope, limit: int) -> list[str]:
        variable = scope.root
        if query.table:
            return self._rows(query.table, scope, limit)
        if query.form is Form.LIST:
            name = self._name_of(variable)
            most = self._parameter(limit + 1, "limit")
            end = f" ORDER BY name LIMIT {most}" if query.order is None else f" LIMIT {most}"
            return [f"RETURN DISTINCT {name} AS name, elementId({variable.name}) AS id{end}"]
        variable.used = True
        if query.form is Form.COUNT:
            once = "DISTINCT " if scope.edges else ""
            return [f"RETURN count({once}{variable.name}) AS value"]
        return [f"RETURN count({variable.name}) {'>' if query.form is Form.EXISTS else '='} 0 AS value"]

    def _rows(self, table: Table, scope: _Scope, limit: int) -> list[str]:
        texts = [self._column(scope, column) for column in table.columns]
        clauses: list[str] = []
        nodes = [scope.named[one.of][0] for one in table.columns if not (one.summary or one.path or one.fact)]
        if nodes and not table.having and any(one.summary for one in table.columns):
            # Of each node, and not of all that bear one name.
            known = {text: f"value{place}" for place, text in enumerate(texts, 1)}
            kept = [
                text
                for text, one in zip(texts, table.columns, strict=True)
                if one.path or one.summary or one.fact
            ]
            parts = [
                *dict.fromkeys(node.name for node in nodes),
                *(f"{text} AS {known[text]}" for text in kept),
            ]
            clauses.append(f"WITH {', '.join(parts)}")
            texts = [known[text] if text in kept else text for text in texts]
        elif self._of_one_node(table, scope):
            clauses.append(f"WITH DISTINCT {scope.named[table.columns[0].of][0].name}")
        most = table.limit or limit + 1
        end = f" SKIP {self._parameter(table.skip, 'skip')}" if table.skip else ""
        end += f" LIMIT {self._parameter(most, 'limit')}"
        if table.having:
            aliases = [f"column{place}" for place in range(1, len(texts) + 1)]
            held = [self._column(scope, one.column) for one in table.having]
            known = dict(zip(texts, aliases, strict=True))
            extra = {text: f"measure{place}" for place, text in enumerate(held, 1) if text not in known}
            known |= extra
            clauses.append("WITH " + ", ".join(f"{text} AS {alias}" for text, alias in known.items()))
            tests = [
                f"{known[text]} {_sign(one.test.comparison)} {self._parameter(_number(one.test))}"
                for text, one in zip(held, table.having, strict=True)
            ]
            clauses.append(f"WHERE {' AND '.join(tests)}")
            texts = [known[text] for text in texts]
        once = "DISTINCT " if table.distinct and not any(one.summary for one in table.columns) else ""
        named = list(dict.fromkeys(texts))
        sorting = self._sorting(table, texts)
        return [*clauses, f"RETURN {once}{', '.join(named)}", *([sorting] if sorting else []), end.strip()]

    def _of_one_node(self, table: Table, scope: _Scope) -> bool:
        """Return whether a table shows one node of several: each such node is a row, in however many ways it fits."""
        if table.having or table.distinct or any(one.summary or one.fact for one in table.columns):
            return False
        nodes = {scope.named[one.of][0].name for one in table.columns}
        several = len(scope.edges) > 0 and not any(
            self._split(one.path)[0] for one in table.columns if one.path
        )
        return len(nodes) == 1 and several

    def _sorting(self, table: Table, texts: Sequence[str]) -> str:
        def way(one: Sorting) -> str:
            return f"{texts[one.column - 1]}{' DESC' if one.descending else ''}"

        return f"ORDER BY {', '.join(map(way, table.sorting))}" if table.sorting else ""

    def _ordered(self, query: Query, scope: _Scope) -> list[str]:
        if query.order is None:
            return []
        order, root = query.order, scope.root
        root.used = True
        measure = self._measure(scope, order.measure)
        best = "max" if order.greatest else "min"
        first = self._parameter(order.place - 1, "first")
        last = self._parameter(order.place - 1 + order.many, "last")
        x = root.name
        return [
            f"WITH {x}, {best}({measure}) AS measure WHERE measure IS NOT NULL",
            f"ORDER BY measure {'DESC' if order.greatest else 'ASC'}",
            f"WITH collect({{x: {x}, measure: measure}}) AS ordered",
            "UNWIND ordered AS one",
            f"WITH one.x AS {x}, one.measure AS measure, [o IN ordered[{first}..{last}] | o.measure] AS kept",
            "WHERE measure IN kept",
        ]

    def _measure(self, scope: _Scope, measure: Measure) -> str:
        if measure.until:
            raise InputError("differences of values cannot be asked of an attached graph yet")
        if measure.qualifier:
            return self._qualifier(scope, measure.qualifier)
        if measure.count:
            text, _ = self._inside(scope.root, Branch(measure.path))
            return f"COUNT {{ {text.removeprefix('MATCH ')} }}"
        return self._value(scope, scope.root, None, measure.path)

    def _qualifier(self, scope: _Scope, name: str) -> str:
        """Return the expression of a property of the relationships by which the first branch leaves the root."""
        edge = next((one for one in scope.edges if one.start is scope.root), None)
        if edge is None:
            raise InputError(
                f"there is no relationship whose {name!r} could be taken", hint="begin with a branch"
            )
        edge.used = True
        return comparable(f"{edge.name}.{identifier(name)}", self._fact_facts(edge, name))

    # Proof

    def _told(self, variable: _Variable) -> str:
        variable.used = True
        label = f"head(labels({variable.name}))"
        return f"{label} + ':' + elementId({variable.name}), toString({self._name_of(variable)})"

    def _at(self, text: str, edge: _Edge) -> _Variable:
        return _Variable(text, edge.start.label, True)

    def _properties(self, query: Query, scope: _Scope) -> list[tuple[_Variable, str]]:
        """Return the properties that the conditions and columns of a query take, with their variables."""
        found = [(variable, key) for variable, _ in scope.named.values() for key, _ in variable.inline]
        for branch in query.pattern.branches:
            if branch.path and not self._split(branch.path)[0] and branch.quantifier is Quantifier.SOME:
                found.append((scope.root, branch.path[-1].relation.removeprefix(PROPERTY)))
        for column in query.table.columns if query.table else ():
            if len(column.path) == 1 and not self._split(column.path)[0]:
                found.append((scope.named[column.of][0], column.path[0].relation.removeprefix(PROPERTY)))
        naming = {one.name: one.naming[:1] for one in self._schema.labels}
        return [(one, name) for one, name in found if (name,) != naming.get(one.label)]

    # Names and parameters

    def _variable(self, label: str, reached: str) -> _Variable:
        if label and label not in self._schema.label:
            raise InputError(f"the graph has no label {label!r}")
        words = _NOT_PLAIN.sub("", (label or reached or "n").lower())
        return _Variable(self._name(words[:1] if words[:1].isalpha() else "n"), label or reached)

    def _name(self, letter: str) -> str:
        name, number = letter, 1
        while name in self._names:
            number += 1
            name = f"{letter}{number}"
        self._names.add(name)
        return name

    def _parameter(self, value: int | float | str | bool | date | list[str], name: str = "") -> str:
        name = name or f"p{len(self._parameters) + 1}"
        self._parameters[name] = value
        return f"${name}"


def _called(thing: Thing) -> Branch:
    tests = (ValueTest(Comparison.EQUAL, thing.value),)
    return Branch((Move(property_relation(thing.property), True),), Pattern(tests=tests))


_MEASURING = (Summary.SUM, Summary.AVERAGE, Summary.MAXIMUM, Summary.MINIMUM)


def _sign(comparison: Comparison) -> str:
    if comparison is Comparison.AT:
        raise InputError("'at' is for facts", hint="compare with = and a date")
    return "<>" if comparison is Comparison.UNEQUAL else str(comparison)


def _number(test: ValueTest) -> int | float:
    if isinstance(test.value, int | float):
        return test.value
    raise InputError(f"{test.value!r} is no number", hint="compare with a number, as in: having count $m > 2")
