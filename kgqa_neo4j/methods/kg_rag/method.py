"""The method `kg-rag`: sub-questions, each answered from the triples nearest to it.

After Linders and Tomczak, 2025 (docs/methods/kg-rag.md): decomposition, candidate triples within N hops, for each
sub-question the top K by dot product, sub-answer and reformulation, then a synthesis. At most 2 n + 1 calls for n
sub-questions: one to decompose, n to answer, n - 1 to reformulate, one to synthesise.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.decomposition import (
    MAX_NAMED,
    SubAnswer,
    about,
    decompose,
    record,
    reformulate,
    repeated,
    sub_answer_sampling,
    synthesise,
)
from kgqa_neo4j.methods.common.generation import named_in
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun
from kgqa_neo4j.methods.common.sub_answers import answer_from, not_in
from kgqa_neo4j.methods.common.triple_retrieval import Candidates, NearestTriples, Scored, merge
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.graph import Entity


class KgRag:
    """Question decomposition over verbalised triples."""

    name = "kg-rag"
    needs_graph = True

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: a resource cannot be used at all.
        """
        return _KgRagRun(self.name, question, resources, on_text).run(topics)


class _KgRagRun(QuestionRun):
    def __init__(self, method: str, question: str, resources: Resources, on_text: OnText | None) -> None:
        super().__init__(method, question, resources, on_text)
        self.settings = resources.settings.kg_rag
        self.nearest = NearestTriples(resources.graph, resources.embedder, resources.settings.retrieval)

    def run(self, topics: Sequence[str]) -> Answer:
        linking = self.link(topics)
        if not linking.topics:
            self.without_graph("nothing in the question was found in the graph", linking.question)
            return self.finish()
        entities = [candidate.entity for candidate in linking.topics]
        with timed(self.answer.seconds, "exploration"):
            candidates = self.nearest.around(entities, self.settings.max_hops)
        self.answer.steps += candidates.steps
        if not candidates.triples:
            names = ", ".join(entity.name for entity in entities)
            self.without_graph(f"there are no triples around {names}", linking.question)
            return self.finish()
        try:
            self._from_graph(linking.question, candidates)
        except MODEL_FAILURES as error:
            self.fail(error)
        return self.finish()

    def _from_graph(self, question: str, candidates: Candidates) -> None:
        with timed(self.answer.seconds, "generation"):
            parts = decompose(self.calls, question, self.settings)
        record(self, parts)
        answered: list[SubAnswer] = []
        for sub_question in parts.questions:
            answered.append(self._sub_answer(sub_question, answered, candidates))
        with timed(self.answer.seconds, "generation"):
            text = synthesise(self.calls, question, answered, self.settings, self.on_text)
        self.answer.text = text
        self._conclude(question, answered, text)

    def _sub_answer(self, question: str, answered: list[SubAnswer], candidates: Candidates) -> SubAnswer:
        if answered:
            with timed(self.answer.seconds, "generation"):
                question, fallback = reformulate(self.calls, question, answered, self.settings)
            self.fallbacks([fallback] if fallback else [])
        if before := repeated(question, answered):
            self.step("guard", f"not asked again: {question}", question=question)
            return before
        with timed(self.answer.seconds, "exploration"):
            found, how = self._retrieve(question, answered, candidates)
        # The number of the step added below. Evidence is added first so that it is kept if the model fails.
        step = len(self.answer.steps) + 1
        self.add_evidence(((one.triple, one.score, one.hop) for one in found), step)
        with timed(self.answer.seconds, "generation"):
            reply = answer_from(
                self.calls,
                "kg_rag_sub_answer",
                question,
                [one.triple for one in found],
                sub_answer_sampling(self.settings),
                self.settings.constrain,
            )
        result = SubAnswer(question, reply.text, tuple(reply.entities))
        self.step(
            "sub-question",
            f"{question} {result.text or '(no answer)'} (of {len(found)} triples, {how})",
            question=question,
            reply=reply.text,
            answers=[entity.id for entity in reply.entities],
            retrieval=how,
            triples=[one.triple.id for one in found],
            left_out=reply.told.left_out,
        )
        for cut in reply.cuts:
            self.step("cut", cut)
        self.fallbacks(reply.fallbacks)
        if not reply.entities:
            self.fallbacks(["the sub-answer mentions no entity from the triples: its text is used as it is"])
        return result

    def _retrieve(
        self, question: str, answered: Sequence[SubAnswer], candidates: Candidates
    ) -> tuple[list[Scored], str]:
        """Return the top K triples, also searching around each earlier answer named in the sub-question."""
        settings = self.settings
        found, how = self.nearest.nearest(question, candidates, settings.top_k)
        earlier = list({entity.id: entity for one in answered for entity in one.entities}.values())
        asked = named_in(question, earlier) if settings.per_answer else []
        if len(asked) > MAX_NAMED:
            self.step("cut", f"of {len(asked)} earlier answers the first {MAX_NAMED} are searched around")
        asked = asked[:MAX_NAMED]
        if asked and not self.nearest.has_vectors:
            self.fallbacks(["the graph has no vectors of triples: earlier answers are not searched around"])
        elif asked:
            texts = {one.id: about(question, one, asked) for one in asked}
            found = merge([*self.nearest.nearest_around(texts, candidates, settings.top_k), *found])
        return found[: settings.top_k], how

    def _conclude(self, question: str, answered: Sequence[SubAnswer], text: str) -> None:
        """Set the answer set: entities of the evidence named in the synthesis, else the last sub-answer."""
        found = [end for item in self.evidence for end in (item.triple.subject, item.triple.object)]
        others = not_in(found, question)
        named: list[Entity] = named_in(text, others)
        self.step("synthesis", text or "(empty)", named=[entity.id for entity in named])
        if not named and answered[-1].entities:
            named = list(answered[-1].entities)
            self.fallbacks(
                ["the synthesis mentions no entity from the evidence: the last sub-answer is the answer"]
            )
        elif not named:
            self.because("no entity was named")
        self.answer_with(named, (entity for one in reversed(answered) for entity in one.entities))
