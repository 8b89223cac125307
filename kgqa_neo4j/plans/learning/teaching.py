"""Learning from pairs of every kind on a loaded graph: what explains each pair, and what that teaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking.base import Linker, Linking
from kgqa_neo4j.linking.resolution import Ids, resolve
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.graph_schema import schema_of
from kgqa_neo4j.plans.language.execution import QueryExecutor
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.learning import lesson_store, store
from kgqa_neo4j.plans.learning.exemplars import ENOUGH, Pair
from kgqa_neo4j.plans.learning.explaining import Explainer, Explanation, WordMeaning
from kgqa_neo4j.plans.learning.learn import Learned, LearnedWord, OnStage, Outcome, learn
from kgqa_neo4j.plans.learning.lessons import (
    Evidence,
    Lesson,
    Lessons,
    QueryLesson,
    WordLesson,
    meanings_of,
    plain,
    with_slots,
)
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.plans.plan import Path
from kgqa_neo4j.plans.ranking import create as create_ranker
from kgqa_neo4j.plans.ranking.taught import Lexicon, word_key
from kgqa_neo4j.plans.reading.mentions import named
from kgqa_neo4j.plans.reading.names import DatabaseNames
from kgqa_neo4j.plans.reading.reader import Reader
from kgqa_neo4j.plans.reading.topic_positions import form_of, placed
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.plans.text import path_text
from kgqa_neo4j.question.wording import words
from kgqa_neo4j.question_sets.gold_answers import agree, units
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.store.driver import Database

# Maximum number of question forms per call that are read for queries: the best supported ones.
MOST_READ = 500
# Mean F1 from which a path explains a form completely.
_WHOLLY = 0.999


@dataclass(frozen=True, slots=True)
class Given:
    """A question with its answers, and its query, if one was given and is not a chain of steps.

    `problem` tells people why there are no answers to learn from.
    """

    question: Question
    query: Query | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    """A pair that was read, with its linked question, whose topics have positions, and its explanation."""

    pair: Pair
    given: Given
    linking: Linking
    explanation: Explanation


@dataclass(slots=True)
class _Lessons:
    """The lessons of one set while they are added to; `changed` ones are to be written, by id."""

    set: str
    words: dict[str, WordLesson]
    queries: dict[str, QueryLesson]
    changed: dict[str, Lesson] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, found: Lessons) -> _Lessons:
        words = {one.word: one for one in found.words}
        return cls(name, words, {plain(one.form): one for one in found.queries})

    def add_word(self, said: str, form: str, evidence: Evidence) -> None:
        before = self.words.get(word_key(said)) or WordLesson(self.set, word_key(said), said)
        after = before.with_evidence(form, evidence)
        if after != before:
            self.words[after.word] = self.changed[after.id] = after

    def add_query(self, form: str, text: str, key: str) -> bool:
        before = self.queries.get(plain(form)) or QueryLesson(self.set, form)
        after = before.with_query(text, key)
        if after == before:
            return False
        self.queries[plain(form)] = self.changed[after.id] = after
        return True

    @property
    def lexicon(self) -> Lexicon:
        return Lessons(list(self.words.values())).lexicon


class Teacher:
    """Learns from pairs into one graph. Not thread-safe."""

    def __init__(
        self, database: Database, embedder: Embedder, linker: Linker, spacy_model: str, limits: Limits
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._linker = linker
        self._schema = schema_of(database)
        ranker = create_ranker(database, embedder)
        names = DatabaseNames(database)
        view = GraphView(self._schema, ranker.graph, ranker.words, embedder, partial(named, names))
        executor = QueryExecutor(database, self._schema, limits)
        self._explainer = Explainer(Reader(names, view, spacy_model), view, executor, {})

    def teach(
        self,
        given: Sequence[Given],
        set_name: str,
        on_stage: OnStage = lambda stage, done, of: None,
        *,
        corrects: bool = False,
    ) -> Learned:
        """Learn from questions into a set; pairs that it already has change nothing.

        Args:
            given: the questions.
            set_name: the set.
            on_stage: receives the progress.
            corrects: the pair corrects a wrong answer: a chain of steps is learned only if it explains the pair
                completely, and no word of the question clearly means another relation.

        Raises:
            DatabaseError: or a subclass: the graph cannot be queried.
            ModelNotFound, ModelUnreadable: a model cannot be used.
        """
        store.prepare(self._database, self._embedder.dimension)
        lessons = _Lessons.of(set_name, lesson_store.read(self._database, [set_name]))
        self._explainer.know(lessons.lexicon)
        usable = [self._with_topics(one) for one in given if not one.problem]
        pairs = pairs_of(self._database, [one.question for one in usable])
        forms: dict[str, list[tuple[Pair, Given]]] = {}
        for pair, one in zip(pairs, usable, strict=True):
            forms.setdefault(pair.form, []).append((pair, one))
        read = self._read(forms, on_stage)
        new = self._taught(read, lessons)
        chains = {form for form in forms if all(_is_chain(one) for one in read.get(form, ()))}
        learned = learn(
            self._database,
            self._embedder,
            [one for one in pairs if one.form in chains],
            set_name,
            on_stage,
            partial(self._objection, read) if corrects else lambda pair, path, score: "",
        )
        taken = self._of_chains({form: read[form] for form in chains if form in read}, lessons)
        new += self._taught(self._read_again(read, lessons), lessons)
        self._contradicted(read, taken, lessons)
        lesson_store.write(self._database, lessons.changed.values())
        told = [replace(one, places=_places([g for _, g in forms[one.form]])) for one in learned.outcomes]
        told += [_outcome(form, forms[form], read[form]) for form in forms if form not in chains]
        changed = [one for one in lessons.changed.values() if isinstance(one, WordLesson)]
        names = {relation: facts.name for relation, facts in self._schema.relations().items()}
        return _together(given, replace(learned, new=learned.new + new), told, words_of(changed, names))

    def _with_topics(self, given: Given) -> Given:
        """Return a question with the topics that the linker finds, if none were given."""
        if given.question.topics:
            return given
        topics = tuple(
            dict.fromkeys(one.entity.id for one in self._linker.link(given.question.question).topics)
        )
        return replace(given, question=replace(given.question, topics=topics))

    def _read(
        self, forms: Mapping[str, Sequence[tuple[Pair, Given]]], on_stage: OnStage
    ) -> dict[str, list[_Read]]:
        """Return the explanations of the first pairs of the best supported forms."""
        chosen = sorted(forms, key=lambda form: -len(forms[form]))[:MOST_READ]
        some = [(pair, one) for form in chosen for pair, one in forms[form][:ENOUGH]]
        resolved = self._resolved([one.question for _, one in some])
        found: dict[str, list[_Read]] = {}
        for done, (pair, one) in enumerate(some, 1):
            linking = self._linked(one.question)
            if linking is not None and (pair.topics or not one.question.topics):
                explanation = self._explained(linking, one, resolved)
                found.setdefault(pair.form, []).append(_Read(pair, one, linking, explanation))
            on_stage("questions", done, len(some))
        return found

    def _linked(self, question: Question) -> Linking | None:
        """Return a question linked as it will be when asked, else by its given topics; None if these are not in it."""
        linking = placed(self._linker.link(question.question))
        if linking is not None and (linking.topics or not question.topics):
            return linking
        return placed(self._linker.link(question.question, question.topics))

    def _explained(self, linking: Linking, given: Given, resolved: Mapping[str, Ids]) -> Explanation:
        def agrees(entities: Sequence[ScoredEntity], rows: Sequence[Sequence[ScoredEntity]]) -> bool:
            return agree(*units(given.question, resolved, entities, rows))

        found = self._explainer.explain(linking, agrees)
        if found.query is None and given.query is not None:
            return Explanation(given.query, operates=found.operates)
        return found

    def _resolved(self, questions: Sequence[Question]) -> dict[str, Ids]:
        prefixes = [row["prefix"] for row in self._database.read("load_prefixes")]
        return resolve(self._database, [name for one in questions for name in one.answer_names], prefixes)

    def _taught(self, read: Mapping[str, Sequence[_Read]], lessons: _Lessons) -> int:
        """Add what the queries that explain pairs teach; return how many of these pairs are new."""
        new = 0
        for one in (one for some in read.values() for one in some):
            query = one.explanation.query
            if query is None:
                continue
            form, topics = form_of(one.linking)
            if text := with_slots(query, topics):
                new += lessons.add_query(form, text, one.pair.key)
            self._add_words(one.explanation.words, one, lessons)
        return new

    def _objection(self, read: Mapping[str, Sequence[_Read]], pair: Pair, path: Path, score: float) -> str:
        """Return the objection to learning a path for a form from a pair that corrects an answer; "" for none."""
        if not path:
            return ""
        if score < _WHOLLY:
            return (
                f"not explained: the best plan, {path_text(path)}, agrees with {score:.0%} of the answers (F1)"
            )
        linking = next((one.linking for one in read.get(pair.form, ())), None)
        if linking is None or (other := self._explainer.says_another(linking, path)) is None:
            return ""
        word, relation = other
        return f'not explained: only {path_text(path)} leads to the answers, and "{word}" says {relation}'

    def _of_chains(self, read: Mapping[str, Sequence[_Read]], lessons: _Lessons) -> dict[str, set[str]]:
        """Add the words taught by chains that explain their form completely; return these chains' relations by form."""
        taken: dict[str, set[str]] = {}
        for exemplar in store.read(self._database, [lessons.set]) if read else ():
            for one in read.get(exemplar.form, ())[:1]:
                paths = [path for path, score in exemplar.paths.items() if score >= _WHOLLY]
                shortest = [path for path in paths if len(path) == min(map(len, paths))]
                if shortest:
                    taken[exemplar.form] = {move.relation for path in shortest for move in path}
                    self._add_words(self._explainer.of_chain(one.linking, shortest), one, lessons)

        return taken

    @staticmethod
    def _add_words(words: Sequence[WordMeaning], one: _Read, lessons: _Lessons) -> None:
        for word in words:
            lessons.add_word(word.said, one.pair.form, Evidence(word.moves, (one.pair.key,), word.share))

    def _read_again(self, read: dict[str, list[_Read]], lessons: _Lessons) -> dict[str, list[_Read]]:
        """Return the pairs that are only explained by what others taught, by form; `read` is updated with them."""
        before = self._explainer.lexicon
        self._explainer.know(lessons.lexicon)
        open_forms = [form for form, some in read.items() if not any(one.explanation.query for one in some)]
        if self._explainer.lexicon == before:
            return {}
        again: dict[str, list[_Read]] = {}
        for form in open_forms:
            if all(map(_is_chain, read[form])):
                continue
            resolved = self._resolved([one.given.question for one in read[form]])
            some = [
                replace(one, explanation=self._explained(one.linking, one.given, resolved))
                for one in read[form]
            ]
            if any(one.explanation.query for one in some):
                read[form] = again[form] = some
        return again

    def _contradicted(
        self, read: Mapping[str, Sequence[_Read]], taken: Mapping[str, set[str]], lessons: _Lessons
    ) -> None:
        """Add evidence against learned words, from forms that contain them but are explained by other relations.

        `taken` are the relations of the chains that explain forms completely.
        """
        for one in (one for some in read.values() for one in some):
            query = one.explanation.query
            relations = taken.get(one.pair.form, set())
            if query is not None:
                relations = {move.relation for path in query.paths for move in path}
            for word in self._explainer.words(one.linking) if relations else ():
                lesson = lessons.words.get(word_key(word))
                meant = (
                    {move.relation for e in lesson.evidence.values() for move in e.moves} if lesson else set()
                )
                if lesson and one.pair.form not in lesson.evidence and not meant & relations:
                    lessons.add_word(word, one.pair.form, Evidence((), (one.pair.key,)))


