"""The strategy `enumerate` of `query`: enumerates the queries that the graph allows around the topics, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.few_shot import worked_examples
from kgqa_neo4j.methods.common.prompts import prompt
from kgqa_neo4j.methods.query.choosing import worked_example
from kgqa_neo4j.methods.query.enumeration import Written, enumerated
from kgqa_neo4j.methods.query.qualifier_queries import qualifiers_around
from kgqa_neo4j.methods.query.query_run import QueryOutcome, QueryRun
from kgqa_neo4j.methods.query.query_templates import ParameterNames
from kgqa_neo4j.methods.query.rejection import Reason, Rejection
from kgqa_neo4j.plans.candidates import Limits
from kgqa_neo4j.plans.scoring import MaskedQuestion
from kgqa_neo4j.question.times import Reading


class Enumerating(QueryRun):
    """The run of a question answered by an enumerated query."""

    def search(self, asked: MaskedQuestion, reading: Reading) -> QueryOutcome | Rejection:
        """Return the result of the best query that has one."""
        settings, names = self.settings, ParameterNames()
        with timed(self.answer.seconds, "exploration"):
            limits = Limits(settings.max_hops, settings.candidates)
            qualifiers = qualifiers_around(self.resources.graph, asked.topics)
            written = enumerated(
                self.schema, self.scorer, self.resources.embedder, asked, reading, names, limits, qualifiers
            )
        if not written:
            topics = ", ".join(topic.name for topic in asked.topics)
            return self.rejected(Reason.NO_PATH, f"nothing leads on from {topics}")
        tried = written[: settings.tried]
        if settings.choose == "model":
            tried = self._ranked_by_model(asked.text, tried)
        self.step(
            "candidates",
            f"{len(written)} queries are possible, best first: {'; '.join(one.meaning for one in tried[:3])}",
            queries=[
                {"query": one.query, "meaning": one.meaning, "score": round(one.score, 6)} for one in tried
            ],
        )
        rejection: Rejection | None = None
        for one in tried:
            found = self.execute(one, names, reading)
            if isinstance(found, QueryOutcome):
                if one.plain:
                    found.notes.append("no facts with the time that was asked for: it is left out")
                return found
            rejection = rejection or found
        assert rejection is not None
        return rejection

    def _ranked_by_model(self, question: str, written: Sequence[Written]) -> list[Written]:
        assert self.linking is not None
        examples = worked_examples(self, self.linking, worked_example)
        messages = prompt("query_pick", self.resources.settings.llm.prompts).messages(
            examples, question=question
        )
        with timed(self.answer.seconds, "generation"):
            scores = self.calls.choose(messages, [one.meaning for one in written])
        order = sorted(range(len(written)), key=lambda place: -scores[place])
        return [
            replace(one, score=score) for place in order for one, score in [(written[place], scores[place])]
        ]
