"""A query of the plan language: a pattern around one variable, and what is asked about the entities that match it.

It does not depend on how a graph stores its triples. A `Plan` of chains is one kind of query (`chains.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.plan import Path


class Form(StrEnum):
    """What is asked about the entities: which they are, how many, whether there is any, whether there is none, or what
    share of them matches a second pattern."""

    LIST = "list"
    COUNT = "count"
    EXISTS = "exists"
    NONE = "none"
    PERCENTAGE = "percentage"
    FRACTION = "fraction"

    @property
    def is_share(self) -> bool:
        """Whether it asks for the share of the entities that matches a second pattern."""
        return self.whole > 0

    @property
    def whole(self) -> float:
        """The value of the share if all entities match: 100 or 1; 0 if the form is no share."""
        return {Form.PERCENTAGE: 100.0, Form.FRACTION: 1.0}.get(self, 0.0)


class Quantifier(StrEnum):
    """How many of the entities that a path leads to must match: some, none, or all (of at least one)."""

    SOME = "some"
    NONE = "none"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class ValueTest:
    """Comparison of an entity's value with a constant."""

    comparison: Comparison
    value: Constant


@dataclass(frozen=True, slots=True)
class Pattern:
    """Conditions on an entity: it is one of `entities` (if there are any), has the `label`, its value passes all
    `tests`, all `branches` hold, and so does at least one of `either` (if there are any)."""

    entities: tuple[str, ...] = ()
    label: str = ""
    tests: tuple[ValueTest, ...] = ()
    branches: tuple[Branch, ...] = ()
    either: tuple[Branch, ...] = ()

    @property
    def any(self) -> bool:
        """Whether every entity matches."""
        return self == Pattern()


@dataclass(frozen=True, slots=True)
class FactTest:
    """Test of a triple's qualifier: a comparison with a constant, or whether the triple has it. `Comparison.AT`, with
    an empty `qualifier`, tests that the triple holds on a date."""

    qualifier: str
    test: ValueTest | bool


@dataclass(frozen=True, slots=True)
class Branch:
    """Condition on the entities that a path leads to: some, none or all match a pattern, or as many as `count` says.

    An empty path stands for the entity itself, which with `Quantifier.NONE` must not match. `facts` are conditions on
    the triples of the last step between entities. A table refers to the entities at the end of the path by `name`.
    """

    path: Path
    pattern: Pattern = Pattern()
    quantifier: Quantifier = Quantifier.SOME
    count: ValueTest | None = None
    facts: tuple[FactTest, ...] = ()
    name: str = ""

    @property
    def is_one_step(self) -> bool:
        """Whether it only requires that one step leads to a match, to which no table refers."""
        some = self.quantifier is Quantifier.SOME and self.count is None
        return some and not self.name and len(self.path) == 1


@dataclass(frozen=True, slots=True)
class Term:
    """What a path leads to, from the entity itself or from the one with the id `start`; with `count`, how many distinct
    ones."""

    path: Path
    start: str = ""
    count: bool = False


