"""The answer set: which entities are answers, their order, and the runners-up."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.methods.adaptive.roles import Role
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.model.graph import Entity

# Runners-up listed with an answer.
MAX_CANDIDATES = 50
# Weight of an entity's similarity; small, so that it only orders entities within a role.
_WITHIN_ROLE = 0.01
# Bonus that ranks entities named by the model before all others.
_NAMED = 1.0


def rank_entities(named: Sequence[Entity], role: Role, expand: bool) -> list[ScoredEntity]:
    """Return the entities named by the model, in its order, and with `expand` the others in the same role.

    If the model named none, return all entities of the role.
    """
    scores = {entity.id: role.score + _WITHIN_ROLE * score for entity, score in role.members}
    # Keep the model's order: no entity scores more than the one before.
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
    """Return the best `MAX_CANDIDATES` entities that are not answers, by role."""
    candidates: dict[str, ScoredEntity] = {}
    for role in roles:
        for entity, score in role.members:
            if entity.id not in answers and entity.id not in candidates:
                scored = role.score + _WITHIN_ROLE * score
                candidates[entity.id] = ScoredEntity(entity.id, entity.name, round(scored, 6))
        if len(candidates) >= MAX_CANDIDATES:
            break
    return list(candidates.values())[:MAX_CANDIDATES]
