"""Following a chain of partial triples through the graph: a beam of triples, and the paths they make.

See docs/methods/pdrr.md, step 3, for chains. No language model is asked here.
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

# Paths carried on at once; there are more only with a wide beam.
MOST_PATHS = 64

ChainStep = tuple[PartialTriple, Term]
"""A partial triple, and which of its ends the chain comes from."""


@dataclass(slots=True)
class Layer:
    """Entities that an unknown may stand for, each with the triples that lead to it."""

    entities: dict[str, Entity] = field(default_factory=dict)
    arrivals: dict[str, list[Link]] = field(default_factory=dict)

    def add(self, link: Link) -> None:
        """Take in the far end of `link`."""
        self.entities.setdefault(link.far.id, link.far)
        self.arrivals.setdefault(link.far.id, []).append(link)

    def frontier(self) -> Frontier:
        """Return the entities, each with the triple that is the only one that leads to it, if so."""
        arrivals = {id_: self.arrivals.get(id_, []) for id_ in self.entities}
        return {id_: links[0].triple.id if len(links) == 1 else "" for id_, links in arrivals.items()}


@dataclass(frozen=True, slots=True)
class Path:
    """One way along the chain: the triple kept for each partial triple, and where each step leads.

    `layers` starts with the entities that the chain starts from.
    """

    kept: tuple[Link, ...]
    layers: tuple[Layer, ...]

    @property
    def score(self) -> float:
        """The mean similarity of the kept triples to their partial triples."""
        return sum(link.score for link in self.kept) / len(self.kept)

    def links(self) -> list[Link]:
        """Return the triples of one walk from the start to the last kept triple's end."""
        walk = [self.kept[-1]]
        for hop in range(len(self.kept) - 2, -1, -1):
            arrivals = self.layers[hop + 1].arrivals[walk[0].near.id]
            # The kept one where it leads there; no walk steps back along the triple it came by.
            arrivals = [link for link in arrivals if link.triple.id != walk[0].triple.id] or arrivals
            kept = [link for link in arrivals if link.triple.id == self.kept[hop].triple.id]
            walk.insert(0, (kept or arrivals)[0])
        return walk

    def ends(self) -> list[Entity]:
        """Return the entities at the end, those of the most similar triples first.

        What the chain starts from is not among them, unless nothing else is.
        """
        last, start = self.layers[-1], self.layers[0].entities
        scores = {id_: max(link.score for link in links) for id_, links in last.arrivals.items()}
        order = sorted(scores, key=lambda id_: (-scores[id_], last.entities[id_].name, id_))
        return [last.entities[id_] for id_ in [one for one in order if one not in start] or order]

    def plan(self) -> Plan:
        """Return the path as a plan: the relations of the kept triples, from what the chain starts from.

        One that is longer than plans are begins at what its first steps lead to.
        """
        path = tuple(Move(*link.way.key) for link in self.kept[-MAX_STEPS:])
        chains = tuple(PlanChain(id_, path) for id_ in self.layers[-len(path) - 1].entities)
        return Plan(chains, either=len(chains) > 1)


@dataclass(frozen=True, slots=True)
class Chain:
    """The paths found, best first, and for each partial triple that found something the kept triples."""

    paths: list[Path]
    kept: list[list[Link]]


def in_order(triples: Sequence[PartialTriple]) -> list[ChainStep] | None:
    """Return the partial triples as a chain, each with the end that it starts from, or nothing.

    It is a chain if one of them holds a name, and each other one the unknown of the one before and
    a new one.
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
    """Follow a chain from `start`, keeping `beam` triples of each path a step: at most beam^h paths.

    With `expand`, the kept triples of a path differ in relation or direction, and a path goes on
    from all entities that its last step leads to, and not only from the kept triple's end. A chain
    that breaks gives the paths as far as they go.

    Raises:
        DatabaseError: or one of its kinds.
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
