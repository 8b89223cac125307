"""Small property graphs: one with the traps that real ones have, and one of people, companies and projects."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.attached.workspace import attach
from kgqa_neo4j.settings import Attachment, Configuration, load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint

Cypher = Callable[..., list[dict[str, Any]]]

_FIRM = """
UNWIND [
  ['Ada Byron', '03/12/1985', '1,720', 'Berlin'], ['Ben Okri', '15/02/1990', '1,850', 'Lagos'],
  ['Cleo Park', '21/07/1979', '1,640', 'Seoul'], ['Dan Mora', '09/09/1995', '1,780', 'Berlin']
] AS row
CREATE (:Employee {fullName: row[0], birthDate: row[1], height: row[2], city: row[3]})
WITH collect(1) AS done
UNWIND [['Orbital', 'space', 2001], ['Nimbus', 'weather', 2015]] AS row
CREATE (:Company {name: row[0], industry: row[1], founded: row[2]})
WITH collect(1) AS done
UNWIND [['Apollo', 120000.0], ['Borealis', 80000.0], ['Cirrus', 45000.5]] AS row
CREATE (:Project {title: row[0], budget: row[1]})
WITH collect(1) AS done
UNWIND [['Ada Byron', 'Orbital', 2010], ['Ben Okri', 'Orbital', 2018], ['Cleo Park', 'Nimbus', 2016],
        ['Dan Mora', 'Nimbus', 2020]] AS row
MATCH (e:Employee {fullName: row[0]}), (c:Company {name: row[1]})
CREATE (e)-[:WORKS_FOR {since: row[2]}]->(c)
WITH collect(1) AS done
UNWIND [['Ada Byron', 'Apollo', 30], ['Ada Byron', 'Borealis', 5], ['Ben Okri', 'Apollo', 12],
        ['Cleo Park', 'Cirrus', 20]] AS row
MATCH (e:Employee {fullName: row[0]}), (p:Project {title: row[1]})
CREATE (e)-[:WORKED_ON {hours: row[2]}]->(p)
"""


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


@pytest.fixture
def bank(bare_database: Database, cypher: Cypher) -> Database:
    cypher(_GRAPH)
    cypher("CREATE CONSTRAINT customer_id IF NOT EXISTS FOR (c:Customer) REQUIRE c.customerId IS UNIQUE")
    return bare_database


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


AttachOwn = Callable[..., Configuration]


@pytest.fixture
def attach_own(
    bare_database: Database, endpoint: Endpoint, cypher: Cypher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AttachOwn:
    """Fills the database by some statements, and attaches it to a workspace."""

    def attached(*statements: str) -> Configuration:
        for statement in statements:
            cypher(statement)
        monkeypatch.setenv("NEO4J_PASSWORD", endpoint.password)
        monkeypatch.delenv("NEO4J_URI", raising=False)
        own = Attachment(name="own", uri=endpoint.uri, database=endpoint.database, username=endpoint.username)
        attach(load_configuration(tmp_path), own)
        return load_configuration(tmp_path)

    return attached


@pytest.fixture
def firm(attach_own: AttachOwn) -> Configuration:
    """A workspace to which people, companies and projects are attached."""
    return attach_own(_FIRM)
