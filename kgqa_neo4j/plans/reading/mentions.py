"""Words of a question that may name entities: the linker's mentions, and common words that are names in the graph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from rapidfuzz import fuzz

from kgqa_neo4j.linking.base import Candidate, Linking
from kgqa_neo4j.linking.parse import Parse, Word
from kgqa_neo4j.linking.text import Span
from kgqa_neo4j.model.graph import VALUE, fold
from kgqa_neo4j.plans.reading.classes import ClassNames
from kgqa_neo4j.plans.reading.names import Names
from kgqa_neo4j.question.derivations import made_of
from kgqa_neo4j.question.kinship import SEXES
from kgqa_neo4j.question.lexicon import ARTICLES, FUNCTION_WORDS, IMPERATIVES
from kgqa_neo4j.question.nouns import singular_of

_LONGEST = 4
_LIMIT = 60
# Maximum number of entities considered per name.
_OPTIONS = 4
# Minimum similarity in percent for a word to be a misspelling of another.
_ALIKE = 75
_NUMERIC = re.compile(r"[\d.,:/ -]+(?:\s?\w{1,3})?|\d+\w*")
_CODE = re.compile(r"\d+[^\W\d_]+\w*")
# "The 2nd", "the 1990s", "5pm".
_COUNTED = re.compile(r"\d*1st|\d*2nd|\d*3rd|\d+th|\d+s|\d+[ap]m")
# Sources of mentions that the user gave, and matches that the words of a mention bear out.
_GIVEN = frozenset({"argument", "brackets"})
_WORDED = frozenset({"topic", "exact", "alias", "fuzzy", "fulltext"})


@dataclass(frozen=True, slots=True)
class Option:
    """An entity that words may name; `quality` in [0, 1] is how well they match."""

    id: str
    name: str
    degree: int
    quality: float


_BEFORE_NOUN = ARTICLES | {"which", "what", "each", "every", "this"}
# First words in the names of states: "in development", "on loan", "out of print".
_OF_STATE = frozenset({"in", "on", "out", "under", "at", "off", "up", "not"})


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A span of the question, [start, end) in characters, with the entities that it may name, the best first.

    `certain`: it is a name and not a common word; `linked`: the linker found it.
    """

    start: int
    end: int
    text: str
    options: tuple[Option, ...]
    certain: bool
    linked: bool = False


def find_mentions(
    question: str, linking: Linking, parse: Parse, names: Names, classes: ClassNames
) -> list[NamedSpan]:
    """Return the spans that may name entities, from left to right and without overlaps."""
    known = [one for one in _linked(linking) if not _is_derived(one, names)]
    called: dict[Span, list[str]] = {}
    words = [word for word in parse.words if word.text[:1].isalnum() or word.text == "'s"]
    for first in range(len(words)):
        for size in range(1, _LONGEST + 1):
            run = words[first : first + size]
            if len(run) < size:
                continue
            span = Span(run[0].span.start, run[-1].span.end)
            text = span.of(question)
            if any(one.start < span.end and span.start < one.end for one in known if one.certain):
                continue
            state = size > 1 and text.islower() and words[first].text.lower() in _OF_STATE
            if (_says_nothing(words, first) and not state) or _says_nothing(words, first + size - 1):
                continue
            if _NUMERIC.fullmatch(text):
                continue
            called[span] = (
                [text] if state else list(dict.fromkeys(_names(text, run[-1].singular, joined=names.joined)))
            )
            if size == 1 and (name := classes.compound(run[0])):
                called[span].append(name)
    found = _looked_up(names, {name for some in called.values() for name in some})
    named_by = {span: _options(some, found) for span, some in called.items()}
    unknown = [word for word in words if word.span in named_by and not named_by[word.span]]
    known_spans = {span for span, options in named_by.items() if options}
    named_by |= dict(_classes_otherwise(unknown, parse, known_spans, names, classes))
    common: list[NamedSpan] = []
    for span, options in named_by.items():
        if options:
            text = span.of(question)
            proper = span.end - span.start > 1 and text[:1].isupper() and span.start > 0 and not text.islower()
            several = " " in text.strip() and text.split()[0].lower() not in _OF_STATE
            common.append(NamedSpan(span.start, span.end, text, tuple(options), certain=proper or several))
    common.sort(key=lambda one: (one.start - one.end, one.start))
    exact = {(one.start, one.end) for one in known}
    common = [replace(one, linked=(one.start, one.end) in exact) for one in common]
    kept: list[NamedSpan] = [one for one in known if one.certain]
    for one in (*common, *(one for one in known if not one.certain)):
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _is_derived(span: NamedSpan, names: Names) -> bool:
    """Return whether a word that only resembles a name is rather derived from another name: "Italian" from "Italy"."""
    if " " in span.text or any(one.quality >= 1.0 for one in span.options):
        return False
    made = made_of(span.text)
    return bool(made) and any(_called(made, _looked_up(names, made)))


def _says_nothing(words: Sequence[Word], place: int) -> bool:
    """Return whether a word is a function word or a command: "show me", but not "which show"."""
    text = words[place].text.lower()
    asked_for = place > 0 and words[place - 1].text.lower() in _BEFORE_NOUN
    return text in FUNCTION_WORDS and not (text in IMPERATIVES and asked_for)


