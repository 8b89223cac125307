"""The pieces of a question about a property graph: words of its schema, stored values, numbers and dates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kgqa_neo4j.attached.model import FoundValue
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind, Named, Vocabulary, singular
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, GENERIC_NOUNS, IMPERATIVES, LIGHT_VERBS
from kgqa_neo4j.question.wording import words as split_words

_LONGEST_NAME, _LONGEST_VALUE = 4, 8
_TOKEN = re.compile(
    r"(?P<quoted>(?<![\w])(?:'[^']+?(?:'(?=[a-z]\b)[^']*?)*'(?!\w)|\"[^\"]+\"|`[^`]+`|\u2018[^\u2019]+\u2019|\u201c[^\u201d]+\u201d))"
    r"|(?P<date>\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{4}\b)"
    r"|(?P<number>(?<![\w.-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.:-]\d))"
    r"|(?P<word>[^\W_](?:[\w]|[.'@:/+&-](?=\w))*)"
    r"|(?P<mark>[^\w\s])"
)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_POSSESSIVE = re.compile(r"['\u2019]s$")
# Least score of words for something of the schema, by their own words and by others.
_NAMES, _MEANS = 0.4, 0.52
# Candidates of one span are within this of the best one.
_AS_GOOD = 0.3
_FUZZY = 0.8
# Properties at most that a text is looked for in.
_STORED = 40
# Likeness and letters of a word in lower case that may be a name.
_RARE, _LEAST_LETTERS = 0.8, 5
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip


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
        return _POSSESSIVE.sub("", self.text.lower())

    @property
    def possessive(self) -> bool:
        """Whether it ends with a possessive: "movie's"."""
        return bool(_POSSESSIVE.search(self.text))


@dataclass(slots=True)
class Spot:
    """Tokens [first, last) that mean something: what of the schema they may name, what stored values they may be, or
    what number or date they are."""

    first: int
    last: int
    text: str
    named: tuple[Named, ...] = ()
    values: tuple[FoundValue, ...] = ()
    number: float | None = None
    time: Time | None = None
    quoted: bool = False
    comparison: Comparison = Comparison.EQUAL
    negated: bool = False
    upper: Spot | None = None
    # Tokens of the comparison before it begin here.
    begins: int = -1
    used: bool = field(default=False, compare=False)

    @property
    def constant(self) -> bool:
        """Whether it is something that values are compared with."""
        return (
            bool(self.values)
            or self.number is not None
            or self.time is not None
            or (self.quoted and not self.named)
        )

    @property
    def moment(self) -> bool:
        """Whether it is a date with a time of day, as in ISO 8601."""
        return bool(_MOMENT.fullmatch(self.text))

    def of(self, *kinds: Kind) -> list[Named]:
        """Return the candidates of some kinds."""
        return [one for one in self.named if one.element.kind in kinds]

    def best(self, *kinds: Kind) -> float:
        """Return the best score of some kinds."""
        return max((one.score for one in self.of(*kinds)), default=0.0)


def tokens_of(question: str) -> list[Token]:
    """Return the tokens of a question."""
    found = []
    for match in _TOKEN.finditer(question):
        kind = match.lastgroup or "mark"
        text = match[0]
        if kind == "quoted":
            text = text[1:-1].strip()
        found.append(Token(text, match.start(), match.end(), kind))
    return found


def spots_of(question: str, vocabulary: Vocabulary, index: ValueIndex, taken: Sequence[bool]) -> list[Spot]:
    """Return what the tokens of a question mean, from left to right, without overlap.

    Args:
        question: as it was asked.
        vocabulary: the words of the schema.
        index: the stored values.
        taken: for each token whether it says what is done with the facts, so that it names nothing.
    """
    tokens = tokens_of(question)
    spots = [*_schema_spots(tokens, vocabulary, taken), *_value_spots(tokens, index, vocabulary, taken)]
    spots += _literal_spots(tokens)
    return _chosen(spots, tokens)


def stored_names(tokens: Sequence[Token], index: ValueIndex) -> set[int]:
    """Return the places of words that are together a stored value of several words: "Top Gun" asks for no top."""
    runs = {
        (first, last): _written(tokens, first, last)
        for first, last in _runs(tokens, _LONGEST_VALUE, ("word", "number", "mark"))
        if last - first > 1 and tokens[first].kind != "mark" and tokens[last - 1].kind != "mark"
    }
    exact = index.exact(set(runs.values()))
    return {
        at
        for (first, last), text in runs.items()
        if text in exact and not all(one.lower in FUNCTION_WORDS for one in tokens[first:last])
        for at in range(first, last)
    }


def _runs(tokens: Sequence[Token], longest: int, kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    for first in range(len(tokens)):
        for last in range(first + 1, min(len(tokens), first + longest) + 1):
            if tokens[last - 1].kind not in kinds:
                break
            yield first, last


def _schema_spots(tokens: Sequence[Token], vocabulary: Vocabulary, taken: Sequence[bool]) -> list[Spot]:
    spots: list[Spot] = []
    named: set[int] = set()
    for first, last in _runs(tokens, _LONGEST_NAME, ("word", "quoted")):
        run = tokens[first:last]
        quoted = any(one.kind == "quoted" for one in run)
        if quoted and last - first > 1:
            continue
        if quoted:
            found = vocabulary.identified(run[0].text)
        else:
            if any(taken[first:last]) or any(one.possessive for one in run[:-1]):
                continue
            said = [word for one in run for word in split_words(one.lower)]
            if not said or _joins(said[0]) or _joins(said[-1]) or (first == 0 and said[0] in IMPERATIVES):
                continue
            found = vocabulary.named(said)
            if last - first == 1:
                # An identifier is meant as it is written.
                exact = vocabulary.identified(run[0].text)
                found = exact if exact and (not run[0].text.islower() or len(said) > 1) else found
        best = found[0].score if found else 0.0
        if best >= _NAMES:
            named.update(range(first, last) if best >= 0.8 else ())
            kept = tuple(one for one in found if one.score >= best - _AS_GOOD)
            spots.append(Spot(first, last, " ".join(one.text for one in run), kept, quoted=quoted))
    others = [
        place
        for place, one in enumerate(tokens)
        if one.kind == "word"
        and place not in named
        and not taken[place]
        and one.lower not in FUNCTION_WORDS
        and one.lower not in GENERIC_NOUNS
        and one.lower not in LIGHT_VERBS
        and one.text.isalpha()
        and (one.text.islower() or place == 0)
    ]
    for place, found in zip(others, vocabulary.meant([tokens[one].lower for one in others]), strict=True):
        if found and found[0].score >= _MEANS:
            kept = tuple(one for one in found if one.score >= max(_MEANS, found[0].score - 0.1))
            spots.append(Spot(place, place + 1, tokens[place].text, kept))
    return spots


def _joins(word: str) -> bool:
    """Return whether a word names nothing of a schema; "name" does."""
    return word in FUNCTION_WORDS and word != "name"


def _value_spots(
    tokens: Sequence[Token], index: ValueIndex, vocabulary: Vocabulary, taken: Sequence[bool]
) -> list[Spot]:
    runs: dict[tuple[int, int], str] = {}
    for first, last in _runs(tokens, _LONGEST_VALUE, ("word", "number", "date", "mark")):
        run = tokens[first:last]
        if run[0].kind == "mark" or run[-1].kind == "mark":
            continue
        lower = [one.lower for one in run]
        if all(word in FUNCTION_WORDS or word in GENERIC_NOUNS for word in lower) and (
            first == 0 or run[0].text.islower()
        ):
            continue
        if len(run) == 1 and taken[first] and run[0].kind == "word":
            continue
        text = _written(tokens, first, last)
        runs[first, last] = text
        if run[-1].possessive:
            runs[first, last] = _POSSESSIVE.sub("", text)
    quoted = {(place, place + 1): one.text for place, one in enumerate(tokens) if one.kind == "quoted"}
    texts = set(runs.values()) | set(quoted.values())
    # Category values are said in the plural and in lower case too.
    one_of = {text: singular(text) for text in texts if text.isalpha() and text.islower()}
    exact = index.exact(texts | set(one_of.values()))
    spots = []
    for (first, last), text in (runs | quoted).items():
        if text not in exact and one_of.get(text) in exact:
            text = one_of[text]
        if found := [
            one for one in exact.get(text, ()) if (first, last) in quoted or _may_be(one, text, vocabulary)
        ]:
            spots.append(Spot(first, last, text, values=tuple(found[:_STORED]), quoted=(first, last) in quoted))
        elif (first, last) in quoted and not vocabulary.identified(text):
            fuzzy = index.find(text, 8, least=0.6)
            spots.append(Spot(first, last, text, values=tuple(fuzzy), quoted=True))
    covered = {place for spot in spots for place in range(spot.first, spot.last)}
    spots += _fuzzy_spots(tokens, index, vocabulary, covered)
    return [_with_number(spot, tokens) for spot in spots]


def _may_be(one: FoundValue, text: str, vocabulary: Vocabulary) -> bool:
    """Return whether words that stand in no quotes may be a value: a common word is only one of a few, or as stored."""
    if " " in text or not text.islower():
        return True
    return one.value == text or vocabulary.is_category(one.label, one.property)


def _fuzzy_spots(
    tokens: Sequence[Token], index: ValueIndex, vocabulary: Vocabulary, covered: set[int]
) -> list[Spot]:
    """Return the names that stand in the question misspelt or in part: runs of capitals, and rare words."""
    spots = []
    place = 0
    while place < len(tokens):
        if not _is_name(tokens, place) or place in covered:
            place += 1
            continue
        last = place + 1
        while last < len(tokens) and (
            _is_name(tokens, last)
            or (
                tokens[last].lower in ("of", "the", "and")
                and last + 1 < len(tokens)
                and _is_name(tokens, last + 1)
            )
        ):
            last += 1
        text = _POSSESSIVE.sub("", _written(tokens, place, last))
        known = vocabulary.named([word for one in tokens[place:last] for word in split_words(one.lower)])
        if not (known and known[0].score >= 0.7):
            found = index.find(text, 8, least=_FUZZY)
            if found:
                spots.append(Spot(place, last, text, values=tuple(found)))
        place = last
    spots += [
        Spot(place, place + 1, one.text, values=tuple(found))
        for place, one in enumerate(tokens)
        if place not in covered
        and _is_rare(one, vocabulary)
        and (found := index.find(one.lower, 4, least=_RARE))
    ]
    return spots


def _is_rare(one: Token, vocabulary: Vocabulary) -> bool:
    """Return whether a word is none of English that the schema could mean: a name in lower case, perhaps misspelt."""
    word = one.lower
    if one.kind != "word" or not one.text.islower() or not one.text.isalpha() or len(word) < _LEAST_LETTERS:
        return False
    if word.endswith(("ed", "ing")):
        return False
    return not (
        word in FUNCTION_WORDS or word in GENERIC_NOUNS or word in LIGHT_VERBS or vocabulary.knows(word)
    )


def _is_name(tokens: Sequence[Token], place: int) -> bool:
    one = tokens[place]
    return one.kind == "word" and place > 0 and not one.text.islower() and not one.text.isdigit()


def _with_number(spot: Spot, tokens: Sequence[Token]) -> Spot:
    text = spot.text.replace(",", "")
    if spot.last - spot.first == 1 and re.fullmatch(r"-?\d+(?:\.\d+)?", text):
        spot.number = float(text)
    if (time := _time(spot.text)) is not None:
        spot.time = time
    return spot


def _time(text: str) -> Time | None:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        try:
            return Time.parse(text)
        except ValueError:
            return None
    if match := re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", text):
        try:
            return Time.of(int(match[3]), int(match[1]), int(match[2]))
        except ValueError:
            return None
    return None


def _literal_spots(tokens: Sequence[Token]) -> list[Spot]:
    spots = []
    for place, one in enumerate(tokens):
        if one.kind == "number":
            number = float(one.text.replace(",", ""))
            after = tokens[place + 1].lower if place + 1 < len(tokens) else ""
            scale = {"thousand": 1e3, "million": 1e6, "billion": 1e9}.get(after, 1.0)
            spots.append(Spot(place, place + (2 if scale > 1 else 1), one.text, number=number * scale))
        elif one.kind == "date" and (time := _time(one.text)):
            spots.append(Spot(place, place + 1, one.text, time=time))
        elif (
            one.lower in _NUMBERS
            and one.kind == "word"
            and place
            and tokens[place - 1].lower
            in (
                "than",
                "least",
                "most",
                "exactly",
                "over",
                "under",
                "top",
                "first",
            )
        ):
            spots.append(Spot(place, place + 1, one.text, number=float(_NUMBERS[one.lower])))
    return spots


def _written(tokens: Sequence[Token], first: int, last: int) -> str:
    """Return tokens as the question writes them."""
    parts = [tokens[first].text]
    for one, other in zip(tokens[first:last], tokens[first + 1 : last], strict=False):
        parts += [" " if other.start > one.end else "", other.text]
    return "".join(parts)


def _weight(spot: Spot, tokens: Sequence[Token]) -> float:
    """Return how much speaks for a spot against others that overlap with it."""
    size: float = (spot.last - spot.first) ** 1.3
    if spot.quoted:
        return 10.0 * size if spot.named or spot.values else 8.0 * size
    if spot.named:
        return max(one.score for one in spot.named) * size
    if spot.values:
        best = spot.values[0].likeness
        proper = any(not one.text.islower() for one in tokens[spot.first : spot.last] if one.kind != "mark")
        # A common word is rather a word of the schema; a name, or several words, are a value.
        return best * size * (1.1 if proper and (spot.first > 0 or size > 1) else 0.85)
    return 0.5 * size


def _chosen(spots: Sequence[Spot], tokens: Sequence[Token]) -> list[Spot]:
    """Return the spots without overlap that have the most weight together."""
    ranked = sorted(spots, key=lambda one: one.last)
    best: list[tuple[float, tuple[Spot, ...]]] = [(0.0, ())] * (len(tokens) + 1)
    at = 0
    for end in range(1, len(tokens) + 1):
        best[end] = best[end - 1]
        while at < len(ranked) and ranked[at].last == end:
            spot = ranked[at]
            total = best[spot.first][0] + _weight(spot, tokens)
            if total > best[end][0]:
                best[end] = (total, (*best[spot.first][1], spot))
            at += 1
    return [_joined(spot, spots) for spot in best[-1][1]]


def _joined(spot: Spot, spots: Sequence[Spot]) -> Spot:
    """Return a spot with what the same tokens may mean besides."""
    same = [one for one in spots if (one.first, one.last) == (spot.first, spot.last) and one is not spot]
    named = spot.named or next((one.named for one in same if one.named), ())
    values = spot.values or next((one.values for one in same if one.values), ())
    number = (
        spot.number if spot.number is not None else next((o.number for o in same if o.number is not None), None)
    )
    time = spot.time or next((one.time for one in same if one.time), None)
    if named and values and not spot.quoted:
        # What names something of the schema well is no value, unless it is written as a name.
        values = () if max(one.score for one in named) >= 0.8 else values
        named = named if not values else ()
    if named and values and spot.quoted:
        named = ()
    return replace(spot, named=named, values=values, number=number, time=time)
