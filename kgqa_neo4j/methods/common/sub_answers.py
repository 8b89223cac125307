"""Answers to small questions from given triples: the model's reply and the entities that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.llm.grammar import list_of
from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.methods.common.generation import named_in, offered_names, unoffered
from kgqa_neo4j.methods.common.verbalization import Verbalised, list_triples
from kgqa_neo4j.model.graph import Entity, Triple, fold

# Names in one constrained reply, since a small model would list all of them.
MAX_NAMES = 16


@dataclass(frozen=True, slots=True)
class Reply:
    """The model's reply about given triples, and the entities that it names.

    `told` is the evidence in the prompt; `cuts` and `fallbacks` are notes on what was omitted and on fallbacks taken.
    """

    text: str
    entities: list[Entity]
    told: Verbalised
    cuts: list[str]
    fallbacks: list[str]


def answer_from(
    calls: Calls, prompt: str, question: str, triples: Sequence[Triple], sampling: Sampling, constrain: bool
) -> Reply:
    """Return the reply to `prompt`, which takes ``$question`` and ``$evidence``.

    With `constrain` the reply is a list of names from the triples. Entities named in the question count as answers
    only if the reply names no others.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    told = list_triples(triples, calls.llm.context // 2, calls.llm.count_tokens)
    entities = entities_of(triples[: told.told])
    asked_for = not_in(entities, question)
    names, more = offered_names(asked_for)
    reply = calls.complete(
        prompt,
        {"question": question, "evidence": told.text},
        sampling=sampling,
        grammar=list_of(names, MAX_NAMES) if constrain and names else None,
    ).strip()
    cuts = [f"{told.left_out} triples did not fit the prompt"] if told.left_out else []
    cuts += [unoffered(more)] if constrain and more else []
    if named := named_in(reply, asked_for):
        return Reply(reply, named, told, cuts, [])
    named = named_in(reply, entities)
    return Reply(reply, named, told, cuts, ["the reply names only what the question names"] if named else [])


def entities_of(triples: Iterable[Triple]) -> list[Entity]:
    """Return the distinct entities of triples, in order."""
    ends = (end for triple in triples for end in (triple.subject, triple.object))
    return list({entity.id: entity for entity in ends}.values())


def not_in(entities: Iterable[Entity], question: str) -> list[Entity]:
    """Return the entities whose names do not occur in the question."""
    folded = fold(question)
    return [
        entity for entity in entities if not re.search(rf"(?<!\w){re.escape(fold(entity.name))}(?!\w)", folded)
    ]
