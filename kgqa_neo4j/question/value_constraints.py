"""Value constraints expressed in a question: after 2000, over a million, the longest, the older of two.

English only, by rules, on a question with its topic entities masked. The relation to the value is given by phrases;
`kgqa_neo4j.methods.plans.constraint_plans` looks for relations of the graph with such names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.question.clauses import chooses
from kgqa_neo4j.question.times import Period, read_times

Bounds = tuple[tuple[Comparison, Constant], ...]


@dataclass(frozen=True, slots=True)
class ValueConstraint:
    """A constraint on values: within `bounds`, or the `greatest` or the least (None: no extreme).

    `phrases` are possible names of the relation to the values, `times` whether these are times or numbers. `text` is
    the question without the words of the constraint. `among`: the answer is one of the topic entities. `told`: a word
    names the relation; if none does, the values may also be qualifiers, or belong to an entity along the path ("played
    in 2013").
    """

    text: str
    phrases: tuple[str, ...]
    times: bool
    bounds: Bounds = ()
    greatest: bool | None = None
    among: bool = False
    told: bool = True


# Minimum length of a word that may name a relation; excludes "are", "did", "the".
_LEAST_LETTERS = 4
# The relations that a verb next to a time stands for.
_VERBS = {
    "released": ("release date", "release year", "publication date"),
    "came out": ("release date", "release year", "publication date"),
    "come out": ("release date", "release year", "publication date"),
    "published": ("publication date", "release date", "release year"),
    "printed": ("publication date", "first printed"),
    "made": ("release date", "release year", "publication date", "inception", "year built"),
    "born": ("date of birth", "birth year"),
    "died": ("date of death", "death year"),
    "founded": ("founding date", "founded", "inception", "year of foundation"),
    "formed": ("founding date", "formed", "inception"),
    "established": ("founding date", "established", "inception"),
    "created": ("inception", "creation date", "founding date"),
    "built": ("year built", "construction date", "inception"),
    "opened": ("opening date", "date of official opening", "opened"),
    "started": ("start time", "start date"),
    "ended": ("end time", "end date"),
    "dissolved": ("dissolved", "dissolution date"),
}
_MADE = (
    "release date",
    "release year",
    "publication date",
    "year",
    "inception",
    "founding date",
    "founded",
    "established",
    "point in time",
)
_AGE = ("date of birth", "birth year", "born", *_MADE)
# Adjectives: (comparatives, superlatives, whether they mean the greatest value, whether of times, phrases).
_LENGTH = ("length", "duration", "running time", "pages")
_DEGREES: tuple[tuple[str, str, bool, bool, tuple[str, ...]], ...] = (
    ("older", "oldest", False, True, _AGE),
    ("younger", "youngest", True, True, _AGE),
    ("newer", "newest|most recent", True, True, _MADE),
    ("earlier", "earliest", False, True, _MADE),
    ("later", "latest", True, True, _MADE),
    ("larger|bigger", "largest|biggest", True, False, ("area", "population", "size")),
    ("smaller", "smallest|tiniest", False, False, ("area", "population", "size")),
    ("longer", "longest", True, False, _LENGTH),
    ("shorter", "shortest", False, False, (*_LENGTH, "height")),
    ("taller", "tallest", True, False, ("height", "elevation")),
    ("higher", "highest", True, False, ("elevation", "elevation above sea level", "height")),
    ("lower", "lowest", False, False, ("elevation", "elevation above sea level", "height")),
    ("deeper", "deepest", True, False, ("depth",)),
    ("wider|broader", "widest|broadest", True, False, ("width",)),
    ("heavier", "heaviest", True, False, ("mass", "weight")),
    ("lighter", "lightest", False, False, ("mass", "weight")),
    ("faster", "fastest", True, False, ("speed", "maximum speed")),
    ("slower", "slowest", False, False, ("speed", "maximum speed")),
    ("more populous", "most populous|most populated", True, False, ("population",)),
    ("less populous", "least populous|least populated", False, False, ("population",)),
    ("more expensive|costlier", "most expensive|costliest", True, False, ("price", "cost")),
    ("cheaper", "cheapest", False, False, ("price", "cost")),
    ("richer|wealthier", "richest|wealthiest", True, False, ("net worth",)),
)
_SUPERLATIVES = "|".join(superlative for _, superlative, *_ in _DEGREES)
_COMPARATIVES = "|".join(comparative for comparative, *_ in _DEGREES)
_MOST = r"greatest|largest|biggest|highest|longest|most|smallest|lowest|least|fewest|shortest"
_LEAST_WORDS = frozenset({"smallest", "lowest", "least", "fewest", "shortest"})
_ENDS = "of|in|by|from|for|that|which|who|did|is|was|has"
_NOUN = rf"(?P<noun>[a-z]+(?: (?!(?:{_ENDS})\b)[a-z]+){{0,2}})"
# "with the largest population": the noun names the value, not the entity.
_HAVING = re.compile(rf"\b(?:with|has|have|had|having) (?:the )?(?P<most>{_MOST}) {_NOUN}", re.I)
# Words that form a set phrase or a name with "first" or "last".
_NO_ORDER = (
    r"(?! (?:names?|lady|ladies|class|person|aid|ministers?|world|nations?|languages?|words?|appearances?|"
    r"two|three|four|five|few|half|time)\b)"
)
_FIRST = re.compile(rf"\bthe (?:very )?(?P<order>first|last){_NO_ORDER}(?= [a-z])", re.I)
# "Who made the oldest film" does not ask for the oldest person.
_ASKED = re.compile(
    r"\s*(?:(?:what|which|who|when)(?:\s*'s|\s+(?:is|was|are|were|did|would be))?|name|list|find|"
    r"(?:give|show|tell) me)?(?:\s+X)?\s*",
    re.I,
)
# "The smallest by area": the value to compare is named.
_MEASURE = re.compile(
    r"\s*\b(?:by|in terms of|measured by) (?:its |their |the )?(?P<noun>[a-z]+(?: [a-z]+){0,2})(?=\W*$)"
)
_ENDED = re.compile(r"[\s?.!]*")
_SUPERLATIVE = re.compile(
    rf"\b(?:the|whose|his|her|its|their|'s) (?P<word>{_SUPERLATIVES})\b(?= [a-z]|$|[?.!])", re.I
)
_ORDERED = re.compile(
    rf"\b(?:(?P<word>{_COMPARATIVES})|(?:was |were )?(?P<verb>{'|'.join(_VERBS)}|[a-z]+ed)?\s*"
    rf"(?P<order>first|earlier|last|later)|more {_NOUN.replace('noun', 'more')})\b",
    re.I,
)
# Words before a date that do not change its meaning, and words that do.
_SAYING_WHEN = frozenset({"in", "on", "at", "during", "throughout"})
_INTRODUCING = _SAYING_WHEN | {"the", "year"}
_COMPARING = frozenset(
    {
        "before",
        "after",
        "since",
        "until",
        "till",
        "by",
        "between",
        "from",
        "prior",
        "later",
        "earlier",
        "following",
    }
)
_ANY_VERB = re.compile(rf"\b({'|'.join(_VERBS)})\b", re.I)
_LAST_VERB = re.compile(rf"\b(?:(?:that|which|who) )?(?:was |were |is |are )?(?:{'|'.join(_VERBS)})\s*$", re.I)
_EITHER = re.compile(r"\bX\b.*\bor\b.*\bX\b")
_SEVERAL = re.compile(r"\bX\b.*\b(?:or|and)\b.*\bX\b")
_HOW_MUCH = {
    "more than": Comparison.GREATER,
    "greater than": Comparison.GREATER,
    "higher than": Comparison.GREATER,
    "larger than": Comparison.GREATER,
    "bigger than": Comparison.GREATER,
    "longer than": Comparison.GREATER,
    "taller than": Comparison.GREATER,
    "heavier than": Comparison.GREATER,
    "over": Comparison.GREATER,
    "above": Comparison.GREATER,
    "exceeding": Comparison.GREATER,
    "at least": Comparison.AT_LEAST,
    "no less than": Comparison.AT_LEAST,
    "less than": Comparison.LESS,
    "fewer than": Comparison.LESS,
    "smaller than": Comparison.LESS,
    "lower than": Comparison.LESS,
    "shorter than": Comparison.LESS,
    "under": Comparison.LESS,
    "below": Comparison.LESS,
    "at most": Comparison.AT_MOST,
    "up to": Comparison.AT_MOST,
}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9}
_QUANTITY = re.compile(
    rf"(?:\b(?:with|has|have|had|having|of) (?:an? )?(?P<noun>[a-z]+(?: [a-z]+)?) (?:of )?|"
    r"\b(?:with|has|have|had|having) |\b)"
    rf"(?P<how>{'|'.join(_HOW_MUCH)}) (?P<number>\d[\d,]*(?:\.\d+)?)(?: ?(?P<scale>{'|'.join(_SCALES)}))?\b"
    r"(?: (?P<unit>(?!in\b|of\b|by\b|and\b|from\b|that\b|which\b)[a-z]+))?",
    re.I,
)
# Units that imply the quantity; with others, the noun before or the adjective gives it.
_UNITS = {
    "inhabitants": ("population",),
    "people": ("population",),
    "residents": ("population",),
    "pages": ("number of pages",),
    "employees": ("number of employees",),
    "students": ("number of students",),
    "minutes": ("duration", "running time"),
    "hours": ("duration", "running time"),
}
_MEASURED = {
    "longer": _LENGTH,
    "shorter": _LENGTH,
    "taller": ("height",),
    "higher": ("height", "elevation"),
    "lower": ("height", "elevation"),
    "larger": ("area", "population", "size"),
    "bigger": ("area", "population", "size"),
    "smaller": ("area", "population", "size"),
    "heavier": ("mass", "weight"),
}


def read_constraints(form: str) -> tuple[ValueConstraint, ...]:
    """Return the value constraints in a question.

    Args:
        form: the question with its topic entities masked.
    """
    if among := _among(form):
        return (among,)
    found: list[ValueConstraint] = []
    text = form
    for read in (_quantity, _period, _having, _superlative, _first):
        # Each reader gets the text that the previous ones left; only one extreme is read.
        constraint = read(text)
        if constraint and (constraint.greatest is None or all(one.greatest is None for one in found)):
            found.append(constraint)
            text = constraint.text
    return tuple(found)


def _among(form: str) -> ValueConstraint | None:
    """Return which of several topic entities is the answer, as in "which is older, X or X"."""
    if not _EITHER.search(form) and not (_SEVERAL.search(form) and chooses(form)):
        return None
    match = _ORDERED.search(form)
    if match is None:
        return None
    text = _without(form, match)
    if word := match["word"]:
        greatest, times, phrases = _degree(word, comparative=True)
        return ValueConstraint(text, phrases, times, greatest=greatest, among=True)
    if noun := match["more"]:
        return ValueConstraint(text, _UNITS.get(noun.lower(), (noun,)), False, greatest=True, among=True)
    phrases = _told_by(match["verb"] or "", _AGE)
    return ValueConstraint(
        text, phrases, True, greatest=match["order"].lower() in ("last", "later"), among=True
    )


def _quantity(text: str) -> ValueConstraint | None:
    match = _QUANTITY.search(text)
    if match is None:
        return None
    unit, noun, how = (match["unit"] or "").lower(), (match["noun"] or "").lower(), match["how"].lower()
    phrases = (
        (noun,) if noun else _UNITS.get(unit) or _MEASURED.get(how.split()[0]) or ((unit,) if unit else ())
    )
    if not phrases:
        return None
    number = float(match["number"].replace(",", "")) * _SCALES.get((match["scale"] or "").lower(), 1)
    value = int(number) if number.is_integer() else number
    return ValueConstraint(_without(text, match), phrases, False, ((_HOW_MUCH[how], value),))


def _period(text: str) -> ValueConstraint | None:
    reading = read_times(text)
    bounds = _bounds(reading.stands, reading.period)
    if not bounds:
        return None
    words = text.rstrip("?.! ").split()

    def same(some: Sequence[str]) -> bool:
        read = read_times(" ".join(some))
        return (read.stands, read.period) == (reading.stands, reading.period)

    # The date is the shortest run of words with the same reading.
    start = next((place for place in range(len(words) - 1, -1, -1) if same(words[place:])), 0)
    end = next((place for place in range(start + 1, len(words)) if same(words[start:place])), len(words))
    if words[start].lower() not in _COMPARING:
        bare = start
        while start and words[start - 1].lower() in _INTRODUCING:
            start -= 1
        if _SAYING_WHEN.isdisjoint(word.lower() for word in words[start:bare]):
            return None  # A bare number is more likely part of a name.
    before = " ".join(words[:start])
    said = _LAST_VERB.search(before)
    verbs = _ANY_VERB.findall(before)
    phrases = _told_by(verbs[-1] if verbs else before.split(" ")[-1], _MADE)
    kept = before[: said.start()] if said else before
    return ValueConstraint(_tidy(" ".join([kept, *words[end:]])), phrases, True, bounds, told=bool(verbs))


def _told_by(word: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """Return names of relations for the time of a verb; for unlisted verbs, the verb and `otherwise`."""
    verb = word.lower()
    if verb in _VERBS:
        return _VERBS[verb]
    return (verb, *otherwise) if verb.isalpha() and len(verb) >= _LEAST_LETTERS else otherwise


def _bounds(stands: str, period: Period | None) -> Bounds:
    if period is None:
        return ()
    first, last = _plain(period.first, start=True), _plain(period.last, start=False)
    if stands == "before":
        return ((Comparison.LESS, first),)
    if stands == "after":
        return ((Comparison.GREATER, last),)
    if first == last:
        return ((Comparison.EQUAL, first),)
    return ((Comparison.AT_LEAST, first), (Comparison.AT_MOST, last))


def _plain(time: Time, *, start: bool) -> Time:
    """Return only the year if the time is the first (`start`) or last day of a year."""
    edge = (time.month, time.day) == ((1, 1) if start else (12, 31))
    return Time.of(time.year, precision="year") if edge else time


def _having(text: str) -> ValueConstraint | None:
    match = _HAVING.search(text)
    if match is None:
        return None
    noun = match["noun"].lower()
    return ValueConstraint(
        _without(text, match),
        _UNITS.get(noun, (noun,)),
        False,
        greatest=match["most"].lower() not in _LEAST_WORDS,
    )


def _superlative(text: str) -> ValueConstraint | None:
    measure = _MEASURE.search(text)
    if measure:
        text = _without(text, measure)
    match = _SUPERLATIVE.search(text)
    if match is None or not (_is_asked(text[: match.start()]) or _ENDED.fullmatch(text, match.end())):
        return None
    greatest, times, phrases = _degree(match["word"])
    if measure:
        times, phrases = False, _UNITS.get(measure["noun"].lower(), (measure["noun"].lower(),))
    return ValueConstraint(
        _but(text, match.start("word"), match.end("word")), phrases, times, greatest=greatest
    )


def _first(text: str) -> ValueConstraint | None:
    match = _FIRST.search(text)
    if match is None or not _is_asked(text[: match.start()]):
        return None
    verb = next((verb for verb in _VERBS if re.search(rf"\b{verb}\b", text, re.I)), "")
    greatest = match["order"].lower() == "last"
    return ValueConstraint(
        _but(text, match.start("order"), match.end("order")), _VERBS.get(verb, _MADE), True, greatest=greatest
    )


def _is_asked(before: str) -> bool:
    """Return whether what follows is the answer itself, not something on the path to it."""
    return bool(_ASKED.fullmatch(before))


def _degree(word: str, *, comparative: bool = False) -> tuple[bool, bool, tuple[str, ...]]:
    for lower, upper, greatest, times, phrases in _DEGREES:
        if word.lower() in (lower if comparative else upper).split("|"):
            return greatest, times, phrases
    raise AssertionError(word)


def degree_of(word: str) -> tuple[bool, bool, tuple[str, ...]] | None:
    """Return whether a comparative or superlative means the greatest value, whether of times, and what measures it.

    None for unlisted adjectives.
    """
    for lower, upper, greatest, times, phrases in _DEGREES:
        if word.lower() in (*lower.split("|"), *upper.split("|")):
            return greatest, times, phrases
    return None


def _without(text: str, match: re.Match[str]) -> str:
    return _but(text, match.start(), match.end())


def _but(text: str, start: int, end: int) -> str:
    return _tidy(text[:start] + " " + text[end:])


def _tidy(text: str) -> str:
    return re.sub(r"\s+([?.!,])", r"\1", " ".join(text.split()))
