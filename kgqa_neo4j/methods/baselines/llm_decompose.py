"""The baseline `llm-decompose`: sub-questions answered by the language model alone, without the graph."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.methods.base import Resources
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
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.question.masking import without_brackets


class LlmDecompose:
    """`kg-rag` without retrieval: the same decomposition, reformulation and synthesis."""

    name = "llm-decompose"
    needs_graph = False

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question` from the model's knowledge; `topics` are ignored."""
        question_run = QuestionRun(self.name, question, resources, on_text)
        try:
            with timed(question_run.answer.seconds, "generation"):
                _ask(question_run, without_brackets(question))
        except MODEL_FAILURES as error:
            question_run.fail(error)
        return question_run.finish()


def _ask(question_run: QuestionRun, question: str) -> None:
    settings, calls = question_run.resources.settings.kg_rag, question_run.calls
    parts = decompose(calls, question, settings)
    record(question_run, parts)
    answered: list[SubAnswer] = []
    for one in parts.questions:
        asked, fallback = reformulate(calls, one, answered, settings) if answered else (one, "")
        question_run.fallbacks([fallback] if fallback else [])
        if before := repeated(asked, answered):
            question_run.step("guard", f"not asked again: {asked}", question=asked)
            answered.append(before)
            continue
        reply = calls.complete("alone", {"question": asked}, sampling=sub_answer_sampling(settings)).strip()
        answered.append(SubAnswer(asked, reply))
        question_run.step("sub-question", f"{asked} {reply or '(no answer)'}", question=asked, reply=reply)
    question_run.answer.text = synthesise(calls, question, answered, settings, question_run.on_text)
    question_run.step("synthesis", question_run.answer.text or "(empty)")
