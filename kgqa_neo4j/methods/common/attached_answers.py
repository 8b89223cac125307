"""Answers from an attached property graph: read the question, execute the best query that returns rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from kgqa_neo4j.attached.full_names import with_full_names
from kgqa_neo4j.attached.workspace import AttachedGraph
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.question_run import OnText, QuestionRun
from kgqa_neo4j.methods.common.read_queries import (
    add_proof,
    in_words,
    judge,
    not_understood,
    put_into_words,
    show_reading,
)
from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.model.errors import ConfigError, DatabaseDown, DatabaseError, InputError
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.attached.confidence import ReadingMode, attached_estimate, attached_signals
from kgqa_neo4j.plans.attached.learning.calibration import UNCHANGED, Calibration
from kgqa_neo4j.plans.attached.learning.constants import constants_of, drops_name, is_other_sense
from kgqa_neo4j.plans.attached.learning.lessons import NOTHING, Lessons, lessons_of
from kgqa_neo4j.plans.attached.learning.memory import Memory
from kgqa_neo4j.plans.attached.reader import AttachedReader
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.language.property_execution import PropertyExecutor, PropertyResult, Rows
from kgqa_neo4j.plans.language.query import Form, Query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.learning.store import ALL_NAME, NONE
from kgqa_neo4j.plans.reading.choice import as_good
from kgqa_neo4j.plans.reading.reader import Proposal, Reading
from kgqa_neo4j.telemetry.spans import spanned

# With more unexplained words than this, the question is about something that the graph does not have.
_UNKNOWN = 2.5
# Queries executed per reading.
_TRIED = 4
# A query counts as weaker if it leaves this much more unexplained (in words) than a better one without rows, or drops a
# name of that one. The confidence of a weaker query is multiplied by the second number.
_DROPPED, _OTHER = 0.5, 0.5
# How much more a query that reads names in another sense may leave unexplained.
_OTHER_SENSE = 1.0


class AttachedParts:
    """Reader, executor and lessons of one attached graph, kept between questions."""

    def __init__(self, resources: Resources) -> None:
        attached = resources.attached
        assert attached is not None
        settings = resources.settings.plans
        self.graph = resources.graph
        self.schema = attached.schema
        self.values = attached.values
        self.lessons = lessons_in(attached, resources.settings.learning.sets)
        named = with_full_names(self.schema)
        self.reader = AttachedReader(
            resources.graph,
            named,
            self.values,
            resources.embedder,
            resources.settings.linking.spacy_model,
            settings.weights,
            self.lessons,
        )
        limits = Limits(settings.reads, settings.entities, settings.proved)
        self.executor = PropertyExecutor(resources.graph, named, limits)


def lessons_in(attached: AttachedGraph, sets: str) -> Lessons:
    """Return the lessons about an attached graph from the learned set `sets`, from `all` sets, or from `none`.

    Raises:
        ConfigError: there is no learned set of that name.
        KgqaError: the file of lessons cannot be read.
    """
    if sets == NONE:
        return NOTHING
    known = Memory(attached.lessons_file).sets()
    if sets not in (ALL_NAME, *known):
        told = f"learned so far: {', '.join(known)}" if known else "nothing was learned yet"
        raise ConfigError(f"no set of learned questions is called {sets!r}", hint=told)
    return lessons_of([one for name, one in known.items() if sets in (ALL_NAME, name)], attached.schema)


@dataclass(frozen=True, slots=True)
class Planned:
    """The best query of a reading that returns rows, by its rank (`place`), or else the reason why none does.

    `weaker`: the query leaves more of the question unexplained than a better one without rows, or drops a name that
    the better one contains.
    """

    reading: Reading = field(default_factory=Reading)
    way: ReadingMode = ReadingMode.LABELS
    place: int = 0
    result: PropertyResult | None = None
    reason: str = ""
    weaker: bool = False
    calibration: Calibration = UNCHANGED

    @property
    def signals(self) -> dict[str, float]:
        """Features of the query that are known before execution."""
        return attached_signals(self.reading, self.way, self.place)

    @property
    def confidence(self) -> float:
        """The probability that the rows are right; 0 without rows.

        Reduced for a `weaker` query, which probably answers a different question.
        """
        if self.result is None:
            return 0.0
        estimate = attached_estimate(self.signals, self.way)
        calibrated = estimate if self.way is ReadingMode.LEARNED else self.calibration.of(estimate)
        return calibrated * (_OTHER if self.weaker else 1.0)


class AttachedRun(QuestionRun):
    """The run of one question about an attached graph."""

    def __init__(
        self, method: str, question: str, resources: Resources, parts: AttachedParts, on_text: OnText | None
    ) -> None:
        super().__init__(method, question, resources, on_text)
        self.parts = parts

    def run(self) -> Answer:
        """Answer the question with plans.

        Raises:
            DatabaseError: or a subclass: the graph cannot be queried.
            ModelNotFound, ModelUnreadable: the encoder cannot be used.
        """
        planned = self.plan()
        if planned.result is None:
            self.answer.status = Status.UNANSWERABLE
            self.because(planned.reason)
        else:
            self.tell(planned, planned.result)
        return self.finish()

    def plan(self) -> Planned:
        """Try the readings of the question in turn, executing the best queries of each until one returns rows.

        Raises:
            DatabaseError, ModelNotFound, ModelUnreadable: see `run`.
        """
        with timed(self.answer.seconds, "exploration"):
            planned = Planned(reason="nothing in the question was found in the graph")
            left, empty = math.inf, list[tuple[ReadingMode, Reading]]()
            for way, reading in spanned("kgqa.candidates", self.parts.reader.readings(self.answer.question)):
                if way is not ReadingMode.LEARNED:
                    left = min(left, reading.proposals[0].missing)
                if reading.proposals[0].missing > _UNKNOWN:
                    self.step("unread", not_understood(reading))
                    planned = Planned(reading, way, reason="unread")
                    continue
                planned = self._executed(reading, way, left, empty)
                if planned.result:
                    break
                empty.append((way, reading))
            if empty and (planned.result is None or planned.weaker):
                planned = self._by_other_senses(empty) or planned
            return planned

    def _executed(
        self, reading: Reading, way: ReadingMode, least: float, empty: Sequence[tuple[ReadingMode, Reading]]
    ) -> Planned:
        """Execute the best queries of a reading until one returns rows.

        `least` is the smallest unexplained amount of any reading so far; `empty` holds earlier readings without rows.
        """
        show_reading(self, reading)
        planned = self._first_with_rows(reading, way, as_good(reading))
        if planned.result is None:
            return planned
        one = reading.proposals[planned.place]
        dropped = bool(empty) and drops_name(one.query, empty[0][1].proposals[0].query)
        return replace(planned, weaker=one.missing > least + _DROPPED or dropped)

    def _by_other_senses(self, empty: Iterable[tuple[ReadingMode, Reading]]) -> Planned | None:
        """Execute queries that read a name in another sense, after the best ones returned no rows.

        For example, "cartography" as a hashtag instead of a user. Return None if these have no rows either.
        """
        for way, reading in empty:
            first = reading.proposals[0]
            others = (
                (place, one)
                for place, one in enumerate(reading.proposals)
                if one.missing <= first.missing + _OTHER_SENSE and is_other_sense(one.query, first.query)
            )
            planned = self._first_with_rows(reading, way, others)
            if planned.result:
                return replace(planned, weaker=True)
        return None

    def _first_with_rows(
        self, reading: Reading, way: ReadingMode, found: Iterable[tuple[int, Proposal]]
    ) -> Planned:
        """Execute queries, given with their ranks, until one returns rows."""
        failed = ""
        for place, one in islice(found, _TRIED):
            try:
                result = self.parts.executor.execute(one.query)
            except InputError as error:
                failed = error.message
                continue
            except DatabaseError as error:
                if isinstance(error, DatabaseDown):
                    raise
                failed = error.message
                break
            if result.rows:
                return Planned(reading, way, place, result, calibration=self.parts.lessons.calibration)
            self.step("execution", f"{query_text(one.query)} leads to nothing", rank=place + 1)
        return Planned(reading, way, reason=failed or "empty")

    def tell(self, planned: Planned, result: PropertyResult) -> None:
        """Fill in the answer: the rows of a plan and the triples that prove them.

        Raises:
            DatabaseError: or a subclass: the graph cannot be queried.
        """
        with timed(self.answer.seconds, "exploration"):
            text = query_text(result.query)
            step = self.step(
                "execution",
                f"{text} leads to {result.total:,}",
                plan={"text": text, "form": str(result.query.form)},
                cypher=result.statement.text,
                parameters=result.statement.parameters,
                columns=list(result.columns),
                rank=planned.place + 1,
                score=round(planned.reading.proposals[planned.place].score, 4),
                total=result.total,
                cut=result.cut,
            )
            add_proof(self, self.parts.executor, result.query, step)
        self.answer.topics = [ScoredEntity(one.id, one.name, 1.0) for one in self._held(result.query)]
        judge(self, planned.signals, planned.confidence)
        self.give(result.rows, cut=result.cut, form=result.query.form)

    def _held(self, query: Query) -> list[Entity]:
        """Return the entities of the evidence that are constants of the query: the topics of the question."""
        texts = {one.value.casefold() for one in constants_of(query) if isinstance(one.value, str)}
        ends = (end for one in self.evidence for end in (one.triple.subject, one.triple.object))
        return list({end.id: end for end in ends if end.name.casefold() in texts}.values())

    def give(self, rows: Rows, *, cut: bool, form: Form = Form.LIST) -> None:
        """Make rows the answer: a list of names if they have one column, else a table; `form` is the query's form."""
        if cut:
            self.because("there are more rows than were read")
        if len(rows[0]) == 1:
            self.answer_with(row[0] for row in rows)
            put_into_words(self, in_words(form, (row[0] for row in rows)), ())
        else:
            put_into_words(self, (), rows)
