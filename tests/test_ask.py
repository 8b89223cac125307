import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.model.answer import Answer, Evidence, LlmUsage, ScoredEntity, Status, Step
from kgqa_neo4j.model.errors import EmptyGraph, NoSuchTopic
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.model.text import PrintableStream, printable
from kgqa_neo4j.reporting.answer_json import schema, to_json
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database

VARYING = ("seconds", "ask_id", "browser_url")
ADAPTIVE = ("--method", "adaptive")


def asked(result: Any) -> dict[str, Any]:
    assert result.returncode == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    jsonschema.validate(answer, schema())
    return answer


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("status", list(Status))
def test_every_status_fits_the_schema(status: Status) -> None:
    triple = Triple(Entity("t:a", "a"), Relation("r", "r"), Entity("t:b", "b"))
    answer = Answer("q", "adaptive", status, evidence=[Evidence(triple, 0.5, 1)], steps=[Step("hops", "1")])
    jsonschema.validate(to_json(answer), schema())


def test_the_packaged_model_answers_from_the_sample(sample_workspace: Path, kgqa: Any) -> None:
    question = sample_questions()[0]
    first, second = (
        asked(kgqa("ask", question, "--json", *ADAPTIVE, workspace=sample_workspace)) for _ in range(2)
    )
    assert first["status"] == "answered" and first["llm"]["calls"] == 2
    evidence = {end["id"] for item in first["evidence"] for end in (item["subject"], item["object"])}
    assert first["entities"] and {entity["id"] for entity in first["entities"]} <= evidence
    for answer in (first, second):
        for key in VARYING:
            answer.pop(key)
        answer["llm"].pop("cached_seconds")
    first["llm"].pop("cached")
    assert second["llm"].pop("cached") == 2
    assert first == second


def test_without_the_cache_the_model_says_the_same_again(sample_workspace: Path, kgqa: Any) -> None:
    question = sample_questions()[1]
    first, second = (
        asked(kgqa("ask", question, "--json", "--no-cache", *ADAPTIVE, workspace=sample_workspace))
        for _ in range(2)
    )
    assert (first["llm"].pop("cached"), second["llm"].pop("cached")) == (0, 0)
    assert {key: value for key, value in first.items() if key not in VARYING} == {
        key: value for key, value in second.items() if key not in VARYING
    }


def test_the_method_llm_is_one_call_without_evidence(sample_workspace: Path, kgqa: Any) -> None:
    answer = asked(
        kgqa("ask", "who wrote Hamlet?", "--method", "llm", "--json", "--no-trace", workspace=sample_workspace)
    )
    assert (answer["status"], answer["method"], answer["llm"]["calls"]) == ("answered", "llm", 1)
    assert answer["text"] and answer["evidence"] == answer["entities"] == answer["statements"] == []


def test_a_question_about_nothing_in_the_graph_is_refused_without_fallback(
    sample_workspace: Path, kgqa: Any
) -> None:
    arguments = ("ask", "zxqv zxqvv?", "--no-fallback", "--no-trace", "--json")
    answer = asked(kgqa(*arguments, workspace=sample_workspace))
    assert (answer["status"], answer["llm"]["calls"], answer["text"]) == ("unanswerable", 0, "")
    assert answer["reason"]


def test_a_failed_model_means_exit_code_1_and_still_one_json_object(sample_workspace: Path, kgqa: Any) -> None:
    result = kgqa(
        *("ask", "who wrote Hamlet?", "--method", "llm", "--json", "--no-trace", "--llm", "http"),
        *("--base-url", "http://127.0.0.1:9/v1", "--timeout", "2"),
        workspace=sample_workspace,
    )
    assert result.returncode == 1, result.stderr
    answer = json.loads(result.stdout)
    jsonschema.validate(answer, schema())
    assert answer["status"] == "failed" and answer["reason"]


def test_an_unknown_topic_is_an_error_on_stderr_with_its_own_code(sample_workspace: Path, kgqa: Any) -> None:
    result = kgqa("ask", "who is [Zxqv Zxqvv]?", "--json", workspace=sample_workspace)
    assert result.returncode == NoSuchTopic.exit_code and result.stdout == ""
    assert "Zxqv" in result.stderr


