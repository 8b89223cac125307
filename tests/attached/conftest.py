"""A small property graph with the traps that real ones have, and what tells whether a graph was changed."""

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from kgqa_neo4j.store.driver import Database, Endpoint
from tests.conftest import fill
from tests.sharing import Standing

Cypher = Callable[..., list[dict[str, Any]]]


_GRAPH = """
UNWIND range(1, 60) AS i
CREATE (:Customer {
  customerId: i, fullName: ['Zoë Ábel', 'Tim Donnas', 'Lana Wachowski'][i % 3] + ' ' + i,
  phone: '555-' + (1000 + i), joined: ['01/13/2020', '02/28/2021'][i % 2], balance: toString(i * 1000) + '.50',
  active: ['yes', 'no'][i % 2], zip: '0' + (1000 + i), seen: 1518026143723 + i, embedding: [x IN range(1, 32) | x / 7.0]
})
WITH collect(1) AS done
MATCH (c:Customer) WHERE c.customerId <= 5 SET c:Flagged
WITH collect(c) AS done
UNWIND range(1, 20) AS i
CREATE (:`Bank Account` {accountNumber: 'DE-' + (77000 + i), opened: date('2020-01-01') + duration({days: i})})
WITH collect(1) AS done
MATCH (c:Customer), (a:`Bank Account`) WHERE a.accountNumber = 'DE-' + (77000 + c.customerId)
CREATE (c)-[:OWNS {since: 2010 + c.customerId, note: 'opened at the counter'}]->(a)
WITH collect(1) AS done
MATCH (a:Customer), (b:Customer) WHERE a.customerId < 11 AND b.customerId = a.customerId + 1
CREATE (a)-[:PARTNER]->(b), (b)-[:PARTNER]->(a), (a)-[:REFERRED]->(b)
WITH collect(1) AS done
CREATE (:_Tool_ {data: 'x'})
"""
_CONSTRAINT = "CREATE CONSTRAINT customer_id IF NOT EXISTS FOR (c:Customer) REQUIRE c.customerId IS UNIQUE"


@pytest.fixture
def bank(endpoint: Endpoint, cypher_session: neo4j.Session, standing: Standing) -> Iterator[Database]:
    fill(cypher_session, standing, _GRAPH, _CONSTRAINT)
    with Database(endpoint) as connected:
        yield connected


def data_hash(cypher: Cypher) -> str:
    """Return a hash of all nodes, relationships, labels and properties."""
    rows = cypher(
        "MATCH (n) OPTIONAL MATCH (n)-[r]->(m) "
        "RETURN elementId(n) AS n, labels(n) AS labels, properties(n) AS p, elementId(r) AS r, type(r) AS t, "
        "properties(r) AS q, elementId(m) AS m ORDER BY n, r"
    )
    return hashlib.sha256(json.dumps(rows, default=str, sort_keys=True).encode()).hexdigest()


def schema_objects(cypher: Cypher) -> list[str]:
    """Return the indexes and constraints, each as text, in order."""
    indexes = cypher("SHOW INDEXES YIELD name, type, labelsOrTypes, properties")
    constraints = cypher("SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties")
    return sorted(map(str, [*indexes, *constraints]))
