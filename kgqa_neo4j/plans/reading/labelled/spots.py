"""Tokens of a question, and spots: spans of tokens that may mean something in the graph."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgqa_neo4j.attached.model import FoundValue
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.language.query import DatePart
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind, Named
from kgqa_neo4j.question.dates import EVERY_YEAR, date_pattern, written_date
from kgqa_neo4j.question.operations.numbers import NUMBERS

_YEAR = r"\d{4}\b"
_TOKEN = re.compile(
    r"(?P<quoted>(?<![\w])(?:'[^']+?(?:'(?=[a-z]\b)[^']*?)*'(?!\w)|\"[^\"]+\"|`[^`]+`|\u2018[^\u2019]+\u2019|\u201c[^\u201d]+\u201d))"
    r"|(?P<date>\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{4}\b"
    rf"|(?i:\b{date_pattern(_YEAR)}))"
    r"|(?P<number>(?<![\w.-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.:-]\d))"
    # "A-" and "C++" are names too.
    r"|(?P<word>[^\W_](?:[\w]|[.'@:/+&-](?=\w))*(?:(?<=[A-Z0-9])(?:\+\+|[+#-])(?=[\s?!.,;:)]|$))?)"
    r"|(?P<mark>[^\w\s])"
)
_SIGNS = ("@", "#")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
POSSESSIVE = re.compile(r"['\u2019]s$")
"""The possessive ending of a word."""
VERBAL = ("ed", "ing")
"""Endings of words that look like verb forms."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a quoted text, a number, a date or a mark, at characters [start, end)."""

    text: str
    start: int
    end: int
    kind: str

    @property
    def lower(self) -> str:
        """The word in lower case, without the possessive."""
        return POSSESSIVE.sub("", self.text.lower())

    @property
    def possessive(self) -> bool:
        """Whether it ends with a possessive: "movie's"."""
        return bool(POSSESSIVE.search(self.text))


@dataclass(slots=True)
class Spot:
    """A span of tokens [first, last) that may mean something in the graph.

    Its candidates are elements of the schema (`named`) and stored `values`. It may be a `number` with a `unit`, a date
    (`time`) or a duration (`span`, in ISO 8601). `until`: the last year of a period that starts with `number`;
    `denied`:
    the words mean the opposite; `sought`: they are to be found in texts; `part`: the period of a date that is
    requested.
    """

    first: int
    last: int
    text: str
    named: tuple[Named, ...] = ()
    values: tuple[FoundValue, ...] = ()
    number: float | None = None
    until: float | None = None
    unit: str = ""
    time: Time | None = None
    quoted: bool = False
    span: str = ""
    denied: bool = False
    sought: bool = False
    part: DatePart = DatePart.WHOLE

    @property
    def constant(self) -> bool:
        """Whether values are compared with it."""
        return (
            bool(self.values)
            or self.number is not None
            or self.time is not None
            or bool(self.span)
            or (self.quoted and not self.named)
        )

    @property
    def is_year(self) -> bool:
        """Whether the number may be a year: "2,000" and "$2000" are amounts."""
        number = self.number
        written = number is not None and number.is_integer() and 1000 <= number < 2200
        return written and not self.unit and "," not in self.text

    @property
    def truth(self) -> str:
        """The value that it requires of a boolean: "no" if it means the opposite."""
        return "no" if self.denied else "yes"

    @property
    def moment(self) -> bool:
        """Whether it is a date with a time of day, or a month of every year, in ISO 8601."""
        return bool(_MOMENT.fullmatch(self.text) or EVERY_YEAR.fullmatch(self.text))

    def of(self, *kinds: Kind) -> list[Named]:
        """Return the candidates of these kinds."""
        return [one for one in self.named if one.element.kind in kinds]

    def best(self, *kinds: Kind) -> float:
        """Return the best score among candidates of these kinds; 0 if there are none."""
        return max((one.score for one in self.of(*kinds)), default=0.0)


_MEASURED = re.compile(
    # "One-way" does not count ways.
    rf"(?!one-(?:way|off|time|sided|man|woman)\b)({'|'.join(filter(str.isalpha, NUMBERS))}|\d+)-([a-z]{{3,}})",
    re.I,
)


def tokens_of(question: str, parted: Collection[str] = ()) -> list[Token]:
    """Return the tokens of a question; "three-bedroom" is a number and a noun, and words in `parted` are split too."""
    found: list[Token] = []
    for match in _TOKEN.finditer(question):
        kind = match.lastgroup or "mark"
        text = match[0]
        counted = kind == "word" and text.lower() not in NUMBERS
        if counted and (measured := _MEASURED.fullmatch(text)):
            number, noun = measured.groups()
            middle = match.start() + len(number)
            number = str(NUMBERS.get(number.lower(), number))
            found.append(Token(number, match.start(), middle, "number"))
            found.append(Token(noun, middle + 1, match.end(), kind))
            continue
        if kind == "word" and text.lower() in parted:
            first, _, second = text.partition("-")
            middle = match.start() + len(first)
            found.append(Token(first, match.start(), middle, kind))
            found.append(Token(second, middle + 1, match.end(), kind))
            continue
        if text in _SIGNS and question[match.end() : match.end() + 1].isalnum():
            # "@ann" and "#maps" are stored without these signs.
            continue
        if kind == "quoted":
            text = text[1:-1].strip()
        elif written := written_date(match.groupdict()):
            kind, text = "date", written.iso
        found.append(Token(text, match.start(), match.end(), kind))
    return found


def places_of(spots: Iterable[Spot]) -> set[int]:
    """Return the indexes of the tokens in spots."""
    return {at for spot in spots for at in range(spot.first, spot.last)}


def runs_of(tokens: Sequence[Token], longest: int, kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans [first, last) of at most `longest` tokens that all have one of these kinds."""
    for first in range(len(tokens)):
        for last in range(first + 1, min(len(tokens), first + longest) + 1):
            if tokens[last - 1].kind not in kinds:
                break
            yield first, last


def written(tokens: Sequence[Token], first: int, last: int) -> str:
    """Return the text of tokens [first, last) as the question has it."""
    parts = [tokens[first].text]
    for one, other in zip(tokens[first:last], tokens[first + 1 : last], strict=False):
        parts += [" " if other.start > one.end else "", other.text]
    return "".join(parts)
