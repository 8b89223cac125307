"""Combines what learned sets teach about an attached graph: words, preferred forms, templates, calibration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.attached.learning.calibration import UNCHANGED, Calibration, calibrated
from kgqa_neo4j.plans.attached.learning.forms import Aspect, Open, Option, open_aspects, with_option
from kgqa_neo4j.plans.attached.learning.meanings import elements_of, is_known, keys_in
from kgqa_neo4j.plans.attached.learning.memory import FormSeen, LearnedPair, LearnedSet, TaughtWord, query_in
from kgqa_neo4j.plans.attached.learning.templates import Template, template_of
from kgqa_neo4j.plans.learning.lessons import Evidence, WordLesson, meanings_of
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.ranking.taught import Meaning
from kgqa_neo4j.plans.reading.labelled.operating import spotted_operations
from kgqa_neo4j.plans.reading.labelled.spots import tokens_of
from kgqa_neo4j.plans.reading.reader import Proposal, Reading

# Minimum lead of an option over the usual one, in pairs, and minimum share of the pairs that are evidence.
_MORE, _SHARE = 2, 0.65

Preferences = Mapping[tuple[Aspect, str, str], Option]
"""The preferred option by aspect, kind of query, and label ("" for all labels together)."""


@dataclass(frozen=True)
class Lessons:
    """What was learned about one graph, limited to what its schema has."""

    words: Mapping[str, tuple[Meaning, ...]] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    preferences: Preferences = field(default_factory=dict)
    templates: tuple[Template, ...] = ()
    calibration: Calibration = UNCHANGED
    pairs: int = 0

    @cached_property
    def meanings(self) -> dict[str, tuple[str, ...]]:
        """The keys of what each word stands for, by the word as it appeared in questions."""
        return {self.said[word]: tuple(one.relation for one in some) for word, some in self.words.items()}

    def in_form(self, question: str, reading: Reading, schema: PropertyGraphSchema) -> Reading:
        """Return a reading with its queries in the preferred forms."""
        if not self.preferences or not reading.proposals:
            return reading
        said = says_different(question)
        found: dict[object, Proposal] = {}
        for one in reading.proposals:
            query = one.query
            for each in open_aspects(query, said):
                option = preferred(self.preferences, each)
                if option is not None and option is not each.option:
                    query = with_option(query, each.aspect, option, schema)
            found.setdefault(query, replace(one, query=query))
        return replace(reading, proposals=tuple(found.values()))


NOTHING = Lessons()


def says_different(question: str) -> bool:
    """Whether a question explicitly asks for distinct nodes."""
    tokens = tokens_of(question)
    operations = spotted_operations(question, tokens)
    return operations.distinct or any(distinct for _, distinct in operations.counts)


def lessons_of(sets: Iterable[LearnedSet], schema: PropertyGraphSchema) -> Lessons:
    """Return what some sets teach together about a graph, without what its schema lacks."""
    learned = list(sets)
    if not learned:
        return NOTHING
    elements = set(elements_of(schema))
    words: dict[str, TaughtWord] = {}
    for one in learned:
        for key, word in one.words.items():
            known = words.get(key)
            words[key] = TaughtWord(key, word.said, (*(known.evidence if known else ()), *word.evidence))
    meant = {key: word_meanings(word, elements) for key, word in words.items()}
    meant = {key: some for key, some in meant.items() if some}
    pairs = {key: pair for one in learned for key, pair in one.pairs.items()}
    templates = []
    for key, pair in pairs.items():
        query = query_in(pair.query)
        there = query is not None and all(is_known(each, elements) for each in keys_in(query))
        template = template_of(pair.question, query, key) if query and there else None
        if template:
            templates.append(template)
    preferences = preferences_of([form for pair in pairs.values() for form in pair.forms])
    return Lessons(
        meant,
        {key: words[key].said for key in meant},
        preferences,
        tuple(templates),
        calibrated(
            [(one.estimate, _in_form(one, preferences)) for one in pairs.values() if one.estimate is not None]
        ),
        len(pairs),
    )


def _in_form(pair: LearnedPair, preferences: Preferences) -> bool:
    """Whether the best reading of a pair is right in the preferred forms."""
    return pair.right and all((preferred(preferences, one) or one.usual) in one.options for one in pair.forms)


def word_meanings(word: TaughtWord, elements: set[str]) -> tuple[Meaning, ...]:
    """Return what a word stands for by all its evidence; nothing if that is not enough."""
    evidence = {}
    for one in word.evidence:
        keys = tuple(key for key in one.keys if is_known(key, elements))
        if keys or not one.keys:
            evidence[one.pair] = Evidence(tuple(Move(key, True) for key in keys), (one.pair,), one.share)
    return meanings_of(WordLesson("", word.word, word.said, evidence))


def preferences_of(seen: Sequence[FormSeen]) -> Preferences:
    """Return the options that pairs show to be right clearly more often than the usual ones.

    For a label also the usual option, if it is right at least as often as any other, but all labels together prefer
    another one.
    """
    counts: dict[tuple[Aspect, str, str], Counter[Option]] = {}
    usual: dict[tuple[Aspect, str, str], Counter[Option]] = {}
    for one in seen:
        for label in dict.fromkeys((one.label, "")):
            key = one.aspect, one.context, label
            counts.setdefault(key, Counter()).update(one.options)
            usual.setdefault(key, Counter())[one.usual] += 1
    found: dict[tuple[Aspect, str, str], Option] = {}
    for key, count in sorted(counts.items(), key=lambda item: item[0][2] != ""):
        asked = usual[key].most_common(1)[0][0]
        others = {option: most for option, most in count.items() if option is not asked}
        option, most = max(others.items(), key=lambda item: item[1], default=(asked, 0))
        if most >= count[asked] + _MORE and most >= _SHARE * usual[key].total():
            found[key] = option
        elif key[2] and count[asked] >= most and (*key[:2], "") in found:
            found[key] = asked
    return found


def preferred(preferences: Preferences, of: Open | FormSeen) -> Option | None:
    """Return the preferred option of an aspect, None if there is no preference."""
    known = preferences.get((of.aspect, of.context, of.label))
    return known or preferences.get((of.aspect, of.context, ""))


def told_preferences(lessons: Lessons) -> list[str]:
    """Return the preferred forms as lines of text."""
    return [
        f"{aspect}, {context}{f' :{label}' if label else ''}: {option}"
        for (aspect, context, label), option in lessons.preferences.items()
    ]
