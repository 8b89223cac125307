"""The plans that a question may mean: link it, then enumerate and score plans of chains."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, wait
from contextvars import copy_context
from dataclasses import replace
from datetime import date
from typing import Any

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.linking.classes import ASKED_CLASS
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.question_run import OnText, QuestionRun
from kgqa_neo4j.methods.plans.constraint_plans import not_topics
from kgqa_neo4j.methods.plans.parts import Parts, candidate_limits
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.aggregation import asks_whether_related
from kgqa_neo4j.plans.candidates import Candidate, candidates
from kgqa_neo4j.plans.language.execution import value_kind
from kgqa_neo4j.plans.plan_json import plan_to_json
from kgqa_neo4j.plans.reading.ages import birth
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scores
from kgqa_neo4j.plans.text import plan_text
from kgqa_neo4j.question.ages import as_birthdays, names_age
from kgqa_neo4j.question.fillers import without_fillers
from kgqa_neo4j.question.masking import mask_topics
from kgqa_neo4j.question.part_years import spelled_parts
from kgqa_neo4j.question.schooling import as_schools
from kgqa_neo4j.question.value_constraints import ValueConstraint
from kgqa_neo4j.telemetry.spans import span

NAME = "plans"
"""The name of the method."""


class PlanSearch(QuestionRun):
    """The run of one question up to its scored candidates.

    `form` is the question with its topics masked; `asked`, `found` and `scores` are set by `consider`.
    """

    def __init__(self, question: str, resources: Resources, parts: Parts, on_text: OnText | None) -> None:
        super().__init__(NAME, question, resources, on_text)
        self.settings = resources.settings.plans
        self.parts = parts
        self.linking: Linking | None = None
        self.linked: Linking | None = None
        self.asked: MaskedQuestion | None = None
        self.form = ""
        self.constraints: Sequence[ValueConstraint] = ()
        self.found: Sequence[Candidate] = ()
        self.scores: Scores | None = None
        self._begun: list[Future[Any]] = []
        self._encoding: tuple[str, Future[Vectors]] | None = None

    def consider(self, topics: Sequence[str]) -> tuple[Linking, list[Candidate], Scores]:
        """Link the question, and enumerate and score its plans; see `Plans.considered`."""
        linking = self.linking = self._with_constraints(self.linked or self._link(topics))
        entities = list({one.entity.id: one.entity for one in linking.topics}.values())
        with timed(self.answer.seconds, "exploration"):
            found, scores = self._scored(linking, entities)
        self.found, self.scores = found, scores
        return linking, found, scores

    def settle(self) -> None:
        """Wait for background requests to the server: the caller may close the connection after an answer."""
        wait(self._begun)

    def _link(self, topics: Sequence[str]) -> Linking:
        question = self._aged(as_schools(spelled_parts(without_fillers(self.answer.question))))
        reader = self.parts.reader
        if self.settings.words and reader is not None:
            plain = reader.in_words_of_graph(question)
            if plain != question and not self.parts.has_learned(self.resources.linker.link(question, topics)):
                question = plain
        return self.link(topics, question)

    def _aged(self, question: str) -> str:
        """Return the question with ages replaced by dates of birth, if the graph has dates of birth."""
        if not names_age(question):
            return question
        born = birth(self.parts.schema)
        if born is None:
            return question
        return as_birthdays(question, date.today(), value_kind(self.parts.schema, born) != "time")

    def _begin(self, linking: Linking) -> None:
        """Prefetch, while the question is read, what plans of chains need; most questions ask for a chain."""
        self._encoded(mask_topics(linking))
        for topic in dict.fromkeys(one.entity.id for one in linking.topics):
            around = self.parts.beside.submit(copy_context().run, self.parts.schema.around, topic)
            self._begun.append(around)

    def _encoded(self, form: str) -> Future[Vectors]:
        """Return the vector of a form of the question; encoding may have started already."""
        if self._encoding is None or self._encoding[0] != form:
            self._encoding = form, self.parts.beside.submit(self.resources.embedder.encode, [form])
        return self._encoding[1]

    def _scored(self, linking: Linking, topics: Sequence[Entity]) -> tuple[list[Candidate], Scores]:
        # The words of value constraints are not steps of a plan.
        form = self.constraints[-1].text if self.constraints else self.form
        schema, scorer = self.parts.schema, self.parts.scorer
        encoding = self._encoded(form)
        # Runs in parallel with the encoder, which takes about as long.
        for topic in topics:
            schema.around(topic.id)
        asked = self.asked = MaskedQuestion(linking.question, form, tuple(topics), encoding.result()[0])
        limits = candidate_limits(self.settings)
        if self.settings.words and len(topics) > 1 and asks_whether_related(form):
            # "Does X border Y" does not ask for what both border.
            limits = replace(limits, joined=0)
        if any(topic.mention.source == ASKED_CLASS for topic in linking.topics):
            # "Which mountains ..." asks for members of the class, one step away from it.
            limits = replace(limits, hops=1)
        with span("kgqa.candidates") as opened:
            found = candidates(schema, [topic.id for topic in topics], scorer.step_prior(asked), limits)
            opened.set("kgqa.candidates", len(found))
        if found:
            # The first candidate is often the best one: let the server plan its statement during ranking. Errors will
            # be raised on execution.
            self._begun.append(self.parts.beside.submit(self.parts.executor.prepare, found[0].plan))
        with span("kgqa.ranking", {"kgqa.candidates": len(found)}):
            scores = scorer.score(asked, found, schema)
            order = scores.order()
        if found:
            self.step(
                "plans",
                f"{len(found):,} plans are possible; the best is {plan_text(found[order[0]].plan)}",
                form=form,
                possible=len(found),
                considered=[
                    {
                        **plan_to_json(found[place].plan),
                        "score": round(float(scores.values[place]), 6),
                        "features": {name: round(value, 6) for name, value in scores.explain(place).items()},
                    }
                    for place in order[: self.settings.shown]
                ],
            )
        return found, scores

    def _with_constraints(self, linking: Linking) -> Linking:
        """Read the value constraints, if the graph has such values, and return the question without their numbers."""
        if self.settings.words:
            without, constraints = not_topics(linking)
            if constraints and all(map(self.parts.values.called, constraints)):
                linking, self.constraints = without, constraints
        self.form = mask_topics(linking)
        if self.settings.words and len(linking.topics) == 1 and self.parts.reader is not None:
            self.form = self.parts.reader.without_apposition(self.form, linking.topics[0].entity.id)
        return linking
