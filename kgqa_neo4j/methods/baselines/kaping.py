"""The baseline `kaping`: one call with the triples nearest to the question, without decomposition."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.decomposition import sub_answer_sampling
from kgqa_neo4j.methods.common.generation import compose
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun
from kgqa_neo4j.methods.common.sub_answers import answer_from, entities_of, not_in
from kgqa_neo4j.methods.common.triple_retrieval import NearestTriples, Scored
from kgqa_neo4j.model.answer import Answer


class Kaping:
    """Puts the top K triples by similarity to the question before it in the prompt."""

    name = "kaping"
    needs_graph = True

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: a resource cannot be used at all.
        """
        question_run = QuestionRun(self.name, question, resources, on_text)
        settings = resources.settings.kaping
        linking = question_run.link(topics)
        with timed(question_run.answer.seconds, "exploration"):
            nearest = NearestTriples(resources.graph, resources.embedder, resources.settings.retrieval)
            candidates = nearest.around([one.entity for one in linking.topics], settings.max_hops)
            found, how = nearest.nearest(linking.question, candidates, settings.top_k)
        question_run.answer.steps += candidates.steps
        if not found:
            question_run.without_graph("nothing around the question was found in the graph", linking.question)
            return question_run.finish()
        try:
            _answer(question_run, linking.question, found, how)
        except MODEL_FAILURES as error:
            question_run.fail(error)
        return question_run.finish()


def _answer(question_run: QuestionRun, question: str, found: Sequence[Scored], how: str) -> None:
    triples = [one.triple for one in found]
    step = question_run.step(
        "retrieval", f"the {len(found)} triples nearest to the question ({how})", retrieval=how
    )
    question_run.add_evidence(((one.triple, one.score, one.hop) for one in found), step)
    settings = question_run.resources.settings
    constrain = settings.kaping.constrain
    # The same sampling as kg-rag, so that the two methods only differ in the decomposition.
    sampling = sub_answer_sampling(settings.kg_rag)
    with timed(question_run.answer.seconds, "generation"):
        reply = answer_from(question_run.calls, "kaping", question, triples, sampling, constrain)
    named = reply.entities
    # A model constrained to a list of names may repeat one of them.
    shown = compose([entity.name for entity in named], None) if constrain and named else reply.text
    question_run.answer.text = shown
    if question_run.on_text is not None:
        question_run.on_text(shown)
    for cut in reply.cuts:
        question_run.step("cut", cut)
    question_run.fallbacks(reply.fallbacks)
    question_run.because("" if named else "the reply mentions no entity from the evidence")
    question_run.answer_with(named, not_in(entities_of(triples), question))
    question_run.step("generation", reply.text or "(empty)", named=[entity.id for entity in named])
