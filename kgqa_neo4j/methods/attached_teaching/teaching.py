"""Learning on an attached graph from pairs: explains each, learns words and forms, and drops words that do harm."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from kgqa_neo4j.attached.workspace import AttachedGraph
from kgqa_neo4j.methods.attached_teaching.explaining import Answered, Explainer, Explanation, shown
from kgqa_neo4j.methods.attached_teaching.gold import Gold, Golds
from kgqa_neo4j.methods.attached_teaching.words import WordSearch
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.plans.attached.learning.lessons import Lessons, lessons_of, told_preferences
from kgqa_neo4j.plans.attached.learning.meanings import keys_in
from kgqa_neo4j.plans.attached.learning.memory import (
    LearnedPair,
    LearnedSet,
    Memory,
    TaughtWord,
    WordEvidence,
    query_in,
)
from kgqa_neo4j.plans.attached.reader import AttachedReader
from kgqa_neo4j.plans.learning.learn import Learned, LearnedWord, OnStage, Outcome
from kgqa_neo4j.plans.ranking.taught import word_key
from kgqa_neo4j.question_sets.questions import Question

_UNREAD = "no reading of it gives the right answer"


class AttachedTeacher:
    """Learns pairs about one attached graph into a learned set in a file; nothing is written to the graph."""

    def __init__(self, resources: Resources, attached: AttachedGraph) -> None:
        self._resources = resources
        self._attached = attached
        self._memory = Memory(attached.lessons_file)

    def teach(self, questions: Sequence[Question], set_name: str, on_stage: OnStage) -> Learned:
        """Learn from questions with their answers, plans or Cypher; return the outcome.

        Pairs that are already in the set are skipped. Others that learn about the graph in this workspace wait.

        Raises:
            KgqaError: the graph cannot be queried, or the file of lessons cannot be read.
        """
        with self._memory.alone():
            return self._teach(questions, set_name, on_stage)

    def _teach(self, questions: Sequence[Question], set_name: str, on_stage: OnStage) -> Learned:
        self._memory.prune(self._attached.schema)
        sets = self._memory.sets()
        learned = sets.pop(set_name, LearnedSet())
        new = {key_of(one): one for one in questions}
        new = {key: one for key, one in new.items() if key not in learned.pairs}
        lesson = _Lesson(self._resources, self._attached, list(sets.values()), learned)
        for done, (key, question) in enumerate(new.items(), 1):
            lesson.take(key, question)
            on_stage("pairs", done, len(new))
        lesson.take_again()
        lesson.protect()
        if new:
            self._memory.keep(set_name, lesson.learned)
        return _report(questions, len(new), lesson)


class _Lesson:
    """The learning of one call's pairs into a set."""

    def __init__(
        self, resources: Resources, attached: AttachedGraph, others: Sequence[LearnedSet], learned: LearnedSet
    ) -> None:
        self._schema = attached.schema
        self._golds = Golds(resources.graph, attached.schema, resources.settings.neo4j.timeout)
        self._reader_with: Callable[[Lessons], AttachedReader] = partial(
            AttachedReader,
            resources.graph,
            attached.schema,
            attached.values,
            resources.embedder,
            resources.settings.linking.spacy_model,
            resources.settings.plans.weights,
        )
        self._others = others
        self._pairs = dict(learned.pairs)
        self._words = dict(learned.words)
        self._golds_of: dict[str, Gold] = {}
        self.problems: dict[str, str] = {}
        self._before = self._all().meanings
        self._open()

    @property
    def learned(self) -> LearnedSet:
        """The current content of the set."""
        return LearnedSet(self._pairs, self._words)

    @property
    def pairs(self) -> dict[str, LearnedPair]:
        """The pairs of the set by key, including those of this call."""
        return self._pairs

    def changed_words(self) -> list[LearnedWord]:
        """Return the words whose meaning is new or has changed in this call."""
        now = self._all()
        return [
            LearnedWord(said, key, sum(bool(one.keys) for one in self._words[word_key(said)].evidence))
            for said, keys in now.meanings.items()
            if self._before.get(said) != keys and word_key(said) in self._words
            for key in keys
        ]

    def preferred(self) -> Iterator[str]:
        """Yield the currently preferred forms as text."""
        yield from told_preferences(self._all())

    def _all(self) -> Lessons:
        return lessons_of([*self._others, self.learned], self._schema)

    def _open(self) -> None:
        """Create the reader with the current words, but without preferences and templates."""
        words = replace(self._all(), preferences={}, templates=())
        self._known = words
        self._reader = self._reader_with(words)
        self._explainer = Explainer(self._golds, self._reader)
        self._search = WordSearch(self._schema, words, self._reader, self._reader_with)

    def take(self, key: str, question: Question) -> None:
        """Learn a pair: find its explanation, and evidence for the meaning of words."""
        gold = self._golds.of(question)
        if gold.problem:
            self.problems[key] = gold.problem
            return
        self._golds_of[key] = gold
        answered = self._explainer.answered(question.question)
        explanation = self._explainer.explained(question.question, gold, answered)
        if not explanation.best:
            for word in self._search.found(question.question, key, gold, answered, self._explainer):
                self._note(word.said, word.evidence)
                if word.query is not None and explanation.query is None:
                    explanation = Explanation(word.query, f'"{word.said}" as {" or ".join(word.evidence.keys)}')
        if explanation.query is None and gold.query is not None:
            explanation = Explanation(gold.query, "a query of its own")
        self._keep(key, question.question, question.place, gold, answered, explanation)

    def _keep(
        self, key: str, asked: str, place: str, gold: Gold, answered: Answered | None, explanation: Explanation
    ) -> None:
        reason = "" if explanation.query else gold.note or _UNREAD
        # If the pair gives a query, keep that one, not one that only has the same rows in this graph.
        query = replace(explanation, query=gold.query) if gold.query else explanation
        self._pairs[key] = LearnedPair(
            key,
            asked,
            shown(query),
            explanation.by,
            reason,
            place,
            explanation.forms,
            answered.estimate if answered else None,
            explanation.best,
        )

    def _note(self, said: str, evidence: WordEvidence) -> None:
        word = word_key(said)
        known = self._words.get(word) or TaughtWord(word, said)
        if all(one.pair != evidence.pair for one in known.evidence):
            self._words[word] = msgspec.structs.replace(known, evidence=(*known.evidence, evidence))

    def take_again(self) -> None:
        """Explain unexplained pairs again with the words learned from the others."""
        if self._all().meanings == self._known.meanings:
            return
        self._open()
        for key, gold in self._golds_of.items():
            pair = self._pairs[key]
            if pair.right or not self._spoken(pair.question):
                continue
            answered = self._explainer.answered(pair.question)
            explanation = self._explainer.explained(pair.question, gold, answered)
            if explanation.best:
                by = pair.by if pair.by.startswith('"') else explanation.by
                self._keep(key, pair.question, pair.place, gold, answered, replace(explanation, by=by))

    def _spoken(self, question: str) -> list[str]:
        """Return the keys of the words in a question whose meaning has changed in this call."""
        text = f" {word_key_of_all(question)} "
        changed = [word_key(one.word) for one in self.changed_words()]
        return [word for word in changed if f" {word} " in text]

    def protect(self) -> None:
        """Add evidence of right pairs against changed words, and drop words that make a right pair wrong."""
        if not self.changed_words():
            return
        for pair in list(self._pairs.values()):
            query = query_in(pair.query)
            if query is None or not pair.right:
                continue
            for word in self._spoken(pair.question):
                keys = {key for one in self._words[word].evidence for key in one.keys}
                if not keys & keys_in(query):
                    self._note(self._words[word].said, WordEvidence((), pair.key))
        self._open()
        for pair in list(self._pairs.values()):
            spoken = self._spoken(pair.question) if pair.right else []
            if spoken and not self._is_right(pair):
                for word in spoken:
                    self._words.pop(word)
        if self._all().meanings != self._known.meanings:
            self._open()

    def _is_right(self, pair: LearnedPair) -> bool:
        query = query_in(pair.query)
        gold = self._golds_of.get(pair.key) or (Gold(self._golds.rows(query), query=query) if query else None)
        if gold is None:
            return True
        answered = self._explainer.answered(pair.question)
        return self._explainer.explained(pair.question, gold, answered).best


