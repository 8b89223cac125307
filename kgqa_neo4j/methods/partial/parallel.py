"""The operations of parallel questions: intersection, comparison, ranking, executed on triples.

Section 4 of methods.md, step 3, for parallel questions. Neither the graph nor a language model is
asked here: what the conditions led to is given as tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgqa_neo4j.graph import Entity
from kgqa_neo4j.methods.partial.joining import Allowed, Table, choices, choose, join
from kgqa_neo4j.methods.partial.partial_retrieval import Link
from kgqa_neo4j.methods.partial.partial_triples import Operation, PartialTriple, Term
from kgqa_neo4j.plans.values import Key, comparable

# A column of values may hold some names that are none.
_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an operation gave: the answers, best first, the triples that prove it, and in words how."""

    answers: list[Entity]
    proofs: list[Link]
    how: str


@dataclass(frozen=True, slots=True)
class _Branch:
    """What one of the compared names leads to: its entities, the best value, and the triples."""

    entities: list[Entity]
    value: Key
    proofs: list[Link]


def execute(operation: Operation, tables: Sequence[Table]) -> Outcome | None:
    """Execute `operation`; nothing if its conditions exclude each other or there are no values.

    The tables of a comparison must not share unknowns between names; see `conditions.apart`.
    """
    if operation.compares:
        return compare(tables, largest=operation.largest)
    return rank(tables, largest=operation.largest) if operation.ranks else intersect(tables)


def intersect(tables: Sequence[Table]) -> Outcome | None:
    """Return the entities that fulfil all conditions, or nothing if none does.

    They are what the last partial triple's own unknown stands for, else the unknown that most of
    the partial triples share.
    """

    def accept(chosen: Sequence[Table]) -> Outcome | None:
        if (allowed := join(chosen)) is None:
            return None
        answers = _entities(chosen, asked_for([table.partial for table in chosen]), allowed)
        return Outcome(answers, _proofs(chosen, allowed), f"{len(answers):,} fulfil all conditions")

    return choose(tables, accept)


def rank(tables: Sequence[Table], *, largest: bool) -> Outcome | None:
    """Return those with the largest or smallest value, or nothing where there are no values.

    Values are what a leaf stands for, an unknown in one partial triple only: the last leaf that
    stands for numbers or dates. Ranked is what stands at the other end of that partial triple.
    """

    def accept(chosen: Sequence[Table]) -> Outcome | None:
        if (allowed := join(chosen)) is None:
            return None
        for table, leaf in _leaves(chosen):
            item = table.partial.other(leaf)
            if values := _values(table, item, allowed, largest=largest):
                return _winners(chosen, table, item, values, largest=largest)
        return None

    return choose(tables, accept)


def compare(tables: Sequence[Table], *, largest: bool) -> Outcome | None:
    """Return which names lead to the largest or smallest value; nothing if less than two lead to any.

    All names are compared by the same relations: those by which most of them have a value.
    """
    found: dict[tuple[tuple[str, bool], ...], list[_Branch]] = {}
    ranks: dict[tuple[tuple[str, bool], ...], float] = {}
    for branch in _branches(tables):
        for chosen in choices(branch):
            signature = tuple(table.signature for table in chosen)
            if (value := _branch_value(chosen, largest=largest)) is not None:
                found.setdefault(signature, []).append(value)
                ranks[signature] = sum(table.similarity for table in chosen)
    best = max(found, key=lambda one: (len(found[one]), ranks[one], one), default=None)
    if best is None or len(found[best]) < 2:
        return None
    winner = (max if largest else min)(one.value for one in found[best])
    answers = [entity for one in found[best] if one.value == winner for entity in one.entities]
    proofs = [link for one in found[best] for link in one.proofs]
    return Outcome(answers, proofs, _how(len(found[best]), winner, largest=largest))


