"""Decomposition into sub-questions, their reformulation, and the synthesis of an answer.

See docs/methods/kg-rag.md, steps 1, 3 and 4: what `kg-rag` and its baseline `llm-decompose` share.
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

# A sub-question is a line; what is longer is a model that does not come to an end.
MAX_QUESTION = 300
NAMES_IN_CONTEXT = 20
# Earlier answers around which a sub-question that names them is searched.
MAX_NAMED = 20

_NUMBERED = re.compile(r"^\s*\d+[.)]\s*(\S.*?)\s*$", re.MULTILINE)
_REASONING = re.compile(r"^\s*Reasoning:\s*(.+?)\s*$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The reasoning and the sub-questions; `fallbacks` tell what of the reply could not be used."""

    reasoning: str
    questions: tuple[str, ...]
    fallbacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubAnswer:
    """An answered sub-question: as asked, what the model replied, and the entities that it named."""

    question: str
    reply: str
    entities: tuple[Entity, ...] = ()

    @property
    def text(self) -> str:
        """The answer as later prompts tell it: the entities' names, else the reply."""
        names = list(dict.fromkeys(entity.name for entity in self.entities))
        more = f"; and {len(names) - NAMES_IN_CONTEXT} more" if len(names) > NAMES_IN_CONTEXT else ""
        return "; ".join(names[:NAMES_IN_CONTEXT]) + more if names else " ".join(self.reply.split())


def decompose(calls: Calls, question: str, settings: KgRagSettings) -> Decomposition:
    """Ask for the sub-questions; without any that can be used the question itself is the only one.

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
    """Tell the decomposition, and what of it could not be used, in the steps of an answer."""
    reasoning = f"{parts.reasoning} " if parts.reasoning else ""
    summary = f"{reasoning}{len(parts.questions)} sub-questions: {' | '.join(parts.questions)}"
    question_run.step("decomposition", summary, reasoning=parts.reasoning, questions=list(parts.questions))
    question_run.fallbacks(parts.fallbacks)


def parse(reply: str, question: str, most: int, end: str) -> Decomposition:
    """Return the decomposition that a reply holds up to `end`, at most `most` sub-questions.

    Equal ones stay ("those parents" after "those parents"): each means the answer before it.
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
    """Return the earlier sub-answer to the very same question, which need not be asked again."""
    return next((one for one in answered if fold(one.question) == fold(question)), None)


def reformulate(
    calls: Calls, question: str, answered: Sequence[SubAnswer], settings: KgRagSettings
) -> tuple[str, str]:
    """Return the sub-question with the earlier sub-answers put in, and the fallback taken or nothing.

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
    # What the sub-answer says stands beside the question then, which retrieval can use as well.
    return f"{question} ({answered[-1].text[:MAX_QUESTION]})", "the sub-question could not be reformulated"


def synthesise(
    calls: Calls,
    question: str,
    answered: Sequence[SubAnswer],
    settings: KgRagSettings,
    on_text: OnText | None,
) -> str:
    """Return the answer of the whole question from the answered sub-questions, zero-shot.

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
    """Return how sub-answers are sampled: the paper's parameters, with its repeat penalty."""
    extra = {
        "min_p": settings.min_p,
        "top_k": settings.sampling_top_k,
        "repeat_penalty": settings.repeat_penalty,
    }
    return Sampling(settings.temperature, settings.max_tokens, ["\n\n"], extra)


def about(question: str, entity: Entity, others: Iterable[Entity]) -> str:
    """Return a question about several entities as one about `entity` alone: the other names left out."""
    names = {other.name for other in others} - {entity.name}
    # What separated a name from the next goes with it.
    question = re.sub("\0[,;]?", " ", mask(question, names, "\0"))
    return " ".join(question.split())


def context(answered: Sequence[SubAnswer]) -> str:
    """Return the answered sub-questions as a prompt tells them."""
    return "\n".join(f"{one.question}\n{one.text}" for one in answered)


def _sampling(settings: KgRagSettings, max_tokens: int, stop: Sequence[str]) -> Sampling:
    extra = {"min_p": settings.min_p, "top_k": settings.sampling_top_k}
    return Sampling(settings.temperature, max_tokens, stop, extra)


def _grammar(most: int, end: str) -> str:
    """Return the grammar of a decomposition: reasoning, then one to `most` numbered lines, then `end`."""
    items = ""
    for number in range(most, 1, -1):
        items = f' ("\\n{number}. " line{items})?'
    return (
        f'root ::= "Reasoning: " line "\\nSub-questions:\\n1. " line{items} "\\n{literal(end)[1:]}\n'
        "line ::= [^\\n<>] [^\\n<>]*\n"
    )
