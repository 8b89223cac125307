"""The evidence of an exploration as text for the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from kgqa_neo4j.methods.adaptive.exploration import Exploration, Walk
from kgqa_neo4j.methods.adaptive.roles import Role
from kgqa_neo4j.methods.common.verbalization import Verbalised, verbalise_triples


def verbalise_evidence(
    exploration: Exploration, roles: Sequence[Role], budget: int, count_tokens: Callable[[str], int]
) -> Verbalised:
    """Return the evidence within `budget` tokens, triples that lead to the best roles first."""
    ends = _far_ends(exploration.walks)
    found = [exploration.found[id_].triple for id_ in _ranked_triples(exploration, roles)]
    walked = [(triple, ends.get(triple.id, triple.object.id) == triple.object.id) for triple in found]
    return verbalise_triples(walked, budget, count_tokens)


def _ranked_triples(exploration: Exploration, roles: Sequence[Role]) -> list[str]:
    """Return the ids of all found triples, ordered by the best role they lead to, then by hop and similarity."""
    rank: dict[tuple[str, tuple[object, ...]], int] = {}
    for place, role in enumerate(roles):
        for part in role.parts:
            rank.setdefault(part, place)
    best: dict[str, int] = {}
    for walk in exploration.walks:
        place = rank.get((walk.topic, walk.path), len(roles))
        for triple in walk.triples:
            best[triple] = min(place, best.get(triple, place))
    found = exploration.found
    return sorted(found, key=lambda id_: (best.get(id_, len(roles)), found[id_].hop, -found[id_].score, id_))


def _far_ends(walks: Iterable[Walk]) -> Mapping[str, str]:
    """Return, for each triple, the end that was first reached by it."""
    ends: dict[str, str] = {}
    for walk in walks:
        ends.setdefault(walk.triples[-1], walk.entity.id)
    return ends