def test_every_parameter_is_an_option(kgqa: Any, tmp_path: Path) -> None:
    shown = kgqa("ask", "--help", workspace=tmp_path).stdout
    for option in (
        *("--beam", "--relation-threshold", "--entity-threshold", "--max-hops", "--hops", "--hub-cap"),
        *("--evidence-tokens", "--top-k", "--linking-threshold", "--gpu-layers", "--model", "--llm"),
        *("--no-fallback", "--no-trace", "--json", "--topic", "--method"),
    ):
        assert option in shown


def test_the_terminal_shows_status_evidence_and_link(sample_workspace: Path, kgqa: Any) -> None:
    shown = kgqa("ask", sample_questions()[0], "--hops", "1", *ADAPTIVE, workspace=sample_workspace)
    assert shown.returncode == 0, shown.stderr
    for words in ("answered from the graph", "evidence", "cmd=edit", "1 call", "kgqa show"):
        assert words in shown.stdout


def test_an_empty_graph_is_refused(database: Database, tmp_path: Path, server_environment: Any) -> None:
    configuration = load_configuration(tmp_path, environment=server_environment)
    resources = open_resources(configuration)
    with resources.graph, pytest.raises(EmptyGraph):
        ask("who?", resources, configuration)


def test_hostile_labels_reach_the_terminal_as_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    from kgqa_neo4j.cli.render import AnswerView

    name = "\x1b]0;owned\x07\x1b[31mred\x1b[0m \u202eevil\u202c [bold]x[/bold] [/] \x9b2J \r\n"
    triple = Triple(Entity("t:a", name), Relation("r", name), Entity("t:b", "b"))
    view = AnswerView()
    view.stream("say \x1b[3")
    view.stream("1mred\x1b]0;ow")
    view.stream("ned\x07!\n")
    view.show(
        Answer(
            name,
            "adaptive",
            Status.FALLBACK,
            name,
            [ScoredEntity("t:a", name, 1.0), ScoredEntity("t:b", "b", 0.5)],
            evidence=[Evidence(triple, 0.5, 1)],
            steps=[Step("linking", name, {"suggestions": [name]})],
            reason=name,
            llm=LlmUsage(name, name),
        )
    )
    shown = capsys.readouterr().out
    assert not {
        char for char in shown if ord(char) < 32 or 127 <= ord(char) < 160 or char in "\u202e\u202c"
    } - {"\n"}
    assert "say red!" in shown and "[bold]x[/bold]" in shown and "owned" not in shown
    assert "NOT FROM THE GRAPH" in shown and "did you mean" in shown


@pytest.mark.parametrize(
    ("confidence", "shown"), [(0.93, "93%\n"), (0.18, "18%: more likely wrong than right")]
)
def test_how_sure_an_answer_is_stands_below_it(
    capsys: pytest.CaptureFixture[str], confidence: float, shown: str
) -> None:
    from kgqa_neo4j.cli.render import AnswerView

    AnswerView().show(Answer("who?", "plans", Status.ANSWERED, "Ann", confidence=confidence))
    assert f"sure      {shown}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a\x1b[2Jb", "ab"),
        ("a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "alink"),
        ("a\x00\x08\x7f\x85b", "ab"),
        ("a\u202e\u2066\u200fb", "ab"),
        ("a\nb\tc", "a b c"),
        ("Zoë 😀 日本", "Zoë 😀 日本"),
        ("unfinished \x1b]0;title", "unfinished "),
    ],
)
def test_printable_text_is_what_a_reader_would_see(text: str, plain: str) -> None:
    assert printable(text) == plain


def test_a_sequence_cut_by_the_stream_is_cleaned_at_every_cut() -> None:
    text = "one \x1b[1;31mtwo\x1b]0;title\x07 three \x1b"
    for cut in range(len(text) + 1):
        stream = PrintableStream()
        shown = stream.feed(text[:cut]) + stream.feed(text[cut:]) + stream.finish()
        assert shown == "one two three "


def sample_questions() -> list[str]:
    from importlib.resources import files

    lines = (files("kgqa_neo4j.sample") / "qa_1hop.txt").read_text("utf-8").splitlines()
    return [line.split("\t")[0] for line in lines]
