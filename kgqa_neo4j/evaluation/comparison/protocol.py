"""The protocol of a comparison (files, methods, samples, swept settings), and parsing of the command's options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from kgqa_neo4j.evaluation.task import Topic
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.question_sets.questions import FORMATS, Format

MOST_SEEDS = 1_000
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_SUFFIXES = (".gz", ".txt", ".tsv", ".jsonl", ".json")


@dataclass(frozen=True, slots=True)
class Source:
    """A question file, with its label in tables and plots."""

    label: str
    file: Path
    format: Format


@dataclass(frozen=True, slots=True)
class Arm:
    """One method with one value of each swept setting."""

    method: str
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Budget:
    """The maximum number of questions, or of seconds; 0 for no limit. `text` is the limit as given."""

    questions: int = 0
    seconds: float = 0.0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Protocol:
    """What to compare: each method on each sample of each file, for each combination of swept values.

    `sample` and `topic` are as in `kgqa_neo4j.evaluation.task.EvaluationTask`; `vary` maps swept settings to their
    values; `baseline` is the method that the others are compared with.
    """

    sources: tuple[Source, ...]
    methods: tuple[str, ...]
    sample: int = 0
    seeds: tuple[int, ...] = (0,)
    topic: Topic = "linked"
    vary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    baseline: str = ""
    preset: str = ""

    def arms(self) -> list[Arm]:
        """Return every combination of swept values with every method, grouped by combination."""
        combinations = product(*([(name, value) for value in values] for name, values in self.vary.items()))
        return [Arm(method, values) for values in combinations for method in self.methods]

    def against(self, arm: Arm) -> Arm | None:
        """Return the arm to compare with: the baseline with the same values, or for the baseline its first values."""
        if arm.method != self.baseline:
            return Arm(self.baseline, arm.values)
        first = Arm(arm.method, tuple((name, values[0]) for name, values in self.vary.items()))
        return first if arm != first else None

    def check(self) -> None:
        """Check that the protocol is consistent.

        Raises:
            ConfigError: it is not.
        """
        if not self.sources or not self.methods:
            raise ConfigError("nothing to compare", hint="give question files and --methods, or --preset")
        for kind, names in (("label", [one.label for one in self.sources]), ("method", list(self.methods))):
            if twice := sorted({name for name in names if names.count(name) > 1}):
                raise ConfigError(
                    f"the {kind} {twice[0]!r} is given twice",
                    hint="label files as LABEL=FILE; name methods once",
                )
        if len(self.seeds) > 1 and not self.sample:
            raise ConfigError("several seeds make no difference without --sample", hint="give --sample")
        if self.baseline not in self.methods:
            raise ConfigError(
                f"the baseline {self.baseline!r} is not one of the methods",
                hint=f"use one of {', '.join(self.methods)}",
            )


def parse_source(text: str, format: Format | None) -> Source:
    """Parse ``[LABEL=][FORMAT:]FILE``; the default label is the file's name.

    Raises:
        ValueError: the file does not exist, or its format is not given.
    """
    label, path = "", text
    # A file whose whole name is `text` takes precedence.
    if not Path(text).exists():
        before, equals, after = text.partition("=")
        label, path = (before, after) if equals else ("", text)
        before, colon, after = path.partition(":")
        for known in FORMATS:
            if colon and before == known:
                format, path = known, after
    if not Path(path).is_file():
        raise ValueError(f"there is no file {path!r}")
    if format is None:
        raise ValueError(f"unknown format of {path!r}; give --format, or {FORMATS[0]}:{path}")
    return Source(label.strip() or _stem(path), Path(path), format)


def parse_seeds(text: str) -> tuple[int, ...]:
    """Parse ranges and lists of seeds such as ``0-7``, ``0,3,5`` or both, without duplicates.

    Raises:
        ValueError: the text has another form, or a range is empty or too long.
    """
    seeds: list[int] = []
    for part in text.split(","):
        if not (match := re.fullmatch(r"\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?", part)):
            raise ValueError(f"{text!r} is not of the form 0-7 or 0,3,5")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise ValueError(f"{part.strip()!r} ends before it begins")
        if last - first >= MOST_SEEDS:
            raise ValueError(f"{part.strip()!r} is more than {MOST_SEEDS} seeds")
        seeds += range(first, last + 1)
    return tuple(dict.fromkeys(seeds))


def parse_budget(text: str) -> Budget:
    """Parse a limit: a number of questions (``200``) or a time (``90s``, ``30m``, ``2h``).

    Raises:
        ValueError: the text is neither.
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])|([1-9]\d*)", text.strip())
    if not match or (match[1] and float(match[1]) == 0):
        raise ValueError(f"{text!r} is neither a number of questions nor a time such as 30m")
    if match[3]:
        return Budget(questions=int(match[3]), text=f"{match[3]} questions")
    return Budget(seconds=float(match[1]) * _UNITS[match[2]], text=text.strip())


def parse_vary(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Parse settings and values of the form ``section.name=1,2,3``.

    Raises:
        ValueError: a text has another form, or a setting is given twice.
    """
    vary: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        found = parse_names(values)
        if not equals or not re.fullmatch(r"\w+\.\w+", name.strip()) or not found:
            raise ValueError(f"{text!r} is not of the form section.name=1,2,3")
        if name.strip() in vary:
            raise ValueError(f"{name.strip()} is varied twice")
        vary[name.strip()] = found
    return vary


def parse_names(text: str) -> tuple[str, ...]:
    """Return the distinct items of a comma-separated list."""
    return tuple(dict.fromkeys(part for item in text.split(",") if (part := item.strip())))


def label_of(values: Sequence[tuple[str, str]]) -> str:
    """Return swept values as a label such as ``beam=2, max_hops=3``."""
    return ", ".join(f"{name.split('.')[1]}={value}" for name, value in values)


def _stem(path: str) -> str:
    name = Path(path).name
    while name.endswith(_SUFFIXES) and Path(name).stem:
        name = Path(name).stem
    return name
