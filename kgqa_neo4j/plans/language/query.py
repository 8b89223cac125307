"""A query of the plan language: a pattern around one variable, and what is asked of the entities that fit it.

It says nothing of how a graph stores its triples. A `Plan` of chains is one kind of query (`chains.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.plan import Path


class Form(StrEnum):
    """What is asked of the entities: which they are, how many, whether there is any, whether there is none, and which
    part of them fits a further pattern, of 100 or of 1."""

    LIST = "list"
    COUNT = "count"
    EXISTS = "exists"
    NONE = "none"
    PERCENTAGE = "percentage"
    FRACTION = "fraction"

    @property
    def is_share(self) -> bool:
        """Whether it asks which part of the entities fits a further pattern."""
        return self.whole > 0

    @property
    def whole(self) -> float:
        """What all of the entities are, where a part of them is asked for; else 0."""
        return {Form.PERCENTAGE: 100.0, Form.FRACTION: 1.0}.get(self, 0.0)


class Quantifier(StrEnum):
    """How many of what a path leads to must fit: some, none, or all (of at least one)."""

    SOME = "some"
    NONE = "none"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class ValueTest:
    """How the value of an entity stands to a constant."""

    comparison: Comparison
    value: Constant


@dataclass(frozen=True, slots=True)
class Pattern:
    """What must hold of an entity: it is one of `entities` (any if there are none), bears `label`, its value passes
    all `tests`, all `branches` hold, and where there are any, one of those `either` holds."""

    entities: tuple[str, ...] = ()
    label: str = ""
    tests: tuple[ValueTest, ...] = ()
    branches: tuple[Branch, ...] = ()
    either: tuple[Branch, ...] = ()

    @property
    def any(self) -> bool:
        """Whether every entity fits."""
        return self == Pattern()


@dataclass(frozen=True, slots=True)
class FactTest:
    """How a qualifier of a triple stands to a constant, or whether the triple has it; by `Comparison.AT`, without a
    name, that the triple holds at a date."""

    qualifier: str
    test: ValueTest | bool


@dataclass(frozen=True, slots=True)
class Branch:
    """Of the entities that a path leads to, some, none or all fit a pattern; or as many as `count` says.

    An empty path is the entity itself, which with `Quantifier.NONE` must not fit. `facts` are what must hold of the
    triples of its last step between entities; by `name` a table takes up what it leads to.
    """

    path: Path
    pattern: Pattern = Pattern()
    quantifier: Quantifier = Quantifier.SOME
    count: ValueTest | None = None
    facts: tuple[FactTest, ...] = ()
    name: str = ""

    @property
    def is_one_step(self) -> bool:
        """Whether it says that one step leads to something that fits, which nothing else speaks of."""
        some = self.quantifier is Quantifier.SOME and self.count is None
        return some and not self.name and len(self.path) == 1


@dataclass(frozen=True, slots=True)
class Term:
    """What a path leads to, from the entity or from another one named by its id; or how many different ones it does."""

    path: Path
    start: str = ""
    count: bool = False


class Unit(StrEnum):
    """What a difference is counted in: of dates, and of numbers their own unit."""

    DAYS = "days"
    YEARS = "years"
    OWN = "difference"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number or date of an entity: the value at the end of a path (the entity's own where it is empty), how many
    entities the path leads to, or how far it is from there to the value of another term, or to a day.

    With a `qualifier` it is that of the triples by which the first step of the first branch leaves the entity; where
    they have none of that name, ``time`` is their ``point_in_time``, else their ``start_time``.
    """

    path: Path = ()
    count: bool = False
    until: Term | Time | None = None
    unit: Unit | None = None
    qualifier: str = ""

    @property
    def other(self) -> Term | None:
        """The term to which it is told how far it is; None where there is none."""
        return self.until if isinstance(self.until, Term) else None

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths that it takes, of which some may be empty."""
        return (self.path, self.other.path) if self.other else (self.path,)


@dataclass(frozen=True, slots=True)
class Order:
    """Keep the entities with the greatest or the least measure: `many` from `place` on, counted from 1, and all that
    have the same measure as one of these."""

    measure: Measure
    greatest: bool
    place: int = 1
    many: int = 1


class Function(StrEnum):
    """What is made of the measures of all entities. `VALUE` are the values themselves."""

    SUM = "sum"
    AVERAGE = "average"
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One value made of the measures of all entities."""

    function: Function
    measure: Measure


