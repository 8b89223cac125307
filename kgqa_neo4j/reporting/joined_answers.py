"""Answers in a conversation that combine other answers: several side by side, or the count of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kgqa_neo4j.model.answer import Answer, Evidence, LlmUsage, ScoredEntity, Seconds, Status, Step


def side_by_side(question: str, parts: Sequence[tuple[ScoredEntity, Answer]]) -> Answer:
    """Return the answers to a question asked about each of several entities, as rows of entity and answer.

    Entities without an answer are left out; if all are, the first part is returned, which states the reason. The
    confidence is the lowest of all answers.
    """
    found = [(about, one) for about, one in parts if one.status is Status.ANSWERED]
    if not found:
        return replace(parts[0][1], question=question)
    rows = [
        [about, *cells] for about, one in found for cells in (one.rows or [[cell] for cell in one.entities])
    ]
    evidence: dict[str, Evidence] = {}
    for item in (item for _, one in found for item in one.evidence):
        evidence.setdefault(item.triple.id, replace(item, step=1))
    sure = [one.confidence for _, one in found if one.confidence is not None]
    asked = ", ".join(about.name for about, _ in found)
    return Answer(
        question,
        found[0][1].method,
        Status.ANSWERED,
        "\n".join(", ".join(cell.name for cell in row) for row in rows),
        entities=list({cell.id: cell for row in rows for cell in row[1:]}.values()),
        rows=rows,
        topics=[about for about, _ in found],
        evidence=list(evidence.values()),
        steps=[Step("follow-up", f"asked of each: {asked}", {"answers": [one.ask_id for _, one in found]})],
        statements=[statement for _, one in found for statement in one.statements],
        llm=_usage([one.llm for _, one in found]),
        seconds=_seconds([one.seconds for _, one in found]),
        confidence=min(sure) if sure else None,
    )


def counted(question: str, answer: Answer) -> Answer:
    """Return the number of entities or rows in an answer as an answer with the same confidence."""
    count = str(len(answer.rows or answer.entities))
    return replace(
        answer,
        question=question,
        text=count,
        entities=[ScoredEntity(f"number:{count}", count, 1.0)],
        rows=[],
        candidates=[],
        steps=[Step("follow-up", f"counted the answers to {answer.question!r}")],
        statements=[],
        llm=LlmUsage(),
        seconds=Seconds(),
        ask_id="",
        browser_url="",
        cypher="",
    )


def _usage(all_of_it: Sequence[LlmUsage]) -> LlmUsage:
    return replace(
        all_of_it[0],
        calls=sum(one.calls for one in all_of_it),
        prompt_tokens=sum(one.prompt_tokens for one in all_of_it),
        completion_tokens=sum(one.completion_tokens for one in all_of_it),
        cached=sum(one.cached for one in all_of_it),
        cached_seconds=sum(one.cached_seconds for one in all_of_it),
    )


def _seconds(all_of_them: Sequence[Seconds]) -> Seconds:
    def total(stage: Callable[[Seconds], float]) -> float:
        return sum(map(stage, all_of_them))

    return Seconds(
        total(lambda one: one.linking),
        total(lambda one: one.exploration),
        total(lambda one: one.generation),
        total(lambda one: one.total),
    )
