"""The answer set: which entities answer, in which order, and who the runners-up are."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.methods.adaptive.roles import Role
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.model.graph import Entity

# Runners-up that an answer lists.
MAX_CANDIDATES = 50
# Entities of one role differ by their similarity, but less than roles do.
_WITHIN_ROLE = 0.01
# What the model named ranks before everything else.
_NAMED = 1.0


def rank_entities(named: Sequence[Entity], role: Role, expand: bool) -> list[ScoredEntity]:
    """Return what the model named, in its order, and with `expand` the others in the same role.

    Without anything named, the role alone is the answer.
    """
    scores = {entity.id: role.score + _WITHIN_ROLE * score for entity, score in role.members}
    # The model's order decides, so each of its entities scores no more than the one before.
    answers, ceiling = [], float("inf")
    for entity in named:
        ceiling = min(ceiling, scores.get(entity.id, role.score) + _NAMED)
        answers.append(ScoredEntity(entity.id, entity.name, round(ceiling, 6)))
    ids = {entity.id for entity in named}
    if expand or not named:
        answers += [
            ScoredEntity(entity.id, entity.name, round(scores[entity.id], 6))
            for entity, _ in role.members
            if entity.id not in ids
        ]
    return answers


def rank_candidates(roles: Sequence[Role], answers: set[str]) -> list[ScoredEntity]:
    """Return the best `MAX_CANDIDATES` entities that are no answers, by role."""
    candidates: dict[str, ScoredEntity] = {}
    for role in roles:
        for entity, score in role.members:
            if entity.id not in answers and entity.id not in candidates:
                scored = role.score + _WITHIN_ROLE * score
                candidates[entity.id] = ScoredEntity(entity.id, entity.name, round(scored, 6))
        if len(candidates) >= MAX_CANDIDATES:
            break
    return list(candidates.values())[:MAX_CANDIDATES]