def word_key_of_all(question: str) -> str:
    """Return the keys of all words of a question, in order."""
    words = ("".join(sign for sign in word if sign.isalnum() or sign in "'-") for word in question.split())
    return " ".join(word_key(one) for one in words if one)


def key_of(question: Question) -> str:
    """Return a key that identifies a pair: a hash of its question and what is given of its answer."""
    known = (question.question, question.plan, question.cypher, *question.answers, *map(repr, question.rows))
    return hashlib.blake2b("\x1f".join(known).encode(), digest_size=10).hexdigest()


def _report(questions: Sequence[Question], new: int, lesson: _Lesson) -> Learned:
    outcomes = tuple(_outcomes(questions, lesson))
    explained = sum(bool(one.plan) for one in outcomes)
    return Learned(
        pairs=len(questions),
        new=new,
        unusable=len(lesson.problems),
        forms=len(outcomes) - len(lesson.problems),
        explained=explained,
        outcomes=outcomes,
        words=tuple(lesson.changed_words()),
        preferred=tuple(lesson.preferred()),
    )


def _outcomes(questions: Sequence[Question], lesson: _Lesson) -> Iterator[Outcome]:
    """Yield the outcome of each pair, in order."""
    for key, question in {key_of(one): one for one in questions}.items():
        places = (question.place,) if question.place else ()
        if key in lesson.problems:
            yield Outcome(question.question, 1, reason=lesson.problems[key], places=places)
            continue
        pair = lesson.pairs[key]
        if pair.query and pair.by:
            yield Outcome(question.question, 1, f"{pair.query} ({pair.by})", 1.0, places=places)
        else:
            yield Outcome(question.question, 1, reason=pair.reason or _UNREAD, places=places)
