"""The baseline `kaping`: the triples nearest to the question in one prompt, one call, no decomposition."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.methods.base import Tools
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.decomposition import sub_answer_sampling
from kgqa_neo4j.methods.common.generation import compose
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, Inquiry, OnText
from kgqa_neo4j.methods.common.sub_answers import answer_from, entities_of, not_in
from kgqa_neo4j.methods.common.triple_retrieval import NearestTriples, Scored
from kgqa_neo4j.model.answer import Answer


class Kaping:
    """Top-K triples by similarity to the whole question, in front of it."""

    name = "kaping"
    needs_graph = True

    def answer(
        self, question: str, tools: Tools, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: a topic named outright is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: the parts cannot be used at all.
        """
        inquiry = Inquiry(self.name, question, tools, on_text)
        settings = tools.settings.kaping
        linking = inquiry.link(topics)
        with timed(inquiry.answer.seconds, "exploration"):
            nearest = NearestTriples(tools.graph, tools.embedder, tools.settings.retrieval)
            candidates = nearest.around([one.entity for one in linking.topics], settings.max_hops)
            found, how = nearest.nearest(linking.question, candidates, settings.top_k)
        inquiry.answer.steps += candidates.steps
        if not found:
            inquiry.without_graph("nothing around the question was found in the graph", linking.question)
            return inquiry.finish()
        try:
            _answer(inquiry, linking.question, found, how)
        except MODEL_FAILURES as error:
            inquiry.fail(error)
        return inquiry.finish()


def _answer(inquiry: Inquiry, question: str, found: Sequence[Scored], how: str) -> None:
    triples = [one.triple for one in found]
    step = inquiry.step("retrieval", f"the {len(found)} triples nearest to the question ({how})", retrieval=how)
    inquiry.add_evidence(((one.triple, one.score, one.hop) for one in found), step)
    settings = inquiry.tools.settings
    constrain = settings.kaping.constrain
    # What kg-rag asks with, so that the two differ by decomposition.
    sampling = sub_answer_sampling(settings.kg_rag)
    with timed(inquiry.answer.seconds, "generation"):
        reply = answer_from(inquiry.calls, "kaping", question, triples, sampling, constrain)
    named = reply.entities
    # A model that is held to a list of names may say one of them again and again.
    shown = compose([entity.name for entity in named], None) if constrain and named else reply.text
    inquiry.answer.text = shown
    if inquiry.on_text is not None:
        inquiry.on_text(shown)
    for cut in reply.cuts:
        inquiry.step("cut", cut)
    inquiry.fallbacks(reply.fallbacks)
    inquiry.because("" if named else "the model named nothing of the evidence")
    inquiry.answer_with(named, not_in(entities_of(triples), question))
    inquiry.step("generation", reply.text or "(empty)", named=[entity.id for entity in named])
