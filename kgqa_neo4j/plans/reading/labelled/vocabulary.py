"""Matches words of a question to labels, relationship types and properties of the schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

import numpy as np

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.text import identifies
from kgqa_neo4j.attached.units import unit_of
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.plans.ranking.vectors import Words
from kgqa_neo4j.plans.reading.labelled.label_nouns import (
    FIRMS,
    anybody_of,
    compounds,
    is_person,
    organisation_of,
    person_of,
    property_nouns,
)
from kgqa_neo4j.plans.reading.labelled.name_matching import (
    DOERS,
    PREFIX,
    SORTS,
    TAILED,
    TAILS,
    counted_by,
    described,
    ends_in_unit,
    is_only_sort,
    is_own,
    is_verb_of,
    name_similarity,
    parted,
    value_similarity,
)
from kgqa_neo4j.plans.reading.labelled.wordforms import forms
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.lexicon import BEING, FUNCTION_WORDS, KINDS, names_person
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.shortening import MARK, are_terse, expansions, may_shorten
from kgqa_neo4j.question.synonyms import synonyms
from kgqa_neo4j.question.thesaurus import senses, single_words
from kgqa_neo4j.question.wording import says_mutual, words

_ENDS = frozenset(
    {"end", "ended", "until", "finish", "finished", "close", "closed", "left", "till", "endtime", "enddate"}
)
TIME_UNITS = frozenset({"seconds", "milliseconds", "minutes", "hours", "days"})
_ROLES = frozenset(
    {"role", "roles", "part", "character", "characters", "duty", "position", "function", "capacity"}
)
# Function words in names of types, which need not match.
_JOINING = frozenset(
    {"has", "have", "is", "was", "with", "for", "from", "in", "of", "to", "at", "by", "on", "the"}
)
# Last words of types that are named by a verb and its preposition.
_PREPOSITIONS = frozenset({"at", "for", "in", "on", "to", "by", "with"})
# Number of words after a property's name among which its owner may stand.
_FOLLOWING = 4
# Maximum score of another inflection: a `bed` and the number of `beds` are different things.
_INFLECTED = 0.99
# Names of dates of birth.
_BIRTH = ("birth", "birthday", "birthdate", "dob")
_OF_DATES = frozenset({"year", "date", "day", "of"})
# Factor for derived names, such as expanded abbreviations: "passengers" are more likely a label than `pax`.
_WHOLE = 0.92
# Maximum score of a verb for the label that its agents are named by.
_ACTED = 0.35
# Words for what nodes are numbered by, and the minimum score of part of a label's name.
NUMBERING = frozenset({"number", "id", "code", "key", "reference", "ref", "no"})
_PARTLY = 0.7
# Score of the naming property for a label's whole name and "name".
_NAME_OF = 0.95
# Factor for the last noun of a name.
_HEADED = 0.87
# Parameters of the logistic function from cosine to score, and the maximum score.
_SHARPNESS, _THRESHOLD, _MEANT = 12.0, 6.4, 0.75
_LISTED = 0.75
# Maximum score of another noun for a label that is not in the thesaurus.
_SYNONYM = 0.7

# Size of the cache of words: the same ones occur in many questions.
_REMEMBERED = 20_000

# Endings of nouns for agents, also in the plural.
_DOING = (*DOERS, *(f"{one}s" for one in DOERS))


class Kind(StrEnum):
    """The kinds of elements in a schema; `PROPERTY` is a property of nodes, `FACT` one of relationships."""

    LABEL = "label"
    TYPE = "type"
    PROPERTY = "property"
    FACT = "fact"


VALUES = (Kind.PROPERTY, Kind.FACT)
"""The kinds of elements that have values."""
DATING = frozenset({"on", "at"})
"""Prepositions at the end of names of dates: `dueOn`."""


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the schema: a label, a type, or a property of either, its `owner`."""

    kind: Kind
    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """An element that words may name, and how well they name it, in [0, 1]."""

    element: Element
    score: float


def measures_time(one: Property) -> bool:
    """Return whether the values of a property are durations."""
    return one.type is ValueType.DURATION or one.unit in TIME_UNITS


