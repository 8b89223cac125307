"""The pieces of a question about a property graph: its tokens, and spots of these that mean something."""

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
"""The end of a word that says whose something is."""
VERBAL = ("ed", "ing")
"""What words end with that look like forms of a verb."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a quoted text, a number, a date or a sign, at characters [start, end)."""

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
    """Tokens [first, last) that mean something: what of the schema they may name, what stored values they may be, or
    what number, of what `unit`, date or duration they are, this as ISO 8601 writes it; `until` is the last year of a
    period that begins with `number`; `denied` where they say the opposite, `sought` where they are looked for in
    texts; of a date they ask for the `part`."""

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
        """Whether it is something that values are compared with."""
        return (
            bool(self.values)
            or self.number is not None
            or self.time is not None
            or bool(self.span)
            or (self.quoted and not self.named)
        )

    @property
    def is_year(self) -> bool:
        """Whether it may be a year: "2,000" and "$2000" are amounts."""
        number = self.number
        written = number is not None and number.is_integer() and 1000 <= number < 2200
        return written and not self.unit and "," not in self.text

    @property
    def truth(self) -> str:
        """What is so of what it says: "no" where it says the opposite."""
        return "no" if self.denied else "yes"

    @property
    def moment(self) -> bool:
        """Whether it is a date with a time of day, or a month of every year, as in ISO 8601."""
        return bool(_MOMENT.fullmatch(self.text) or EVERY_YEAR.fullmatch(self.text))

    def of(self, *kinds: Kind) -> list[Named]:
        """Return the candidates of some kinds."""
        return [one for one in self.named if one.element.kind in kinds]

    def best(self, *kinds: Kind) -> float:
        """Return the best score of some kinds."""
        return max((one.score for one in self.of(*kinds)), default=0.0)


_MEASURED = re.compile(
    # "One-way" counts no ways.
    rf"(?!one-(?:way|off|time|sided|man|woman)\b)({'|'.join(filter(str.isalpha, NUMBERS))}|\d+)-([a-z]{{3,}})",
    re.I,
)


def tokens_of(question: str, parted: Collection[str] = ()) -> list[Token]:
    """Return the tokens of a question; "three-bedroom" is a number and a noun, and so are words that are `parted`."""
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
            # "@ann" and "#maps" are called so without their signs.
            continue
        if kind == "quoted":
            text = text[1:-1].strip()
        elif written := written_date(match.groupdict()):
            kind, text = "date", written.iso
        found.append(Token(text, match.start(), match.end(), kind))
    return found


def places_of(spots: Iterable[Spot]) -> set[int]:
    """Return the places of the tokens that some spots take."""
    return {at for spot in spots for at in range(spot.first, spot.last)}


def runs_of(tokens: Sequence[Token], longest: int, kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the runs [first, last) of at most so many tokens that are all of some kinds."""
    for first in range(len(tokens)):
        for last in range(first + 1, min(len(tokens), first + longest) + 1):
            if tokens[last - 1].kind not in kinds:
                break
            yield first, last


def written(tokens: Sequence[Token], first: int, last: int) -> str:
    """Return tokens as the question writes them."""
    parts = [tokens[first].text]
    for one, other in zip(tokens[first:last], tokens[first + 1 : last], strict=False):
        parts += [" " if other.start > one.end else "", other.text]
    return "".join(parts)
