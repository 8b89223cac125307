import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.evaluation import identity
from kgqa_neo4j.evaluation.identity import code_identity
from kgqa_neo4j.evaluation.runs import Run
from kgqa_neo4j.evaluation.task import EvaluationTask
from kgqa_neo4j.model.answer import Answer, Evidence, LlmUsage, ScoredEntity, Seconds, Status
from kgqa_neo4j.model.errors import DatabaseDown, EmptyGraph, InputError, KgqaError, ModelTimeout
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.question_sets.questions import read_questions, split_by_share
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.driver import Database


@pytest.fixture
def configuration(tmp_path: Path) -> Configuration:
    return load_configuration(tmp_path / "workspace", {})


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    rows = [
        {"question": "who wrote Kismet", "topic": "Kismet", "answers": ["Ada Lovelace", "Grace Hopper"]},
        {"question": "what did Ada write", "topic": "t:ada", "answers": ["Kismet"]},
        {"question": "who wrote nothing", "topic": [], "answers": []},
        {"question": "where is \u2028 it", "answers": ["Atlantis"]},
    ]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return file


class Oracle:
    """Answers from a table, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def __call__(self, question: str, topics: Sequence[str]) -> Answer:
        self.asked.append((question, tuple(topics)))
        seconds = Seconds(linking=0.1, exploration=0.2, generation=0.3, total=0.6)
        usage = LlmUsage(calls=2, prompt_tokens=10, completion_tokens=4)
        if question == "who wrote Kismet":
            triple = Triple(
                Entity("t:kismet1", "Kismet"),
                Relation("written_by", "written by"),
                Entity("t:ada", "Ada Lovelace"),
            )
            return Answer(
                question, "test", Status.ANSWERED, "Ada", entities=[ScoredEntity("t:ada", "Ada Lovelace", 1.0)],
                evidence=[Evidence(triple, 0.5, 1)], llm=usage, seconds=seconds,
            )  # fmt: skip
        if question == "what did Ada write":
            return Answer(question, "test", Status.FALLBACK, "She wrote Kismet.", llm=usage, seconds=seconds)
        if question == "who wrote nothing":
            return Answer(question, "test", Status.UNANSWERABLE, "Unknown.", llm=usage, seconds=seconds)
        raise ModelTimeout("too slow")


def test_a_run_scores_every_question_and_counts_a_failed_one_as_wrong(
    graph: Database, configuration: Configuration, questions: Path
) -> None:
    run = Run(EvaluationTask(questions, "jsonl", "test"), configuration, graph)
    progress: list[tuple[int, int]] = []
    figures = run.execute(graph, Oracle(), lambda done, of: progress.append((done, of)))
    assert progress == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    expected = {
        "n": 4, "hit_at_1": 0.75, "expected_hit_at_1": 0.75, "any_hit": 0.75, "em": 0.5, "recall": 0.625,
        "answer_in_evidence": 0.25, "gold_in_graph": 0.75, "loose_contains": 0.25, "loose_either_contains": 0.5,
        "status_answered": 1, "status_fallback": 1, "status_withheld": 0, "status_unanswerable": 1, "status_failed": 1,
        "coverage_50": 1.0, "coverage_100": 0.75,
        "llm_calls": 1.5, "llm_calls_max": 2, "prompt_tokens": 7.5, "completion_tokens": 3.0,
        "seconds_p50": 0.6, "retrieval_seconds_p95": 0.3,
    }  # fmt: skip
    assert {name: figures[name] for name in expected} == expected
    assert figures["f1"] == pytest.approx((2 / 3 + 1 + 1) / 4, abs=1e-4)


def test_gold_topics_are_handed_over_only_when_asked_for(
    graph: Database, configuration: Configuration, questions: Path, tmp_path: Path
) -> None:
    linked, gold = Oracle(), Oracle()
    two = tmp_path / "two.jsonl"
    two.write_text("\n".join(questions.read_text("utf-8").split("\n")[:2]), "utf-8")
    Run(EvaluationTask(two, "jsonl", "test", topic="linked"), configuration, graph).execute(graph, linked)
    Run(EvaluationTask(two, "jsonl", "test", topic="gold"), configuration, graph).execute(graph, gold)
    assert [topics for _, topics in linked.asked] == [(), ()]
    assert [topics for _, topics in gold.asked] == [("Kismet",), ("t:ada",)]
    with pytest.raises(InputError, match=r"questions\.jsonl:3: no topic"):
        EvaluationTask(questions, "jsonl", "test", topic="gold").questions()


def test_an_interrupted_run_resumes_and_a_finished_one_asks_again_what_failed(
    graph: Database, configuration: Configuration, questions: Path
) -> None:
    oracle = Oracle()

    def broken(question: str, topics: Sequence[str]) -> Answer:
        if len(oracle.asked) == 2:
            raise KeyboardInterrupt
        return oracle(question, topics)

    plan = EvaluationTask(questions, "jsonl", "test")
    run = Run(plan, configuration, graph)
    with pytest.raises(KeyboardInterrupt):
        run.execute(graph, broken)
    with run.predictions.open("a") as file:
        file.write('{"line": 3, "cut off')
    figures = Run(plan, configuration, graph).execute(graph, oracle)
    assert [question for question, _ in oracle.asked] == [
        "who wrote Kismet", "what did Ada write", "who wrote nothing", "where is \u2028 it",
    ]  # fmt: skip
    assert figures["status_failed"] == 1
    # Only what failed, for whatever was wrong then may have been mended.
    assert Run(plan, configuration, graph).execute(graph, oracle) == figures
    assert [question for question, _ in oracle.asked[4:]] == ["where is \u2028 it"]
    assert len(run.predictions.read_text("utf-8").strip().split("\n")) == 4
    run.forget()
    assert run.execute(graph, oracle)["n"] == 4
    assert len(oracle.asked) == 9


def test_an_error_that_every_question_would_meet_ends_the_run_and_counts_nothing(
    graph: Database, configuration: Configuration, questions: Path
) -> None:
    def down(question: str, topics: Sequence[str]) -> Answer:
        raise DatabaseDown("gone")

    run = Run(EvaluationTask(questions, "jsonl", "test"), configuration, graph)
    with pytest.raises(DatabaseDown):
        run.execute(graph, down)
    assert run.predictions.read_text() == ""


def test_a_fault_in_a_method_is_that_questions_failure(
    graph: Database, configuration: Configuration, questions: Path
) -> None:
    oracle = Oracle()

    def faulty(question: str, topics: Sequence[str]) -> Answer:
        if question == "what did Ada write":
            raise ZeroDivisionError("division by zero")
        return oracle(question, topics)

    run = Run(EvaluationTask(questions, "jsonl", "test"), configuration, graph)
    assert (run.execute(graph, faulty)["status_failed"], len(oracle.asked)) == (2, 3)
    assert "ZeroDivisionError: division by zero" in run.predictions.read_text("utf-8")


def test_times_are_as_if_no_reply_had_been_kept_and_the_kept_ones_are_told(
    graph: Database, configuration: Configuration, questions: Path
) -> None:
    def quick(question: str, topics: Sequence[str]) -> Answer:
        usage = LlmUsage(calls=2, cached=1, cached_seconds=3.0)
        return Answer(question, "test", Status.ANSWERED, llm=usage, seconds=Seconds(total=0.5))

    figures = Run(EvaluationTask(questions, "jsonl", "test"), configuration, graph).execute(graph, quick)
    seconds = [figures[f"seconds_{name}"] for name in ("mean", "p50", "p95")]
    assert (seconds, figures["llm_cached"]) == ([3.5, 3.5, 3.5], 0.5)
    assert figures["llm_calls"] == 2


def test_another_state_of_the_code_is_another_run(
    graph: Database, configuration: Configuration, questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = EvaluationTask(questions, "jsonl", "test")
    before = Run(plan, configuration, graph)
    monkeypatch.setattr("kgqa_neo4j.evaluation.runs.code_identity", lambda: "other")
    assert before.key != Run(plan, configuration, graph).key
    assert before.description["code"] == code_identity()


def test_the_codes_identity_holds_methods_prompts_statements_and_weights() -> None:
    sources = dict(identity.sources())
    for name in (
        "methods/adaptive/method.py", "methods/prompts/answer.txt", "evaluation/matching.py", "llm/chat.py",
        "plans/plan.lark", "plans/ranking/weights/default.npz",
    ):  # fmt: skip
        assert sources[f"kgqa_neo4j/{name}"]
    assert "kgqa_neo4j.cypher/explore_hop.cypher" in sources
    assert not [name for name in sources if name.split("/")[1] in ("cli", "sample", "loading")]


def test_the_key_depends_on_what_changes_answers_and_on_nothing_else(
    graph: Database, questions: Path, tmp_path: Path, cypher: Callable[..., list[dict[str, Any]]]
) -> None:
    def key(plan: EvaluationTask, **overrides: object) -> str:
        flags = {name.replace("__", "."): value for name, value in overrides.items()}
        return Run(plan, load_configuration(tmp_path / "w", flags), graph).key

    plan = EvaluationTask(questions, "jsonl", "test", sample=2, seed=1)
    same = key(plan)
    assert key(plan, llm__timeout=5, ask__trace=False, neo4j__timeout=3, llm__cache=False) == same
    others = [
        key(plan, adaptive__beam=3),
        key(plan, llm__model="other"),
        key(EvaluationTask(questions, "jsonl", "test", sample=2, seed=2)),
        key(EvaluationTask(questions, "jsonl", "test", sample=2, seed=1, topic="gold")),
    ]
    cypher("CREATE (:Entity {id: 't:new', name: 'new'})")
    others.append(key(plan))
    (tmp_path / "alone.txt").write_text("[user]\n$question\n")
    others.append(key(plan, llm__prompts=str(tmp_path)))
    (tmp_path / "alone.txt").write_text("[user]\nSay: $question\n")
    others.append(key(plan, llm__prompts=str(tmp_path)))
    network = tmp_path / "w" / "look-ahead"
    network.mkdir(parents=True)
    for content in ("one", "two"):
        (network / "network.json").write_text(content)
        others.append(key(plan))
    others.append(Run(plan, load_configuration(tmp_path / "w"), graph, model="other weights").key)
    assert len({same, *others}) == 11


def test_a_sample_is_drawn_by_its_seed_without_replacement(questions: Path) -> None:
    drawn = [
        question.line for question in EvaluationTask(questions, "jsonl", "test", sample=3, seed=7).questions()
    ]
    assert drawn == [
        question.line for question in EvaluationTask(questions, "jsonl", "test", sample=3, seed=7).questions()
    ]
    assert len(set(drawn)) == 3
    with pytest.raises(InputError, match="has 4 questions, fewer than 5"):
        EvaluationTask(questions, "jsonl", "test", sample=5).questions()


def test_what_is_left_out_is_what_learning_the_same_share_learns(questions: Path) -> None:
    learned = split_by_share(read_questions(questions, "jsonl"), 0.5, seed=3)[0]
    asked = EvaluationTask(questions, "jsonl", "test", seed=3, left_out=0.5).questions()
    assert sorted(question.line for question in learned + asked) == [1, 2, 3, 4]
    with pytest.raises(InputError, match="no questions are left"):
        EvaluationTask(questions, "jsonl", "test", left_out=0.99).questions()


def test_two_runs_of_the_same_do_not_mix(
    graph: Database, configuration: Configuration, questions: Path
) -> None:
    plan = EvaluationTask(questions, "jsonl", "test")

    def again(question: str, topics: Sequence[str]) -> Answer:
        with pytest.raises(KgqaError, match="already running"):
            Run(plan, configuration, graph).execute(graph, Oracle())
        return Answer(question, "test", Status.UNANSWERABLE)

    Run(plan, configuration, graph).execute(graph, again)


def test_an_empty_graph_cannot_be_evaluated(
    database: Database, configuration: Configuration, questions: Path
) -> None:
    with pytest.raises(EmptyGraph):
        Run(EvaluationTask(questions, "jsonl", "test"), configuration, database)
