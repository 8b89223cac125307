import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from kgqa_neo4j import embedding, linking
from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.iquest.lookahead.features import TripleFeatures, Way
from kgqa_neo4j.methods.iquest.lookahead.network import Network, Shape, has_network, load_network, save_network
from kgqa_neo4j.methods.iquest.lookahead.recall import recall, recall_of_chance
from kgqa_neo4j.methods.iquest.lookahead.samples import LabelledNeighbour, Sample
from kgqa_neo4j.methods.iquest.lookahead.train import Trained, TrainingTask, drawn_questions, train_look_ahead
from kgqa_neo4j.methods.iquest.lookahead.training import LookAheadModule
from kgqa_neo4j.methods.iquest.method import Iquest, most_calls
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.model.errors import ConfigError, InputError, ModelError, ModelNotFound, ModelUnreadable
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect
from tests.methods.players import HOSTILE, echo

FILES = tuple(sample_path() / f"qa_{hops}hop.txt" for hops in (1, 2, 3))
PLAN = TrainingTask(FILES, "metaqa", epochs=30)


@pytest.fixture(scope="module")
def trained(sample_workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    return train_look_ahead(PLAN, load_configuration(sample_workspace), tmp_path_factory.mktemp("network"))


def small_network(**changes: Any) -> Network:
    shape = Shape(**{"encoder": "word-counts", "dimension": 64, "hidden": 8, "two_hop": True, **changes})
    draw = np.random.default_rng(0)
    weights = {name: draw.normal(size=size).astype(np.float32) for name, size in shape.sizes().items()}
    return Network(shape, weights, {"seed": 0})


def test_the_trained_network_finds_right_neighbours_better_than_chance(trained: Trained) -> None:
    figures = trained.record["recall_at_3"]
    assert trained.record["held_out"] >= 5 and trained.record["samples"] >= 50
    assert figures["network"] > figures["chance"]
    curve = trained.record["curve"]
    assert min(epoch["held_out"] for epoch in curve) < curve[0]["held_out"]


def test_what_is_saved_says_what_it_was_made_from(trained: Trained) -> None:
    kept = json.loads((trained.folder / "network.json").read_text("utf-8"))
    assert (kept["encoder"], kept["dimension"], kept["hidden"], kept["seed"]) == (
        "all-MiniLM-L6-v2",
        384,
        128,
        0,
    )
    assert [one["file"] for one in kept["data"]] == [file.name for file in FILES]
    assert all(len(one["sha256"]) == 64 for one in kept["data"]) and kept["questions"] == 120
    lines = (trained.folder / "loss.csv").read_text("utf-8").splitlines()
    assert lines[0] == "number,training,held_out" and len(lines) == len(kept["curve"]) + 1
    assert (trained.folder / "loss.png").read_bytes().startswith(b"\x89PNG")


def test_training_again_gives_the_same_network(
    trained: Trained, sample_workspace: Path, tmp_path: Path
) -> None:
    again = train_look_ahead(PLAN, load_configuration(sample_workspace), tmp_path)
    assert again.record == trained.record
    first, second = load_network(trained.folder).weights, load_network(tmp_path).weights
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_without_the_two_hop_mean_the_network_does_not_look_at_it(
    sample_workspace: Path, tmp_path: Path
) -> None:
    plan = replace(PLAN, files=FILES[:1], two_hop=False, epochs=2)
    train_look_ahead(plan, load_configuration(sample_workspace), tmp_path)
    network, draw = load_network(tmp_path), np.random.default_rng(0)
    question, first, second = (draw.normal(size=size).astype(np.float32) for size in (384, (3, 384), (3, 384)))
    assert np.array_equal(network.score(question, first, second), network.score(question, first, 0 * second))


def test_the_network_scores_as_the_module_that_was_trained() -> None:
    network = small_network()
    module = LookAheadModule(network.shape)
    module.load_state_dict({name: torch.from_numpy(array) for name, array in network.weights.items()})
    draw = np.random.default_rng(1)
    question, first, second = (draw.normal(size=size).astype(np.float32) for size in (64, (5, 64), (5, 64)))
    asked = torch.from_numpy(np.tile(question, (5, 1)))
    with torch.no_grad():
        logits = module(asked, torch.from_numpy(first), torch.from_numpy(second))
    assert np.allclose(torch.softmax(logits, dim=1)[:, 1], network.score(question, first, second), atol=1e-5)


@pytest.mark.parametrize(
    ("similarity", "by"), [(0.0, "the look-ahead network"), (0.8, "the look-ahead network and similarity")]
)
def test_iquest_scores_by_the_network_in_the_workspace(
    trained: Trained, sample_workspace: Path, tmp_path: Path, similarity: float, by: str
) -> None:
    save_network(load_network(trained.folder), tmp_path / "look-ahead")
    settings = load_configuration(sample_workspace, {"iquest.similarity": similarity}).settings
    embedder = embedding.create(settings.embedding)
    replies = ["who directed The Icicle Thief?", "Maurizio Nichetti", "yes", "Maurizio Nichetti"]
    with connect(load_configuration(sample_workspace)) as graph:
        linker = linking.create(settings, graph, embedder)
        resources = Resources(graph, embedder, linker, ScriptedLLM(replies), settings, tmp_path)
        found = Iquest().answer("who directed [The Icicle Thief]?", resources)
    assert [entity.name for entity in found.entities] == ["Maurizio Nichetti"]
    step = next(step for step in found.steps if step.kind == "look-ahead")
    assert step.data["by"] == by
    assert f"by {by} (it sees up to 12 triples around each, 2 of a kind, among the first 60): " in step.summary
    assert all(0 <= item.score <= 1 for item in found.evidence)


def test_where_a_triple_has_no_vector_or_there_is_none_the_step_says_what_scored(
    graph: Any, tmp_path: Path
) -> None:
    graph.add(("Ada", "works_at", "Acme"), ("Ada", "likes", "Tea"))
    graph.cypher("MATCH (:Entity)-[r:likes]->() REMOVE r.embedding")
    save_network(small_network(), tmp_path)
    told = []
    for question, reply in (("who is Ada?", "Acme"), ("who is Dora?", "none")):
        resources = graph.resources(ScriptedLLM([question, reply, "yes", reply]), iquest__network=str(tmp_path))
        found = Iquest().answer(question, resources)
        told.append(next(step.summary for step in found.steps if step.kind == "look-ahead"))
        graph.add(("Dora", "works_at", "Dent"))
        graph.cypher("MATCH (:Entity {name: 'Dora'})-[r]->() DELETE r")
    assert "by similarity, as 1 of these triples have no vector" in told[0]
    assert told[1] == "kept of 0 neighbours, by similarity: none"


@pytest.mark.parametrize("reply", [*HOSTILE.values(), "none", "own knowledge: x", echo])
def test_a_hostile_model_gets_a_valid_answer_with_a_network_too(
    graph: Any, tmp_path: Path, reply: str | Callable[[Request], str]
) -> None:
    graph.add(("Ada", "works_at", "Acme"), ("Acme", "located_in", "Oslo"))
    save_network(small_network(), tmp_path)
    script = ScriptedLLM(reply if callable(reply) else lambda request: reply)
    found = Iquest().answer("where does Ada work?", graph.resources(script, iquest__network=str(tmp_path)))
    assert found.status in (Status.ANSWERED, Status.FALLBACK)
    assert found.llm.calls <= most_calls(
        load_configuration(Path("nowhere"), {}, {}).settings.iquest.max_iterations
    )


def test_a_network_of_another_encoder_is_refused(graph: Any, tmp_path: Path) -> None:
    save_network(small_network(encoder="another"), tmp_path)
    resources = graph.resources(ScriptedLLM(), iquest__network=str(tmp_path))
    with pytest.raises(ModelError, match=r"vectors of another .* graph has those of word-counts"):
        Iquest().answer("who is Ada?", resources)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("network.json", "{"),
        ("network.json", "[]"),
        ("network.json", '{"encoder": "e"}'),
        ("network.json", '{"encoder": "e", "dimension": 3, "hidden": 8, "two_hop": true}'),
        ("network.safetensors", "not numbers"),
        ("network.safetensors", ""),
    ],
)
def test_a_damaged_network_is_told(tmp_path: Path, file: str, content: str) -> None:
    save_network(small_network(), tmp_path)
    assert has_network(tmp_path) and load_network(tmp_path).record == {"seed": 0}
    (tmp_path / file).write_text(content, "utf-8")
    with pytest.raises(ModelUnreadable, match="network"):
        load_network(tmp_path)