class Unit(StrEnum):
    """Unit of a difference: days or years between dates, the numbers' own unit between numbers."""

    DAYS = "days"
    YEARS = "years"
    OWN = "difference"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number or date of an entity: the value at the end of a path (the entity's own if the path is empty), the number
    of entities that the path leads to, or the difference between that value and another term's value or a day.

    With a `qualifier`, it is that qualifier of the triples in the first step of the first branch; if they have no
    qualifier ``time``, that name means their ``point_in_time``, else their ``start_time``.
    """

    path: Path = ()
    count: bool = False
    until: Term | Time | None = None
    unit: Unit | None = None
    qualifier: str = ""

    @property
    def other(self) -> Term | None:
        """The term at the other end of a difference, if any."""
        return self.until if isinstance(self.until, Term) else None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Its paths, which may be empty."""
        return (self.path, self.other.path) if self.other else (self.path,)


@dataclass(frozen=True, slots=True)
class Order:
    """Keep the entities with the greatest or the least measure: `many` from rank `place` on, counted from 1, and all
    ties with these."""

    measure: Measure
    greatest: bool
    place: int = 1
    many: int = 1


class Function(StrEnum):
    """Function over the measures of all entities. `VALUE` keeps the values themselves."""

    SUM = "sum"
    AVERAGE = "average"
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One value computed from the measures of all entities."""

    function: Function
    measure: Measure


@dataclass(frozen=True, slots=True)
class OverallAggregate:
    """An aggregate over all entities that match a pattern, such as the average price of all products."""

    aggregate: Aggregate
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class TermComparison:
    """Comparison of what two paths lead to: values by size, entities by `EQUAL` and `UNEQUAL`. A value may also be
    compared with an `OverallAggregate` aggregate."""

    left: Term
    comparison: Comparison
    right: Term | OverallAggregate

    @property
    def terms(self) -> tuple[Term, ...]:
        """Its sides that are terms, not aggregates."""
        return (self.left, self.right) if isinstance(self.right, Term) else (self.left,)


class Summary(StrEnum):
    """How a table column combines the rows that are identical in the other columns."""

    EACH = ""
    COUNT = "count"
    SUM = "sum"
    AVERAGE = "average"
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    COLLECTED = "list"


SUMMARY_OF = {
    Function.SUM: Summary.SUM,
    Function.AVERAGE: Summary.AVERAGE,
    Function.MAXIMUM: Summary.MAXIMUM,
    Function.MINIMUM: Summary.MINIMUM,
    Function.VALUE: Summary.EACH,
}
"""The column summary equivalent to each function."""


class DatePart(StrEnum):
    """The kind of period that contains a date or a year. `WHOLE` is the date itself."""

    WHOLE = ""
    DAY = "day"
    WEEKDAY = "weekday"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"


@dataclass(frozen=True, slots=True)
class Column:
    """What a path leads to, from the entity itself or from the end of the branch named `of`; or the qualifier `fact` of
    the triple by which that branch arrived.

    `summary` combines all rows that are identical in the columns without one; with `distinct`, it counts each value
    once. With `counted`, the column is the number of entities that the path leads to: "average number of $ -visits->".
    A `hidden` column is sorted by, but not shown. With `apart`, each value of a list is a row. `part` replaces a date
    by the period that contains it.
    """

    path: Path = ()
    of: str = ""
    fact: str = ""
    summary: Summary = Summary.EACH
    distinct: bool = False
    counted: bool = False
    hidden: bool = False
    apart: bool = False
    part: DatePart = DatePart.WHOLE


@dataclass(frozen=True, slots=True)
class Sorting:
    """The column, counted from 1, by which rows are sorted."""

    column: int
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Having:
    """Condition on a column of a row; the column need not be shown."""

    column: Column
    test: ValueTest


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of columns, one for each match of the pattern. If all columns are of one entity, one row for each such
    entity, unless `every` asks for one per match. Identical rows are merged if a column has a summary, or if
    `distinct`. `limit` 0 keeps all rows. With `each`, the number of a column, `limit` applies to the rows that share a
    value there, and ties with the last of them are kept too."""

    columns: tuple[Column, ...]
    distinct: bool = False
    having: tuple[Having, ...] = ()
    sorting: tuple[Sorting, ...] = ()
    limit: int = 0
    skip: int = 0
    every: bool = False
    each: int = 0


@dataclass(frozen=True, slots=True)
class Query:
    """Entities that match a pattern, and what is asked about them.

    * `pattern` and `compared` select the entities; `order` keeps the first of them.
    * `aggregate` computes one value from them; `form` asks for a list, a number, yes or no, or the share that also
      matches `part`.
    * `group`: the answers are rows, each with something that the path leads to and the number of its entities, their
      `aggregate`, or with an `order` the first of them.
    * `columns`: the answers are rows, each with an entity and what these paths lead to.
    * `table`: the answers are rows of values from the whole pattern.
    """

    pattern: Pattern
    compared: tuple[TermComparison, ...] = ()
    order: Order | None = None
    form: Form = Form.LIST
    aggregate: Aggregate | None = None
    group: Path = ()
    columns: tuple[Path, ...] = ()
    table: Table | None = None
    part: Pattern | None = None

    @property
    def is_table(self) -> bool:
        """Whether the answers are rows of several columns."""
        return bool(self.group or self.columns or self.table)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures of its order and its aggregate."""
        found = (self.order and self.order.measure, self.aggregate and self.aggregate.measure)
        return tuple(measure for measure in found if measure)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All paths in it, except empty ones."""
        found = [*_paths(self.pattern), self.group, *self.columns]
        found += _paths(self.part) if self.part else []
        for one in self.compared:
            found += [term.path for term in one.terms]
            if isinstance(one.right, OverallAggregate):
                found += [*one.right.aggregate.measure.paths, *_paths(one.right.pattern)]
        found += [path for measure in self.measures for path in measure.paths]
        if self.table:
            found += [column.path for column in self.table.columns]
            found += [one.column.path for one in self.table.having]
        return tuple(path for path in found if path)


def proving(query: Query) -> Query:
    """Return the query whose answers prove those of `query`: for a share, the query for its `part`."""
    return query if query.part is None else Query(query.part)


def labels_of(pattern: Pattern) -> set[str]:
    """Return the labels in a pattern and its branches, alternatives excluded."""
    return {pattern.label}.union(*(labels_of(branch.pattern) for branch in pattern.branches)) - {""}


def _paths(pattern: Pattern) -> list[Path]:
    branches = pattern.branches + pattern.either
    return [path for branch in branches for path in (branch.path, *_paths(branch.pattern))]


def entities_of(pattern: Pattern) -> tuple[str, ...]:
    """Return the ids of all entities that a pattern names."""
    within = (one for branch in pattern.branches + pattern.either for one in entities_of(branch.pattern))
    return tuple(dict.fromkeys((*pattern.entities, *within)))
