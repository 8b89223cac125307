"""Decomposition into sub-questions, their reformulation, and the synthesis of an answer.

Shared by `kg-rag` and its baseline `llm-decompose`; see docs/methods/kg-rag.md, steps 2, 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.llm.grammar import literal
from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.methods.common.question_run import OnText, QuestionRun
from kgqa_neo4j.model.graph import Entity, fold
from kgqa_neo4j.question.masking import mask
from kgqa_neo4j.settings import KgRagSettings

# Longer sub-questions come from a model that fails to stop.
MAX_QUESTION = 300
# Names per sub-answer in later prompts.
NAMES_IN_CONTEXT = 20
# Maximum number of earlier answers, named in a sub-question, whose neighborhoods are searched.
MAX_NAMED = 20

_NUMBERED = re.compile(r"^\s*\d+[.)]\s*(\S.*?)\s*$", re.MULTILINE)
_REASONING = re.compile(r"^\s*Reasoning:\s*(.+?)\s*$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The reasoning and the sub-questions; `fallbacks` lists unusable parts of the reply."""

    reasoning: str
    questions: tuple[str, ...]
    fallbacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubAnswer:
    """An answered sub-question, with the model's reply and the entities that the reply names."""

    question: str
    reply: str
    entities: tuple[Entity, ...] = ()

    @property
    def text(self) -> str:
        """The answer for later prompts: the entities' names, else the reply."""
        names = list(dict.fromkeys(entity.name for entity in self.entities))
        more = f"; and {len(names) - NAMES_IN_CONTEXT} more" if len(names) > NAMES_IN_CONTEXT else ""
        return "; ".join(names[:NAMES_IN_CONTEXT]) + more if names else " ".join(self.reply.split())


def decompose(calls: Calls, question: str, settings: KgRagSettings) -> Decomposition:
    """Return the model's decomposition; without a usable sub-question, the question itself is the only one.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    reply = calls.complete(
        "kg_rag_decompose",
        {"question": question},
        sampling=_sampling(settings, settings.max_tokens, [settings.decomposition_stop]),
        grammar=_grammar(settings.max_sub_questions, settings.decomposition_stop),
    )
    return parse(reply, question, settings.max_sub_questions, settings.decomposition_stop)


def record(question_run: QuestionRun, parts: Decomposition) -> None:
    """Record the decomposition and its fallbacks as steps of the answer."""
    reasoning = f"{parts.reasoning} " if parts.reasoning else ""
    summary = f"{reasoning}{len(parts.questions)} sub-questions: {' | '.join(parts.questions)}"
    question_run.step("decomposition", summary, reasoning=parts.reasoning, questions=list(parts.questions))
    question_run.fallbacks(parts.fallbacks)


def parse(reply: str, question: str, most: int, end: str) -> Decomposition:
    """Parse a reply up to `end` into a decomposition of at most `most` sub-questions.

    Repeated sub-questions are kept ("those parents" after "those parents"): each refers to the preceding answer.
    """
    lines = _NUMBERED.findall(reply.split(end)[0])
    numbered = [line for line in lines if len(line) <= MAX_QUESTION]
    reasoning = _REASONING.search(reply)
    fallbacks = []
    if long := len(lines) - len(numbered):
        fallbacks.append(f"{long} of {len(lines)} sub-questions are too long and left out")
    if not numbered:
        fallbacks.append("the decomposition held no sub-question: the question is asked as it is")
    if len(numbered) > most:
        fallbacks.append(f"only the first {most} of {len(numbered)} sub-questions are asked")
    questions = tuple(numbered[:most]) or (question,)
    return Decomposition(reasoning[1] if reasoning else "", questions, tuple(fallbacks))


def repeated(question: str, answered: Sequence[SubAnswer]) -> SubAnswer | None:
    """Return the earlier sub-answer to an identical question, if any."""
    return next((one for one in answered if fold(one.question) == fold(question)), None)


def reformulate(
    calls: Calls, question: str, answered: Sequence[SubAnswer], settings: KgRagSettings
) -> tuple[str, str]:
    """Return the sub-question with earlier sub-answers inserted, and the fallback taken or "".

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    reply = calls.complete(
        "kg_rag_reformulate",
        {"context": context(answered), "question": question},
        sampling=_sampling(settings, settings.max_tokens, [settings.reformulation_stop]),
        grammar='root ::= [^\\n?] [^\\n?]* "?"\n',
    )
    line = " ".join(reply.split())
    if line and len(line) <= MAX_QUESTION:
        return f"{line.rstrip('?')}?", ""
    # Retrieval can also use the sub-answer if it is merely appended.
    return f"{question} ({answered[-1].text[:MAX_QUESTION]})", "the sub-question could not be reformulated"


def synthesise(
    calls: Calls,
    question: str,
    answered: Sequence[SubAnswer],
    settings: KgRagSettings,
    on_text: OnText | None,
) -> str:
    """Return the answer to the whole question, generated zero-shot from the answered sub-questions.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    return calls.complete(
        "kg_rag_synthesis",
        {"context": context(answered), "question": question},
        sampling=_sampling(settings, settings.synthesis_max_tokens, []),
        on_text=on_text,
    ).strip()


def sub_answer_sampling(settings: KgRagSettings) -> Sampling:
    """Return the paper's sampling parameters for sub-answers, with its repeat penalty."""
    extra = {
        "min_p": settings.min_p,
        "top_k": settings.sampling_top_k,
        "repeat_penalty": settings.repeat_penalty,
    }
    return Sampling(settings.temperature, settings.max_tokens, ["\n\n"], extra)


def about(question: str, entity: Entity, others: Iterable[Entity]) -> str:
    """Return a question about several entities with the names of all but `entity` removed."""
    names = {other.name for other in others} - {entity.name}
    # Also remove the separator after a removed name.
    question = re.sub("\0[,;]?", " ", mask(question, names, "\0"))
    return " ".join(question.split())


def context(answered: Sequence[SubAnswer]) -> str:
    """Return the answered sub-questions as text for a prompt."""
    return "\n".join(f"{one.question}\n{one.text}" for one in answered)


def _sampling(settings: KgRagSettings, max_tokens: int, stop: Sequence[str]) -> Sampling:
    extra = {"min_p": settings.min_p, "top_k": settings.sampling_top_k}
    return Sampling(settings.temperature, max_tokens, stop, extra)


def _grammar(most: int, end: str) -> str:
    """Return the grammar of a decomposition: reasoning, 1 to `most` numbered lines, then `end`."""
    items = ""
    for number in range(most, 1, -1):
        items = f' ("\\n{number}. " line{items})?'
    return (
        f'root ::= "Reasoning: " line "\\nSub-questions:\\n1. " line{items} "\\n{literal(end)[1:]}\n'
        "line ::= [^\\n<>] [^\\n<>]*\n"
    )