def test_a_missing_network_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound):
        load_network(tmp_path)


def test_a_wrong_file_is_told_with_its_line_before_anything_starts(tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_text("who directed [Kismet]\tWilliam Dieterle\nno topic here\tx\n", "utf-8")
    with pytest.raises(InputError, match=r"questions\.txt:2"):
        train_look_ahead(TrainingTask((file,), "metaqa"), load_configuration(tmp_path / "none"))
    topicless = tmp_path / "questions.jsonl"
    topicless.write_text('{"question": "who?", "answers": ["x"]}\n', "utf-8")
    with pytest.raises(InputError, match="no question has a topic"):
        drawn_questions(TrainingTask((topicless,), "jsonl"))


def test_questions_about_another_graph_teach_nothing(sample_workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_text("who leads [Zxqv]\tZxqvv\n", "utf-8")
    with pytest.raises(InputError, match="only 0 of the questions"):
        train_look_ahead(TrainingTask((file,), "metaqa"), load_configuration(sample_workspace), tmp_path)


def test_a_sample_is_drawn_from_each_file_by_the_seed() -> None:
    drawn = drawn_questions(replace(PLAN, sample=7))
    assert len(drawn) == 21 and drawn == drawn_questions(replace(PLAN, sample=7))
    assert drawn != drawn_questions(replace(PLAN, sample=7, seed=1))


def test_a_graph_without_vectors_of_triples_cannot_be_learned_from(
    database: Any, server_environment: dict[str, str], kgqa: Any, tmp_path: Path
) -> None:
    facts = tmp_path / "facts.tsv"
    facts.write_text("Ada\tknows\tCleo\n", "utf-8")
    loaded = kgqa("load", "triples", facts, "--embed", "relations", workspace=tmp_path, env=server_environment)
    assert loaded.returncode == 0, loaded.stderr
    configuration = load_configuration(tmp_path, environment=server_environment)
    with pytest.raises(ConfigError, match="vectors of relations only"):
        train_look_ahead(PLAN, configuration, tmp_path)


def test_features_are_the_stored_vectors_and_the_mean_around(graph: Any, cypher: Any) -> None:
    graph.add(("Ada", "works_at", "Acme"), ("Acme", "located_in", "Oslo"), ("Acme", "owned_by", "Cleo"))
    rows = cypher(
        "MATCH (:Entity)-[r]->(:Entity) RETURN r.type AS type, elementId(r) AS element, r.embedding AS v"
    )
    vectors = {row["type"]: (row["element"], np.array(row["v"], np.float32)) for row in rows}
    features = TripleFeatures(graph.database, 64)
    ways = [Way(vectors["works_at"][0], "t:Acme"), Way(vectors["works_at"][0], "t:Ada")]
    first, second = features.of(ways)
    assert np.allclose(first, [vectors["works_at"][1]] * 2, atol=1e-6)
    assert np.allclose(second[0], (vectors["located_in"][1] + vectors["owned_by"][1]) / 2, atol=1e-6)
    assert not second[1].any()


def test_recall_counts_entities_and_ties_keep_their_order() -> None:
    ends = ["t:a", "t:a", "t:b", "t:c", "t:d"]
    candidates = tuple(
        LabelledNeighbour(Way(f"r{place}", end), 0.0, end == "t:d") for place, end in enumerate(ends)
    )
    sample = Sample(0, 1, np.zeros(2, np.float32), candidates)
    assert recall([sample], [[0.0] * 5], 3) == 0.0
    assert recall([sample], [[0.0, 0.0, 0.0, 0.0, 1.0]], 3) == 1.0
    assert recall([sample], [[0.9, 0.8, 0.7, 0.0, 0.1]], 3) == 1.0
    assert recall_of_chance([sample], 3) == pytest.approx(3 / 5)


def test_the_command_trains_and_prints_the_curve(sample_workspace: Path, kgqa: Any, tmp_path: Path) -> None:
    files = [word for file in FILES[:2] for word in ("--questions", file)]
    shown = kgqa(
        *("train", "look-ahead", *files, "--format", "metaqa", "--epochs", "2", "--sample", "20"),
        *("--out", tmp_path),
        workspace=sample_workspace,
    )
    assert shown.returncode == 0, shown.stderr
    assert "held out" in shown.stdout and "right neighbour among the top 3" in shown.stdout
    assert has_network(tmp_path)
    bad = tmp_path / "bad.txt"
    bad.write_text("nothing\n", "utf-8")
    told = kgqa("train", "look-ahead", "--questions", bad, "--format", "metaqa", workspace=sample_workspace)
    assert told.returncode == InputError.exit_code and "bad.txt:1" in told.stderr
    assert "Traceback" not in told.stderr
