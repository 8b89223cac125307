"""What a question does with the facts that it names: counts, compares, negates, orders, groups, averages.

English only, by rules, on a question whose entities are masked. Each operation keeps its place in the question, so that
what it applies to is found beside it; the words that say it are blanked, the others keep their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.question.degrees import measured_by
from kgqa_neo4j.question.lexicon import NO_COMPARATIVES, NO_SUPERLATIVES, NO_UNITS
from kgqa_neo4j.question.times import Period, read_times
from kgqa_neo4j.question.value_constraints import degree_of

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
    span: Literal["", "age", "days", "years"] = ""
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


_NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS)} | {
    "a dozen": 12,
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "a hundred": 100,
}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9, "bn": 1e9}
_NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{'|'.join(_NUMBERS)})(?: ?(?:hundred|thousand|million|billion|bn|k)\b)?"
_OVER = (
    r"more than|greater than|higher than|larger than|bigger than|longer than|taller than|"
    r"heavier than|older than|over|above|exceeding|exceeds?|beyond"
)
_UNDER = r"less than|fewer than|lower than|smaller than|shorter than|lighter than|younger than|cheaper than|under|below"
_LEAST = r"at least|no less than|not less than|no fewer than|a minimum of|minimum"
_MOST = r"at most|up to|no more than|not more than|a maximum of|within"
_COMPARED = re.compile(
    rf"\b(?:(?P<over>{_OVER})|(?P<under>{_UNDER})|(?P<least>{_LEAST})|(?P<most>{_MOST})|(?P<exactly>exactly|precisely))"
    rf" [$€£]?(?P<number>{_NUMBER})(?P<unit> ?%| [a-z²]+)?"
)
_OR_MORE = re.compile(
    rf"[$€£]?\b(?P<number>{_NUMBER})(?P<unit> [a-z²]+)? or (?:(?P<least>more|over|above|higher|"
    rf"greater|longer)|(?P<most>less|fewer|under|below|lower|shorter))"
    r"(?P<after> (?:different |other )?[a-z]+)?"
)
_BETWEEN = re.compile(rf"\bbetween [$€£]?(?P<low>{_NUMBER}) and [$€£]?(?P<high>{_NUMBER})(?P<unit> [a-z²]+)?")
_CURRENCY = {"$": "dollars", "€": "euros", "£": "pounds"}

_NEGATION = re.compile(
    r"\b(?:not(?! only\b)|never|without|except(?:ing)?(?: for)?|excluding|other than|apart from|but not|besides|"
    r"neither|nor|lacks?|lacking|cannot|no(?!\.)(?! (?:more|less|fewer|later|earlier|longer) than))\b|"
    r"\b(?P<verb>\w+)n['\u2019]t\b|\b(?:do|does|did|is|are|was|were|has|have|had|ca|wo)nt\b"
)
_ASIDE = re.compile(r",? (?:\S+ )?itself aside")
_ONLY = re.compile(r"\b(?:nothing but|no one but|nobody but|only|exclusively|solely)\b")
_ALL = re.compile(r"\b(?:all of|all(?! the\b)|every one of|every single|always|each of)\b")
_GROUP = re.compile(
    r"\b(?:per|for each|for every|in each|by each|of each|each|grouped by|broken down by|"
    r"split by)\s+(?P<noun>[a-z][a-z -]*)"
)
# "The cheapest per day" has no groups: the price is one per day.
_PER_UNIT = re.compile(
    r"\b(?:cheapest|most expensive|priciest|costliest|cheaper|dearest|highest paid)\b.*\b(?:per|a) [a-z]+\W*$"
)
_BY = re.compile(r"\bby (?P<noun>(?!(?:the|a|an|its|their|who|which)\b)[a-z]+(?: [a-z]+)?)\W*$")
_COUNT = re.compile(
    r"^\W*(?:so )?how many\b(?: (?:different|distinct|of (?:our|the|my|these)))?|^\W*(?:what(?:'s|"
    r" is|s)|give me|tell me|show)?\s*(?:the )?(?:total )?"
    r"(?:number|count) of\b(?: (?:different|distinct))?|^\W*count (?:all |the )*|"
    r"\bhow many\b(?: (?:different|distinct))?"
)
_NUMBER_OF = re.compile(r"\b(?:the )?(?:number|amount) of\b")
_AVERAGE = re.compile(r"\b(?:on average|averages?|mean|avg)\b")
_TOTAL = re.compile(
    r"\b(?:in total|(?<!\ba )total(?! of *$)|sum of|sum|combined|altogether|together|overall)\b"
)
_SUMMED = re.compile(r"\bhow much\b|\b(?:sum of|total|combined)\b")
_EXTREME = re.compile(
    r"\b(?P<max>maximum|max|highest|largest|greatest|biggest|most recent|latest|longest)\b|"
    r"\b(?P<min>minimum|min|lowest|smallest|least|earliest|shortest)\b"
)
_PLACES = {
    "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6,
}  # fmt: skip
_HOW_MANY = rf"(?P<many>\d+|{'|'.join(list(_NUMBERS)[1:11])})"
_PLACE = rf"(?P<place>{'|'.join(_PLACES)})"
_TOP = re.compile(rf"\b(?:top|first|best) {_HOW_MANY}\b(?P<rest>.*?)\bby (?P<noun>[a-z]+(?: [a-z]+)?)\W*$")
_BEFORE = rf"(?:(?:{_PLACE}|{_HOW_MANY}) )?"
_MOST_OF = re.compile(
    rf"\b{_BEFORE}(?P<most>most|least|fewest|greatest|largest|biggest|highest|longest|smallest|lowest|shortest|lowest)"
    r"(?: number of| amount of)? (?P<noun>(?:different |distinct )?[a-z-]+)"
)
_ADJECTIVE = re.compile(
    rf"\b{_BEFORE}(?P<word>(?:most|least) [a-z]+(?:ly [a-z]+)?|[a-z]{{2,}}est|best|worst)\b(?!-)"
)
# "Best-selling", "highest paid": the most sold, paid.
_DONE_MOST = re.compile(
    rf"\b(?:top (?P<top>\d+|[a-z]+) )?{_BEFORE}(?P<word>best|top|highest|worst|lowest|least)[- ]"
    r"(?P<verb>paid|sold|(?!(?:need|seed|speed|spring|string|building|rating|ranking)\b)[a-z]{3,}(?:ed|ing))\b"
)
# "The best GPA": the number itself is named.
_BEST_OF = re.compile(r" (?P<noun>[a-z]+(?: [a-z]+)?)")
_FIRST = re.compile(
    r"\b(?P<word>very first|first|last|earliest|latest|newest|most recently|most recent|"
    r"oldest)\b(?! (?:names?|lady|class|half|time))"
)
_THE_MOST = re.compile(r"\bthe (?P<word>most|least)(?=\W*$)")
_BY_WHAT = re.compile(
    r"\b(?:by|in terms of|measured by|according to) (?:its |their |the )?(?P<noun>[a-z]+(?: [a-z]+)?)(?=\W*$)"
)
_DONE = {
    "selling": "sold",
    "paid": "salary",
    "earning": "salary",
    "rated": "rating",
    "scoring": "score",
    "grossing": "gross",
}
_COMMON = ("common", "frequent", "popular", "often", "widespread", "frequently", "used", "commonly")
_DURATIONS = ("quickest", "fastest", "slowest")
_THAN = re.compile(
    r"\b(?P<word>(?:more|less|fewer) [a-z]+(?: [a-z]+)?|[a-z]+er|earlier|later|worse|"
    r"better)(?P<noun> [a-z]+)? than (?=§)"
)
# "Earn more than X", "sell better than X": more of what the verb says.
_MORE_THAN = re.compile(r"\b(?P<verb>[a-z]+) (?P<word>more|less|better|worse|fewer) than (?=§)")
_EARNING = {
    "make": ("salary", "pay", "earnings", "income"),
    "makes": ("salary", "pay", "earnings", "income"),
    "earn": ("salary", "pay", "earnings", "income"),
    "earns": ("salary", "pay", "earnings", "income"),
    "cost": ("price", "cost", "fee"),
    "costs": ("price", "cost", "fee"),
    "weigh": ("weight", "mass"),
    "weighs": ("weight", "mass"),
    "sell": ("sold", "sales", "sell"),
    "sold": ("sold", "sales", "sell"),
}
_BEFORE_X = re.compile(r"\b(?P<word>before|after|earlier than|later than)\s+(?:the |did |was )?(?=§)")
_OR = re.compile(r"§\d+\s+or\s+(?:the\s+)?§\d+")
_MORE_OF = re.compile(r"\b(?P<most>more|less|fewer) (?P<noun>[a-z]+(?: [a-z]+)?)(?=,| §)")
_ERS = re.compile(r"\b(?P<word>[a-z]{2,}er|first|earlier|later|more [a-z]+|less [a-z]+)\b(?! than)")
_WHETHER = re.compile(
    r"^\W*(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would|isn't|aren't|doesn't|"
    r"don't|didn't)\b(?! you\b(?! have\b))"
)
_THEN_WHICH = re.compile(r"[?.!] ?(?:which|who|what|list|name|if so)\b")
_AND_COLUMN = re.compile(
    r"\b(?:,? and|with|along with|together with|plus) (?:(?:their|its|his|her|the respective) (?P<their>[a-z][a-z ]*?)|"
    r"(?P<clause>(?:where|what|who|when|how|which) [a-z][a-z ]*)|"
    r"the (?P<that>[a-z]+(?: [a-z]+)?) (?:that )?(?:they|it|he|she) [a-z ]+?|"
    r"(?P<number>number of [a-z]+|[a-z]+) and (?P<and>[a-z]+(?: [a-z]+)?))(?=\W*$|,? please)"
)
_AGE = re.compile(r"\bhow old (?:was|were|is|had)\b")
_DAYS = re.compile(r"\bhow (?:many days|long)\b|\bin days\b")
_YEARS = re.compile(r"\bhow many years\b")
_AFTER_X = re.compile(r"\b(?:after|before|earlier than|later than|between|from)\b(?= (?:the )?§)")
_WITHIN = re.compile(
    rf"\b(?:within|in (?:under|less than|fewer than)) (?P<number>{_NUMBER}) (?P<unit>days?|weeks?|months?|years?)\b"
)
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_MONTHS = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_SHARED_YEAR = re.compile(
    rf"\b(?P<word>between|from) (?P<first>(?:\d{{1,2}} )?{_MONTHS}) (?P<and>and|to|"
    rf"until) (?P<second>(?:\d{{1,2}} )?{_MONTHS} (?P<year>\d{{4}}))"
)
_ON_OR = re.compile(r"\b(?:on or|in or) (?P<word>before|after)\b")
_DECADES = {
    "twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
    "eighties": 1980, "nineties": 1990, "noughties": 2000,
}  # fmt: skip
_DECADE = re.compile(rf"\bthe (?:\d\ds|{'|'.join(_DECADES)})\b")


def read_operations(masked: str) -> Operations:
    """Return the operations of a question whose entities stand as ``§0``, ``§1`` and so on."""
    text = masked.lower().replace("\u2019", "'")
    found = Operations(text)
    found.whether = bool(_WHETHER.match(text)) and not _THEN_WHICH.search(text) and not _among(text)
    _read_dates(found)
    _read_spans(found)
    _read_count(found)
    if not _PER_UNIT.search(text):
        _read_group(found)
    _read_columns(found)
    _read_comparatives(found)
    _read_numbers(found)
    _read_aggregate(found)
    if not found.comparative and not found.superlative:
        _read_superlative(found)
    for match in _take_all(found, _ONLY):
        found.onlys.append(match.start())
    _blank(found, _ASIDE)
    for match in _take_all(found, _NEGATION):
        verb = match["verb"]
        if not (match.start() <= 1 and verb and found.whether):
            found.negations.append(match.start())
    if found.aggregate or found.total or found.counts or found.superlative:
        # "The total of all orders": of each of them.
        return found
    if not re.match(
        r"^\W*(?:list|show|name|give me|tell me|what|which)?\s*(?:me )?all\b(?! of .* (?:been|have|are)\b)",
        found.text,
    ):
        for match in _take_all(found, _ALL):
            if found.whether or match.start() > len("which "):
                found.alls.append(match.start())
    return found


def number_of(text: str) -> float:
    """Return the number that digits, words and scales say: "20,000", "three", "2 million"."""
    match = re.fullmatch(r"(?P<digits>\d[\d,]*(?:\.\d+)?)? ?(?P<words>[a-z ]*)", text.strip())
    if match is None:
        raise ValueError(text)
    words = match["words"].strip()
    if match["digits"]:
        return float(match["digits"].replace(",", "")) * _SCALES.get(words, 1)
    if words in _NUMBERS:
        return float(_NUMBERS[words])
    number, _, scale = words.rpartition(" ")
    return _NUMBERS[number] * _SCALES[scale]


def _take(found: Operations, pattern: re.Pattern[str]) -> re.Match[str] | None:
    match = pattern.search(found.text)
    if match:
        _cut(found, match.start(), match.end())
    return match


def _take_all(found: Operations, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    matches = list(pattern.finditer(found.text))
    for match in matches:
        _cut(found, match.start(), match.end())
    yield from matches


def _blank(found: Operations, pattern: re.Pattern[str]) -> None:
    for _ in _take_all(found, pattern):
        pass


def _cut(found: Operations, start: int, end: int) -> None:
    found.text = found.text[:start] + " " * (end - start) + found.text[end:]


def _read_dates(found: Operations) -> None:
    text = found.text
    inclusive = _ON_OR.search(text)
    if inclusive:
        # Blanks in its place, so that all else keeps its own.
        text = found.text = text.replace(inclusive[0], inclusive["word"].rjust(len(inclusive[0])), 1)
    text = _SHARED_YEAR.sub(lambda m: f"{m['word']} {m['first']} {m['year']} {m['and']} {m['second']}", text)
    text = _DECADE.sub(_decade, text)
    if _AGE.search(text):
        return
    reading = read_times(text)
    if reading.period is None or reading.stands not in ("during", "before", "after"):
        return
    words = [word.rstrip("?.!,") for word in text.split()]
    left = [word for word in re.split(r"[\s?.!,]+", read_times(" ".join(words)).text) if word]
    start = next(
        (place for place, (one, other) in enumerate(zip(words, left, strict=False)) if one != other), len(left)
    )
    tail = 0
    while tail < len(left) - start and words[-1 - tail] == left[-1 - tail]:
        tail += 1
    taken = words[start : len(words) - tail]
    if not taken:
        return
    # Where the words stood before months were given their year.
    begin = _place_of_word(text, start)
    finish = _place_of_word(text, len(words) - tail - 1) + len(words[len(words) - tail - 1])
    shift = len(text) - len(found.text)
    finish -= shift
    if shift and not found.text[begin:finish].strip():
        return
    found.dates.append(DateBound(begin, finish, reading.stands, reading.period, bool(inclusive)))
    _cut(found, begin, min(finish, len(found.text.rstrip("?.! "))))


def _decade(match: re.Match[str]) -> str:
    word = match[0].removeprefix("the ")
    start = _DECADES.get(word) or 1900 + int(word[:2])
    return f"the {start}s"


def _place_of_word(text: str, number: int) -> int:
    for place, match in enumerate(re.finditer(r"\S+", text)):
        if place == number:
            return match.start()
    return len(text)


def _read_spans(found: Operations) -> None:
    if within := _take(found, _WITHIN):
        found.within = number_of(within["number"]) * _UNIT_DAYS[within["unit"].rstrip("s")]
    if _AGE.search(found.text):
        found.span = "age"
        _blank(found, _AGE)
    elif _YEARS.search(found.text) and not found.dates:
        found.span = "years"
        _blank(found, _YEARS)
        _blank(found, _AFTER_X)
    elif _DAYS.search(found.text):
        found.span = "days"
        _blank(found, _DAYS)


def _read_count(found: Operations) -> None:
    if _take(found, _COUNT):
        found.counts = True


def _read_group(found: Operations) -> None:
    grouped = _GROUP.search(found.text)
    if grouped is None and (_AVERAGE.search(found.text) or found.counts or _TOTAL.search(found.text)):
        grouped = _BY.search(found.text)
    if grouped and not found.text[grouped.end() :].lstrip(" ?.!").startswith("§"):
        found.group = (grouped.start("noun"), grouped["noun"].strip())
        _cut(found, grouped.start(), grouped.end())


def _read_columns(found: Operations) -> None:
    if found.counts or found.whether:
        return
    match = _AND_COLUMN.search(found.text)
    if match is None:
        return
    for name in ("their", "clause", "that", "number", "and"):
        if match[name]:
            found.columns.append((match.start(name), match[name].removeprefix("number of ")))
    rest = found.text[match.end() :]
    _cut(found, match.start(), match.end())
    if rest.strip(" ,?.!").startswith("please"):
        _cut(found, match.end(), len(found.text))


def _read_comparatives(found: Operations) -> None:
    if _among(found.text):
        _read_among(found)
        return
    if match := _MORE_THAN.search(found.text):
        comparison = Comparison.GREATER if match["word"] in ("more", "better") else Comparison.LESS
        phrases = _EARNING.get(match["verb"], (match["verb"],))
        _cut(found, match.start("word"), match.end())
        if match["verb"] in _EARNING:
            _cut(found, match.start(), match.end())
        found.comparative = Comparative(match.start(), match.end(), comparison, phrases, False)
        return
    match = _THAN.search(found.text)
    if match and _degrees(match["word"]) is not None:
        _cut(found, match.start(), match.end())
        greatest, times, phrases = _degrees(match["word"])  # type: ignore[misc]
        comparison = Comparison.GREATER if greatest else Comparison.LESS
        found.comparative = Comparative(match.start(), match.end(), comparison, phrases, times)
        return
    if match := _BEFORE_X.search(found.text):
        earlier = match["word"] in ("before", "earlier than")
        _cut(found, match.start(), match.end())
        comparison = Comparison.LESS if earlier else Comparison.GREATER
        found.comparative = Comparative(match.start(), match.end(), comparison, (), times=True)


def _among(text: str) -> bool:
    return (
        bool(_OR.search(text))
        and bool(re.match(r"^\W*(?:which|who|what|whose|of the|between)\b", text))
        and bool(_MORE_OF.search(text) or any(_degrees(m["word"]) is not None for m in _ERS.finditer(text)))
    )


def _read_among(found: Operations) -> None:
    if match := _MORE_OF.search(found.text):
        _cut(found, match.start(), match.end("noun"))
        found.superlative = Superlative(
            match.start(), match.end(), match["most"] == "more", (match["noun"],), among=True, counted=True
        )
        return
    for match in _ERS.finditer(found.text):
        degrees = _degrees(match["word"])
        if degrees is not None:
            _cut(found, match.start(), match.end())
            greatest, times, phrases = degrees
            found.superlative = Superlative(match.start(), match.end(), greatest, phrases, times, among=True)
            return


def _degrees(word: str) -> tuple[bool, bool | None, tuple[str, ...]] | None:
    """Return which way an adjective in a comparative or superlative points, and what it may be measured by."""
    if word in ("first", "earlier", "earliest", "very first"):
        return False, True, ()
    if word in ("last", "later", "latest", "most recent", "most recently"):
        return True, True, ()
    if measure := measured_by(word):
        return measure[0], False, measure[1]
    known = degree_of(word)
    if known:
        return known
    if word in NO_COMPARATIVES or word in NO_SUPERLATIVES:
        return None
    direction, _, adjective = word.partition(" ")
    if adjective and direction in ("more", "most", "less", "least", "fewer", "fewest"):
        return direction in ("more", "most"), None, (adjective,)
    for ending in ("iest", "ier"):
        if word.endswith(ending):
            return True, None, (word.removesuffix(ending) + "y",)
    for ending in ("est", "er"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return True, None, (word.removesuffix(ending),)
    return None


def _read_numbers(found: Operations) -> None:
    for match in list(_BETWEEN.finditer(found.text)):
        tests = (Comparison.AT_LEAST, number_of(match["low"])), (Comparison.AT_MOST, number_of(match["high"]))
        _bound(found, match, tests)
    for match in list(_OR_MORE.finditer(found.text)):
        comparison = Comparison.AT_LEAST if match["least"] else Comparison.AT_MOST
        _bound(found, match, ((comparison, number_of(match["number"])),), (match["after"] or "").strip())
    for match in list(_COMPARED.finditer(found.text)):
        comparison = (
            Comparison.GREATER
            if match["over"]
            else Comparison.LESS
            if match["under"]
            else Comparison.AT_LEAST
            if match["least"]
            else Comparison.AT_MOST
            if match["most"]
            else Comparison.EQUAL
        )
        adjective = (match["over"] or match["under"] or "").removesuffix(" than")
        degree = (
            _degrees(adjective) if adjective.endswith("er") and adjective not in ("under", "over") else None
        )
        _bound(found, match, ((comparison, number_of(match["number"])),), words=degree[2] if degree else ())


def _bound(
    found: Operations,
    match: re.Match[str],
    tests: tuple[tuple[Comparison, float], ...],
    after: str = "",
    words: tuple[str, ...] = (),
) -> None:
    if not found.text[match.start() : match.end()].strip():
        return
    unit = (match["unit"] or "").strip()
    if unit in NO_UNITS:
        unit = ""
    sign = next((name for mark, name in _CURRENCY.items() if mark in match[0]), "")
    noun = tuple(word for word in (unit, after) if word)
    end = match.end() if unit or not match["unit"] else match.start("unit")
    found.numbers.append(NumberBound(match.start(), end, tests, (*words, *([sign] if sign else [])), noun))
    _cut(found, match.start(), end)


def _read_aggregate(found: Operations) -> None:
    if match := _take(found, _AVERAGE):
        found.aggregate, found.aggregate_place = "average", match.end()
    elif (found.counts or _SUMMED.search(found.text)) and (match := _take(found, _TOTAL)):
        found.total, found.aggregate_place = True, match.end()
    if found.aggregate or found.total:
        _blank(found, _NUMBER_OF)
        return
    if found.counts or found.superlative or _DONE_MOST.search(found.text):
        return
    if match := re.match(
        r"^\W*(?:what(?:'s| is| was| were|s)?|give me|tell me|show me)?\s*(?:the )?", found.text
    ):
        rest = found.text[match.end() :]
        if extreme := _EXTREME.match(rest):
            # Whether a value is meant or what has it is for the graph to say.
            found.aggregate = "maximum" if extreme["max"] else "minimum"
            found.aggregate_place = match.end() + extreme.end()
            found.aggregate_times = extreme[0] in ("latest", "earliest", "most recent")
            if extreme[0] in ("maximum", "max", "minimum", "min"):
                _cut(found, match.end(), found.aggregate_place)


def _read_superlative(found: Operations) -> None:
    by = _BY_WHAT.search(found.text)
    if top := _TOP.search(found.text):
        many = _many(top["many"])
        found.superlative = Superlative(top.start(), top.end(), True, (top["noun"],), many=many, counted=True)
        _cut(found, top.start(), top.start("rest"))
        _cut(found, top.end("rest"), len(found.text))
        return
    phrases: tuple[str, ...] = ()
    if by:
        phrases = (by["noun"],)
    if done := _DONE_MOST.search(found.text):
        verb = done["verb"]
        said = (verb, _DONE.get(verb, verb))
        _make(found, done, done.end(), done["word"] in ("best", "top", "highest"), said, None)
        if done["top"] and found.superlative:
            top_most = str(done["top"])
            number = int(top_most) if top_most.isdigit() else _NUMBERS.get(top_most, 1)
            found.superlative = replace(found.superlative, many=number)
        return
    for match in _ADJECTIVE.finditer(found.text):
        word = match["word"]
        head = word.split()[0]
        if head in ("most", "least", "fewest"):
            continue
        degrees = _degrees(word)
        if word in NO_SUPERLATIVES or degrees is None:
            continue
        greatest, times, own = degrees
        having = re.search(r"\b(?:with|has|have|had|having)(?: the)? *$", found.text[: match.start()])
        if having and (owned := re.match(r" (?P<noun>[a-z]+(?: [a-z]+)?)", found.text[match.end() :])):
            end = match.end() + owned.end()
            _make(found, match, end, greatest, (owned["noun"],), None, counted=True)
            return
        if by:
            _cut(found, by.start(), by.end())
        duration = word in (*_DURATIONS, "longest", "shortest")
        _make(
            found,
            match,
            match.end(),
            greatest and word != "slowest",
            phrases or own,
            None if phrases else times,
            duration=duration,
        )
        if word in ("quickest", "fastest"):
            assert found.superlative
            found.superlative = replace(found.superlative, greatest=False)
        return
    for match in re.finditer(
        rf"\b{_BEFORE}(?P<word>most|least|fewest) (?:other )?"
        r"(?P<noun>(?:different |distinct |number of )?[a-z-]+(?: [a-z]+)?)",
        found.text,
    ):
        noun = match["noun"].removeprefix("different ").removeprefix("distinct ").removeprefix("number of ")
        greatest = match["word"] == "most"
        if noun.split()[0] in _COMMON:
            end = match.start("noun") + len(match["noun"].split()[0])
            _make(found, match, end, greatest, (), None, counted=True)
            return
        if noun.split()[0] in ("recent", "recently"):
            end = match.start("noun") + len(noun.split()[0])
            _make(found, match, end, True, (), True)
            return
        degrees = degree_of(f"{match['word']} {noun.split()[0]}")
        if degrees:
            end = match.start("noun") + len(noun.split()[0])
            if by:
                _cut(found, by.start(), by.end())
            _make(found, match, end, degrees[0], phrases or degrees[2], degrees[1])
            return
        first = noun.split()[0]
        end = match.start("noun") + match["noun"].find(first) + len(first)
        _make(found, match, end, greatest, (first, noun) if noun != first else (noun,), None, counted=True)
        return
    if last := _THE_MOST.search(found.text):
        _make(found, last, last.end(), last["word"] == "most", (), False)
        return
    if ordered := _FIRST.search(found.text):
        degrees = _degrees(ordered["word"])
        assert degrees is not None
        _make(found, ordered, ordered.end(), degrees[0], (), True)


def _make(
    found: Operations,
    match: re.Match[str],
    end: int,
    greatest: bool,
    phrases: tuple[str, ...],
    times: bool | None,
    *,
    counted: bool = False,
    duration: bool = False,
) -> None:
    groups = match.groupdict()
    first = _PLACES[groups["place"]] if groups.get("place") else 1
    many = _many(groups["many"]) if groups.get("many") else 1
    found.superlative = Superlative(
        match.start(), end, greatest, phrases, times, first, many, counted, False, duration
    )
    _cut(found, match.start(), end)


def _many(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text]
