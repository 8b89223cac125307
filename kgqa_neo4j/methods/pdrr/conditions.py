"""Retrieval for the conditions of a parallel question, without pruning.

See docs/methods/pdrr.md, step 4, for parallel questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgqa_neo4j.methods.pdrr.joining import Table
from kgqa_neo4j.methods.pdrr.partial_retrieval import Link, PartialRetrieval
from kgqa_neo4j.methods.pdrr.partial_triples import PartialTriple, Term
from kgqa_neo4j.model.graph import Entity

Known = Mapping[Term, Sequence[Entity]]
"""The entities that the names in partial triples stand for."""


@dataclass(slots=True)
class Gathered:
    """The triples of each partial triple that has any, and notes about the others."""

    tables: list[Table] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def gather(retrieval: PartialRetrieval, triples: Sequence[PartialTriple], known: Known) -> Gathered:
    """Retrieve all triples of all partial triples, from known ends to unknown ones.

    For an unknown with conditions on several names, only triples that touch the other names are kept, if there are any:
    this finds the common neighbours of two hubs within the cap.

    Raises:
        DatabaseError: or a subclass.
    """
    bound = {term: {entity.id: entity for entity in entities} for term, entities in known.items()}
    result, pending = Gathered(), list(triples)
    while pending:
        ready = [one for one in pending if any(end in bound for end in one.ends)]
        if not ready:
            result.missing += [f"{one} is not connected to anything known" for one in pending]
            break
        # Prefer a partial triple with both ends bound: it only filters, which is cheapest.
        partial = max(ready, key=lambda one: sum(end in bound for end in one.ends))
        pending.remove(partial)
        near = min((end for end in partial.ends if end in bound), key=lambda end: len(bound[end]))
        links, wide = _links(retrieval, partial, near, bound, pending, known)
        if wide:
            result.missing.append(f"nothing found for {partial} touches the other names: all of it is taken")
        table = Table(partial, near, tuple(links))
        if table.links:
            result.tables.append(table)
            bound[table.far] = {link.far.id: link.far for link in table.links}
            if near.unknown:
                bound[near] = {link.near.id: link.near for link in table.links}
        else:
            result.missing.append(f"nothing was found for {partial}")
    return result


def _links(
    retrieval: PartialRetrieval,
    partial: PartialTriple,
    near: Term,
    bound: Mapping[Term, Mapping[str, Entity]],
    pending: Sequence[PartialTriple],
    known: Known,
) -> tuple[list[Link], bool]:
    """Return the triples, and whether none of them touches all other names, so that all had to be taken."""
    far = partial.other(near)
    frontier = dict.fromkeys(bound[near], "")
    ways = retrieval.ways(frontier, partial)
    beyond = bound.get(far)
    touching = [
        [entity.id for entity in known[one.other(far)]]
        for one in pending
        if far in one.ends and one.other(far) in known
    ]
    links = retrieval.all(frontier, partial, ways, beyond, touching)
    if links or not touching:
        return links, False
    links = retrieval.all(frontier, partial, ways, beyond)
    return links, bool(links)


def apart(triples: Sequence[PartialTriple]) -> list[PartialTriple]:
    """Return the partial triples of a comparison, with separate unknowns for each name.

    The values of two names are compared, not joined, even if both lead to ``year#1``. Partial triples
    without a name are left out; see `hanging_on_none`.
    """
    branches: dict[Term, list[PartialTriple]] = {}
    for root in dict.fromkeys(end for triple in triples for end in triple.ends if not end.unknown):
        reached, branch = {root}, branches.setdefault(root, [])
        pending = [one for one in triples if root in one.ends or all(end.unknown for end in one.ends)]
        while following := next((one for one in pending if reached & set(one.ends)), None):
            pending.remove(following)
            reached |= set(following.ends)
            branch.append(following)
    return [
        replace(one, subject=_owned(one.subject, place), object=_owned(one.object, place))
        for place, branch in enumerate(branches.values(), 1)
        for one in branch
    ]


def hanging_on_none(triples: Sequence[PartialTriple]) -> list[PartialTriple]:
    """Return the partial triples that are connected to no name."""
    reached = {end for triple in triples for end in triple.ends if not end.unknown}
    rest = list(triples)
    while following := next((one for one in rest if reached & set(one.ends)), None):
        rest.remove(following)
        reached |= set(following.ends)
    return rest


def _owned(term: Term, place: int) -> Term:
    return replace(term, text=f"{term.text}.{place}") if term.unknown else term
