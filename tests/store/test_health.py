"""A graph is asked only when it is loaded, indexed and embedded by the model that asks."""

from collections.abc import Callable
from typing import Any

import pytest

from kgqa_neo4j.embedding import create as create_embedder
from kgqa_neo4j.linking import create as create_linker
from kgqa_neo4j.linking.lookup import EntityIndex
from kgqa_neo4j.model import errors
from kgqa_neo4j.settings import Settings
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.health import check_ready, required_indexes

Cypher = Callable[..., list[dict[str, Any]]]

MODEL: dict[str, Any] = {"model": "m", "dimension": 4, "normalised": True}


@pytest.fixture
def database(bare_database: Database) -> Database:
    return bare_database


@pytest.fixture
def graph(database: Database, cypher: Cypher) -> Database:
    """One entity, nothing embedded, all indexes that such a graph needs."""
    cypher("CREATE (:Entity {id: 'x:a', name: 'a', aliases: [], keys: ['a']})")
    cypher("CREATE (:GraphInfo {id: 'graph', embed_level: 'none', loaded_at: datetime()})")
    cypher("CREATE CONSTRAINT entity_id FOR (e:Entity) REQUIRE e.id IS UNIQUE")
    cypher("CREATE INDEX entity_name FOR (e:Entity) ON (e.name)")
    cypher("CREATE FULLTEXT INDEX entity_names FOR (e:Entity) ON EACH [e.name, e.aliases]")
    cypher("CREATE FULLTEXT INDEX entity_keys FOR (e:Entity) ON EACH [e.keys]")
    cypher("CALL db.awaitIndexes(60)")
    return database


def embedded(cypher: Cypher, dimension: int = 4) -> None:
    cypher(
        "MATCH (g:GraphInfo) SET g += {embed_level: 'relations', embedding_model: 'm', "
        "embedding_dimension: 4, embedding_normalised: true}"
    )
    cypher(
        "CREATE VECTOR INDEX relation_embedding FOR (r:Relation) ON r.embedding "
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension}}}}}"
    )
    cypher("CALL db.awaitIndexes(60)")


def test_empty_database(database: Database) -> None:
    with pytest.raises(errors.EmptyGraph) as caught:
        check_ready(database, **MODEL)
    assert "kgqa load" in caught.value.hint


def test_graph_being_cleared_counts_as_empty(graph: Database, cypher: Cypher) -> None:
    cypher("MATCH (g:GraphInfo) SET g.clearing = true")
    with pytest.raises(errors.EmptyGraph):
        check_ready(graph, **MODEL)


def test_graph_without_vectors_may_be_asked_by_any_model(graph: Database) -> None:
    assert check_ready(graph, **MODEL).embed_level == "none"


def test_graph_of_the_same_model(graph: Database, cypher: Cypher) -> None:
    embedded(cypher)
    info = check_ready(graph, **MODEL)
    assert (info.embedding_model, info.embedding_dimension, info.embedding_normalised) == ("m", 4, True)


@pytest.mark.parametrize("change", [{"model": "n"}, {"dimension": 5}, {"normalised": False}])
def test_graph_of_another_model(change: dict[str, Any], graph: Database, cypher: Cypher) -> None:
    embedded(cypher)
    with pytest.raises(errors.WrongDimension) as caught:
        check_ready(graph, **{**MODEL, **change})
    assert "kgqa load --reembed" in caught.value.hint


def test_vector_index_of_another_dimension(graph: Database, cypher: Cypher) -> None:
    embedded(cypher, dimension=5)
    with pytest.raises(errors.WrongDimension, match="relation_embedding"):
        check_ready(graph, **MODEL)


def test_missing_index(graph: Database, cypher: Cypher) -> None:
    cypher("DROP INDEX entity_names")
    with pytest.raises(errors.IndexPopulating, match=r"entity_names.*missing"):
        check_ready(graph, **MODEL)


def test_index_that_is_still_being_filled(graph: Database, cypher: Cypher) -> None:
    cypher(
        "UNWIND range(1, 100000) AS i CALL (i) { CREATE (:Entity {id: 'x:' + i, name: 'name number ' + i}) } "
        "IN TRANSACTIONS OF 10000 ROWS"
    )
    cypher("DROP INDEX entity_names")
    cypher("CREATE FULLTEXT INDEX entity_names FOR (e:Entity) ON EACH [e.name, e.aliases]")
    with pytest.raises(errors.IndexPopulating, match=r"entity_names.* filled \(\d+ %\)"):
        check_ready(graph, **MODEL)
    cypher("CALL db.awaitIndexes(60)")
    check_ready(graph, **MODEL)


def test_graph_seen_ready_is_not_looked_at_again(graph: Database, cypher: Cypher) -> None:
    info = check_ready(graph, **MODEL)
    cypher("DROP INDEX entity_names")
    assert check_ready(graph, **MODEL) == info


def test_each_level_needs_the_indexes_of_the_ones_before(graph: Database, cypher: Cypher) -> None:
    embedded(cypher)
    cypher("MATCH (g:GraphInfo) SET g += {embed_level: 'triples', triple_index: 'triple_embedding_1'}")
    with pytest.raises(errors.IndexPopulating, match="entity_embedding"):
        check_ready(graph, **MODEL)
    cypher("MATCH (g:GraphInfo) SET g.embed_level = 'relations'")
    assert required_indexes(check_ready(graph, **MODEL))[-1] == "relation_embedding"


def test_an_index_left_by_another_model_is_not_asked(graph: Database, cypher: Cypher) -> None:
    cypher(
        "CREATE VECTOR INDEX entity_embedding FOR (e:Entity) ON e.embedding "
        "OPTIONS {indexConfig: {`vector.dimensions`: 4}}"
    )
    cypher("CALL db.awaitIndexes(60)")
    embedder = create_embedder(Settings().embedding)
    vector = embedder.encode(["who is b"])[0]
    with pytest.raises(errors.WrongDimension, match="another embedding model"):
        EntityIndex(graph, embedder).nearest(["b"], vector)
    assert not create_linker(Settings(), graph, embedder).link("who is the brother of Xyzzy Quux").topics