def _classes_otherwise(
    words: Iterable[Word], parse: Parse, known: Set[Span], names: Names, classes: ClassNames
) -> Iterator[tuple[Span, list[Option]]]:
    """Yield the words and pairs of words that are synonyms of exactly one class, with that class."""
    unknown = list(words)
    others: dict[Span, tuple[str, ...]] = {
        Span(one.span.start, other.span.end): (name,)
        for one, other in pairwise(unknown)
        if other.span.start == one.span.end + 1 and (name := classes.otherwise((one, other))) is not None
    }
    others |= {
        word.span: some
        for word in unknown
        if not _in_compound(word, parse, known) and (some := classes.synonyms(word))
    }
    found = _looked_up(names, {name for some in others.values() for name in some})
    for span, some in others.items():
        # Each check asks the server, so only those with the most triples are checked: a class has many.
        likely = sorted(_called(some, found), key=lambda one: (-one.degree, one.id))[:_OPTIONS]
        options = [replace(one, quality=1.0) for one in likely if classes.has(one.id)]
        if len(options) == 1:
            yield span, options


def _in_compound(word: Word, parse: Parse, known: Set[Span]) -> bool:
    """Return whether a word modifies the noun right after it: "*mountain* ranges".

    The tagger takes some plural nouns for verbs, so words that are names in the graph count as nouns.
    """
    behind = (other for other in parse.words if other.span.start == word.span.end + 1)
    return any(other.pos == "NOUN" or other.span in known for other in behind)


def named(names: Names, name: str) -> list[str]:
    """Return the ids of the entities with a name, in any case."""
    return [found[0] for found in _looked_up(names, [name]).get(fold(name), ())]


def _linked(linking: Linking) -> list[NamedSpan]:
    spans: dict[tuple[int, int], list[Option]] = {}
    texts: dict[tuple[int, int], tuple[str, bool]] = {}
    for one in linking.topics:
        mention = one.mention
        given = mention.source in _GIVEN
        if not given and (one.match not in _WORDED or mention.start < 0 or _is_number(one)):
            continue
        if VALUE in one.entity.labels and one.match not in ("topic", "exact"):
            continue
        sure = one.match in ("topic", "exact", "alias") or fold(one.entity.name) == fold(
            singular_of(mention.text)
        )
        if not sure and not _worded(mention.text, (one.entity.name, *one.entity.aliases)):
            continue
        place = (mention.start, mention.end)
        quality = 1.0 if sure else 0.8
        spans.setdefault(place, []).append(Option(one.entity.id, one.entity.name, 0, quality))
        lower = not given and mention.text.islower() and " " not in mention.text
        texts[place] = mention.text, not lower
    return [
        NamedSpan(*place, texts[place][0], tuple(options), texts[place][1], linked=True)
        for place, options in spans.items()
    ]


def _is_number(one: Candidate) -> bool:
    """Return whether a mention is a number and not a name; "10B" may be a class in a school."""
    text = one.mention.text
    coded = one.match == "exact" and _CODE.fullmatch(text) and not _COUNTED.fullmatch(text)
    return not coded and _NUMERIC.fullmatch(text) is not None


def _worded(text: str, names: Iterable[str]) -> bool:
    """Return whether each word of a mention is in one of the names, possibly misspelled."""
    told = fold(text).split()
    for name in names:
        words = re.findall(r"\w+", fold(name))
        if all(
            any(fuzz.ratio(re.sub(r"\W", "", one), other) >= _ALIKE for other in [*words, "".join(words)])
            for one in told
        ):
            return True
    return False


def _names(text: str, singular: str, *, joined: bool) -> Iterable[str]:
    yield text
    start, space, last = text.rpartition(" ")
    start += space
    yield start + singular
    # The tagger takes some plural nouns for verbs.
    yield start + singular_of(last)
    if space and joined:
        # Classes are often written as one word: `FundingRound`.
        for one in (singular, singular_of(last)):
            yield f"{start}{one}".replace(" ", "")
    if text.lower() in SEXES:
        yield SEXES[text.lower()]
    if not last.endswith("s"):
        yield f"{start}{last}s"
    if "-" in text:
        yield text.split("-")[0]
    if " " not in text:
        yield from made_of(singular or text)


def _looked_up(names: Names, wanted: Iterable[str]) -> dict[str, list[tuple[str, str, int, bool]]]:
    folded = sorted({fold(name) for name in wanted})
    if not folded:
        return {}
    found: dict[str, list[tuple[str, str, int, bool]]] = {}
    for one in names.look_up(folded, _LIMIT):
        for key in {*one.keys, fold(one.name)}:
            found.setdefault(key, []).append((one.id, one.name, one.degree, one.literal))
    return found


def _options(names: Sequence[str], found: dict[str, list[tuple[str, str, int, bool]]]) -> list[Option]:
    options = _called(names, found)
    return sorted(options, key=lambda one: (-one.quality, -one.degree, one.id))[:_OPTIONS]


def _called(names: Sequence[str], found: dict[str, list[tuple[str, str, int, bool]]]) -> Iterable[Option]:
    options: dict[str, Option] = {}
    for rank, name in enumerate(names):
        for ident, called, degree, literal in found.get(fold(name), ()):
            if not literal and degree:
                options.setdefault(ident, Option(ident, called, degree, 1.0 if rank < 3 else 0.95))
    return options.values()
