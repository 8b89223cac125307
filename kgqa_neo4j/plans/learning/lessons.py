"""Lessons: what pairs teach besides chains, namely relations that words mean and queries that question forms mean."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.language.renaming import named_entities, renamed
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.ranking.taught import Lexicon, Meaning
from kgqa_neo4j.plans.reading.reader import Proposal, Reading
from kgqa_neo4j.plans.reading.topic_positions import form_of

# Minimum evidence for a meaning; its chance is evidence / (evidence + doubt), less if there is evidence against it.
_ENOUGH, _DOUBT = 1.0, 0.15
# Lead over all other proposals of a query that was learned for the question's very form.
_REMEMBERED = 1.0
_SLOT = "§"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one question form shows about a word: the steps that it may mean, and how certain it is that this word does.

    A step leads to what the word names. Without steps, the form is evidence against the word's other meanings, because
    other relations explain it. `share` is 1 if the form leaves no doubt which word is meant. `pairs` are the keys of
    the form's pairs that are this evidence.
    """

    moves: tuple[Move, ...]
    pairs: tuple[str, ...]
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class WordLesson:
    """What one set teaches about a word or phrase: evidence by question form; `word` is the `word_key` of `said`."""

    kind: ClassVar[str] = "word"
    set: str
    word: str
    said: str
    evidence: Mapping[str, Evidence] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """An id that depends only on the word and the set."""
        return _id(self.set, self.kind, self.word)

    @property
    def pairs(self) -> int:
        """The number of pairs that are evidence for or against a meaning."""
        return sum(len(one.pairs) for one in self.evidence.values())

    def with_evidence(self, form: str, evidence: Evidence) -> WordLesson:
        """Return the lesson with evidence added; of several pairs of a form, only the steps that all allow are kept."""
        before = self.evidence.get(form)
        if before is not None:
            if set(evidence.pairs) <= set(before.pairs):
                return self
            both = tuple(move for move in before.moves if move in evidence.moves)
            keys = tuple(dict.fromkeys((*before.pairs, *evidence.pairs)))
            evidence = Evidence(both, keys, max(before.share, evidence.share))
        return replace(self, evidence={**self.evidence, form: evidence})


@dataclass(frozen=True, slots=True)
class QueryLesson:
    """The queries that explain the pairs of one question form, with the keys of these pairs.

    Queries are texts, with `§0`, `§1` ... as placeholders for the form's topics.
    """

    kind: ClassVar[str] = "query"
    set: str
    form: str
    queries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """An id that depends only on the form and the set."""
        return _id(self.set, self.kind, plain(self.form))

    @property
    def pairs(self) -> tuple[str, ...]:
        """The keys of the pairs that it was learned from."""
        return tuple(dict.fromkeys(key for keys in self.queries.values() for key in keys))

    @property
    def best(self) -> str:
        """The query that explains most pairs, among equals the shortest."""
        return min(self.queries, key=lambda text: (-len(self.queries[text]), len(text), text), default="")

    def with_query(self, text: str, key: str) -> QueryLesson:
        """Return the lesson with one more pair that the query `text` explains."""
        keys = dict.fromkeys((*self.queries.get(text, ()), key))
        return replace(self, queries={**self.queries, text: tuple(keys)})


Lesson = WordLesson | QueryLesson


def together(one: Lesson, other: Lesson) -> Lesson:
    """Return two lessons about one word, or one form, merged; they may have pairs in common."""
    if isinstance(one, WordLesson) and isinstance(other, WordLesson):
        for form, evidence in other.evidence.items():
            one = one.with_evidence(form, evidence)
    elif isinstance(one, QueryLesson) and isinstance(other, QueryLesson):
        for text, keys in other.queries.items():
            for key in keys:
                one = one.with_query(text, key)
    return one


