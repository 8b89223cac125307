"""Turns a sketch into a query: joins the variables from the root, and adds columns, order and limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import ValueType
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import (
    Branch,
    Column,
    Form,
    Having,
    Measure,
    Order,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.current_state import hold_presently
from kgqa_neo4j.plans.reading.labelled.denying import negate_whole_paths
from kgqa_neo4j.plans.reading.labelled.joining import Edge, Variable
from kgqa_neo4j.plans.reading.labelled.phrasing import Phrasing
from kgqa_neo4j.plans.reading.labelled.sketch import SketchColumn, property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.splitting import split_ways
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind

# Cost of a named relationship type that is not used, and the minimum score for it to count as named.
_UNWALKED, _NAMED = 0.5, 0.85
# Required lead of that score over all other meanings of the words.
_AHEAD = 0.2


class Assembly(SketchWriter):
    """Builds the query of one question from its sketch."""

    def query(self) -> Query | None:
        """Return the query.

        None if its nodes cannot be joined, or if a column belongs to a node that is only counted or negated.
        """
        sketch = self._sketch
        if not sketch.order:
            if not sketch.needed:
                return None
            kind = max(self._schema.type[sketch.needed[0]].connections, key=lambda one: one.count)
            sketch.variable(kind.source, 0)
        root = sketch.root or next(
            (one.variable for one in sketch.outs if one.variable and not one.summary), None
        )
        root = root or next((one.variable for one in sketch.outs if one.variable), None) or sketch.order[0]
        if id(root) in sketch.counted or root.negated:
            root = next(
                (one for one in sketch.order if id(one) not in sketch.counted and not one.negated), root
            )
        others = [one for one in sketch.order if one is not root]
        phrasing = Phrasing(self._joiner, self._asked, sketch)
        joined = self._joiner.join(root, others, sketch.said, sketch.needed, sketch.doubled, phrasing)
        if joined is None:
            return None
        edges, cost = joined
        sketch.score -= cost + _UNWALKED * self._unwalked(edges)
        negate_whole_paths(self._asked, sketch, edges)
        self._widen(edges)
        arriving = {id(edge.end): edge for edge in edges}
        by_type = {edge.move.relation: edge for edge in edges}
        if not self._types_of_facts() <= by_type.keys():
            return None
        for owner, test in sketch.facts:
            by_type[owner].facts.append(test)
        hold_presently(self._asked.tokens, self._schema, edges, self._spoken_facts())
        named = {id(one) for one in sketch.order}
        having = [*self._having(), *sketch.having]
        counted = self._counted(arriving, named)
        if any(self._unseen(one, by_type, arriving, counted) for one in sketch.outs):
            return None
        columns = []
        for number, one in enumerate(sorted(sketch.outs, key=lambda out: out.place), 1):
            columns.append(self._column(one, root, by_type, number))
        tests = tuple(Having(self._column(out, root, by_type, 98), test) for out, test in having)
        most = self._most(root, arriving)
        if most is None and sketch.sorting:
            # Called only to name the variable that rows are sorted by.
            self._column(sketch.sorting[0], root, by_type, 99)
        pattern = split_ways(self._schema, _pattern(root, counted))
        return self._query(pattern, root, columns, by_type, tests, most)

    def _widen(self, edges: Sequence[Edge]) -> None:
        """Mark unnamed intermediate nodes as `wide` if the same steps also lead through nodes of other labels."""
        known = {id(one) for one in self._sketch.order}
        for edge in edges:
            middle = edge.end
            if id(middle) in known or not middle.steps:
                continue
            labels = {end for move, end, _ in self._joiner.steps_of(edge.start.label) if move == edge.move}
            for further in middle.steps:
                labels &= {
                    end
                    for move, end, _ in self._joiner.steps_of(further.end.label)
                    if move == further.move.back
                }
            middle.wide = len(labels) > 1

    def _most(self, root: Variable, arriving: dict[int, Edge]) -> Order | None:
        """Return the order by a count that is not shown: "who directed the most films".

        None for any other order, and if conditions apply to the counted nodes.
        """
        if self._sketch.sorting is None:
            return None
        out, down, many = self._sketch.sorting
        outs = self._sketch.outs
        if out.summary is not Summary.COUNT or out.variable is None or out.counted:
            return None
        if any(one is out or one.summary for one in outs):
            return None
        path: tuple[Move, ...] = ()
        at = out.variable
        while at is not root:
            edge = arriving.get(id(at))
            aside = len(at.steps) > (at is not out.variable)
            if (
                edge is None
                or at.branches
                or aside
                or at.negated
                or edge.facts
                or id(at) in self._sketch.counted
            ):
                return None
            path, at = (edge.move, *path), edge.start
        return Order(Measure(path, count=True), down, 1, many) if path else None

    def _spoken_facts(self) -> set[tuple[str, str]]:
        """Return the relationship properties that are tested, shown or sorted by, as pairs of type and name."""
        outs = [*self._sketch.outs, *(self._sketch.sorting[:1] if self._sketch.sorting else ())]
        elements = [one.element for one in outs if one.element and one.element.kind is Kind.FACT]
        shown = {(one.owner, one.name) for one in elements}
        return shown | {(owner, test.qualifier) for owner, test in self._sketch.facts}

    def _types_of_facts(self) -> set[str]:
        """Return the types whose relationships have a property that is tested, shown or sorted by."""
        return {owner for owner, _ in self._spoken_facts()}

    def _having(self) -> list[tuple[SketchColumn, ValueTest]]:
        """Turn conditions on a count into conditions on its column, if the count is shown."""
        found = []
        for out in self._sketch.outs:
            if out.summary is Summary.COUNT and out.variable is not None and out.element is None:
                test = self._sketch.counted.pop(id(out.variable), None)
                found += [(out, test)] if test is not None else []
        return found

    def _unwalked(self, edges: Sequence[Edge]) -> int:
        """Return how many spots clearly name a type that is not used, and mark their tokens as unexplained."""
        walked = {edge.move.relation for edge in edges} | self._sketch.doubled
        terms = [term for one in self._sketch.compared for term in one.terms]
        walked |= {move.relation for term in terms for move in term.path}
        walked |= {
            branch.path[0].relation
            for variable in self._sketch.order
            for branch in variable.branches
            if (branch.quantifier is Quantifier.NONE or branch.count) and branch.path
        }
        walked |= {out.counted.relation for out in self._sketch.outs if out.counted}
        count = 0
        for spot in self._asked.spots:
            named = spot.of(Kind.TYPE)
            others = spot.best(Kind.LABEL, Kind.PROPERTY, Kind.FACT)
            if named and named[0].score >= max(_NAMED, others + _AHEAD):
                best = {one.element.name for one in named if one.score >= named[0].score}
                if not best & walked:
                    count += 1
                    self._sketch.used.difference_update(range(spot.first, spot.last))
        return count

    def _asks_values(self, columns: Sequence[Column]) -> bool:
        """Return whether the distinct values of a property are requested, rather than one value per node."""
        if len(columns) != 1 or columns[0].of or columns[0].fact:
            return False
        if self._sketch.labels or self._asked.filters:
            return self._asks_which_values()
        named = next(iter(self._sketch.properties.values()), None)
        return named is not None and bool(property_of(self._schema, named.element).values)

    def _asks_which_values(self) -> bool:
        """Return whether the question opens with a property that has few values: "in which cities do ..."."""
        place = min(self._sketch.properties, default=None)
        head = min(self._sketch.labels, default=None)
        if place is None:
            return False
        spot = self._asked.spots[place]
        first = spot.first
        if head is not None and head < place:
            # "What aircraft models" asks for models.
            if self._asked.spots[head].last != first:
                return False
            first = self._asked.spots[head].first
        asked = first > 0 and self._asked.tokens[first - 1].lower in ("which", "what")
        plural = self._asked.tokens[spot.last - 1].lower.endswith("s")
        return (
            asked and plural and bool(property_of(self._schema, self._sketch.properties[place].element).values)
        )

    def _unseen(
        self,
        one: SketchColumn,
        by_type: dict[str, Edge],
        arriving: dict[int, Edge],
        counted: dict[int, ValueTest],
    ) -> bool:
        """Return whether a column belongs to a node that is only counted or negated."""
        end = by_type[one.element.owner].end if one.element and one.element.kind is Kind.FACT else one.variable
        while end is not None:
            if id(end) in counted or end.negated:
                return True
            edge = arriving.get(id(end))
            end = edge.start if edge else None
        return False

    def _counted(self, arriving: dict[int, Edge], named: set[int]) -> dict[int, ValueTest]:
        """Return the conditions on counts, each moved to the first unnamed node on the path to what is counted."""
        moved = {}
        for ident, test in self._sketch.counted.items():
            edge = arriving.get(ident)
            if edge is None:
                continue
            while id(edge.start) not in named and id(edge.start) in arriving:
                edge = arriving[id(edge.start)]
            moved[id(edge.end)] = test
        return moved

    def _column(self, one: SketchColumn, root: Variable, by_type: dict[str, Edge], number: int) -> Column:
        if one.element is not None and one.element.kind is Kind.FACT:
            edge = by_type[one.element.owner]
            edge.end.name = edge.end.name or f"v{number}"
            return Column((), edge.end.name, one.element.name, one.summary, one.distinct, part=one.part)
        assert one.variable is not None
        of = ""
        if one.variable is not root:
            one.variable.name = one.variable.name or f"v{number}"
            of = one.variable.name
        if one.counted:
            return Column((one.counted,), of, "", one.summary, one.distinct, counted=True)
        path = (Move(property_relation(one.element.name), True),) if one.element else ()
        distinct = one.distinct or (one.nodes and bool(root.steps))
        return Column(path, of, "", one.summary, distinct, apart=self._is_apart(one), part=one.part)

    def _is_apart(self, one: SketchColumn) -> bool:
        """Return whether each item of a list gets its own row: "list her hobbies one by one"."""
        listed = one.element is not None and property_of(self._schema, one.element).type is ValueType.LIST
        return self._asked.operations.apart and listed and not one.summary

    def _query(
        self,
        pattern: Pattern,
        root: Variable,
        columns: list[Column],
        by_type: dict[str, Edge],
        having: tuple[Having, ...],
        most: Order | None,
    ) -> Query | None:
        operations, sketch = self._asked.operations, self._sketch
        choosing = sketch.chosen is not None and sketch.sorting is not None
        if operations.whether and not choosing and not any(one.summary for one in columns):
            return Query(pattern, tuple(sketch.compared), form=Form.EXISTS)
        if not columns:
            return None
        order = most
        sorting: tuple[Sorting, ...] = ()
        limit = operations.many
        if most is not None:
            limit = 0
        elif sketch.sorting:
            out, down, many = sketch.sorting
            column = self._column(out, root, by_type, 99)
            if column in columns:
                sorting, limit = (Sorting(columns.index(column) + 1, down),), many
            elif many and self._is_of_first_step(out, root, columns):
                order, limit = Order(Measure(qualifier=column.fact), down, 1, many), 0
            elif sketch.hidden:
                columns.append(replace(column, hidden=True))
                sorting, limit = (Sorting(len(columns), down),), many
            elif (
                not column.of
                and not column.fact
                and many
                and all(not one.of and not one.summary for one in columns)
            ):
                order, limit = Order(Measure(column.path), down, 1, many), 0
            else:
                # Hide the sorting column: "who drafted the longest document" does not ask for the length.
                extreme = operations.most is not None and not operations.groups
                unsaid = bool(many) and not operations.sort and (extreme or not out.summary)
                columns.append(replace(column, hidden=unsaid))
                sorting, limit = (Sorting(len(columns), down),), many
        unique = list(dict.fromkeys(columns))
        if len(unique) != len(columns):
            if sorting:
                sorting = (replace(sorting[0], column=unique.index(columns[sorting[0].column - 1]) + 1),)
            columns = unique
        distinct = (
            operations.distinct
            or sketch.once
            or any(one.apart for one in columns)
            or self._asks_values(columns)
        )
        distinct = distinct and not any(one.summary for one in columns)
        return Query(
            pattern,
            tuple(sketch.compared),
            order=order,
            table=Table(tuple(columns), distinct, having, sorting, limit),
        )

    def _is_of_first_step(self, out: SketchColumn, root: Variable, columns: Sequence[Column]) -> bool:
        """Return whether rows of the root are sorted by a property of its first step: "who booked the most hours"."""
        return (
            out.element is not None
            and out.element.kind is Kind.FACT
            and not out.summary
            and not root.branches
            and bool(root.steps)
            and root.steps[0].move.relation == out.element.owner
            and all(not (one.of or one.fact or one.summary) for one in columns)
        )


def _pattern(variable: Variable, counted: dict[int, ValueTest]) -> Pattern:
    """Return the pattern around a variable, including everything joined to it."""
    branches = list(variable.branches)
    for edge in variable.steps:
        inner = _pattern(edge.end, counted)
        if (test := counted.get(id(edge.end))) is not None:
            branches.append(Branch((edge.move,), inner, count=test, facts=tuple(edge.facts)))
            continue
        quantifier = Quantifier.NONE if edge.end.negated else Quantifier.SOME
        name = "" if edge.end.negated else edge.end.name
        branches.append(Branch((edge.move,), inner, quantifier, None, tuple(edge.facts), name))
    label = "" if variable.wide and not variable.branches else variable.label
    return Pattern(label=label, branches=tuple(branches))