def is_end(name: str) -> bool:
    """Return whether a property is named like the end of something."""
    said = words(name)
    return bool(_ENDS.intersection(said)) or said[-1:] == ["to"]


def says_role(name: str) -> bool:
    """Return whether a property is named like the role of somebody in a relationship."""
    return bool(_ROLES.intersection(words(name)))


class Vocabulary:
    """The words that name the elements of one schema. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema, encoder: Embedder) -> None:
        self.schema = schema
        properties = [
            *(one for label in schema.labels for one in label.properties),
            *(one for kind in schema.types for one in kind.properties),
        ]
        self.has_durations = any(map(measures_time, properties))
        self.times = [
            *(
                Element(Kind.PROPERTY, one.name, label.name)
                for label in schema.labels
                for one in label.properties
                if one.type.is_time
            ),
            *(
                Element(Kind.FACT, one.name, kind.name)
                for kind in schema.types
                for one in kind.properties
                if one.type.is_time
            ),
        ]
        self._has_persons = any(is_person(label.name) for label in schema.labels)
        self._vectors = Words(encoder)
        self._called: list[tuple[Element, tuple[str, ...]]] = []
        self._whole: set[tuple[Element, tuple[str, ...]]] = set()
        names = [one.name for one in schema.labels] + [one.name for one in schema.types]
        names += [one.name for one in properties]
        self._terse = are_terse(word for name in names for word in words(name) if not unit_of(f"_ {word}"))
        nouns = property_nouns(schema)
        for label in schema.labels:
            own = (nouns[label.name],) if label.name in nouns else ()
            self._add(Element(Kind.LABEL, label.name), (label.name, *label.words, *own))
            coded = described(label.properties)
            for one in label.properties:
                element = Element(Kind.PROPERTY, one.name, label.name)
                code = (coded[one.name],) if one.name in coded else ()
                self._add(element, (*self._texts(one), *code))
                if one.name in coded.values():
                    # A jurisdiction is better known by its description than by its code.
                    self._whole.add((element, tuple(words(one.name))))
        # A property that classifies relationships is their role only if no property is named like a role.
        roles = any(says_role(one.name) for one in properties)
        for kind in schema.types:
            self._add(Element(Kind.TYPE, kind.name), (kind.name, *kind.words))
            for one in kind.properties:
                role = ("role",) if not roles and is_only_sort(one, kind) else ()
                self._add(Element(Kind.FACT, one.name, kind.name), (*self._texts(one), *role))
        self._compounds = compounds(label.name for label in schema.labels)
        self._shortened = list(filter(None, map(self._shortening, self._called)))
        self._names = [
            (element, called, self._content(element, called))
            for element, called in (*self._called, *self._shortened)
        ]
        self._meaning = [*self._called, *(one for short in self._shortened for one in _in_full(short))]
        self._phrases = [" ".join(self._content(element, said)) for element, said in self._meaning]
        self._matrix = self._vectors.of(self._phrases)
        self._senses = list(map(self._senses_of, self._meaning, self._phrases))
        self._nouns = [
            _in_singular(phrase) if element.kind is Kind.LABEL else ""
            for (element, _), phrase in zip(self._meaning, self._phrases, strict=True)
        ]
        self._identifiers: dict[str, list[Element]] = {}
        for element, _ in self._called:
            self._identifiers.setdefault(element.name.lower(), []).append(element)
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._named)

    def is_category(self, owner: str, name: str) -> bool:
        """Return whether a property is a category: it has few values."""
        found = self.schema.label.get(owner) or self.schema.type.get(owner)
        return found is not None and any(one.name == name and one.values for one in found.properties)

    def is_name(self, owner: str, name: str) -> bool:
        """Return whether a property is a naming property of a label."""
        found = self.schema.label.get(owner)
        return found is not None and name in found.naming

    def is_truth(self, element: Element) -> bool:
        """Return whether an element is a boolean property."""
        found = self.schema.label.get(element.owner) or self.schema.type.get(element.owner)
        facts = next((one for one in found.properties if one.name == element.name), None) if found else None
        return facts is not None and facts.type is ValueType.BOOLEAN

    def is_stored_number(self, noun: str) -> bool:
        """Return whether a noun names a stored number of nodes or relationships, and no label."""
        named = self.named([noun])
        numbers = {one.element for one in named if one.score >= _PARTLY and self._is_number(one.element)}
        return bool(numbers) and not self.labels(noun)

    def _is_number(self, element: Element) -> bool:
        found = self.schema.label.get(element.owner) or self.schema.type.get(element.owner)
        properties = found.properties if found else ()
        return any(one.name == element.name and one.type is ValueType.NUMBER for one in properties)

    def _texts(self, one: Property) -> tuple[str, ...]:
        return (one.name, *one.words)

    def _add(self, element: Element, texts: Iterable[str]) -> None:
        written = dict.fromkeys(tuple(words(text)) for text in texts)
        if element.kind in (Kind.PROPERTY, Kind.FACT):
            dated = element in self.times
            # A name without its unit.
            bare = dict.fromkeys(said[:-1] for said in written if ends_in_unit(said))
            # A name written as one word, as two: `starttime`.
            bare |= dict.fromkeys(two for said in written if len(said) == 1 and (two := parted(said[0])))
            # A boolean without its verb: "moderators" for `is_moderator`.
            bare |= dict.fromkeys(said[1:] for said in written if len(said) > 1 and said[0] in BEING)
            # A count as what it counts: "employees" for `nbrEmployees` or `employeeCount`.
            bare |= dict.fromkeys(counted for said in written if (counted := counted_by(said)))
            # A date of birth as "born".
            bare |= dict.fromkeys(
                other for said in written for other in _of_life(said, dated) if other not in written
            )
            # A `dueOn` as the due date.
            bare |= dict.fromkeys(
                other
                for said in written
                if dated and len(said) > 1 and said[-1] in DATING
                if (other := (*said[:-1], "date")) not in written
            )
            # What numbers nodes as their id: the `uuid` of a ticket.
            own = element.kind is Kind.PROPERTY and is_own(element.name, element.owner)
            bare |= {("id",): None} if own and identifies(element.name) and ("id",) not in written else {}
            self._whole |= {(element, said) for said in bare}
            written |= bare
        whole = dict.fromkeys(tuple(expanded(said)) for said in written)
        self._called += [(element, said) for said in written if said]
        self._whole |= {(element, said) for said in whole if said and said not in written}
        self._called += [(element, said) for said in whole if said and said not in written]

    def _senses_of(self, one: tuple[Element, tuple[str, ...]], phrase: str) -> Mapping[str, float]:
        """Return the senses of an element's name; for a type, also with its preposition.

        "Worker" has no sense of "work", though they are forms of one word.
        """
        element, called = one
        doer = element.kind is Kind.LABEL and phrase.endswith(DOERS)
        found = dict(senses(phrase, as_written=doer))
        if element.kind in (Kind.PROPERTY, Kind.FACT) and len(called) > 1 and not found:
            # An annual budget is a budget.
            tail = called[-1] if called[-1] not in TAILS | SORTS and called[-1] not in KINDS["time"] else ""
            found = {sense: _HEADED * share for sense, share in senses(tail).items()}
        if (
            element.kind is Kind.TYPE
            and len(called) > 1
            and (says_mutual(called) or called[-1] in _PREPOSITIONS)
        ):
            # A verb and its preposition have a joint meaning: "reports to".
            for sense, share in senses(" ".join(called), as_written=True).items():
                found[sense] = max(share, found.get(sense, 0.0))
        return found

    def _shortening(self, one: tuple[Element, tuple[str, ...]]) -> tuple[Element, tuple[str, ...]] | None:
        """Return an element's name with its possible abbreviations marked; None if it has none."""
        element, called = one
        marked = tuple(
            f"{word}{MARK}" if word not in FUNCTION_WORDS and may_shorten(word, self._terse) else word
            for word in called
        )
        return (element, marked) if marked != called else None

    def _content(self, element: Element, said: tuple[str, ...]) -> tuple[str, ...]:
        if element.kind is not Kind.TYPE:
            return said
        return tuple(word for word in said if word not in _JOINING) or said

    @cached_property
    def organisation(self) -> str:
        """The only label of companies and the like; "" for none."""
        return organisation_of(self.schema)

    @cached_property
    def person(self) -> str:
        """The only label of persons, unless it is a role; "" for none."""
        return person_of(self.schema)

    @cached_property
    def anybody(self) -> str:
        """The only label of persons, whatever its name; "" for none."""
        return anybody_of(self.schema)

    def identified(self, text: str) -> list[Named]:
        """Return the elements with exactly this name; if there are none, those that differ in case."""
        found = self._identifiers.get(text.lower(), ())
        same = [element for element in found if element.name == text]
        return [Named(element, 1.0) for element in same or found]

    def labels(self, word: str) -> bool:
        """Return whether a word is the name of a label."""
        return any(
            element.kind is Kind.LABEL and len(called) == 1 and forms(word) & forms(called[0])
            for element, called in self._called
        )

    def says_label(self, noun: str) -> bool:
        """Return whether a noun is the name of a label, or a general one for companies, if these have a label."""
        return self.labels(noun) or (bool(self.organisation) and singular_of(noun) in FIRMS)

    def named(self, said: Sequence[str]) -> list[Named]:
        """Return the elements that words may name by their own words, best first."""
        return list(self._remembered(tuple(said)))

    def _named(self, said: tuple[str, ...]) -> tuple[Named, ...]:
        best: dict[Element, float] = {}
        for element, called, content in self._names:
            score = name_similarity(said, content)
            if content != called:
                score = max(score, name_similarity(said, called))
            if element.kind in (Kind.PROPERTY, Kind.FACT):
                score = max(score, value_similarity(said, called))
                score = min(score, 1.0 if said == called else _INFLECTED)
            if element.kind is Kind.LABEL and len(said) > 1 and said[-1] == "name" and score >= TAILED:
                for naming in self.schema.label[element.name].naming[:1]:
                    # "Bank name" is the naming property of a bank.
                    own = Element(Kind.PROPERTY, naming, element.name)
                    best[own] = max(best.get(own, 0.0), _NAME_OF)
            if element.kind is Kind.LABEL and len(said) > 1 and singular_of(said[-1]) in NUMBERING:
                own_name = self._numbering(element.name, name_similarity(said[:-1], called))
                if own_name is not None and own_name.score > best.get(own_name.element, 0.0):
                    best[own_name.element] = own_name.score
            if (element, called) in self._whole:
                score *= _WHOLE
            if element.kind is Kind.LABEL and is_verb_of(said, called):
                score = min(score, _ACTED)
            if score > best.get(element, 0.0):
                best[element] = score
        best = self._done_by(" ".join(said), best)
        if len(said) == 1 and (label := self._compounds.get(singular_of(said[0]), "")):
            element = Element(Kind.LABEL, label)
            best[element] = max(best.get(element, 0.0), _HEADED)
        return tuple(sorted((Named(one, score) for one, score in best.items()), key=lambda one: -one.score))

    def _done_by(self, noun: str, best: dict[Element, float]) -> dict[Element, float]:
        """Return the candidates of a noun, without types that its persons cannot be the agents of.

        Players are no teams, which are all that `PLAYED_IN`.
        """
        if not noun.endswith(_DOING) or not names_person(singular_of(noun)):
            return best
        return {one: score for one, score in best.items() if self._may_do(one)}

    def _may_do(self, element: Element) -> bool:
        """Return whether an element is not a type, or a type that relates persons, if there are persons."""
        if element.kind is not Kind.TYPE or not self._has_persons:
            return True
        ends = (end for one in self.schema.type[element.name].connections for end in (one.source, one.target))
        return any(map(is_person, ends))

    def _numbering(self, label: str, score: float) -> Named | None:
        """Return what numbers the nodes of a label, given the score of its name: "event numbers" for `event_id`."""
        naming = self.schema.label[label].naming[:1]
        if score < _PARTLY or not naming:
            return None
        if not identifies(naming[0]) and not NUMBERING.intersection(expanded(words(naming[0]))):
            return None
        return Named(Element(Kind.PROPERTY, naming[0], label), _NAME_OF if score >= TAILED else TAILED)

    def whole_names(self, said: Sequence[str]) -> set[int]:
        """Return the indexes of words that form the whole name of a property with several words."""
        found: set[int] = set()
        for element, called in self._called:
            size = len(called)
            if size < 2 or element.kind not in (Kind.PROPERTY, Kind.FACT):
                continue
            for at in range(len(said) - size + 1):
                same = zip(said[at : at + size], called, strict=True)
                after = said[at + size : at + size + _FOLLOWING]
                if all(forms(one) & forms(other) for one, other in same) and not self._has(
                    after, called[1:], element.owner
                ):
                    found.update(range(at, at + size))
        return found

    def _has(self, said: Sequence[str], called: Sequence[str], owner: str) -> bool:
        """Return whether words name another label than `owner` that has a property with this name.

        "The average height of characters" is an average if only species have an average height.
        """
        for label in self.schema.labels:
            if label.name != owner and any(forms(one) & forms(label.name.lower()) for one in said):
                return any(tuple(words(one.name)) == tuple(called) for one in label.properties)
        return False

    def knows(self, word: str) -> bool:
        """Return whether a word names, or may mean, an element of the schema."""
        named = self.named([word])
        if named and named[0].score >= PREFIX:
            return True
        (meant,) = self.meant([word])
        return bool(meant) and meant[0].score >= _MEANT / 2

    def meant(self, texts: Sequence[str]) -> list[list[Named]]:
        """Return the elements that each text may mean by other words, best first."""
        if not texts:
            return []
        cosines = self._vectors.of([singular_of(text) for text in texts]) @ self._matrix.T
        found = []
        for text, row in zip(texts, cosines, strict=True):
            own, alike = senses(text), synonyms(_in_singular(text))
            scores = (_MEANT / (1.0 + np.exp(_THRESHOLD - _SHARPNESS * row))).tolist()
            best: dict[Element, float] = {}
            for place, (element, _) in enumerate(self._meaning):
                score = scores[place]
                listed = max((min(own[one], self._senses[place].get(one, 0.0)) for one in own), default=0.0)
                score = max(score, _LISTED * listed, _SYNONYM * alike.get(self._nouns[place], 0.0))
                if score > best.get(element, 0.0):
                    best[element] = score
            best = self._done_by(text, best)
            found.append(
                sorted((Named(one, score) for one, score in best.items()), key=lambda one: -one.score)[:12]
            )
        return found


