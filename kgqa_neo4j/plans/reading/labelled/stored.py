"""Finds stored values among the words of a question: as they are stored, misspelled, or in part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from kgqa_neo4j.attached.model import FoundValue, PropertyGraphSchema
from kgqa_neo4j.attached.text import normalised
from kgqa_neo4j.attached.text import words as text_words
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.plans.reading.labelled.gender_words import sex_spots
from kgqa_neo4j.plans.reading.labelled.spots import (
    POSSESSIVE,
    VERBAL,
    Spot,
    Token,
    places_of,
    runs_of,
    written,
)
from kgqa_neo4j.plans.reading.labelled.vocabulary import Vocabulary
from kgqa_neo4j.question.derivations import made_of
from kgqa_neo4j.question.lexicon import DOING, FUNCTION_WORDS, GENERIC_NOUNS, LIGHT_VERBS
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.operations.degrees import degrees_of
from kgqa_neo4j.question.operations.numbers import NUMBERS
from kgqa_neo4j.question.participles import participle
from kgqa_neo4j.question.tables import table
from kgqa_neo4j.question.thesaurus import single_words
from kgqa_neo4j.question.wording import words as split_words

# Maximum tokens of a value, which may be a title that is a sentence.
_LONGEST = 24
# Last characters of names that are sentences: "the answers to Is it acidic?".
_ENDINGS = (".", "?", "!")
# Words in names of properties and labels whose values are languages.
_LANGUAGE = frozenset({"language", "languages", "lang", "langs", "speaks", "spoken", "tongue", "tongues"})
_SPOKEN = re.compile(r"-(?:speaking|language)$", re.IGNORECASE)
_DAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})
_PAST = re.compile(r"[a-z]{3,}ed")
_FUZZY = 0.8
# Maximum number of values returned for a text.
_STORED = 40
# Minimum similarity and minimum letters of a lower-case word that may be a name.
_RARE, _LEAST_LETTERS = 0.8, 5
# Minimum similarity of a category to its first word.
_SORT = 0.3
# Minimum similarity of a long name to its beginning, and the marks that may follow this.
_BEGUN, _MARKS = 0.05, frozenset("(:,;-[/")
# Words before a topic, which is not the beginning of a name.
_ABOUT = frozenset({"about", "mentioning", "mention", "regarding"})
# Minimum similarity of a whole value.
_ALIKE = 0.9


class StoredWords:
    """The spans of one question that are stored values, looked up once."""

    def __init__(self, tokens: Sequence[Token], index: ValueIndex) -> None:
        self._tokens = tokens
        self._index = index
        self._runs = {
            (first, last): written(tokens, first, last)
            for first, last in runs_of(tokens, _LONGEST, ("word", "number", "date", "mark"))
            if tokens[first].kind != "mark" and _may_end(tokens[first:last])
        }
        self._quoted = {(at, at + 1): one.text for at, one in enumerate(tokens) if one.kind == "quoted"}
        texts = {*self._runs.values(), *map(self._bare, self._runs), *self._quoted.values()}
        # Categories are also written in the plural and in lower case.
        self._one_of = {
            text: singular_of(text)
            for text in texts
            if text.replace(" ", "").replace("-", "").isalpha() and text.islower()
        }
        asks = any(one.lower in DOING for one in tokens)
        self._done = {text: participle(text) for text in self._one_of if asks and " " not in text}
        self._spoken_in = {text: bare for text in texts if (bare := _SPOKEN.sub("", text)) != text}
        texts |= set(self._spoken_in.values())
        self._codes = {text: table("languages.txt")[text.lower()] for text in texts if _is_language(text)}
        self._verbs = {text: _bases(text) for text in self._one_of if _PAST.fullmatch(text)}
        self._days = {text: day[:3].title() for text in texts if (day := singular_of(text.lower())) in _DAYS}
        bases = {base for some in self._verbs.values() for base in some}
        self._origins = {text: some for text in texts if " " not in text and (some := _origins(text))}
        self._exact = index.exact(
            texts
            | set(self._codes.values())
            | set(self._one_of.values())
            | set(self._done.values())
            | set(self._days.values())
            | bases
            | {origin for some in self._origins.values() for origin in some}
        )
        for text in [one for one in self._exact if one.endswith(_ENDINGS) and " " in one]:
            # The mark at the end of the question is not part of a name without it.
            self._exact[text] = [one for one in self._exact[text] if one.value.rstrip().endswith(text[-1])]
            if not self._exact[text]:
                del self._exact[text]

    def names(self) -> set[int]:
        """Return the indexes of words in values of several words: "Top Gun" contains no superlative."""
        return {
            at
            for (first, last), text in self._runs.items()
            if (last - first > 1 or "-" in text)
            and text in self._exact
            and not any(one.kind == "date" for one in self._tokens[first:last])
            and not all(one.lower in FUNCTION_WORDS for one in self._tokens[first:last])
            for at in range(first, last)
        }

    def spots(self, vocabulary: Vocabulary, taken: Sequence[bool]) -> list[Spot]:
        """Return the spots of stored values, without words that express an operation (`taken`)."""
        exact = self._exact
        spots = []
        for (first, last), text in (self._open(taken, vocabulary) | self._quoted).items():
            if text not in exact and self._one_of.get(text) in exact:
                text = self._one_of[text]
            elif text not in exact and self._done.get(text) in exact:
                # "Did we win it" may mean a stored "won".
                text = self._done[text]
            elif text not in exact and self._days.get(text) in exact:
                # "On Sundays" of `days: ['Sat', 'Sun']`.
                text = self._days[text]
            quoted = (first, last) in self._quoted
            if text not in exact:
                # "French-speaking" means French.
                text = self._spoken_in.get(text, text)
            if text not in exact and (part := self._part_taken(text)):
                spots.append(Spot(first, last, part[0].value, values=part))
                continue
            if text not in exact and (spoken := self._spoken(text)):
                spots.append(Spot(first, last, self._codes[text], values=spoken))
                continue
            if text not in exact and (origin := self._origin(text, vocabulary)):
                # "Dutch players", where a team is the Netherlands.
                spots.append(Spot(first, last, text, values=origin))
                continue
            if found := [one for one in exact.get(text, ()) if quoted or _may_be(one, text, vocabulary)]:
                spots.append(Spot(first, last, text, values=tuple(found[:_STORED]), quoted=quoted))
            elif quoted and not vocabulary.identified(text):
                fuzzy = self._index.find(text, 8, least=0.6)
                spots.append(Spot(first, last, text, values=tuple(fuzzy), quoted=True))
        covered = places_of(spots)
        spots += sex_spots(self._tokens, vocabulary, covered)
        sorts = list(self._sorts(vocabulary, covered))
        spots += sorts
        covered |= {spot.first for spot in sorts}
        return spots + _fuzzy_spots(self._tokens, self._index, vocabulary, covered)

    def _origin(self, text: str, vocabulary: Vocabulary) -> tuple[FoundValue, ...]:
        """Return the names that a word is derived from: "Netherlands" for "Dutch"."""
        made = [one for origin in self._origins.get(text, ()) for one in self._exact.get(origin, ())]
        told = tuple(one for one in made if _tells(one, vocabulary))
        # Last, because looking a word up in the schema takes longest.
        return () if told and text.islower() and vocabulary.knows(text) else told

    def _sorts(self, vocabulary: Vocabulary, covered: Set[int]) -> Iterator[Spot]:
        """Yield words before a label that start its only matching category: "software firms", "Software Companies"."""
        for place, (one, noun) in enumerate(pairwise(self._tokens)):
            word = one.lower
            if place in covered or one.kind != "word" or len(word) < _LEAST_LETTERS or word in FUNCTION_WORDS:
                continue
            said = vocabulary.says_label(noun.lower) and not one.possessive
            if not said or vocabulary.knows(word) or degrees_of(word) is not None:
                continue
            found = [
                value
                for value in _starting(word, self._index, _SORT)
                if " " in value.value
                and vocabulary.says_label(value.value.split()[-1].lower())
                and _tells(value, vocabulary)
            ]
            if len({(value.label, value.property, value.value) for value in found}) == 1:
                yield Spot(place, place + 1, one.text, values=tuple(found))

    def _part_taken(self, text: str) -> tuple[FoundValue, ...]:
        """Return the role that a verb names: "witnessed" for relationships with `role: 'witness'`."""
        return tuple(
            one
            for base in self._verbs.get(text, ())
            for one in self._exact.get(base, ())
            if one.on_relationship
        )

    def _spoken(self, text: str) -> tuple[FoundValue, ...]:
        """Return the codes under which a language is stored: "French" in `speaks: ['fr', 'de']`."""
        found = self._exact.get(self._codes.get(text, ""), ())
        said = ((one, {*split_words(one.property), *split_words(one.label)}) for one in found)
        return tuple(one for one, words in said if words & _LANGUAGE)

    def _open(self, taken: Sequence[bool], vocabulary: Vocabulary) -> dict[tuple[int, int], str]:
        """Return the unquoted spans that may be values, with the texts to look up."""
        found = {}
        for first, last in self._runs:
            run = self._tokens[first:last]
            common = all(one.lower in FUNCTION_WORDS or one.lower in GENERIC_NOUNS for one in run)
            behind = self._tokens[last].lower if last < len(self._tokens) else ""
            # A generic noun before a label may be a value: "the family plan".
            says_which = run[0].lower in GENERIC_NOUNS and len(run) == 1 and vocabulary.labels(behind)
            if common and (first == 0 or run[0].text.islower()) and not says_which:
                continue
            if len(run) == 1 and taken[first] and run[0].kind == "word":
                continue
            found[first, last] = self._bare((first, last))
        return found

    def _bare(self, run: tuple[int, int]) -> str:
        """Return the text of a span, without a possessive at its end."""
        text = self._runs[run]
        return POSSESSIVE.sub("", text) if self._tokens[run[1] - 1].possessive else text


def _may_end(run: Sequence[Token]) -> bool:
    """Return whether a name may end with the last of these tokens."""
    return run[-1].kind != "mark" or (len(run) > 2 and run[-1].text in _ENDINGS)


def _bases(verb: str) -> tuple[str, ...]:
    """Return the possible base forms of a verb in the past tense: "witness", "use" and "used", "stop"."""
    bare = verb.removesuffix("ed")
    doubled = bare[:-1] if bare[-1:] == bare[-2:-1] else bare
    return tuple(dict.fromkeys((bare, f"{bare}e", doubled)))


def _tells(one: FoundValue, vocabulary: Vocabulary) -> bool:
    """Return whether a value names its node or is a category."""
    return vocabulary.is_name(one.label, one.property) or vocabulary.is_category(one.label, one.property)


def _origins(text: str) -> tuple[str, ...]:
    """Return the names that a word may be derived from; "US" is a country, "us" is not."""
    short = len(text) < _LEAST_LETTERS and text.islower()
    if not text.isalpha() or short or (text.lower() in FUNCTION_WORDS and not text.isupper()):
        return ()
    return tuple(made_of(singular_of(text.lower())))


def called_once(values: Sequence[FoundValue], schema: PropertyGraphSchema) -> tuple[FoundValue, ...]:
    """Return values without those that repeat the name of the same nodes: the slug of a title."""
    said = [(one, (one.label, *text_words(normalised(one.value))), _is_called(one, schema)) for one in values]
    names = {text for _, text, called in said if called}
    return tuple(one for one, text, called in said if called or text not in names)


def _is_called(one: FoundValue, schema: PropertyGraphSchema) -> bool:
    """Return whether a value belongs to the first naming property of its label."""
    label = schema.label.get(one.label)
    return label is not None and label.naming[:1] == (one.property,)


def _is_language(text: str) -> bool:
    return text.lower() in table("languages.txt")


def _may_be(one: FoundValue, text: str, vocabulary: Vocabulary) -> bool:
    """Return whether unquoted words may be a value: a common word only if it is a category, or written as stored."""
    if " " in text or not text.islower():
        return True
    return one.value == text or vocabulary.is_category(one.label, one.property)


def _fuzzy_spots(
    tokens: Sequence[Token], index: ValueIndex, vocabulary: Vocabulary, covered: set[int]
) -> list[Spot]:
    """Return the names that are misspelled or incomplete in the question: runs of capitalized words, and rare words."""
    spots = []
    place = 0
    while place < len(tokens):
        if not _is_name(tokens, place) or place in covered:
            place += 1
            continue
        if place + 1 in covered and vocabulary.labels(tokens[place].lower):
            # "House Lannister" is a house named Lannister.
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
        text = POSSESSIVE.sub("", written(tokens, place, last))
        known = vocabulary.named([word for one in tokens[place:last] for word in split_words(one.lower)])
        if not (known and known[0].score >= 0.7):
            found = index.find(text, 8, least=_FUZZY) or _begun_by(text, index, vocabulary)
            if found:
                spots.append(Spot(place, last, text, values=tuple(found)))
        place = last
    spots += [
        Spot(place, place + 1, one.text, values=tuple(found))
        for place, one in enumerate(tokens)
        if place not in covered
        and _is_rare(one, vocabulary)
        and (
            found := _meant(one.lower, _alike(one.lower, index), vocabulary)
            or ([] if _is_about(tokens, place) else _begun_by(one.lower, index, vocabulary))
        )
    ]
    return spots


def _alike(word: str, index: ValueIndex) -> list[FoundValue]:
    """Return the values similar to a word; one that looks like a verb has to be exact: "vomiting"."""
    found = index.find(word, 4, least=_RARE)
    if word.endswith(VERBAL):
        return [one for one in found if one.value.lower() == word]
    return _begun_alike(word, found)


def _is_about(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word follows "about" or the like."""
    return place > 0 and tokens[place - 1].lower in _ABOUT


