"""Whole comparisons on a real graph: paired, resumed, cut off, in parallel."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa_neo4j.evaluation.comparison.compare import Comparison, compare
from kgqa_neo4j.evaluation.comparison.protocol import Budget
from kgqa_neo4j.evaluation.comparison.scheduling import TURN
from kgqa_neo4j.evaluation.evaluate import evaluate
from kgqa_neo4j.evaluation.task import EvaluationTask
from kgqa_neo4j.model.errors import ConfigError, InputError, KgqaError, ModelTimeout, ModelUnavailable
from kgqa_neo4j.settings import Configuration
from tests.evaluation.comparison.conftest import Model, drawn, protocol, questions_file


def lines(made: Comparison, configuration: Configuration) -> Iterator[tuple[str, str, int, set[int]]]:
    """Yield label, method, seed and the lines of the questions that are kept, of each run."""
    for row in made.results.runs:
        file = configuration.workspace / "runs" / row["run"] / "predictions.jsonl"
        kept = [json.loads(line)["line"] for line in file.read_text("utf-8").splitlines()]
        assert len(kept) == len(set(kept))
        yield row["label"], row["method"], row["seed"], set(kept)


def test_methods_are_asked_the_same_questions_and_compared(configuration: Configuration, model: Model) -> None:
    made = compare(protocol(), configuration)
    assert len(model.requests) == 2 * 2 * 2 * 3
    for label, _, seed, kept in lines(made, configuration):
        assert kept == {question.line for question in drawn(int(label[0]), seed, 3)}
    assert [row["n"] for row in made.results.runs] == [3] * 8
    for row in made.results.summary:
        hops = int(row["label"][0])
        shares = [sum(q.line % 2 == 0 for q in drawn(hops, seed, 3)) / 3 for seed in (0, 1)]
        if row["method"] == "llm":
            assert row["loose_contains_mean"] == pytest.approx(sum(shares) / 2, abs=1e-3)
            assert row["hit_at_1_difference"] is None
        else:
            assert row["loose_contains_mean"] == 1.0 and row["loose_contains_sd"] == 0.0
            own, other = row["hit_at_1_mean"], made.results.summary[0 if hops == 1 else 2]["hit_at_1_mean"]
            assert own > other and row["hit_at_1_low"] <= row["hit_at_1_difference"] <= row["hit_at_1_high"]
        assert (row["seeds"], row["n"], row["llm_calls_mean"]) == (2, 6, 1.0)
    assert made.notes == [] and made.results.planned == made.results.asked == 12


def test_shared_reads_change_no_answer_and_are_said(configuration: Configuration, model: Model) -> None:
    def without_seconds(made: Comparison) -> list[dict[str, object]]:
        return [
            {name: value for name, value in row.items() if "seconds" not in name} for row in made.results.runs
        ]

    apart = compare(protocol(), configuration)
    together = compare(protocol(), configuration, share_reads=True, fresh=True)
    assert without_seconds(together) == without_seconds(apart)
    assert any("shared" in note for note in together.notes)


def test_an_interrupted_comparison_goes_on_and_shares_its_runs_with_eval(
    configuration: Configuration, model: Model
) -> None:
    def interrupt() -> None:
        if len(model.requests) == 7:
            raise KeyboardInterrupt

    model.before = interrupt
    with pytest.raises(KeyboardInterrupt):
        compare(protocol(), configuration)
    model.before = lambda: None
    made = compare(protocol(), configuration)
    assert len(model.requests) == 24 and made.results.asked == 12
    assert compare(protocol(), configuration).results == made.results
    figures = evaluate(EvaluationTask(questions_file(1), "metaqa", "llm", 3, 0), configuration)
    assert len(model.requests) == 24
    assert figures["hit_at_1"] == made.results.runs[0]["hit_at_1"]
    compare(protocol(), configuration, fresh=True)
    assert len(model.requests) == 48


def test_a_budget_of_questions_cuts_all_methods_alike_and_says_so(
    configuration: Configuration, model: Model
) -> None:
    made = compare(protocol(), configuration, budget=Budget(questions=6, text="6 questions"))
    assert (made.results.planned, made.results.asked, len(model.requests)) == (12, 6, 12)
    asked: dict[tuple[str, int], list[set[int]]] = {}
    for label, _, seed, kept in lines(made, configuration):
        asked.setdefault((label, seed), []).append(kept)
    for by_llm, by_second in asked.values():
        assert by_llm == by_second and 1 <= len(by_llm) <= 2
    assert "6 of 12 questions" in made.notes[0] and "6 were left out" in made.notes[0]


def test_a_budget_of_time_ends_rounds_and_can_be_gone_on_with(
    configuration: Configuration, model: Model
) -> None:
    model.seconds = 0.1
    made = compare(protocol(), configuration, budget=Budget(seconds=0.5, text="0.5s"))
    assert 0 < made.results.asked < 12
    assert len(model.requests) == 2 * made.results.asked
    assert f"{12 - made.results.asked} were left out" in made.notes[0]
    assert compare(protocol(), configuration).results.asked == 12
    assert len(model.requests) == 24


def test_methods_take_turns_of_several_questions(configuration: Configuration, model: Model) -> None:
    compare(protocol(), configuration)
    by_second = ["second: " in request.messages[-1]["content"] for request in model.requests]
    assert by_second == [False] * TURN + [True] * TURN + [False] * 2 + [True] * 2


def test_questions_that_only_one_method_was_asked_do_not_count(
    configuration: Configuration, model: Model
) -> None:
    evaluate(EvaluationTask(questions_file(1), "metaqa", "second", 3, 0), configuration)
    made = compare(
        protocol(seeds=(0,), sources=protocol().sources[:1]), configuration, budget=Budget(1, text="1 question")
    )
    assert [row["n"] for row in made.results.runs] == [1, 1]


def test_failed_questions_are_counted_and_lose_nothing(configuration: Configuration, model: Model) -> None:
    failures = [ModelTimeout("slow"), ZeroDivisionError("oops")]

    def fail() -> None:
        if failures and len(model.requests) >= 3:
            raise failures.pop()

    model.before = fail
    made = compare(protocol(), configuration)
    assert sum(row["status_failed"] for row in made.results.runs) == 2
    assert made.results.asked == 12


def test_an_error_that_every_question_would_meet_ends_it_and_it_goes_on(
    configuration: Configuration, model: Model
) -> None:
    def down() -> None:
        if len(model.requests) == 5:
            raise ModelUnavailable("gone")

    model.before, model.parallel = down, True
    for jobs in (1, 3):
        # `llm` makes an answer of it, `second` lets it pass.
        with pytest.raises(ModelUnavailable):
            compare(protocol(methods=("second",), baseline="second"), configuration, jobs=jobs)
    model.before = lambda: None
    made = compare(protocol(methods=("second",), baseline="second"), configuration, jobs=3)
    assert made.results.asked == 12 and len(model.requests) == 12


def test_jobs_ask_at_once_with_an_instance_a_thread_and_the_same_result(
    configuration: Configuration, model: Model, tmp_path: Path
) -> None:
    alone = compare(protocol(), configuration, runs=tmp_path / "alone")
    assert model.most_at_once == 1
    model.seconds, model.parallel = 0.05, True
    together = compare(protocol(), configuration, runs=tmp_path / "together", jobs=4)
    assert model.most_at_once > 1
    assert "4 questions were asked at once" in together.notes[0]
    for one, other in zip(alone.results.runs, together.results.runs, strict=True):
        assert {name: value for name, value in one.items() if "seconds" not in name} == {
            name: value for name, value in other.items() if "seconds" not in name
        }
        assert other["status_failed"] == 0


def test_a_model_that_takes_one_call_after_another_is_asked_so(
    configuration: Configuration, model: Model
) -> None:
    said: list[str] = []
    made = compare(protocol(sample=1), configuration, jobs=4, say=said.append)
    assert "one call at a time" in said[0]
    assert model.most_at_once == 1 and made.setting["jobs"] == 1


def test_swept_settings_reach_the_methods(configuration: Configuration, model: Model) -> None:
    swept = protocol(vary={"llm.max_tokens": ("16", "32")}, methods=("second",), baseline="second", sample=1)
    made = compare(swept, configuration)
    # A changed section of the language model's settings means another model, here the same one.
    assert [row["llm.max_tokens"] for row in made.results.summary] == ["16", "32"] * 2
    assert sorted(request.max_tokens for request in model.requests) == [16] * 4 + [32] * 4


def test_what_cannot_be_compared_is_said_before_anything_is_asked(
    configuration: Configuration, model: Model, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    source = protocol().sources[0]
    gone = type(source)("gone", tmp_path / "gone.txt", "metaqa")
    for made, error, words in (
        (protocol(methods=("llm", "guess")), ConfigError, "no method 'guess'"),
        (
            protocol(methods=("llm", "guess"), preset="p"),
            ConfigError,
            "the preset p: there is no method 'guess'",
        ),
        (protocol(sample=10_000), InputError, "questions, fewer than 10000"),
        (protocol(sources=(type(source)("e", empty, "metaqa"),)), InputError, "no questions"),
        (protocol(sources=(gone,)), InputError, "cannot read"),
        (protocol(vary={"no.such": ("1",)}), ConfigError, "--vary: there is no setting 'no.such'"),
        (protocol(vary={"llm.max_tokens": ("few",)}), ConfigError, "llm.max_tokens = 'few'"),
        (protocol(vary={"llm.timeout": ("1", "2")}), ConfigError, "the same run"),
        (protocol(sources=(source, type(source)("again", source.file, "metaqa"))), ConfigError, "the same run"),
    ):
        with pytest.raises(error, match=words):
            compare(made, configuration)
    with pytest.raises(KgqaError, match="budget ran out"):
        compare(protocol(), configuration, budget=Budget(seconds=1e-9, text="0s"))
    assert model.requests == []
