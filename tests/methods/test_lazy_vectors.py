"""A graph whose triples get their vectors when a question needs them, against one that has them all."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgqa_neo4j import linking, methods
from kgqa_neo4j.embedding import create
from kgqa_neo4j.linking.base import Linker
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.lazy_vectors import LazyVectors
from kgqa_neo4j.methods.iquest.lookahead.network import Network, Shape, save_network
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.question_sets.questions import read_questions
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint
from tests.methods.players import echo
from tests.recording import Recording

Cypher = Callable[..., list[dict[str, Any]]]
ALL = ("kg-rag", "kaping", "iquest", "pdrr", "adaptive", "plans", "auto")
HAVE = "MATCH (:Entity)-[r]->(:Entity) WHERE r.embedding IS NOT NULL RETURN count(r) AS number"

pytestmark = [pytest.mark.server, pytest.mark.model]


@pytest.fixture
def configuration(endpoint: Endpoint, tmp_path: Path) -> Configuration:
    environment = {
        "NEO4J_URI": endpoint.uri,
        "NEO4J_USERNAME": endpoint.username,
        "NEO4J_PASSWORD": endpoint.password,
        # One backend for few and for many texts: the last bits of vectors are compared.
        "KGQA_EMBEDDING_BACKEND": "ctranslate2",
        "KGQA_LINKING_TOP_K": "1",
    }
    return load_configuration(tmp_path / "workspace", environment=environment)


@pytest.fixture
def encoder(configuration: Configuration) -> Iterator[Recording]:
    yield Recording(create(configuration.settings.embedding))


def load_sample(configuration: Configuration, level: str) -> str:
    changed = configuration.changed({"load.embed": level}, "the test")
    return load_source(changed, "metaqa", str(sample_path()), {}, quiet=True).embed_level


def tools(configuration: Configuration, database: Database, encoder: Recording) -> Resources:
    folder = configuration.workspace / "network"
    shape = Shape(encoder.model, encoder.dimension, 16)
    random = np.random.default_rng(1)
    weights = {name: random.normal(size=size).astype(np.float32) for name, size in shape.sizes().items()}
    folder.mkdir(parents=True, exist_ok=True)
    save_network(Network(shape, weights, {}), folder)
    settings = configuration.changed({"iquest.network": str(folder)}, "the test").settings
    linker: Linker = linking.create(settings, database, encoder)
    return Resources(database, encoder, linker, ScriptedLLM(echo), settings)


def answers(resources: Resources) -> list[Answer]:
    questions = [
        question.question
        for hops in (1, 2, 3)
        for question in islice(read_questions(sample_path() / f"qa_{hops}hop.txt", "metaqa"), 1)
    ]
    return [methods.create(name).answer(question, resources) for name in ALL for question in questions]


def essence(found: Sequence[Answer]) -> list[Any]:
    """Return what people see of answers; near ties of what was retrieved may change places."""
    return [
        (
            one.method,
            one.question,
            one.status,
            sorted(entity.id for entity in one.entities),
            sorted(item.triple.id for item in one.evidence),
            sorted(round(item.score, 3) for item in one.evidence),
        )
        for one in found
    ]


def test_every_method_answers_as_with_all_vectors_and_makes_each_once(
    bare_database: Database,
    endpoint: Endpoint,
    cypher: Cypher,
    configuration: Configuration,
    encoder: Recording,
) -> None:
    assert load_sample(configuration, "lazy") == "lazy"
    texts = {row["text"] for row in cypher("MATCH (:Entity)-[r]->(:Entity) RETURN r.text AS text")}
    (before,) = cypher(HAVE)
    with Database(endpoint, read_only=True) as unwritable:
        unstored = essence(answers(tools(configuration, unwritable, encoder)))
    assert before == cypher(HAVE)[0] == {"number": 0}
    encoder.texts.clear()
    first = essence(answers(tools(configuration, bare_database, encoder)))
    made = sorted({text for text in encoder.texts if text in texts})
    (stored,) = cypher(HAVE)
    assert stored["number"] >= len(made) > 0
    encoder.texts.clear()
    second = essence(answers(tools(configuration, bare_database, encoder)))
    assert cypher(HAVE) == [stored]
    assert not texts & set(encoder.texts)
    assert load_sample(configuration, "triples") == "triples"
    with Database(endpoint) as again:
        whole = essence(answers(tools(configuration, again, encoder)))
    assert first == second == whole
    assert unstored == whole
    # From now on new triples get theirs by a load, whatever the default is.
    assert load_sample(configuration, "lazy") == "triples"


@pytest.fixture
def bare(graph: Any) -> Any:
    """Some triples around one entity, at the level `lazy`, none with a vector."""
    graph.add(*((f"Ada {number}", "likes", "Tea") for number in range(40)), vectors=False)
    graph.cypher(
        "MATCH (g:GraphInfo) SET g.embed_level = 'lazy', g.embedding_model = $model", model=graph.embedder.model
    )
    return graph


def test_askers_at_one_time_make_the_same_vectors(bare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa_neo4j.methods.common.lazy_vectors._BATCH", 7)

    def ask(_: int) -> dict[str, Any]:
        return LazyVectors(bare.database, bare.embedder, 100).around(["t:Tea"], 500)

    with ThreadPoolExecutor(6) as askers:
        assert list(askers.map(ask, range(12))) == [{}] * 12
    assert bare.cypher(HAVE) == [{"number": 40}]


def test_what_is_made_for_a_question_is_bounded_told_and_gone_on_with(bare: Any) -> None:
    for stored in (25, 40, 40):
        lazy = LazyVectors(bare.database, bare.embedder, 25)
        assert lazy.around(["t:Tea"], 500) == {}
        assert bare.cypher(HAVE) == [{"number": stored}]
        assert [step.data for step in lazy.steps] == ([{"encoded": 25}] if stored == 25 else [])


@pytest.mark.parametrize("state", [{"clearing": True}, {"embedding_model": "another"}])
def test_no_vector_of_another_model_is_stored(bare: Any, state: dict[str, Any]) -> None:
    lazy = LazyVectors(bare.database, bare.embedder, 100)
    assert lazy.active
    bare.cypher("MATCH (g:GraphInfo) SET g += $state", state=state)
    lazy.around(["t:Tea"], 500)
    assert bare.cypher(HAVE) == [{"number": 0}]


def test_vectors_that_cannot_be_stored_stand_in_and_are_remembered(bare: Any) -> None:
    with Database(bare.database.endpoint, read_only=True) as unwritable:
        made = LazyVectors(unwritable, bare.embedder, 100).around(["t:Tea"], 500)
        assert len(made) == 40
        assert LazyVectors(unwritable, bare.embedder, 0).around(["t:Tea"], 500).keys() == made.keys()
    assert bare.cypher(HAVE) == [{"number": 0}]
