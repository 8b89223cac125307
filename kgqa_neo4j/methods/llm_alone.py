"""The method `llm`: the language model without the graph. The baseline, and everyone's fallback."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgqa_neo4j.answer import Answer, Seconds, Status, Step
from kgqa_neo4j.errors import ContextOverflow, ModelTimeout, ModelUnavailable
from kgqa_neo4j.methods.base import Tools
from kgqa_neo4j.methods.calls import Calls, timed
from kgqa_neo4j.methods.generation import generate_alone


class LlmAlone:
    """One call with the question and nothing else; no linking, no evidence, no entities."""

    name = "llm"
    needs_graph = False

    def answer(
        self,
        question: str,
        tools: Tools,
        topics: Sequence[str] = (),
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Answer `question` from what the model knows; `topics` are of no use here."""
        calls, answer = Calls(tools.llm, tools.settings.llm), Answer(question, self.name, Status.ANSWERED)
        # Brackets around a topic are a way of asking this program, and mean nothing to the model.
        answer_alone(answer, calls, question.replace("[", "").replace("]", ""), on_text)
        answer.llm = calls.finish()
        return answer


def answer_alone(answer: Answer, calls: Calls, question: str, on_text: Callable[[str], None] | None) -> None:
    """Fill in the text of `answer` by the model alone; `failed`, with the reason, if it cannot."""
    seconds: Seconds = answer.seconds
    try:
        with timed(seconds, "generation"):
            answer.text = generate_alone(calls, question, on_text)
    except (ContextOverflow, ModelTimeout, ModelUnavailable) as error:
        fail(answer, error)
        return
    answer.steps.append(Step("generation", "the language model answered without the graph"))


def fail(answer: Answer, error: ContextOverflow | ModelTimeout | ModelUnavailable) -> None:
    """Make `answer` a failed one; what was retrieved stays in it."""
    answer.status = Status.FAILED
    answer.reason = "; ".join(part for part in (answer.reason, error.message, error.hint) if part)
    answer.steps.append(Step("generation", f"the language model failed: {error.message}"))
