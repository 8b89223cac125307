"""An attached graph that changes: what is asked of it later is asked of what it is then."""

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.attached import freshness
from kgqa_neo4j.methods import opened_graph
from kgqa_neo4j.settings import Configuration
from tests.attached.test_asking import told
from tests.conftest import Cypher

_NEW = "MATCH (c:Company {name: 'Nimbus'}) CREATE (:Employee {fullName: 'Eve Stone'})-[:WORKS_FOR {since: 2024}]->(c)"
_QUESTION = "Which company does Eve Stone work for?"


def test_a_small_graph_that_has_changed_is_read_anew(
    firm: Configuration, cypher: Cypher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_graph, "_FRESH_FOR", 0.0)
    monkeypatch.setattr(opened_graph, "_COUNTS_FRESH_FOR", 0.0)
    with KnowledgeGraph.open(firm.workspace) as graph:
        assert not told(graph.ask(_QUESTION, method="plans"))
        cypher(_NEW)
        assert told(graph.ask(_QUESTION, method="plans")) == [["Nimbus"]]
    cypher("MATCH (e:Employee {fullName: 'Eve Stone'}) SET e.fullName = 'Eva Sand'")
    cypher("CREATE (:Employee {fullName: 'Kim Ode'})")
    with KnowledgeGraph.open(firm.workspace) as graph:
        assert told(graph.ask("Which company does Eva Sand work for?", method="plans")) == [["Nimbus"]]


def test_of_a_large_graph_that_has_changed_it_is_said_how_to_read_it(
    firm: Configuration, cypher: Cypher, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(freshness, "_SMALL", 3)
    cypher(_NEW)
    with KnowledgeGraph.open(firm.workspace) as graph:
        assert told(graph.ask("Which company does Ada Byron work for?", method="plans")) == [["Orbital"]]
        assert not told(graph.ask(_QUESTION, method="plans"))
    assert "kgqa attach --refresh" in caplog.text
