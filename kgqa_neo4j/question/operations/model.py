"""The operations of a question as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.question.times import Period

Place = int
"""Character offset in the question."""
FunctionName = Literal["sum", "average", "maximum", "minimum"]


@dataclass(frozen=True, slots=True)
class NumberBound:
    """A bound on a number; `words` next to it name the measure ("kB", "taller")."""

    place: Place
    end: Place
    tests: tuple[tuple[Comparison, float], ...]
    words: tuple[str, ...]
    # The noun after the number, which may be counted: "two projects".
    noun: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DateBound:
    """A period within, before or after which something must be dated."""

    place: Place
    end: Place
    stands: str
    period: Period
    # "On or before": includes the period itself.
    inclusive: bool = False


@dataclass(frozen=True, slots=True)
class Superlative:
    """The first entities in some order.

    `phrases` name the measure; with `counted`, it may also be a number of entities.
    """

    place: Place
    end: Place
    greatest: bool
    phrases: tuple[str, ...]
    times: bool | None = None
    first: int = 1
    many: int = 1
    counted: bool = False
    among: bool = False
    duration: bool = False


@dataclass(frozen=True, slots=True)
class Comparative:
    """A comparison of two entities: "older than X", "before X"."""

    place: Place
    end: Place
    comparison: Comparison
    phrases: tuple[str, ...]
    times: bool | None = None


@dataclass(slots=True)
class Operations:
    """The operations of a question; `text` is the rest in lower case, with their words blanked."""

    text: str
    whether: bool = False
    counts: bool = False
    aggregate: FunctionName | None = None
    aggregate_place: Place = -1
    aggregate_times: bool = False
    total: bool = False
    superlative: Superlative | None = None
    comparative: Comparative | None = None
    numbers: list[NumberBound] = field(default_factory=list)
    dates: list[DateBound] = field(default_factory=list)
    negations: list[Place] = field(default_factory=list)
    onlys: list[Place] = field(default_factory=list)
    alls: list[Place] = field(default_factory=list)
    group: tuple[Place, str] | None = None
    columns: list[tuple[Place, str]] = field(default_factory=list)
    span: Literal["", "age", "days", "years", "difference"] = ""
    within: float | None = None

    @property
    def any(self) -> bool:
        """Whether the question has any operation beyond counting or asking for yes or no."""
        return bool(
            self.aggregate
            or self.total
            or self.superlative
            or self.comparative
            or self.numbers
            or self.dates
            or self.negations
            or self.onlys
            or self.alls
            or self.group
            or self.columns
            or self.span
            or self.within
        )