def _of_life(said: tuple[str, ...], dated: bool) -> Iterator[tuple[str, ...]]:
    """Yield other names of a date or year of birth or death: "born" for a "birthday".

    The year of a date is a part of it, and no other name for it.
    """
    if set(said) <= {"born", *_BIRTH, *_OF_DATES} and set(said) - _OF_DATES:
        yield from (("born",), ("birth", "date"), ("date", "of", "birth"), *((noun,) for noun in _BIRTH[1:]))
        yield from () if dated else (("birth", "year"), ("year", "of", "birth"))
    if set(said) <= {"died", "death", *_OF_DATES} and set(said) - _OF_DATES and not dated:
        yield from (("death", "year"), ("year", "of", "death"))


def _in_singular(phrase: str) -> str:
    *before, last = phrase.split(" ")
    return " ".join([*before, singular_of(last)])


def _in_full(one: tuple[Element, tuple[str, ...]]) -> Iterator[tuple[Element, tuple[str, ...]]]:
    """Yield an element's name with one abbreviation at a time replaced by each everyday word that it may stand for."""
    element, called = one
    bare = tuple(word.removesuffix(MARK) for word in called)
    for place, word in enumerate(called):
        if word.endswith(MARK):
            for whole in expansions(bare[place], single_words()):
                yield element, (*bare[:place], whole, *bare[place + 1 :])