@dataclass(frozen=True)
class Lessons:
    """All that some sets teach about words and question forms."""

    words: Sequence[WordLesson] = ()
    queries: Sequence[QueryLesson] = ()

    @cached_property
    def lexicon(self) -> Lexicon:
        """The meanings of words with enough evidence."""
        joined: dict[str, WordLesson] = {}
        for one in self.words:
            known = joined.setdefault(one.word, WordLesson("", one.word, one.said))
            for form, evidence in one.evidence.items():
                known = known.with_evidence(form, evidence)
            joined[one.word] = known
        return {word: meanings for word, one in joined.items() if (meanings := meanings_of(one))}

    @cached_property
    def _by_form(self) -> Mapping[str, Query]:
        counts: dict[str, Counter[str]] = {}
        for one in self.queries:
            of_form = counts.setdefault(plain(one.form), Counter())
            of_form.update({text: len(keys) for text, keys in one.queries.items()})
        return {
            form: parse_query(min(found, key=lambda text: (-found[text], len(text), text)))
            for form, found in counts.items()
        }

    def has_form(self, linking: Linking) -> bool:
        """Return whether a query was learned for the very form of a question, whose topics have positions in it."""
        return bool(self.queries) and plain(form_of(linking)[0]) in self._by_form

    def recalled(self, linking: Linking, reading: Reading) -> Reading:
        """Return the reading of a question, headed by the query that was learned for its very form, if there is one.

        Args:
            linking: the question; its topics have positions in it.
            reading: what it may mean by its words.
        """
        if not self.queries:
            return reading
        form, topics = form_of(linking)
        query = self._by_form.get(plain(form))
        slots = [] if query is None else [one for one in named_entities(query) if one.startswith(_SLOT)]
        if query is None or len(slots) != len(set(topics)):
            return reading
        own = renamed(query, {_slot(place): topic for place, topic in enumerate(topics)}, {})
        others = tuple(one for one in reading.proposals if one.query != own)
        score = _REMEMBERED + max((one.score for one in others), default=0.0)
        return Reading((Proposal(own, score, (), 0.0, 0.0, 0.0), *others), operates=True)


def meanings_of(lesson: WordLesson) -> tuple[Meaning, ...]:
    """Return the meanings of a word by its evidence, the likeliest first; none if there is too little.

    It means the relation that is possible in more forms than any other, and each that is the only one possible in
    enough forms.
    """
    forms = [one for one in lesson.evidence.values() if one.moves]
    against = len(lesson.evidence) - len(forms)
    count: Counter[str] = Counter()
    share: dict[str, float] = {}
    alone: dict[str, float] = {}
    for one in forms:
        relations = {move.relation for move in one.moves}
        for relation in relations:
            count[relation] += 1
            share[relation] = share.get(relation, 0.0) + one.share
            if len(relations) == 1:
                alone[relation] = alone.get(relation, 0.0) + one.share
    ranked = count.most_common(2)
    meant = {relation for relation, most in alone.items() if most >= _ENOUGH}
    if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]) and share[ranked[0][0]] >= _ENOUGH:
        meant.add(ranked[0][0])
    found = []
    for relation in sorted(meant):
        if count[relation] <= against:
            continue
        ways = Counter(move.outward for one in forms for move in one.moves if move.relation == relation)
        sure = share[relation] / (share[relation] + _DOUBT) * count[relation] / (count[relation] + against)
        found.append(Meaning(relation, ways[True] >= ways[False], round(sure, 4)))
    return tuple(sorted(found, key=lambda one: -one.chance))


def with_slots(query: Query, topics: Sequence[str]) -> str:
    """Return the text of a query with placeholders for the topics of its question; "" if it does not name them all."""
    if not set(topics) <= set(named_entities(query)):
        return ""
    return query_text(renamed(query, {topic: _slot(place) for place, topic in enumerate(topics)}, {}))


def plain(form: str) -> str:
    """Return a question form normalised for comparison: case, spaces and final punctuation do not matter."""
    return " ".join(form.casefold().split()).rstrip("?!. ")


def left_of(lesson: Lesson, relations: Iterable[str], topics: Iterable[str]) -> Lesson | None:
    """Return what is left of a lesson if a graph has only these relations and entities; None if nothing is."""
    there = set(relations)
    if isinstance(lesson, WordLesson):
        evidence = {
            form: replace(one, moves=tuple(move for move in one.moves if move.relation in there))
            for form, one in lesson.evidence.items()
        }
        kept = {form: one for form, one in evidence.items() if one.moves or not lesson.evidence[form].moves}
        return replace(lesson, evidence=kept) if any(one.moves for one in kept.values()) else None
    known = {text: keys for text, keys in lesson.queries.items() if _stands(text, there, set(topics))}
    return replace(lesson, queries=known) if known else None


def entities_in(lessons: Iterable[Lesson]) -> set[str]:
    """Return the ids of the entities named in the queries of lessons, other than the topics of their questions."""
    found: set[str] = set()
    for one in lessons:
        for text in one.queries if isinstance(one, QueryLesson) else ():
            found |= {entity for entity in named_entities(parse_query(text)) if not entity.startswith(_SLOT)}
    return found


def _stands(text: str, relations: set[str], entities: set[str]) -> bool:
    try:
        query = parse_query(text)
    except InputError:
        return False
    named = [one for one in named_entities(query) if not one.startswith(_SLOT)]
    taken = {move.relation for path in query.paths for move in path}
    return taken <= relations and entities.issuperset(named)


def _slot(place: int) -> str:
    return f"{_SLOT}{place}"


def _id(*parts: str) -> str:
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=10).hexdigest()
