"""Evidence as text for a prompt: compact facts, most relevant first, cut to a token budget.

Triples that share an entity, relation and direction are merged into one line, ``entity | relation | name; name; name``,
which takes a fraction of the tokens of single triples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.model.graph import Entity, Triple

# Names per line; splitting long lines lets the budget cut within a group.
NAMES_PER_LINE = 16
MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class Verbalised:
    """The text, the number of triples in it, and the number left out by the budget."""

    text: str
    told: int
    left_out: int


def verbalise_triples(
    triples: Iterable[tuple[Triple, bool]], budget: int, count_tokens: Callable[[str], int]
) -> Verbalised:
    """Return triples as text within `budget` tokens; each comes with whether it was followed in its direction."""
    lines = _lines(triples)
    kept: list[str] = []
    told = total = used = 0
    full = False
    for text, told_here in lines:
        total += told_here
        tokens = 0 if full else count_tokens(text) + 1
        full = full or used + tokens > budget
        if not full:
            kept.append(text)
            told, used = told + told_here, used + tokens
    return Verbalised("\n".join(kept), told, total - told)


def list_triples(triples: Sequence[Triple], budget: int, count_tokens: Callable[[str], int]) -> Verbalised:
    """Return triples one per line, in order, as published methods show them, within `budget` tokens."""
    kept: list[str] = []
    used = 0
    for triple in triples:
        line = " ".join(triple.text.split())
        used += count_tokens(line) + 1
        if used > budget:
            break
        kept.append(line)
    return Verbalised("\n".join(kept), len(kept), len(triples) - len(kept))


def _lines(triples: Iterable[tuple[Triple, bool]]) -> list[tuple[str, int]]:
    """Return (line, number of triples) pairs, in the order of their first triples."""
    groups: dict[tuple[str, str, bool], tuple[Entity, str, list[str]]] = {}
    for triple, outward in triples:
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


def _name(entity: Entity) -> str:
    """Return a name without line breaks and column separators."""
    return " ".join(entity.name.replace("|", "/").split())[:MAX_NAME]
