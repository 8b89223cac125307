"""The clauses after the MATCH of a statement over an attached graph, which return, group, sort and limit rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.cypher_tree import identifier, share
from kgqa_neo4j.plans.language.property_conditions import Conditions
from kgqa_neo4j.plans.language.property_scope import Names, Scope, match_of
from kgqa_neo4j.plans.language.property_terms import Terms
from kgqa_neo4j.plans.language.property_values import AsValue, as_stored, items, measured, operator, within
from kgqa_neo4j.plans.language.query import (
    SUMMARY_OF,
    Branch,
    Column,
    Form,
    Function,
    Measure,
    Query,
    Sorting,
    Summary,
    Table,
    ValueTest,
)

_SUMMARIES = {
    Summary.SUM: "sum",
    Summary.AVERAGE: "avg",
    Summary.MAXIMUM: "max",
    Summary.MINIMUM: "min",
    Summary.COLLECTED: "collect",
    Summary.COUNT: "count",
}
_MEASURING = (Summary.SUM, Summary.AVERAGE, Summary.MAXIMUM, Summary.MINIMUM)


class Rows:
    """Builds the clauses of one statement after its MATCH.

    `joined` are groups of columns that make up one name, known once the clauses are built.
    """

    def __init__(self, terms: Terms, names: Names, conditions: Conditions) -> None:
        self._terms = terms
        self._names = names
        self._conditions = conditions
        self.joined: tuple[tuple[str, ...], ...] = ()

    def clauses(self, query: Query, scope: Scope, limit: int) -> list[str]:
        """Return the clauses that sort the root's nodes and return the rows, at most `limit` + 1.

        Raises:
            InputError: see `column`.
        """
        ordered = self._ordered(query, scope)
        if not ordered or not self._leads_away(query.table):
            return [*ordered, *self._returned(query, scope, limit)]
        # The first nodes are chosen before their columns are looked up, and kept even if these are empty.
        beside = Scope(scope.root, named={"": (scope.root, None)})
        returned = self._returned(query, beside, limit)
        return [*ordered, f"OPTIONAL {match_of(beside, scope.root, declared=True)}", *returned]

    def _leads_away(self, table: Table | None) -> bool:
        """Return whether a column of a table shows what steps from the root lead to."""
        columns = table.columns if table else ()
        return any(one.path and not one.of and bool(self._terms.split(one.path)[0]) for one in columns)

    def column(self, scope: Scope, column: Column) -> str:
        """Return the expression for a column.

        Raises:
            InputError: the query has no such branch, or the graph no such property.
        """
        if column.of not in scope.named:
            raise InputError(f"no branch is called ${column.of}", hint="name it: -relation-> as $name")
        variable, edge = scope.named[column.of]
        if column.counted:
            text = self._conditions.number(variable, Branch(column.path))
        elif column.fact:
            if edge is None:
                raise InputError("only branches have facts", hint="name a branch: -relation-> as $name")
            edge.used = True
            text = f"{edge.name}.{identifier(column.fact)}"
            facts = self._terms.fact(edge.move.relation, column.fact)
            text = measured(text, facts) if column.summary in _MEASURING else text
            text = within(text, facts, column.part) if column.part else text
        elif column.summary is Summary.COUNT and not column.path:
            variable.used = True
            text = variable.name
        else:
            as_value: AsValue = measured if column.summary in _MEASURING else as_stored
            if column.part:
                as_value = partial(within, part=column.part)
            text = self._conditions.value(scope, variable, edge, column.path, as_value)
        if not column.summary:
            return text
        return f"{_SUMMARIES[column.summary]}({'DISTINCT ' if column.distinct else ''}{text})"

    def _returned(self, query: Query, scope: Scope, limit: int) -> list[str]:
        variable = scope.root
        if query.table:
            return self._rows(query.table, scope, limit)
        if query.aggregate:
            value = f"abs({self._measure(scope, query.aggregate.measure)})"
            if query.aggregate.function is Function.VALUE:
                return [f"RETURN DISTINCT {value} AS value ORDER BY value"]
            return [f"RETURN {_SUMMARIES[SUMMARY_OF[query.aggregate.function]]}({value}) AS value"]
        if query.form is Form.LIST:
            name = self._conditions.name_of(variable)
            most = self._names.parameter(limit + 1, "limit")
            end = f" ORDER BY name LIMIT {most}" if query.order is None else f" LIMIT {most}"
            return [f"RETURN DISTINCT {name} AS name, elementId({variable.name}) AS id{end}"]
        variable.used = True
        if query.part:
            fits = self._conditions.fits(variable, query.part)
            return [f"RETURN {share(variable.name, fits, query.form.whole)} AS value"]
        if query.form is Form.COUNT:
            once = "DISTINCT " if scope.edges else ""
            return [f"RETURN count({once}{variable.name}) AS value"]
        return [f"RETURN count({variable.name}) {'>' if query.form is Form.EXISTS else '='} 0 AS value"]

    def _rows(self, table: Table, scope: Scope, limit: int) -> list[str]:
        texts = [self.column(scope, column) for column in table.columns]
        clauses: list[str] = []
        if self._counts_of_root(table, scope):
            # Each node counts once, however many ways it matches.
            clauses.append(f"WITH DISTINCT {scope.root.name}")
        texts = self._unwound(table, scope, texts, clauses)
        nodes = [scope.named[one.of][0] for one in table.columns if self._is_node(scope, one)]
        if nodes and not table.having and any(one.summary for one in table.columns):
            # One group for each node, not for each name.
            known = {text: f"value{place}" for place, text in enumerate(texts, 1)}
            kept = [
                text for text, one in zip(texts, table.columns, strict=True) if not self._is_node(scope, one)
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
        end = f" SKIP {self._names.parameter(table.skip, 'skip')}" if table.skip else ""
        end += f" LIMIT {self._names.parameter(most, 'limit')}"
        # A name made of two properties is two columns.
        columns = [self._conditions.parts.get(text, (text,)) for text in texts]
        lacking = [self._may_lack(scope, table, one) for one in table.columns]
        if table.each:
            return [*clauses, *self._first_of_each(table, scope, columns, limit)]
        if table.having or any(lacking) or any(one.hidden for one in table.columns):
            # What rows are filtered and sorted by must be computed before they are returned.
            named, columns = self._named_first(table, scope, columns, lacking)
            clauses += named
        shown = [column for column, one in zip(columns, table.columns, strict=True) if not one.hidden]
        self.joined = tuple(column for column in shown if len(column) > 1)
        distinct = table.distinct or self._shows_kinds(table, scope)
        once = "DISTINCT " if distinct and not any(one.summary for one in table.columns) else ""
        named = list(dict.fromkeys(part for column in shown for part in column))
        sorting = self._sorting(table, columns)
        return [*clauses, f"RETURN {once}{', '.join(named)}", *([sorting] if sorting else []), end.strip()]

    def _first_of_each(
        self, table: Table, scope: Scope, columns: Sequence[tuple[str, ...]], limit: int
    ) -> list[str]:
        """Return the clauses that return the first rows of each group."""
        if len(table.sorting) != 1 or not table.limit or table.each > len(columns):
            raise InputError(
                "`of each` needs one `sorted by` column and a number after `first`",
                hint="write: give $group, $, hidden $ -.price-> sorted by 3 down first 1 of each 1",
            )
        by, group = table.sorting[0], table.each - 1
        clauses, columns = self._named_first(table, scope, columns, [True] * len(columns))
        (measure, *_), key = columns[by.column - 1], columns[group]
        rest = [part for column in columns for part in column if part not in key]
        way = " DESC" if by.descending else ""
        first = self._names.parameter(table.limit, "first")
        most = self._names.parameter(limit + 1, "limit")
        shown = dict.fromkeys(
            part
            for column, one in zip(columns, table.columns, strict=True)
            for part in column
            if not one.hidden
        )
        returned = (part if part in key else f"row.{part} AS {part}" for part in shown)
        return [
            *clauses,
            f"WITH * ORDER BY {measure}{way}",
            f"WITH {', '.join(key)}, collect({{{', '.join(f'{part}: {part}' for part in rest)}}}) AS rows",
            f"UNWIND [row IN rows WHERE row.{measure} IN [top IN rows[..{first}] | top.{measure}]] AS row",
            f"RETURN {', '.join(returned)}",
            f"ORDER BY {', '.join(key)}",
            f"LIMIT {most}",
        ]

    def _is_node(self, scope: Scope, column: Column) -> bool:
        """Return whether a column shows nodes that remain separate rows even if they share a name."""
        return _shows_node(column) and not self._terms.shares_names(scope.named[column.of][0].label)

    def _shows_kinds(self, table: Table, scope: Scope) -> bool:
        """Return whether a table shows only names that many nodes share, so that each name is one row."""
        plain = not (table.every or table.sorting or table.having)
        return plain and all(_shows_node(one) and not self._is_node(scope, one) for one in table.columns)

    def _unwound(self, table: Table, scope: Scope, texts: list[str], clauses: list[str]) -> list[str]:
        """Return the expressions for columns; a list is unwound if rows are grouped or the column is `apart`."""
        grouped = any(one.summary for one in table.columns)
        found = list(texts)
        for place, one in enumerate(table.columns):
            listed = self._shown(scope, one) if (grouped or one.apart) and not one.summary else None
            if listed is not None and listed.type is ValueType.LIST:
                found[place] = self._names.name("item")
                clauses.append(f"UNWIND {items(texts[place], listed)} AS {found[place]}")
        return found

    def _shown(self, scope: Scope, column: Column) -> Property | None:
        """Return the property that a column shows; None for a node."""
        if column.fact:
            _, edge = scope.named[column.of]
            return self._terms.fact(edge.move.relation, column.fact) if edge is not None else None
        if not column.path:
            return None
        steps, name = self._terms.split(column.path)
        label = scope.named[column.of][0].label
        for move in steps:
            label = self._terms.reached(label, move)
        return self._terms.property(label, name) if name else None

    def _named_first(
        self, table: Table, scope: Scope, columns: Sequence[tuple[str, ...]], lacking: Sequence[bool]
    ) -> tuple[list[str], list[tuple[str, ...]]]:
        """Return the clauses that name the columns and filter the rows, and the columns by their new names."""
        held = [self.column(scope, one.column) for one in table.having]
        parts = dict.fromkeys(part for column in columns for part in column)
        known = {text: f"column{place}" for place, text in enumerate(parts, 1)}
        known |= {text: f"measure{place}" for place, text in enumerate(held, 1) if text not in known}
        clauses = ["WITH " + ", ".join(f"{text} AS {alias}" for text, alias in known.items())]
        tests = [
            f"{known[text]} {operator(one.test.comparison)} {self._names.parameter(_number(one.test))}"
            for text, one in zip(held, table.having, strict=True)
        ]
        # Missing values would come first in descending order, and are no group.
        hidden = [
            part
            for column, one, lacks in zip(columns, table.columns, lacking, strict=True)
            if lacks or (one.hidden and one.summary is not Summary.COUNT)
            for part in column
        ]
        tests += [f"{known[part]} IS NOT NULL" for part in hidden]
        if tests:
            clauses.append(f"WHERE {' AND '.join(tests)}")
        return clauses, [tuple(known[part] for part in column) for column in columns]

    def _may_lack(self, scope: Scope, table: Table, column: Column) -> bool:
        """Return whether rows are grouped by this column and some nodes lack its value."""
        if column.summary or not any(one.summary for one in table.columns):
            return False
        shown = self._shown(scope, column)
        return shown is not None and shown.present < 1.0 and shown.type is not ValueType.LIST

    def _counts_of_root(self, table: Table, scope: Scope) -> bool:
        """Return whether a table shows counts of what the root is joined to, and otherwise only the root itself."""
        own = [one for one in table.columns if not (one.of or one.fact)]
        others = [one for one in own if one.path and not one.counted]
        return (
            len(scope.edges) > 0
            and len(own) == len(table.columns)
            and any(one.counted for one in own)
            and not any(self._terms.split(one.path)[0] for one in others)
        )

    def _of_one_node(self, table: Table, scope: Scope) -> bool:
        """Return whether a table only shows one of several nodes, so that each such node is one row, however many ways
        it matches."""
        if (
            table.having
            or table.distinct
            or table.every
            or any(one.summary or one.fact for one in table.columns)
            or self._shows_kinds(table, scope)
        ):
            return False
        nodes = {scope.named[one.of][0].name for one in table.columns}
        several = len(scope.edges) > 0 and not any(
            self._terms.split(one.path)[0] for one in table.columns if one.path
        )
        return len(nodes) == 1 and several

    def _sorting(self, table: Table, columns: Sequence[tuple[str, ...]]) -> str:
        def way(one: Sorting) -> str:
            return ", ".join(f"{part}{' DESC' if one.descending else ''}" for part in columns[one.column - 1])

        if table.sorting:
            return f"ORDER BY {', '.join(map(way, table.sorting))}"
        # Groups are sorted by what they are grouped by.
        groups = [column for column, one in zip(columns, table.columns, strict=True) if not one.summary]
        parts = dict.fromkeys(part for column in groups for part in column)
        return f"ORDER BY {', '.join(parts)}" if 0 < len(groups) < len(columns) else ""

    def _ordered(self, query: Query, scope: Scope) -> list[str]:
        if query.order is None:
            return []
        order, root = query.order, scope.root
        root.used = True
        measure = self._measure(scope, order.measure)
        best = "max" if order.greatest else "min"
        first = self._names.parameter(order.place - 1, "first")
        last = self._names.parameter(order.place - 1 + order.many, "last")
        x = root.name
        ranked = f"WITH {x}, {best}({measure}) AS measure"
        if order.measure.count and self._terms.shares_names(root.label):
            # If nodes share their names, as the operating systems of machines do, names are ranked, not nodes.
            shared = f"{self._conditions.name_of(root)} AS {self._names.name('shared')}"
            ranked = f"WITH {shared}, head(collect({x})) AS {x}, sum({measure}) AS measure"
        return [
            f"{ranked} WHERE measure IS NOT NULL",
            f"ORDER BY measure {'DESC' if order.greatest else 'ASC'}",
            f"WITH collect({{x: {x}, measure: measure}}) AS ordered",
            "UNWIND ordered AS one",
            f"WITH one.x AS {x}, one.measure AS measure, [o IN ordered[{first}..{last}] | o.measure] AS kept",
            "WHERE measure IN kept",
        ]

    def _measure(self, scope: Scope, measure: Measure) -> str:
        if measure.until:
            return self._conditions.difference(scope, measure, measure.until)
        if measure.qualifier:
            return self._qualifier(scope, measure.qualifier)
        if measure.count:
            return self._conditions.number(scope.root, Branch(measure.path))
        return self._conditions.value(scope, scope.root, None, measure.path, measured)

    def _qualifier(self, scope: Scope, name: str) -> str:
        """Return the expression for a property of the relationships in the first step of the first branch."""
        edge = next((one for one in scope.edges if one.start is scope.root), None)
        if edge is None:
            raise InputError(f"no relationship to take {name!r} from", hint="start with a branch")
        edge.used = True
        return measured(f"{edge.name}.{identifier(name)}", self._terms.fact(edge.move.relation, name))


def _number(test: ValueTest) -> int | float:
    if isinstance(test.value, int | float):
        return test.value
    raise InputError(
        f"{test.value!r} is not a number", hint="compare with a number, as in: having count $m > 2"
    )


def _shows_node(column: Column) -> bool:
    """Return whether a column shows nodes themselves, by their names."""
    return not (column.summary or column.path or column.fact)
