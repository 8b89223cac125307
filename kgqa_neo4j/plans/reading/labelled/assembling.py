"""The query that a sketch makes: its variables joined from the root, its columns, and how its rows are sorted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
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
from kgqa_neo4j.plans.reading.labelled.denying import deny_whole_ways
from kgqa_neo4j.plans.reading.labelled.joining import Edge, Joiner, Variable
from kgqa_neo4j.plans.reading.labelled.pairing import acts, leads_outward
from kgqa_neo4j.plans.reading.labelled.presently import hold_presently
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Out, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.splitting import split_ways
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind

_FAR, _COORDINATED = 0.012, 0.15
# What it costs to join a noun to another than the one that it stands right behind: "pupils who are from a town".
_ASIDE = 0.45
_FROM = frozenset({
    "who", "that", "which", "is", "are", "was", "were", "from", "of", "in", "on", "at", "a", "an", "the",
})  # fmt: skip
# What it costs to join a name to another node than the one that its clause is said of.
_ELSEWHERE = 0.6
# What a relationship type costs that is named and not walked, and how well it has to be named.
_UNWALKED, _NAMED = 0.5, 0.85
# By how much better it is named than anything else that the words may mean.
_AHEAD = 0.2
_DOES = frozenset({"do", "does", "did"})
# What stands behind the noun that asks, where the question ends with what is said of it.
_FRONTED = _DOES | {"is", "are", "was", "were", "has", "have", "had", "can"}
_HAVING = frozenset({"has", "have", "had"})
_HELPING = frozenset(
    {"also", "have", "has", "had", "been", "be", "is", "are", "was", "were", "who", "that", "which", "either"}
)


class Assembly:
    """Makes the query of one question out of its sketch."""

    def __init__(self, schema: PropertyGraphSchema, joiner: Joiner, asked: Asked, sketch: Sketch) -> None:
        self._schema = schema
        self._joiner = joiner
        self._asked = asked
        self._sketch = sketch

    def query(self) -> Query | None:
        """Return the query; None where nothing joins its nodes or a column is of what is not there."""
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
        joined = self._joiner.join(
            root,
            others,
            sketch.said,
            sketch.needed,
            self._active,
            self._away,
            sketch.doubled,
            self._acting,
            self._is_between,
            self._is_behind,
        )
        if joined is None:
            return None
        edges, cost = joined
        sketch.score -= cost + _UNWALKED * self._unwalked(edges)
        deny_whole_ways(self._asked, sketch, edges)
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
            # What rows are sorted by has a name in the pattern too.
            self._column(sketch.sorting[0], root, by_type, 99)
        pattern = split_ways(self._schema, _pattern(root, counted))
        return self._query(pattern, root, columns, by_type, tests, most)

    def _widen(self, edges: Sequence[Edge]) -> None:
        """Take nodes that no word names for those of all labels by which the same steps lead on."""
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
        """Return the order by how many there are of something that is not shown: "who directed the most films".

        None where conditions hold of what is counted.
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
        """Return the properties of relationships that are tested, shown or sorted by, with their types."""
        outs = [*self._sketch.outs, *(self._sketch.sorting[:1] if self._sketch.sorting else ())]
        elements = [one.element for one in outs if one.element and one.element.kind is Kind.FACT]
        shown = {(one.owner, one.name) for one in elements}
        return shown | {(owner, test.qualifier) for owner, test in self._sketch.facts}

    def _types_of_facts(self) -> set[str]:
        """Return the types whose relationships have a property that is tested, shown or sorted by."""
        return {owner for owner, _ in self._spoken_facts()}

    def _having(self) -> list[tuple[Out, ValueTest]]:
        """Take the tests of how many there are of what is counted in a column as tests of that column."""
        found = []
        for out in self._sketch.outs:
            if out.summary is Summary.COUNT and out.variable is not None and out.element is None:
                test = self._sketch.counted.pop(id(out.variable), None)
                found += [(out, test)] if test is not None else []
        return found

    def _unwalked(self, edges: Sequence[Edge]) -> int:
        """Return how many spots name nothing but types of which none is walked, and take them as unexplained."""
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
        """Return whether the few values of a property are asked for, and not those of some nodes."""
        if len(columns) != 1 or columns[0].of or columns[0].fact:
            return False
        if self._sketch.labels or self._asked.filters:
            return self._asks_which_values()
        named = next(iter(self._sketch.properties.values()), None)
        return named is not None and bool(property_of(self._schema, named.element).values)

    def _asks_which_values(self) -> bool:
        """Return whether a question begins with a property of few values: "in which cities do ..."."""
        place = min(self._sketch.properties, default=None)
        head = min(self._sketch.labels, default=None)
        if place is None:
            return False
        spot = self._asked.spots[place]
        first = spot.first
        if head is not None and head < place:
            # "What aircraft models" are models.
            if self._asked.spots[head].last != first:
                return False
            first = self._asked.spots[head].first
        asked = first > 0 and self._asked.tokens[first - 1].lower in ("which", "what")
        plural = self._asked.tokens[spot.last - 1].lower.endswith("s")
        return (
            asked and plural and bool(property_of(self._schema, self._sketch.properties[place].element).values)
        )

    def _away(self, root: Variable, start: Variable, end: Variable) -> float:
        """Return what it costs, by the wording, to join a variable to another.

        A clause ties a name to the noun before it. What stands near is likely; "... and appeared in" is said of
        what the sentence is about.
        """
        tied = next(
            (tie for place, tie in self._sketch.ties.items() if self._asked.spots[place].first == end.place),
            None,
        )
        if tied is not None and end is not tied.noun:
            return 0.0 if start is tied.noun else _ELSEWHERE
        beside = self._noun_before(end)
        if beside and start.label != beside:
            return _ASIDE
        if self._is_coordinated(*sorted((start.place, end.place))):
            return 0.0 if start is root else _COORDINATED
        return _FAR * abs(start.place - end.place)

    def _is_coordinated(self, first: int, last: int) -> bool:
        """Return whether the last verb between two tokens is said of what the sentence is about: "... and appeared"."""
        verbs = (spot.first for spot in self._asked.spots if spot.of(Kind.TYPE) and first < spot.first < last)
        verb = max(verbs, default=0)
        at = verb - 1
        while at > 0 and self._asked.tokens[at].lower in _HELPING:
            at -= 1
        return verb > 0 and self._asked.tokens[at].lower in ("and", ",", "but")

    def _noun_before(self, end: Variable) -> str:
        """Return the label before another that it is joined to with nothing but "who are from a"; "" for none."""
        spots = self._asked.spots
        at = next((place for place, spot in enumerate(spots) if spot.first == end.place), 0)
        before = self._sketch.labels.get(at - 1)
        if before is None or at not in self._sketch.labels:
            return ""
        between = [token.lower for token in self._asked.tokens[spots[at - 1].last : end.place]]
        label = before.element.name
        linked = bool(between) and _FROM.issuperset(between)
        return label if linked and self._sketch.step(self._joiner, label, end.label) is not None else ""

    def _is_behind(self, start: Variable, end: Variable) -> bool:
        """Return whether a noun stands right behind another: "pupils who are from a town"."""
        return self._noun_before(end) == start.label

    def _is_between(self, start: Variable, middle: Variable, end: Variable) -> bool:
        """Return whether a node of which nothing is said stands between two others, which it joins then.

        "Candidates who worked at a company in X" worked at what is in X; "in which city did X go to school" asks for
        the city of the school, which is where the question ends.
        """
        sketch, tokens = self._sketch, self._asked.tokens
        shown = [out.variable for out in (*sketch.outs, *(sketch.sorting[:1] if sketch.sorting else ()))]
        idle = not middle.branches and not middle.negated and id(middle) not in sketch.counted
        idle = idle and middle.beside is None and middle not in shown and bool(end.branches)
        if not idle or end.beside is not None or len({start.label, middle.label, end.label}) < 3:
            return False
        spot = next((one for one in self._asked.spots if one.first == start.place), None)
        behind = tokens[spot.last].lower if spot and spot.last < len(tokens) else ""
        first = len(tokens) if behind in _FRONTED else start.place
        low, high = sorted((first, end.place))
        return low < middle.place < high and not self._is_coordinated(middle.place, high)

    def _unseen(
        self, one: Out, by_type: dict[str, Edge], arriving: dict[int, Edge], counted: dict[int, ValueTest]
    ) -> bool:
        """Return whether a column is of what is only counted, or not there."""
        end = by_type[one.element.owner].end if one.element and one.element.kind is Kind.FACT else one.variable
        while end is not None:
            if id(end) in counted or end.negated:
                return True
            edge = arriving.get(id(end))
            end = edge.start if edge else None
        return False

    def _acting(self, start: Variable) -> set[str]:
        """Return the types that nodes do to others of their label, by the verb right behind their noun."""
        own = {move.relation for move, end, _ in self._joiner.steps_of(start.label) if end == start.label}
        return {kind for kind in own if acts(self._asked, start, kind)}

    def _active(self, start: Variable, end: Variable) -> bool:
        """Return whether what the question names first rather does what is done than the other."""
        if start.label == end.label:
            known = leads_outward(self._joiner, self._asked, self._sketch, start, end)
            if known is not None:
                return known
        else:
            doer = next((one for one in (start, end) if self._has_done(one)), None)
            if doer is not None:
                return doer is start
        first, last = sorted((start.place, end.place))
        passive = any(self._asked.tokens[at].lower in ("by", "from") for at in range(first, last))
        for one in (start, end):
            before = [token.lower for token in self._asked.tokens[max(0, one.place - 2) : one.place]]
            if (before[-1:] and before[-1] in _DOES) or (
                not passive and before[1:] == ["the"] and before[0] in _DOES
            ):
                # "Who does Ann mentor" asks for what she does.
                return one is start
        return (start.place <= end.place) is not passive

    def _has_done(self, one: Variable) -> bool:
        """Return whether a name stands between a noun and what it has done with it: "the transfers Ann has made"."""
        tokens = self._asked.tokens
        spot = next((spot for spot in self._asked.spots if spot.first == one.place and spot.constant), None)
        if spot is None or spot.last >= len(tokens) or tokens[spot.last - 1].possessive:
            return False
        nouns = {other.last for other in self._asked.spots if other.of(Kind.LABEL)}
        return spot.first in nouns and tokens[spot.last].lower in _HAVING

    def _counted(self, arriving: dict[int, Edge], named: set[int]) -> dict[int, ValueTest]:
        """Return the tests of how many there are, moved to the first of the steps that lead there alone."""
        moved = {}
        for ident, test in self._sketch.counted.items():
            edge = arriving.get(ident)
            if edge is None:
                continue
            while id(edge.start) not in named and id(edge.start) in arriving:
                edge = arriving[id(edge.start)]
            moved[id(edge.end)] = test
        return moved

    def _column(self, one: Out, root: Variable, by_type: dict[str, Edge], number: int) -> Column:
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

    def _is_apart(self, one: Out) -> bool:
        """Return whether each value of a list is asked for: "list her hobbies one by one"."""
        listed = one.element is not None and property_of(self._schema, one.element).type is ValueType.LIST
        return self._asked.doing.apart and listed and not one.summary

    def _query(
        self,
        pattern: Pattern,
        root: Variable,
        columns: list[Column],
        by_type: dict[str, Edge],
        having: tuple[Having, ...],
        most: Order | None,
    ) -> Query | None:
        doing, sketch = self._asked.doing, self._sketch
        choosing = sketch.chosen is not None and sketch.sorting is not None
        if doing.whether and not choosing and not any(one.summary for one in columns):
            return Query(pattern, tuple(sketch.compared), form=Form.EXISTS)
        if not columns:
            return None
        order = most
        sorting: tuple[Sorting, ...] = ()
        limit = doing.many
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
                # "Who drafted the longest document" asks for no length, "who drafted the most" for no number.
                extreme = doing.most is not None and not doing.groups
                unsaid = bool(many) and not doing.sort and (extreme or not out.summary)
                columns.append(replace(column, hidden=unsaid))
                sorting, limit = (Sorting(len(columns), down),), many
        unique = list(dict.fromkeys(columns))
        if len(unique) != len(columns):
            if sorting:
                sorting = (replace(sorting[0], column=unique.index(columns[sorting[0].column - 1]) + 1),)
            columns = unique
        distinct = (
            doing.distinct or sketch.once or any(one.apart for one in columns) or self._asks_values(columns)
        )
        distinct = distinct and not any(one.summary for one in columns)
        return Query(
            pattern,
            tuple(sketch.compared),
            order=order,
            table=Table(tuple(columns), distinct, having, sorting, limit),
        )

    def _is_of_first_step(self, out: Out, root: Variable, columns: Sequence[Column]) -> bool:
        """Return whether rows of the root alone are sorted by what its first step has: "who booked the most hours"."""
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
    """Return the pattern around a variable, with all that hangs on it."""
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
