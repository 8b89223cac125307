"""Films in Neo4j with their catalogue, and what was learned of them."""

from __future__ import annotations

import pytest

from kgqa_neo4j.plans.learning.learn import learn
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.plans.plan import Move
from tests.methods.conftest import Graph, graph
from tests.plans.learning.films import TRIPLES, actors, directors, writers_of_directed
from training.memory_graph import MemoryGraph

__all__ = ["graph"]

UNDIRECTED = ("Ink", "starred_actors", "Cy")


def catalogued(graph: Graph) -> None:
    """Make the films, one of them without a director, and tell the graph how their relations chain."""
    triples = [*TRIPLES, UNDIRECTED]
    graph.add(*triples)
    memory = MemoryGraph(triples)
    ways = {True: "out", False: "in"}
    moves = [Move(relation, outward) for relation in memory.relations() for outward in (True, False)]
    steps = [
        [move.relation, f"{ways[move.outward]}-{ways[after.outward]}", after.relation, count]
        for move in moves
        for after, count in memory.following(move).items()
    ]
    graph.cypher(
        "UNWIND $steps AS s MATCH (a:Relation {id: s[0]}), (b:Relation {id: s[2]}) "
        "CREATE (a)-[:FOLLOWED_BY {direction: s[1], count: s[3]}]->(b)",
        steps=steps,
    )


@pytest.fixture
def films(graph: Graph) -> Graph:
    """The films, with nothing learned."""
    graph.make(catalogued)
    return graph


@pytest.fixture
def taught(films: Graph) -> Graph:
    """The films, and questions about them learned."""
    questions = [
        *directors("whose vision is {}"),
        *actors("who plays in {}"),
        *writers_of_directed("who wrote what {} directed"),
    ]
    learn(films.database, films.embedder, pairs_of(films.database, questions), "default")
    return films