def asked_for(triples: Sequence[PartialTriple]) -> Term:
    """Return the unknown that partial triples ask for.

    It is the one that only the last of them holds, else the one that most of them hold.
    """
    unknown = [end for triple in triples for end in triple.ends if end.unknown]
    own = [end for end in triples[-1].ends if end.unknown and unknown.count(end) == 1]
    return own[-1] if own else max(dict.fromkeys(unknown), key=unknown.count)


def _winners(
    chosen: Sequence[Table], ranked: Table, item: Term, values: Mapping[str, Key], *, largest: bool
) -> Outcome | None:
    """Return what is asked for about the items with the best of the values."""
    best = (max if largest else min)(values.values())
    allowed = join(chosen, {item: {id_ for id_, value in values.items() if value == best}})
    if allowed is None:
        return None
    others = [table.partial for table in chosen if table is not ranked]
    wanted = asked_for(others) if others and item.unknown else item
    return Outcome(
        _entities(chosen, wanted, allowed), _proofs(chosen, allowed), _how(len(values), best, largest=largest)
    )


def _branches(tables: Sequence[Table]) -> list[list[Table]]:
    """Return the tables that hang together with each name."""
    branches = []
    for root in dict.fromkeys(end for table in tables for end in table.partial.ends if not end.unknown):
        reached, branch, pending = {root}, list[Table](), list(tables)
        while following := next((one for one in pending if reached & set(one.partial.ends)), None):
            pending.remove(following)
            reached |= {end for end in following.partial.ends if end.unknown}
            branch.append(following)
        branches.append(branch)
    return branches


def _branch_value(chosen: Sequence[Table], *, largest: bool) -> _Branch | None:
    if (allowed := join(chosen)) is None:
        return None
    root = next(end for table in chosen for end in table.partial.ends if not end.unknown)
    for table, leaf in _leaves(chosen):
        if values := _values(table, table.partial.other(leaf), allowed, largest=largest):
            best = (max if largest else min)(values.values())
            return _Branch(_entities(chosen, root, allowed), best, _proofs(chosen, allowed))
    return None


def _leaves(tables: Sequence[Table]) -> Iterable[tuple[Table, Term]]:
    """Return the unknowns that one partial triple alone holds, with its table, the last first."""
    ends = [end for table in tables for end in table.partial.ends]
    for table in reversed(tables):
        for leaf in (table.far, table.near):
            if leaf.unknown and ends.count(leaf) == 1:
                yield table, leaf


def _values(table: Table, item: Term, allowed: Allowed, *, largest: bool) -> dict[str, Key]:
    """Return the best value of each item by its id; nothing if most of the other ends are no values."""
    pairs = [
        (link.near, link.far) if item == table.near else (link.far, link.near) for link in table.within(allowed)
    ]
    names = {value.name for _, value in pairs}
    keys = comparable(names)
    if len(keys) < _LEAST_SHARE * len(names):
        return {}
    best: dict[str, Key] = {}
    for entity, value in pairs:
        if (key := keys.get(value.name)) is not None:
            best[entity.id] = (max if largest else min)(key, best.get(entity.id, key))
    return best


def _entities(tables: Sequence[Table], term: Term, allowed: Allowed) -> list[Entity]:
    """Return the entities that `term` may stand for, those of the most similar triples first."""
    scores: dict[str, float] = {}
    entities: dict[str, Entity] = {}
    for table in tables:
        for link in table.within(allowed):
            for end, entity in ((table.near, link.near), (table.far, link.far)):
                if end == term:
                    entities[entity.id] = entity
                    scores[entity.id] = max(link.score, scores.get(entity.id, link.score))
    return sorted(entities.values(), key=lambda one: (-scores[one.id], one.name, one.id))


def _proofs(tables: Sequence[Table], allowed: Allowed) -> list[Link]:
    return [link for table in tables for link in table.within(allowed)]


def _how(count: int, best: Key, *, largest: bool) -> str:
    value = "-".join(f"{part:g}" for part in best)
    return f"the {'largest or latest' if largest else 'smallest or earliest'} of {count:,} values: {value}"