@dataclass(frozen=True, slots=True)
class Overall:
    """One value of all entities that fit a pattern: the average price of all products."""

    aggregate: Aggregate
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Compared:
    """How what two paths lead to stand to each other: values by size, entities by `EQUAL` and `UNEQUAL`. A value may be
    compared with an overall one too."""

    left: Term
    comparison: Comparison
    right: Term | Overall

    @property
    def terms(self) -> tuple[Term, ...]:
        """What the entity itself, or a named one, has to do with it."""
        return (self.left, self.right) if isinstance(self.right, Term) else (self.left,)


class Summary(StrEnum):
    """What a column of a table makes of the rows that are alike in the other columns."""

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
"""The summary of a column that says what a function does."""


class DatePart(StrEnum):
    """The period that a date or a year lies in. `WHOLE` is the date itself."""

    WHOLE = ""
    DAY = "day"
    WEEKDAY = "weekday"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"


@dataclass(frozen=True, slots=True)
class Column:
    """What a path leads to from the entity, or from what a branch leads to that is called `of`; or the qualifier `fact`
    of the triple by which that branch came there.

    `summary` makes one value of all rows that are alike in the columns without one, `distinct` of each value once. With
    `counted` it is how many the path leads to, and not these: "average number of $ -visits->". One that is `hidden` is
    sorted by and not shown; of one that is `apart` each value of a list is a row. Of a date it is the period `part`.
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
    """By which column, counted from 1, rows are sorted."""

    column: int
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Having:
    """What must hold of a column of a row, which need not be shown."""

    column: Column
    test: ValueTest


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of columns, one for each way in which the pattern fits; where all columns are of one entity, one for each
    such entity, unless there is to be one for `every` way. Alike rows are one where a column has a summary, or where
    they are `distinct`. `limit` 0 keeps all. By `each`, the number of a column, it is the limit of those rows that have
    one value there, and what ranks as high as the last of them is kept too."""

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
    """Entities that fit a pattern, and what is asked of them.

    * `pattern` and `compared` choose the entities, `order` the first of them.
    * `aggregate` makes one value of them, `form` a number or yes or no; a share is of those that fit `part` too.
    * `group`: the answers are rows of what the path leads to with, for each of these, the number of entities or the
      `aggregate`, or the first of these entities where there is an `order`.
    * `columns`: the answers are rows of each entity with what these paths lead to.
    * `table`: the answers are rows of values of all that the pattern is made of.
    """

    pattern: Pattern
    compared: tuple[Compared, ...] = ()
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
        """What its entities are ordered by, and what is made one value of."""
        found = (self.order and self.order.measure, self.aggregate and self.aggregate.measure)
        return tuple(measure for measure in found if measure)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All paths that it takes, whatever for."""
        found = [*_paths(self.pattern), self.group, *self.columns]
        found += _paths(self.part) if self.part else []
        for one in self.compared:
            found += [term.path for term in one.terms]
            if isinstance(one.right, Overall):
                found += [*one.right.aggregate.measure.paths, *_paths(one.right.pattern)]
        found += [path for measure in self.measures for path in measure.paths]
        if self.table:
            found += [column.path for column in self.table.columns]
            found += [one.column.path for one in self.table.having]
        return tuple(path for path in found if path)


def proving(query: Query) -> Query:
    """Return the query whose answers prove those of another one: of a share, the part that fits."""
    return query if query.part is None else Query(query.part)


def labels_of(pattern: Pattern) -> set[str]:
    """Return the labels of the nodes that all have to be there, where they have some."""
    return {pattern.label}.union(*(labels_of(branch.pattern) for branch in pattern.branches)) - {""}


def _paths(pattern: Pattern) -> list[Path]:
    branches = pattern.branches + pattern.either
    return [path for branch in branches for path in (branch.path, *_paths(branch.pattern))]


def entities_of(pattern: Pattern) -> tuple[str, ...]:
    """Return the ids of all entities that a pattern names."""
    within = (one for branch in pattern.branches + pattern.either for one in entities_of(branch.pattern))
    return tuple(dict.fromkeys((*pattern.entities, *within)))
