"""Plan reranking: the language model scores how well the best plans fit the question.

A small model cannot judge answers, but it can score how likely the question is, given a plan. The log-likelihoods (in
nats), times a weight, are added to the plans' scores; the sum of the plans' shares stays the same. A model that cannot
score texts is given the evidence of all plans instead, and names an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kgqa_neo4j.llm.base import OptionScorer
from kgqa_neo4j.methods.common.chains import chain_text
from kgqa_neo4j.methods.common.generation import generate
from kgqa_neo4j.methods.common.prompts import prompt
from kgqa_neo4j.methods.common.verbalization import verbalise_triples
from kgqa_neo4j.methods.plans.planning import Planning
from kgqa_neo4j.model.graph import catalogued
from kgqa_neo4j.plans.execution import Result
from kgqa_neo4j.plans.scoring import Scores

# Bonus in nats of a plan whose answer the model names.
_NAMED = 8.0
# Triples per plan shown to the model.
_SHOWN = 32


@dataclass(frozen=True, slots=True)
class Proposal:
    """An answer, and the indexes (`places`) of the candidates that lead to it, best first."""

    places: list[int]
    result: Result


def proposals(planning: Planning, most: int) -> list[Proposal]:
    """Execute the best plans and return at most `most` different answers, best first.

    Raises:
        DatabaseError: or a subclass.
    """
    found: dict[frozenset[str], Proposal] = {}
    if planning.scores is None:
        return []
    for place in planning.scores.order()[: planning.settings.execute]:
        result = planning.result(planning.found[place].plan)
        answers = frozenset(entity.id for entity in result.entities)
        if answers in found:
            found[answers].places.append(place)
        elif answers and len(found) == most:
            break
        elif answers:
            found[answers] = Proposal([place], result)
    return list(found.values())


def weigh(planning: Planning, proposed: Sequence[Proposal]) -> list[float]:
    """Return the model's log-likelihood of the question given each proposal.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    assert planning.linking is not None
    question = planning.linking.question
    if not isinstance(planning.calls.llm, OptionScorer):
        return _named(planning, question, proposed)
    values = []
    for one in proposed:
        chat = prompt("weigh", planning.resources.settings.llm.prompts).messages(
            chain=meaning(planning, one.result)
        )
        values += planning.calls.choose(chat, [question], per_token=False)
    return values


def weighed(scores: Scores, proposed: Sequence[Proposal], likely: Sequence[float], weight: float) -> Scores:
    """Return the scores with `weight` times the log-likelihoods added; the proposals' joint share is unchanged."""
    values = scores.values.astype(np.float64)
    places = [place for one in proposed for place in one.places]
    before = np.logaddexp.reduce(values[places])
    for one, value in zip(proposed, likely, strict=True):
        values[one.places] += weight * value
    values[places] += before - np.logaddexp.reduce(values[places])
    return replace(scores, values=values.astype(np.float32))


def meaning(planning: Planning, result: Result) -> str:
    """Return the plan's chains of relations as text."""
    names = {triple.relation.id: triple.relation.name for triple, _ in result.evidence}
    topics = {topic.id: topic.name for topic in planning.answer.topics}
    chains = []
    for chain in result.plan.chains:
        steps = [
            (names.get(move.relation) or catalogued(move.relation, None).name, move.outward)
            for move in chain.path
        ]
        chains.append(chain_text(topics.get(chain.topic, chain.topic), steps))
    return " and ".join(chains)


def _named(planning: Planning, question: str, proposed: Sequence[Proposal]) -> list[float]:
    llm, settings = planning.calls.llm, planning.resources.settings.adaptive
    shown = [(triple, True) for one in proposed for triple, _ in one.result.evidence[:_SHOWN]]
    told = verbalise_triples(shown, min(settings.evidence_tokens, llm.context // 2), llm.count_tokens)
    options = [entity for one in proposed for entity in one.result.entities]
    named = generate(planning.calls, question, told.text, options, settings.constrain, None).named
    meant = named[0].id if named else ""
    return [_NAMED * any(entity.id == meant for entity in one.result.entities) for one in proposed]
