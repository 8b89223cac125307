"""Answers on an attached property graph: the question is read, and the best query that has an answer is executed."""

from __future__ import annotations

from itertools import islice

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.question_run import OnText, QuestionRun
from kgqa_neo4j.methods.plans.read_queries import judge, not_understood, put_into_words, show_reading
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import DatabaseDown, DatabaseError, InputError
from kgqa_neo4j.plans.attached.confidence import Way, attached_estimate, attached_signals
from kgqa_neo4j.plans.attached.reader import AttachedReader
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.language.execution import shown
from kgqa_neo4j.plans.language.property_execution import PropertyExecutor, PropertyResult
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.reading.choice import as_good
from kgqa_neo4j.plans.reading.reader import Reading

# Words left unexplained from which on the question is about something that the graph does not have.
_UNKNOWN = 2.5
_TRIED = 4


class AttachedParts:
    """What is kept from question to question of one attached graph."""

    def __init__(self, resources: Resources) -> None:
        attached = resources.attached
        assert attached is not None
        settings = resources.settings.plans
        self.graph = resources.graph
        self.reader = AttachedReader(
            resources.graph,
            attached.schema,
            attached.values,
            resources.embedder,
            resources.settings.linking.spacy_model,
            settings.weights,
        )
        limits = Limits(settings.reads, settings.entities, settings.proved)
        self.executor = PropertyExecutor(resources.graph, attached.schema, limits)


class AttachedRun(QuestionRun):
    """One question on its way."""

    def __init__(
        self, method: str, question: str, resources: Resources, parts: AttachedParts, on_text: OnText | None
    ) -> None:
        super().__init__(method, question, resources, on_text)
        self._parts = parts

    def run(self) -> Answer:
        """Answer the question.

        Raises:
            DatabaseError: or one of its kinds: the graph cannot be asked.
            ModelNotFound, ModelUnreadable: the encoder cannot be used.
        """
        with timed(self.answer.seconds, "exploration"):
            reason = "nothing in the question was found in the graph"
            for way, reading in self._parts.reader.readings(self.answer.question):
                if reading.proposals[0].missing > _UNKNOWN:
                    self.step("unread", not_understood(reading))
                    reason = "unread"
                    continue
                reason = self._execute(reading, way)
                if not reason:
                    return self.finish()
            self._refuse(reason)
        return self.finish()

    def _execute(self, reading: Reading, way: Way) -> str:
        """Answer by the best query that has rows; return why there is none, "" where there is one."""
        show_reading(self, reading)
        failed = ""
        for place, one in islice(as_good(reading), _TRIED):
            try:
                result = self._parts.executor.execute(one.query)
            except InputError as error:
                failed = error.message
                continue
            except DatabaseError as error:
                if isinstance(error, DatabaseDown):
                    raise
                failed = error.message
                break
            if result.rows:
                self._tell(reading, way, place, result)
                return ""
            self.step("execution", f"{query_text(one.query)} leads to nothing", rank=place + 1)
        return failed or "empty"

    def _tell(self, reading: Reading, way: Way, place: int, result: PropertyResult) -> None:
        text = query_text(result.query)
        step = self.step(
            "execution",
            f"{text} leads to {result.total:,}",
            plan={"text": text, "form": str(result.query.form)},
            cypher=result.statement.text,
            parameters=shown(result.statement.parameters),
            columns=list(result.columns),
            rank=place + 1,
            total=result.total,
            cut=result.cut,
        )
        if result.cut:
            self.because("there are more rows than were read")
        self.add_evidence(
            ((triple, 1.0, hop) for triple, hop in self._parts.executor.prove(result.query)), step
        )
        told = attached_signals(reading, way, place)
        judge(self, told, attached_estimate(told))
        if len(result.rows[0]) == 1:
            self.answer_with(row[0] for row in result.rows)
            put_into_words(self, [one.name for one in self.answer.entities], ())
        else:
            put_into_words(self, (), result.rows)

    def _refuse(self, reason: str) -> None:
        self.answer.status = Status.UNANSWERABLE
        self.because(reason)