def words_of(lessons: Iterable[WordLesson], names: Mapping[str, str]) -> list[LearnedWord]:
    """Return the words to which some lessons give a meaning; `names` are the names of the graph's relations."""
    return [
        LearnedWord(lesson.said, _called(meaning.relation, names[meaning.relation]), lesson.pairs)
        for lesson in lessons
        for meaning in meanings_of(lesson)
        if meaning.relation in names
    ]


def _called(relation: str, name: str) -> str:
    """Return a relation's id if it reads like its name, else the name."""
    return relation if words(relation) == words(name) else name


def _is_chain(one: _Read) -> bool:
    """Return whether a pair is left to learning chains of steps."""
    return one.explanation.query is None and not one.explanation.operates


def _together(
    given: Sequence[Given], chains: Learned, told: Sequence[Outcome], words: Sequence[LearnedWord]
) -> Learned:
    """Return the result for all pairs: that of the chains, the outcomes `told`, and the pairs with a problem."""
    bad = [
        Outcome(one.question.question, 1, reason=one.problem, places=_places([one]))
        for one in given
        if one.problem
    ]
    queries = told[len(chains.outcomes) :]
    explained = sum(bool(one.plan) for one in queries)
    return replace(
        chains,
        pairs=len(given),
        unusable=chains.unusable + len(bad),
        forms=chains.forms + explained,
        explained=chains.explained + explained,
        conditional=chains.conditional + sum(one.pairs for one in queries if not one.plan),
        outcomes=(*told, *bad),
        words=tuple(words),
    )


def _outcome(form: str, pairs: Sequence[tuple[Pair, Given]], read: Sequence[_Read]) -> Outcome:
    queries = [one.explanation.query for one in read if one.explanation.query is not None]
    places = _places([one for _, one in pairs])
    if queries:
        return Outcome(form, len(pairs), query_text(queries[0]), len(queries) / len(read), places=places)
    reason = next((one.explanation.reason for one in read if one.explanation.reason), "")
    return Outcome(form, len(pairs), reason=reason, places=places)


def _places(given: Sequence[Given]) -> tuple[str, ...]:
    return tuple(one.question.place for one in given if one.question.place)
