"""Entry points of learning, called by `kgqa learn`: from a file of questions, a confirmed answer, or a correction."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass

from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.attached_teaching.teaching import AttachedTeacher
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.query.query_execution import run
from kgqa_neo4j.model.answer import Answer, ScoredEntity
from kgqa_neo4j.model.errors import DatabaseError, InputError, KgqaError
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Result
from kgqa_neo4j.plans.language.chains import query_of
from kgqa_neo4j.plans.language.execution import QueryResult
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.language.typed import execute_typed
from kgqa_neo4j.plans.learning import lesson_store, store
from kgqa_neo4j.plans.learning.learn import Learned, LearnedWord, OnStage
from kgqa_neo4j.plans.learning.scorer import fit_model
from kgqa_neo4j.plans.learning.teaching import Given, Teacher, words_of
from kgqa_neo4j.question.masking import without_brackets
from kgqa_neo4j.question_sets.gold_answers import agree, units
from kgqa_neo4j.question_sets.gold_values import gold_values
from kgqa_neo4j.question_sets.questions import Question, gold_ids
from kgqa_neo4j.reporting.shared_history import SharedHistory
from kgqa_neo4j.settings import Configuration, attached_graph
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.health import check_ready

# Prefixes of the ids of values, which need not be nodes of the graph.
_VALUES = ("number:", "boolean:", "time:")


@dataclass(frozen=True, slots=True)
class Report:
    """Result of `kgqa learn`: see `Learned`; with the seconds for searching plans and for fitting."""

    learned: Learned
    set: str
    search_seconds: float
    fit_seconds: float

    def as_json(self) -> dict[str, str | int | float]:
        """Return the figures as one flat object."""
        figures = asdict(self.learned)
        del figures["outcomes"], figures["words"], figures["preferred"]
        return {
            "set": self.set,
            **figures,
            "search_seconds": round(self.search_seconds, 2),
            "fit_seconds": round(self.fit_seconds, 2),
        }

    @property
    def sentence(self) -> str:
        """What was learned from a single question, or why nothing was."""
        words = [f'"{one.word}" means {one.relation}' for one in self.learned.words]
        outcome = next(iter(self.learned.outcomes), None)
        if words:
            return f"learned: {', '.join(words)}"
        if outcome is not None and outcome.plan:
            return f'learned: "{outcome.form}" asks for {outcome.plan}'
        return f"nothing learned: {outcome.reason if outcome else 'no question'}"


def learned_words(database: Database, set_name: str) -> list[LearnedWord]:
    """Return the words whose meaning was learned in a set, as far as the graph has their relations.

    Raises:
        DatabaseError: the graph cannot be read.
    """
    names = {row["id"]: row["name"] for row in database.read("relation_names")}
    return words_of(lesson_store.read(database, [set_name]).words, names)


def learn_file(
    configuration: Configuration,
    questions: Sequence[Question],
    set_name: str,
    on_stage: OnStage = lambda stage, done, of: None,
) -> Report:
    """Learn from questions, store the lessons for the graph of a workspace, and fit the scoring model.

    Raises:
        KgqaError: the graph cannot be queried, is empty, or was embedded by another model.
    """

    def given(resources: Resources) -> list[Given]:
        return [_given(resources, one) for one in questions]

    return _learn(configuration, given, set_name, on_stage)


def learn_answer(
    configuration: Configuration,
    ask_id: str,
    set_name: str,
    on_stage: OnStage = lambda stage, done, of: None,
) -> Report:
    """Learn from an answer in the workspace's history that the user confirms; see `learn_file`.

    Raises:
        InputError: no such answer, or it did not come from the graph.
    """
    answer = _asked(configuration, ask_id)
    names = [one.id for one in answer.entities]
    rows = tuple(tuple(_name(cell) for cell in row) for row in answer.rows)
    if not names and not rows:
        raise InputError(
            f"the answer to {answer.question!r} has no entities to learn from",
            hint="only answers from the graph can be confirmed; `kgqa history` lists them",
        )
    executed = _executed(answer)
    if executed is not None and attached_graph(configuration) is not None:
        # Names of values are not ids in an attached graph; the query alone is enough.
        plan = query_text(executed)
        confirmed = Given(Question(without_brackets(answer.question), (), (), 1, plan=plan))
    else:
        confirmed = Given(_question(answer, tuple(names), rows, answer.entities), executed)
    return _learn(configuration, lambda resources: [confirmed], set_name, on_stage)


def learn_correction(
    configuration: Configuration,
    asked: Answer | str,
    answers: Sequence[str],
    set_name: str,
    on_stage: OnStage = lambda stage, done, of: None,
) -> Report:
    """Learn from the right answers to a question that was answered wrongly; see `learn_file`.

    `asked` is the wrong answer, or its id in the workspace's history.

    Raises:
        InputError: no such answer in the history, or no right answers are given.
        NoSuchTopic: no entity has the name of a right answer; the hint lists the nearest names.
    """
    right = tuple(dict.fromkeys(name.strip() for name in answers if name.strip()))
    if not right:
        raise InputError("no right answer given", hint="add it: `kgqa learn --wrong last --answer Ada`")
    wrong = asked if isinstance(asked, Answer) else _asked(configuration, asked)
    question = _question(wrong, right)

    def given(resources: Resources) -> list[Given]:
        if resources.attached is None:
            _check_answers(resources, question)
        return [Given(question)]

    return _learn(configuration, given, set_name, on_stage, corrects=True)


def _check_answers(resources: Resources, question: Question) -> None:
    """Raise `NoSuchTopic` for the first right answer that is neither an entity of the graph nor a value."""
    prefixes = [row["prefix"] for row in resources.graph.read("load_prefixes")]
    resolved = resolve(resources.graph, question.answer_names, prefixes)
    golds = gold_values(question, gold_ids(question, resolved))
    for name, ids in zip(question.answers, golds, strict=False):
        if not ids:
            resources.linker.link(question.question, [name])


def _learn(
    configuration: Configuration,
    given: Callable[[Resources], Sequence[Given]],
    set_name: str,
    on_stage: OnStage,
    *,
    corrects: bool = False,
) -> Report:
    store.check_name(set_name)
    resources = open_resources(configuration, method="plans")
    with resources.graph as database:
        if resources.attached is not None:
            asked = [one.question for one in given(resources)]
            started = time.perf_counter()
            told = AttachedTeacher(resources, resources.attached).teach(asked, set_name, on_stage)
            return Report(told, set_name, time.perf_counter() - started, 0.0)
        embedder = resources.embedder
        check_ready(
            database, model=embedder.model, dimension=embedder.dimension, normalised=embedder.normalised
        )
        started = time.perf_counter()
        settings = resources.settings
        limits = Limits(settings.plans.reads, settings.plans.entities, settings.plans.proved)
        teacher = Teacher(database, embedder, resources.linker, settings.linking.spacy_model, limits)
        with _told_at_the_end(database):
            learned = teacher.teach(given(resources), set_name, on_stage, corrects=corrects)
            searched = time.perf_counter()
            fit_model(database, embedder, configuration.workspace, lambda done, of: on_stage("forms", done, of))
        return Report(learned, set_name, searched - started, time.perf_counter() - searched)


@contextmanager
def _told_at_the_end(database: Database) -> Iterator[None]:
    """Mark the graph as changed by learning at the end, when readers no longer have to fit the scores themselves."""
    try:
        yield
    except BaseException:
        with suppress(DatabaseError):
            database.write("learn_told")
        raise
    database.write("learn_told")


def _given(resources: Resources, question: Question) -> Given:
    """Return a question with the answers found by its plan or its Cypher, or with the problem with these.

    For an attached graph the answers are found during learning.
    """
    if resources.attached is not None:
        return Given(question)
    try:
        if question.plan:
            return _by_plan(resources, question)
        if question.cypher and not (question.answers or question.rows):
            return Given(_by_cypher(resources, question))
    except KgqaError as error:
        hint = f" ({error.hint})" if error.hint else ""
        return Given(question, problem=f"{'plan' if question.plan else 'Cypher'}: {error.message}{hint}")
    return Given(question)


def _by_plan(resources: Resources, question: Question) -> Given:
    result = execute_typed(question.plan, resources.graph, resources.settings.plans)
    rows = result.rows if isinstance(result, QueryResult) else ()
    if not result.entities and not rows:
        raise InputError("no results", hint="try it with `kgqa plan run`")
    # Plans of chains are found by the search, along with all others that have the same answers.
    query = result.query if isinstance(result, QueryResult) else None
    if isinstance(result, Result) and not result.plan.simple:
        query = query_of(result.plan)
    if (question.answers or question.rows) and not _agrees(resources.graph, question, result):
        raise InputError("its answers differ from the line's", hint="leave out `answers`, or fix the plan")
    cells = tuple(tuple(_name(cell) for cell in row) for row in rows)
    return Given(_answered(question, result.entities, cells), query)


def _agrees(database: Database, question: Question, result: Result | QueryResult) -> bool:
    prefixes = [row["prefix"] for row in database.read("load_prefixes")]
    resolved = resolve(database, question.answer_names, prefixes)
    rows = result.rows if isinstance(result, QueryResult) else ()
    entities = [ScoredEntity(one.id, one.name, 1.0) for one in result.entities]
    cells = [[ScoredEntity(cell.id, cell.name, 1.0) for cell in row] for row in rows]
    return agree(*units(question, resolved, entities, cells))


def _by_cypher(resources: Resources, question: Question) -> Question:
    settings, database = resources.settings, resources.graph
    types = frozenset(row["id"] for row in database.read("relation_names"))
    policy = Policy(types=types, limit=settings.plans.entities)
    _, result = run(database, question.cypher, {}, policy, settings.neo4j.timeout)
    found = [*result.entities, *result.values]
    if not found:
        raise InputError("no rows", hint="check the spelling of names")
    if result.cut:
        raise InputError(f"it returns more than {settings.plans.entities:,} rows", hint="narrow it down")
    if len(found) > result.rows:
        raise InputError(
            "it returns several columns", hint="return only the answers, or give `answers` as rows"
        )
    return _answered(question, found)


def _answered(
    question: Question, entities: Sequence[Entity | ScoredEntity], rows: Sequence[tuple[str, ...]] = ()
) -> Question:
    """Return the question with its answers replaced: entities by id, values also by name."""
    return Question(
        question.question,
        question.topics,
        tuple(one.id for one in entities),
        question.line,
        tuple((one.name,) if one.id.startswith(_VALUES) else () for one in entities),
        tuple(rows),
        question.kind,
        place=question.place,
    )


def _asked(configuration: Configuration, ask_id: str) -> Answer:
    answer = SharedHistory(configuration).find(ask_id)
    if answer is None:
        raise InputError(f"no answer has the id {ask_id!r}", hint="`kgqa history` lists them")
    return answer


def _question(
    answer: Answer,
    names: tuple[str, ...],
    rows: tuple[tuple[str, ...], ...] = (),
    entities: Sequence[ScoredEntity] = (),
) -> Question:
    topics = tuple(dict.fromkeys(one.id for one in answer.topics))
    question = Question(without_brackets(answer.question), topics, names, 1, rows=rows)
    return _answered(question, entities, rows) if entities else question


def _executed(answer: Answer) -> Query | None:
    """Return the query that produced an answer; None if it was a plan of chains."""
    for step in reversed(answer.steps):
        if step.kind == "execution" and "plan" in step.data:
            try:
                return parse_query(step.data["plan"]["text"])
            except InputError:
                return None
    return None


def _name(cell: Entity | ScoredEntity) -> str:
    return cell.name if cell.id.startswith(_VALUES) else cell.id