def _starting(begin: str, index: ValueIndex, least: float) -> list[FoundValue]:
    """Return the values that start with a text in lower case, with at least this similarity."""
    found = index.find(begin, _STORED, least=least)
    return [one for one in found if one.value.lower().startswith(begin)]


def _begun_by(text: str, index: ValueIndex, vocabulary: Vocabulary) -> list[FoundValue]:
    """Return the only name that starts with a text: "Good Omens" for a longer title, "warfarin" for a tablet.

    If the text is an everyday word, a mark has to follow it in the name.
    """
    begin = text.lower()
    found = [
        one
        for one in _starting(begin, index, _BEGUN)
        if len(one.value) > len(begin)
        and not one.value[len(begin)].isalnum()
        and vocabulary.is_name(one.label, one.property)
        and (begin not in single_words() or one.value[len(begin) :].lstrip()[:1] in _MARKS)
    ]
    return found if len({one.value for one in found}) == 1 else []


def _begun_alike(word: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """Return the values with the first letter of a word, which is seldom misspelled, and nearly equal ones."""
    return [one for one in found if one.value[:1].lower() == word[0] or one.similarity >= _ALIKE]


def _meant(word: str, found: Sequence[FoundValue], vocabulary: Vocabulary) -> list[FoundValue]:
    """Return the values that a lower-case word may mean: an everyday word only a name or a nearly equal value."""
    if word not in single_words():
        return list(found)
    return [one for one in found if one.similarity >= _ALIKE or vocabulary.is_name(one.label, one.property)]


def _is_rare(one: Token, vocabulary: Vocabulary) -> bool:
    """Return whether a word may be a name in lower case: neither the lexicon nor the schema has it."""
    word = one.lower
    if one.kind != "word" or not one.text.islower() or not word.isalpha() or len(word) < _LEAST_LETTERS:
        return False
    return not (
        word in NUMBERS
        or degrees_of(word) is not None
        or word in FUNCTION_WORDS
        or word in GENERIC_NOUNS
        or word in LIGHT_VERBS
        or vocabulary.knows(word)
    )


def _is_name(tokens: Sequence[Token], place: int) -> bool:
    one = tokens[place]
    return one.kind == "word" and place > 0 and not one.text.islower() and not one.text.isdigit()
