"""An answer's proof in a few lines: the chain from topic to answer, or the triples nearest to the answers."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.model.answer import Answer, Evidence
from kgqa_neo4j.model.graph import Triple
from kgqa_neo4j.model.text import counted, printable

MAX_TRIPLES = 5


def proof(answer: Answer) -> list[str]:
    """Return the lines of the proof: one chain, or else at most `MAX_TRIPLES` triples and the number of others."""
    triples = [item.triple for item in nearest(answer)]
    if len(triples) <= MAX_TRIPLES and (chain := _chain(answer, triples)):
        return [chain]
    lines = [_arrow(triple, triple.subject.id) for triple in triples[:MAX_TRIPLES]]
    more = len(answer.evidence) - len(lines)
    return [*lines, f"and {counted(more, 'more triple')} (--verbose)"] if more else lines


def nearest(answer: Answer) -> list[Evidence]:
    """Return the evidence sorted by hop and score, triples that contain an answer first."""
    given = answer.entities or answer.candidates[:1]
    answers = {entity.id for entity in given}

    def place(item: Evidence) -> tuple[bool, int, float]:
        apart = not {item.triple.subject.id, item.triple.object.id} & answers
        return apart, item.hop, -item.score

    return sorted(answer.evidence, key=place)


def _chain(answer: Answer, triples: Sequence[Triple]) -> str:
    """Return two or more triples as one path from a topic; empty if they do not form a path."""
    if len(triples) < 2:
        return ""
    for topic in answer.topics:
        rest, place, text = list(triples), topic.id, printable(topic.name)
        while rest:
            next_ = [triple for triple in rest if place in (triple.subject.id, triple.object.id)]
            if len(next_) != 1:
                break
            triple = next_[0]
            rest.remove(triple)
            text += _step(triple, place)
            place = triple.object.id if triple.subject.id == place else triple.subject.id
        else:
            return text
    return ""


def _arrow(triple: Triple, start: str) -> str:
    return f"{printable(triple.subject.name)}{_step(triple, start)}"


def _step(triple: Triple, start: str) -> str:
    relation = printable(triple.relation.name)
    if triple.subject.id == start:
        return f" -{relation}-> {printable(triple.object.name)}"
    return f" <-{relation}- {printable(triple.subject.name)}"
