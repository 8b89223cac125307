"""Beam search along a chain of partial triples.

See docs/methods/pdrr.md, step 4, for chains. Calls no language model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.methods.pdrr.partial_retrieval import Frontier, Link, PartialRetrieval
from kgqa_neo4j.methods.pdrr.partial_triples import PartialTriple, Term
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.compiling import MAX_STEPS
from kgqa_neo4j.plans.plan import Chain as PlanChain
from kgqa_neo4j.plans.plan import Move, Plan

# Maximum number of paths kept; reached with a wide beam only.
MOST_PATHS = 64

ChainStep = tuple[PartialTriple, Term]
"""A partial triple, and the end at which the chain enters it."""


@dataclass(slots=True)
class Layer:
    """The candidate entities of an unknown, each with the triples that lead to it."""

    entities: dict[str, Entity] = field(default_factory=dict)
    arrivals: dict[str, list[Link]] = field(default_factory=dict)

    def add(self, link: Link) -> None:
        """Add the far end of `link`."""
        self.entities.setdefault(link.far.id, link.far)
        self.arrivals.setdefault(link.far.id, []).append(link)

    def frontier(self) -> Frontier:
        """Return the entities, each with the triple that leads to it if there is only one."""
        arrivals = {id_: self.arrivals.get(id_, []) for id_ in self.entities}
        return {id_: links[0].triple.id if len(links) == 1 else "" for id_, links in arrivals.items()}


@dataclass(frozen=True, slots=True)
class Path:
    """One path along the chain: the kept triple of each partial triple, and the entities after each step.

    `layers` starts with the start entities of the chain.
    """

    kept: tuple[Link, ...]
    layers: tuple[Layer, ...]

    @property
    def score(self) -> float:
        """The mean similarity of the kept triples to their partial triples."""
        return sum(link.score for link in self.kept) / len(self.kept)

    def links(self) -> list[Link]:
        """Return the triples of one walk from the start to the end of the last kept triple."""
        walk = [self.kept[-1]]
        for hop in range(len(self.kept) - 2, -1, -1):
            arrivals = self.layers[hop + 1].arrivals[walk[0].near.id]
            # Prefer the kept triple if it leads there; never step back along the same triple if there is another.
            arrivals = [link for link in arrivals if link.triple.id != walk[0].triple.id] or arrivals
            kept = [link for link in arrivals if link.triple.id == self.kept[hop].triple.id]
            walk.insert(0, (kept or arrivals)[0])
        return walk

    def ends(self) -> list[Entity]:
        """Return the entities at the end, those of the most similar triples first.

        The start of the chain is excluded unless there is nothing else.
        """
        last, start = self.layers[-1], self.layers[0].entities
        scores = {id_: max(link.score for link in links) for id_, links in last.arrivals.items()}
        order = sorted(scores, key=lambda id_: (-scores[id_], last.entities[id_].name, id_))
        return [last.entities[id_] for id_ in [one for one in order if one not in start] or order]

    def plan(self) -> Plan:
        """Return the path as a plan: the relations of the kept triples, from the start of the chain.

        A path longer than the maximum of a plan starts at the entities after its first steps.
        """
        path = tuple(Move(*link.way.key) for link in self.kept[-MAX_STEPS:])
        chains = tuple(PlanChain(id_, path) for id_ in self.layers[-len(path) - 1].entities)
        return Plan(chains, either=len(chains) > 1)


@dataclass(frozen=True, slots=True)
class Chain:
    """The paths, best first, and the kept triples of each partial triple that has any."""

    paths: list[Path]
    kept: list[list[Link]]


def in_order(triples: Sequence[PartialTriple]) -> list[ChainStep] | None:
    """Return the partial triples as a chain, each with the end at which it is entered; None if they are not a chain.

    In a chain, the first partial triple has a name, and each further one has the unknown of the previous one and a new
    unknown.
    """
    rest, steps = list(triples), list[ChainStep]()
    reached: set[Term] = set()
    near = next((end for triple in rest for end in triple.ends if not end.unknown), None)
    while rest and near is not None:
        following = next((triple for triple in rest if near in triple.ends), None)
        if following is None:
            return None
        far = following.other(near)
        if not far.unknown or far in reached:
            return None
        rest.remove(following)
        steps.append((following, near))
        reached |= {near, far}
        near = far
    return None if rest else steps


def follow(
    retrieval: PartialRetrieval,
    steps: Sequence[ChainStep],
    start: Sequence[Entity],
    beam: int,
    expand: bool,
) -> Chain:
    """Follow a chain from `start`, keeping `beam` triples per path and step: at most beam^h paths.

    With `expand`, the kept triples of a path differ in relation or direction, and a path continues from all
    entities after its last step, not only from the end of the kept triple. A chain that breaks yields the
    paths up to the break.

    Raises:
        DatabaseError: or a subclass.
    """
    first = Layer({entity.id: entity for entity in start})
    paths, kept = [Path((), (first,))], list[list[Link]]()
    for number, (partial, near) in enumerate(steps):
        going_on: list[Path] = []
        for path in paths:
            frontier = path.layers[-1].frontier()
            ways = retrieval.ways(frontier, partial)
            links = retrieval.best(frontier, partial, near, ways, 1 if expand else beam)[:beam]
            for link in links:
                layer = Layer()
                wide = expand and number < len(steps) - 1
                for one in retrieval.all(frontier, partial, [link.way]) if wide else [link]:
                    layer.add(one)
                going_on.append(Path((*path.kept, link), (*path.layers, layer)))
        if not going_on:
            break
        paths = sorted(going_on, key=lambda path: -path.score)[:MOST_PATHS]
        if len(going_on) > MOST_PATHS:
            retrieval.note(f"of {len(going_on)} paths the best {MOST_PATHS} were followed")
        kept.append(list({path.kept[-1].triple.id: path.kept[-1] for path in paths}.values()))
    return Chain(sorted((path for path in paths if path.kept), key=lambda path: -path.score), kept)
