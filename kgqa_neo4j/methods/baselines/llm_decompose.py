"""The baseline `llm-decompose`: sub-questions answered by the language model alone, without the graph."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.methods.base import Tools
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.decomposition import (
    SubAnswer,
    decompose,
    record,
    reformulate,
    repeated,
    sub_answer_sampling,
    synthesise,
)
from kgqa_neo4j.methods.common.masking import without_brackets
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, Inquiry, OnText
from kgqa_neo4j.model.answer import Answer


class LlmDecompose:
    """`kg-rag` with its retrieval taken away: the same decomposition, reformulation and synthesis."""

    name = "llm-decompose"
    needs_graph = False

    def answer(
        self, question: str, tools: Tools, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question` from what the model knows; `topics` are of no use here."""
        inquiry = Inquiry(self.name, question, tools, on_text)
        try:
            with timed(inquiry.answer.seconds, "generation"):
                _ask(inquiry, without_brackets(question))
        except MODEL_FAILURES as error:
            inquiry.fail(error)
        return inquiry.finish()


def _ask(inquiry: Inquiry, question: str) -> None:
    settings, calls = inquiry.tools.settings.kg_rag, inquiry.calls
    parts = decompose(calls, question, settings)
    record(inquiry, parts)
    answered: list[SubAnswer] = []
    for one in parts.questions:
        asked, fallback = reformulate(calls, one, answered, settings) if answered else (one, "")
        inquiry.fallbacks([fallback] if fallback else [])
        if before := repeated(asked, answered):
            inquiry.step("guard", f"not asked again: {asked}", question=asked)
            answered.append(before)
            continue
        reply = calls.complete("alone", {"question": asked}, sampling=sub_answer_sampling(settings)).strip()
        answered.append(SubAnswer(asked, reply))
        inquiry.step("sub-question", f"{asked} {reply or '(no answer)'}", question=asked, reply=reply)
    inquiry.answer.text = synthesise(calls, question, answered, settings, inquiry.on_text)
    inquiry.step("synthesis", inquiry.answer.text or "(empty)")
