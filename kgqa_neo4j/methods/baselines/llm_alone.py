"""The baseline `llm`: the language model without the graph. The fallback uses the same code."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.question_run import QuestionRun
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.question.masking import without_brackets


class LlmAlone:
    """One call with the question and nothing else; no linking, no evidence, no entities."""

    name = "llm"
    needs_graph = False

    def answer(
        self,
        question: str,
        resources: Resources,
        topics: Sequence[str] = (),
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Answer `question` from the model's knowledge; `topics` are ignored."""
        question_run = QuestionRun(self.name, question, resources, on_text)
        question_run.alone(without_brackets(question))
        return question_run.finish()
