"""Evidence as text for a prompt: compact facts, the most relevant first, cut to a token budget.

Triples that share an entity, the relation and its direction make one line,
``entity | relation | name; name; name``, which takes a fraction of the tokens of single triples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgqa_neo4j.graph import Entity
from kgqa_neo4j.methods.exploration import Exploration, Walk
from kgqa_neo4j.methods.roles import Role

# Names on one line; more go on the next, so that the cut is not all or nothing.
NAMES_PER_LINE = 16
MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class Verbalised:
    """The text, how many triples it tells, and how many the budget left out."""

    text: str
    told: int
    left_out: int


def verbalise_evidence(
    exploration: Exploration, roles: Sequence[Role], budget: int, count_tokens: Callable[[str], int]
) -> Verbalised:
    """Return the evidence for the prompt: what leads to the best roles first, within `budget` tokens."""
    lines = _lines(exploration, _ranked_triples(exploration, roles))
    kept: list[str] = []
    told = total = used = 0
    full = False
    for text, triples in lines:
        total += triples
        tokens = 0 if full else count_tokens(text) + 1
        full = full or used + tokens > budget
        if not full:
            kept.append(text)
            told, used = told + triples, used + tokens
    return Verbalised("\n".join(kept), told, total - told)


def _ranked_triples(exploration: Exploration, roles: Sequence[Role]) -> list[str]:
    """Return the ids of all found triples: by the best role they lead to, then by similarity."""
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


def _lines(exploration: Exploration, triples: Iterable[str]) -> list[tuple[str, int]]:
    """Return (line, number of triples), in the order of their first triple."""
    ends = _far_ends(exploration.walks)
    groups: dict[tuple[str, str, bool], tuple[Entity, str, list[str]]] = {}
    for id_ in triples:
        triple = exploration.found[id_].triple
        outward = ends.get(id_, triple.object.id) == triple.object.id
        near, far = (triple.subject, triple.object) if outward else (triple.object, triple.subject)
        key = (near.id, triple.relation.id, outward)
        groups.setdefault(key, (near, triple.relation.name, []))[2].append(_name(far))
    lines = []
    for (_, _, outward), (near, relation, names) in groups.items():
        for start in range(0, len(names), NAMES_PER_LINE):
            part = names[start : start + NAMES_PER_LINE]
            ends_of_line = (_name(near), "; ".join(part))
            left, right = ends_of_line if outward else reversed(ends_of_line)
            lines.append((f"{left} | {relation} | {right}", len(part)))
    return lines


def _far_ends(walks: Iterable[Walk]) -> Mapping[str, str]:
    """Return, for each triple, the end at which it was first arrived."""
    ends: dict[str, str] = {}
    for walk in walks:
        ends.setdefault(walk.triples[-1], walk.entity.id)
    return ends


def _name(entity: Entity) -> str:
    """Return a name that stays on its line and in its column."""
    return " ".join(entity.name.replace("|", "/").split())[:MAX_NAME]
