"""Plans are ranked by a graph's words alone."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.embedding import Embedder
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.candidates import Candidate, candidates
from kgqa_neo4j.plans.plan import Chain, Move, Plan
from kgqa_neo4j.plans.ranking import Ranker, Weights, create
from kgqa_neo4j.plans.ranking.features import NAMES, assigned, ranked
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion
from kgqa_neo4j.plans.text import path_text
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.store.driver import Database
from training.memory_graph import MemoryGraph
from training.synthesis import synthesise


def asked(masked: str, encoder: Embedder) -> MaskedQuestion:
    return MaskedQuestion(masked, masked, (), encoder.encode([masked])[0])


def best(ranker: Ranker, encoder: Embedder, schema: Schema, masked: str, topic: str) -> str:
    question = asked(masked, encoder)
    found = candidates(schema, [topic], ranker.step_prior(question))
    scores = ranker.score(question, found, schema)
    assert np.isfinite(scores.values).all()
    return path_text(found[scores.order()[0]].plan.chains[0].path)


@pytest.mark.parametrize(
    ("masked", "topic", "expected"),
    [
        ("who wrote X", "The Paper Garden", "-written_by->"),
        ("who is the author of the novel X", "The Paper Garden", "-written_by->"),
        ("in what year was X published", "The Silent River", "-publication_year->"),
        ("which books were written by X", "Anna Bell", "<-written_by-"),
        ("who published the books written by X", "Carl Denham", "<-written_by- -publisher->"),
        ("which books share a publisher with X", "The Last Orchard", "-publisher-> <-publisher-"),
    ],
)
def test_the_plan_that_is_meant_comes_first(
    ranker: Ranker, encoder: Embedder, library: MemoryGraph, masked: str, topic: str, expected: str
) -> None:
    assert best(ranker, encoder, library, masked, topic) == expected


def test_a_graph_in_neo4j_is_ranked_alike(sample: Database, encoder: Embedder) -> None:
    ranker = create(sample, encoder)
    question = asked("who directed the movie X", encoder)
    plans = [
        Candidate(Plan((Chain("metaqa:any", path),)), 1.0, False)
        for path in [(Move("directed_by"),), (Move("written_by"),), (Move("starred_actors"),)]
    ]
    scores = ranker.score(question, plans, MemoryGraph([]))
    assert scores.order()[0] == 0
    assert "film" in ranker.graph.nouns[ranker.graph.end(Move("directed_by", False))]


def test_what_made_a_score_adds_up(ranker: Ranker, encoder: Embedder, library: MemoryGraph) -> None:
    question = asked("who wrote X", encoder)
    found = candidates(library, ["The Paper Garden"], ranker.step_prior(question))
    scores = ranker.score(question, found, library)
    for place in range(len(found)):
        assert sum(scores.explain(place).values()) == pytest.approx(float(scores.values[place]), abs=1e-3)


@pytest.mark.parametrize("masked", ["", "X", "?", "the of", "\u202e🦜 X \x1b[31m", "X " * 200])
def test_any_question_gets_scores(ranker: Ranker, encoder: Embedder, library: MemoryGraph, masked: str) -> None:
    assert best(ranker, encoder, library, masked, "The Paper Garden")


def test_unknown_relations_and_no_relations_do_no_harm(
    ranker: Ranker, encoder: Embedder, library: MemoryGraph
) -> None:
    question = asked("who wrote X", encoder)
    strange = [Candidate(Plan((Chain("a", (Move("never_heard_of"),)),)), 1.0, False)]
    assert np.isfinite(ranker.score(question, strange, library).values).all()
    nothing = Ranker(MemoryGraph([]), encoder)
    assert candidates(MemoryGraph([]), ["a"], nothing.step_prior(question)) == []
    assert len(nothing.score(question, [], MemoryGraph([])).values) == 0


def test_using_both_topics_is_better_than_one(ranker: Ranker, encoder: Embedder, library: MemoryGraph) -> None:
    question = asked("which books by X were published by X", encoder)
    found = candidates(library, ["Anna Bell", "Harbour Press"], ranker.step_prior(question))
    winner = found[ranker.score(question, found, library).order()[0]].plan
    assert {chain.path for chain in winner.chains} == {
        (Move("written_by", False),),
        (Move("publisher", False),),
    }


def test_each_step_gets_a_word_of_its_own() -> None:
    chances = np.array([[0.9, 0.8], [0.1, 0.3]], np.float32)
    evidence, total, ordered = assigned(ranked(chances, np.array([1.0, 2.0])), np.array([[0, 1]]))
    assert evidence.tolist() == [pytest.approx([0.9, 0.3])]
    assert total[0] == ordered[0] == pytest.approx(1.2)


def test_weights_survive_a_round_and_others_are_refused(tmp_path: Path) -> None:
    weights = Weights.load()
    weights.save(tmp_path / "same.npz")
    again = Weights.load(tmp_path / "same.npz")
    assert np.array_equal(again.features, weights.features) and again.encoder == weights.encoder
    assert len(weights.features) == len(NAMES)
    (tmp_path / "cut.npz").write_bytes((tmp_path / "same.npz").read_bytes()[:500])
    np.savez(tmp_path / "other.npz", names=np.array(["length"]))
    for name in ("cut.npz", "other.npz", "missing.npz"):
        with pytest.raises(InputError, match=name):
            Weights.load(tmp_path / name)


def test_weights_of_a_file_are_used_and_tell_scorers_apart(
    sample: Database, encoder: Embedder, tmp_path: Path
) -> None:
    packaged = Weights.load()
    turned = replace(packaged, features=-packaged.features)
    turned.save(tmp_path / "turned.npz")
    usual, other = create(sample, encoder), create(sample, encoder, str(tmp_path / "turned.npz"))
    question = asked("who directed the movie X", encoder)
    plans = [
        Candidate(Plan((Chain("metaqa:any", path),)), 1.0, False)
        for path in [(Move("directed_by"),), (Move("written_by"),)]
    ]
    schema = MemoryGraph([])
    assert usual.score(question, plans, schema).order() != other.score(question, plans, schema).order()
    assert usual.key == create(sample, encoder).key != other.key


@pytest.mark.parametrize(
    ("masked", "expected"),
    [
        ("what is the job of X 's mother", "-mother-> -profession->"),
        ("X 's mother 's mother", "-mother-> -mother->"),
        ("who is X 's mom", "-mother->"),
    ],
)
def test_what_belongs_to_what_belongs_to_the_topic_takes_as_many_steps(
    encoder: Embedder, masked: str, expected: str
) -> None:
    names = ["Alice Novak", "Berta Ruiz", "Carla Okafor", "Dora Lind", "Eve Stone"]
    triples = [(one, "mother", other) for one, other in pairwise(names)]
    triples += [(one, "profession", job) for one, job in zip(names, ["nurse", "baker"] * 3, strict=False)]
    graph = MemoryGraph(triples)
    assert best(Ranker(graph, encoder), encoder, graph, masked, "Alice Novak") == expected


def test_questions_made_from_plans_are_masked_and_the_same_each_time(ranker: Ranker) -> None:
    paths = [(Move("written_by"),), (Move("written_by", False), Move("publisher"))]
    made = synthesise(ranker.graph, paths, 40, seed=3)
    assert made == synthesise(ranker.graph, paths, 40, seed=3)
    assert {path for _, path in made} == set(paths)
    assert all("X" in question.split() for question, _ in made)


def test_a_few_shared_values_are_no_works(encoder: Embedder) -> None:
    """Words such as "excellent" look like titles; what six books share each is a category."""
    grades = ["excellent", "awful"]
    triples = [(f"The Book of Number {n}", "grade", grades[n % 2]) for n in range(12)]
    ranker = Ranker(MemoryGraph(triples), encoder)
    kinds = ranker.graph.kinds[ranker.graph.end(Move("grade"))]
    assert list(KINDS)[int(kinds.argmax())] == "kind"


@pytest.mark.parametrize(
    ("masked", "expected"),
    [("in which city was X born", 0), ("in which country was X born", 1), ("what is the nation of X", 1)],
)
def test_places_of_different_size_are_told_apart_by_their_names(
    encoder: Embedder, masked: str, expected: int
) -> None:
    born = {"Alice Novak": "Prague", "Bob Ruiz": "Madrid", "Dan Okafor": "Lagos", "Eve Lind": "Stockholm"}
    located = {"Prague": "Czech Republic", "Madrid": "Spain", "Lagos": "Nigeria", "Stockholm": "Sweden"}
    triples = [(person, "born_in", city) for person, city in born.items()]
    triples += [(city, "located_in", country) for city, country in located.items()]
    steps = (Move("born_in"), Move("located_in"))
    plans = [Plan((Chain("Bob Ruiz", path),)) for path in (steps[:1], steps)]
    table = Ranker(MemoryGraph(triples), encoder).table(asked(masked, encoder), plans)
    named = table[:, NAMES.index("focus_named")]
    assert named[expected] == 0.0 and named[1 - expected] < -0.1


def test_a_question_word_alone_asks_for_no_names(
    ranker: Ranker, encoder: Embedder, library: MemoryGraph
) -> None:
    plans = [Plan((Chain("The Paper Garden", (Move("written_by"),)),))]
    table = ranker.table(asked("who wrote X", encoder), plans)
    assert table[0, NAMES.index("focus_named")] == 0.0
