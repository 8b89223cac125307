"""What a question does with the facts that it names, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.question.times import Period

Place = int
"""Where something begins in the question, in characters."""
FunctionName = Literal["sum", "average", "maximum", "minimum"]


@dataclass(frozen=True, slots=True)
class NumberBound:
    """A number that something is compared with: `words` beside it say what ("kB", "taller")."""

    place: Place
    end: Place
    tests: tuple[tuple[Comparison, float], ...]
    words: tuple[str, ...]
    # The noun that follows: "two projects" may be counted.
    noun: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DateBound:
    """A period that something is dated by."""

    place: Place
    end: Place
    stands: str
    period: Period
    # "On or before": the period itself is meant too.
    inclusive: bool = False


@dataclass(frozen=True, slots=True)
class Superlative:
    """The first of many by some order. `phrases` say by what, "" by how many where `counted` may be meant."""

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
    """Two things compared with each other: "older than X", "before X"."""

    place: Place
    end: Place
    comparison: Comparison
    phrases: tuple[str, ...]
    times: bool | None = None


@dataclass(slots=True)
class Operations:
    """The operations of one question; `text` is the rest of it, in lower case, the blanked words as blanks."""

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
        """Whether the question does anything but name what it asks for."""
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
