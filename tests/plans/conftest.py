"""A small graph in Neo4j and the same in memory."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import neo4j
import pytest

from kgqa_neo4j.model.graph import relation_name, triple_id
from kgqa_neo4j.plans.compiling import DEFAULT_LIMITS, Limits
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.graph_schema import GraphSchema
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.text import parse_plan
from kgqa_neo4j.store.driver import Database, Endpoint
from training.memory_graph import MemoryGraph

Cypher = Callable[..., list[dict[str, Any]]]

FILMS = [
    ("Dune", "directed_by", "Lynch"),
    ("Eraserhead", "directed_by", "Lynch"),
    ("Alien", "directed_by", "Scott"),
    ("Dune", "starred", "Kyle"),
    ("Dune", "starred", "Sting"),
    ("Eraserhead", "starred", "Jack"),
    ("Blue", "starred", "Kyle"),
    ("Blue", "directed_by", "Lynch"),
    ("Alien", "starred", "Sigourney"),
    ("Dune", "year", "1984"),
    ("Eraserhead", "year", "1977"),
    ("Blue", "year", "1986"),
    ("Alien", "year", "1979"),
    ("Lynch", "wrote", "Dune"),
    ("Kyle", "spouse", "Desiree"),
    ("Desiree", "spouse", "Kyle"),
    ("Sting", "knows", "Sting"),
]


@dataclass
class Planned:
    """The films in Neo4j, what asks them, and the films in memory."""

    database: Database
    cypher: Cypher
    memory: MemoryGraph

    def add(self, subject: str, relation: str, object_: str, **qualifiers: object) -> None:
        self.cypher(
            "UNWIND [$s, $o] AS id MERGE (e:Entity {id: id}) ON CREATE SET e.name = id", s=subject, o=object_
        )
        key = triple_id(subject, relation, object_, repr(qualifiers) if qualifiers else "")
        self.cypher(
            "MATCH (s:Entity {id: $s}), (o:Entity {id: $o}) CREATE (s)-[r:$($t) {id: $id}]->(o) SET r += $q",
            s=subject,
            o=object_,
            t=relation,
            id=key,
            q=qualifiers,
        )

    def build(self) -> None:
        for triple in FILMS:
            self.add(*triple)
        self.cypher("CREATE (:Entity {id: 'Loner', name: 'Loner'})")
        relations = sorted({relation for _, relation, _ in FILMS})
        for relation in relations:
            count = sum(triple[1] == relation for triple in FILMS)
            self.cypher(
                "CREATE (:Relation {id: $id, name: $name, count: $n})",
                id=relation,
                name=relation_name(relation),
                n=count,
            )
        moves = [Move(relation, outward) for relation in relations for outward in (True, False)]
        self.catalogue({move: self.memory.following(move) for move in moves})

    def value(self, name: str, value: object, datatype: str) -> None:
        self.cypher(
            "MERGE (e:Entity {id: $id}) SET e:Value, e.name = $id, e.value = $v, e.datatype = $d",
            id=name,
            v=value,
            d=datatype,
        )

    def names(self, plan: str) -> list[str]:
        return [entity.name for entity in self.executor().execute(parse_plan(plan)).entities]

    def executor(self, limits: Limits = DEFAULT_LIMITS) -> Executor:
        """Return an executor that knows the graph as it is now."""
        return Executor(self.database, limits, GraphSchema(self.database))

    def catalogue(self, following: Mapping[Move, Mapping[Move, int]]) -> None:
        for first, seconds in following.items():
            for second, count in seconds.items():
                way = f"{'out' if first.outward else 'in'}-{'out' if second.outward else 'in'}"
                self.cypher(
                    "MATCH (a:Relation {id: $a}), (b:Relation {id: $b}) "
                    "CREATE (a)-[:FOLLOWED_BY {direction: $way, count: $n}]->(b)",
                    a=first.relation,
                    b=second.relation,
                    way=way,
                    n=count,
                )


@pytest.fixture(scope="module")
def films(endpoint: Endpoint, cypher_session: neo4j.Session) -> Iterator[Planned]:
    """The films, made once for a module: tests add what they need around entities of their own.

    (A new constraint makes the server plan its statements anew.)
    """

    def cypher(query: str, **parameters: Any) -> list[dict[str, Any]]:
        return cypher_session.run(query, parameters).data()

    cypher("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS")
    cypher("CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE")
    with Database(endpoint) as database:
        planned = Planned(database, cypher, MemoryGraph(FILMS))
        planned.build()
        yield planned


@pytest.fixture(scope="module")
def offices(films: Planned) -> Planned:
    """Facts with times: an office held by several, by one of them twice."""
    films.add("Land", "head", "Anna", start_time=date(1990, 1, 1), end_time=date(1994, 5, 1))
    films.add("Land", "head", "Bert", start_time=date(1994, 5, 2), end_time=date(1998, 1, 1))
    films.add(
        "Land",
        "head",
        "Anna",
        start_time=date(1998, 1, 2),
        end_time=date(2002, 1, 1),
        end_time_precision="year",
    )
    films.add("Land", "head", "Carl", start_time=date(2003, 1, 1))
    films.add("Land", "won", "Cup", point_in_time=date(1996, 6, 1))
    films.add("Land", "founded", "Land-day", rank=3)
    return films
