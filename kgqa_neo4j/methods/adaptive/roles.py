"""Roles: groups of reached entities by their paths from the topics, ranked against the question.

A question asks for a role ("the writers of the films that X directed"), so all entities in a role are answers together.
A role consists of one path of relations from each topic that reaches its entities. Its score is the similarity of the
question and the path read as text; longer paths resemble more questions, so each hop beyond the first has a penalty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgqa_neo4j.embedding.base import Embedder, Vectors, cosine
from kgqa_neo4j.methods.adaptive.exploration import Exploration
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.plan import Path
from kgqa_neo4j.settings import AdaptiveSettings

# Vectors of paths cached, because paths recur from question to question.
_REMEMBERED = 4096

Part = tuple[str, Path]
"""A topic's id and a path from it."""


@dataclass(frozen=True, slots=True)
class Role:
    """One path per topic involved, with the role's score and its entities, best first."""

    parts: tuple[Part, ...]
    score: float
    members: tuple[tuple[Entity, float], ...]

    @property
    def hops(self) -> int:
        """Length of the longest path."""
        return max(len(path) for _, path in self.parts)

    def has(self, entity: str) -> bool:
        """Whether the entity of this id has the role."""
        return any(member.id == entity for member, _ in self.members)

    def text(self, names: Mapping[str, str]) -> str:
        """Return the role as text: its paths, by the names of their relations."""
        return " and ".join(path_text(path, names) for _, path in self.parts)


class PathVectors:
    """Vectors of relation paths, read as texts ("directed by, has genre"), cached between questions."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._known: dict[str, Vectors] = {}

    def scores(self, exploration: Exploration, question: Vectors, hop_penalty: float) -> dict[Path, float]:
        """Return the score of each explored path: its cosine with the question, minus the penalty for its hops."""
        names = exploration.relation_names()
        paths = sorted({walk.path for walk in exploration.walks})
        values = self._similarities([path_text(path, names) for path in paths], question)
        return {path: value - hop_penalty * (len(path) - 1) for path, value in zip(paths, values, strict=True)}

    def _similarities(self, texts: Sequence[str], question: Vectors) -> list[float]:
        known = self._known
        vectors = {text: known[text] for text in texts if text in known}
        missing = sorted(set(texts) - vectors.keys())
        if missing:
            vectors.update(zip(missing, self.embedder.encode(missing), strict=True))
            if len(known) + len(missing) > _REMEMBERED:
                # Replaced, not cleared: other threads may be reading the previous vectors.
                self._known = {}
            self._known.update((text, vectors[text]) for text in missing)
        return [cosine(vectors[text], question) for text in texts]


def path_text(path: Path, names: Mapping[str, str]) -> str:
    """Return a path as text: the names of its relations in order."""
    return ", ".join(names[move.relation] for move in path)


def best_depth(scores: Mapping[Path, float]) -> tuple[int, dict[str, float]]:
    """Return the depth of the best path, and the best score per depth: the similarity profile.

    Replaces an unusable hop prediction. (0, {}) if there is no path.
    """
    profile: dict[int, float] = {}
    for path, score in scores.items():
        profile[len(path)] = max(score, profile.get(len(path), score))
    depth = max(profile, key=lambda hops: (profile[hops], -hops), default=0)
    return depth, {str(hops): round(profile[hops], 6) for hops in sorted(profile)}


def rank_roles(
    exploration: Exploration,
    topics: Sequence[Entity],
    scores: Mapping[Path, float],
    depth: int,
    exact: bool,
    settings: AdaptiveSettings,
) -> list[Role]:
    """Return the roles of all reached entities except the topics, best first.

    A path's score is lowered by `settings.depth_weight` for each hop away from the predicted `depth`; with `exact` (the
    depth is a setting) roles of that depth come first. With several topics, a role's score is the mean over all of
    them, 0 for a topic without a path, so that entities reached from two topics rank first.
    """
    weighed = {path: score - settings.depth_weight * abs(len(path) - depth) for path, score in scores.items()}
    members = _members(exploration, {topic.id for topic in topics})
    roles = []
    for parts in _roles_that_occur(members, weighed):
        shared = set.intersection(*(set(members[part]) for part in parts))
        found = [members[parts[0]][entity] for entity in shared]
        ranked = tuple(sorted(found, key=lambda member: (-member[1], member[0].name, member[0].id)))
        roles.append(Role(parts, sum(weighed[path] for _, path in parts) / len(topics), ranked))
    return sorted(roles, key=lambda role: (exact and role.hops != depth, -role.score, role.parts))


def options_of(roles: Sequence[Role]) -> list[Entity]:
    """Return the members of `roles`, those of the best role first, as the options for the model."""
    return list({entity.id: entity for role in roles for entity, _ in role.members}.values())


def _members(exploration: Exploration, topics: set[str]) -> dict[Part, dict[str, tuple[Entity, float]]]:
    """Return the entities reached by each part, by id, each with its best score."""
    members: dict[Part, dict[str, tuple[Entity, float]]] = {}
    for walk in exploration.walks:
        if walk.entity.id in topics:
            continue
        group = members.setdefault((walk.topic, walk.path), {})
        if walk.entity.id not in group or group[walk.entity.id][1] < walk.score:
            group[walk.entity.id] = (walk.entity, walk.score)
    return members


def _roles_that_occur(
    members: Mapping[Part, Iterable[str]], scores: Mapping[Path, float]
) -> list[tuple[Part, ...]]:
    """Return every single part, and for each entity the combination of its best paths from the topics."""
    best: dict[str, dict[str, Path]] = {}
    for (topic, path), entities in members.items():
        for entity in entities:
            paths = best.setdefault(entity, {})
            if topic not in paths or (scores[path], path) > (scores[paths[topic]], paths[topic]):
                paths[topic] = path
    combined = {tuple(sorted(paths.items())) for paths in best.values()}
    return sorted(combined | {(part,) for part in members})
