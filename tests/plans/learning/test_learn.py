"""What is learned from questions with answers, in a real graph."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.learning import learn as command
from kgqa_neo4j.plans.learning import lesson_store, store
from kgqa_neo4j.plans.learning.exemplars import Exemplar
from kgqa_neo4j.plans.learning.learn import Learned, learn
from kgqa_neo4j.plans.learning.lessons import Evidence, WordLesson
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.plans.learning.search import agreement, explain
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.question_sets.drawing import drawn
from kgqa_neo4j.question_sets.questions import Question, split_by_share
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database
from tests.plans.learning.films import TRIPLES, actors, asked, directors, writers_of_directed

DIRECTED = (Move("directed_by"),)


def learned(graph: Any, questions: list[Question], name: str = "default") -> Learned:
    return learn(graph.database, graph.embedder, pairs_of(graph.database, questions), name)


def exemplars(database: Database) -> dict[str, Exemplar]:
    return {one.form: one for one in store.read(database)}


def test_the_path_that_explains_the_answers_is_found_and_kept(graph: Any, cypher: Any) -> None:
    graph.add(*TRIPLES)
    done = learned(graph, [*directors(), *actors(), *writers_of_directed()])
    assert done == Learned(pairs=10, new=10, unusable=0, forms=3, explained=3)
    kept = exemplars(graph.database)
    assert kept["who directed X"].best == (DIRECTED, 1.0)
    assert kept["who starred in X"].best == ((Move("starred_actors"),), 1.0)
    path = (Move("directed_by", False), Move("written_by"))
    assert kept["who wrote the films directed by X"].best == (path, 1.0)
    assert kept["who directed X"].support == 4
    rows = cypher(
        "MATCH (e:Exemplar {form: 'who directed X'}) RETURN e.plan AS plan, size(e.embedding) AS size"
    )
    assert rows == [{"plan": "-directed_by->", "size": 64}]
    assert {"exemplar_embedding"} <= {row["name"] for row in cypher("SHOW VECTOR INDEXES YIELD name")}


def test_what_several_learn_of_one_form_at_once_is_all_kept(
    graph: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.add(*TRIPLES)
    questions = directors()[:3]
    pairs = [pairs_of(graph.database, [one]) for one in questions]
    # All have read what is known, and searched, before the first of them writes.
    met = threading.Barrier(len(pairs))

    def explained(*arguments: Any) -> Any:
        found = explain(*arguments)
        met.wait(60)
        return found

    monkeypatch.setattr("kgqa_neo4j.plans.learning.learn.explain", explained)
    with ThreadPoolExecutor(len(pairs)) as pool:
        list(pool.map(lambda some: learn(graph.database, graph.embedder, some, "default"), pairs))
    kept = exemplars(graph.database)["who directed X"]
    assert kept.support == kept.searched == 3 and kept.best == (DIRECTED, 1.0)


def test_lessons_of_one_word_that_are_written_at_once_are_all_kept(graph: Any) -> None:
    def lesson(form: str) -> WordLesson:
        return WordLesson("mine", "boss", "boss", {form: Evidence(DIRECTED, (form,))})

    forms = ["is X a boss", "who is X's boss", "bosses of X"]
    with ThreadPoolExecutor(len(forms)) as pool:
        list(pool.map(lambda form: lesson_store.write(graph.database, [lesson(form)]), forms))
    (kept,) = lesson_store.read(graph.database, ["mine"]).words
    assert sorted(kept.evidence) == sorted(forms)


def test_the_mean_over_the_questions_of_a_form_decides(graph: Any) -> None:
    # For this one film whoever directed it also wrote it.
    graph.add(*TRIPLES, ("Ink", "written_by", "Kim"), ("Ink", "directed_by", "Kim"))
    learned(graph, [asked("who made {}", "Ink", "Kim")])
    assert set(exemplars(graph.database)["who made X"].paths.values()) == {1.0}
    learned(graph, [asked("who made {}", "Ebb", "Bo"), asked("who made {}", "Flow", "Eve")])
    kept = exemplars(graph.database)["who made X"]
    assert kept.best == ((Move("written_by"),), 1.0)
    assert kept.paths[DIRECTED] == pytest.approx(1 / 3)
    assert kept.support == kept.searched == 3


def test_learning_the_same_again_changes_nothing(graph: Any) -> None:
    graph.add(*TRIPLES)
    learned(graph, directors())
    before = exemplars(graph.database), store.fingerprint(graph.database)
    assert learned(graph, directors()) == Learned(pairs=4)
    assert (exemplars(graph.database), store.fingerprint(graph.database)) == before
    assert learned(graph, [*directors(), asked("who directed {}", "Ebb", "Gus")]).new == 1
    assert store.fingerprint(graph.database)[0] != before[1][0]


def test_sets_are_told_apart_and_forgotten_by_name(graph: Any) -> None:
    graph.add(*TRIPLES)
    learned(graph, directors(), "one")
    learned(graph, [*directors(), *actors()], "other")
    assert [(one.name, one.forms, one.pairs) for one in store.summaries(graph.database)] == [
        ("one", 1, 4),
        ("other", 2, 8),
    ]
    assert store.forget(graph.database, ["other"]) == (2, 8)
    assert [one.set for one in store.read(graph.database)] == ["one"]
    assert store.forget(graph.database) == (1, 4)
    assert not store.read(graph.database)


def test_what_the_graph_lacks_is_counted_and_not_learned(graph: Any) -> None:
    graph.add(*TRIPLES)
    schema.await_indexes(graph.database, schema.create_name_indexes(graph.database))
    done = learned(
        graph, [asked("who directed {}", "Nowhere", "Ann"), asked("who directed {}", "Ebb", "Nobody")]
    )
    assert done == Learned(pairs=2, unusable=2)


def test_an_interruption_leaves_whole_forms_and_the_same_pairs_go_on(
    graph: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.add(*TRIPLES)
    monkeypatch.setattr(command, "WRITTEN_TOGETHER", 1)
    pairs = pairs_of(graph.database, [*directors(), *actors()])

    def stop(stage: str, done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(graph.database, graph.embedder, pairs, "default", stop)
    assert [one.support for one in store.read(graph.database)] == [4]
    assert learn(graph.database, graph.embedder, pairs, "default").new == 4
    assert sorted(exemplars(graph.database)) == ["who directed X", "who starred in X"]


def test_an_alias_and_an_id_are_masked_as_the_name_is(graph: Any, cypher: Any) -> None:
    graph.add(*TRIPLES)
    cypher("MATCH (e:Entity {id: 't:Ebb'}) SET e.aliases = ['The Ebb']")
    by_id = Question("who directed the ebb", ("t:Ebb",), ("t:Ann",), 1)
    assert [pair.form for pair in pairs_of(graph.database, [by_id])] == ["who directed X"]


def test_questions_that_teach_nothing_are_told_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(
        '{"question": "who?", "topic": "Ebb", "answers": ["Ann"]}\n{"question": "x", "topic": "Ebb", "answers": []}\n'
    )
    assert len(drawn([file], "jsonl", 1, seed=1)) == 1
    with pytest.raises(InputError, match=r"questions\.jsonl:2: no answers"):
        drawn([file], "jsonl")
    with pytest.raises(InputError, match="2 questions to draw from, fewer than 3"):
        drawn([file], "jsonl", 3)


def test_agreement_is_f1_and_never_above_one() -> None:
    assert agreement(2, 2, 2) == 1.0
    assert agreement(1, 3, 1) == pytest.approx(0.5)
    assert agreement(2, 2, 1) == 1.0


def test_questions_of_several_files_are_drawn_together(tmp_path: Path) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file, count in zip(files, (5, 15), strict=True):
        rows = [f'{{"question": "{file.stem}{n}", "topic": "Ebb", "answers": ["Ann"]}}\n' for n in range(count)]
        file.write_text("".join(rows))
    found = [one.question for one in drawn(files, "jsonl", 8, seed=1)]
    assert len(set(found)) == 8 and {one[0] for one in found} == {"a", "b"}
    assert found == [one.question for one in drawn(files, "jsonl", 8, seed=1)]
    assert len(drawn(files, "jsonl")) == 20


def test_files_of_equally_many_questions_are_parted_alike(tmp_path: Path) -> None:
    questions = [asked(f"question {number} {{}}", "Ebb", "Ann") for number in range(11)]
    others = [asked(f"paraphrase {number} {{}}", "Ebb", "Ann") for number in range(11)]
    half, rest = split_by_share(questions, 0.5, seed=3)
    assert (len(half), len(rest)) == (6, 5) and {*half} | {*rest} == {*questions}
    numbers = [one.question.split()[1] for one in rest]
    assert [one.question.split()[1] for one in split_by_share(others, 0.5, seed=3)[1]] == numbers
    assert split_by_share(questions, 0.5, seed=4)[0] != half


def test_long_paths_that_explain_a_single_pair_are_kept_beside_short_ones(graph: Any) -> None:
    # Two steps lead to the same as one.
    graph.add(("Ann", "parent", "Bo"), ("Ann", "spouse", "Cy"), ("Cy", "father_in_law", "Bo"))
    learned(graph, [asked("whom does the husband of {} call so", "Ann", "Bo")])
    (kept,) = exemplars(graph.database).values()
    assert kept.paths[Move("parent"),] == 1.0
    assert kept.paths[Move("spouse"), Move("father_in_law")] == 1.0
