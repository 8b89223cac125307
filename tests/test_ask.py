import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kgqa_neo4j.cli.options import METHODS, _complete_change
from kgqa_neo4j.cli.proof import proof
from kgqa_neo4j.cli.render import AnswerView
from kgqa_neo4j.methods import method_names
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.model.answer import Answer, Evidence, LlmUsage, ScoredEntity, Status, Step
from kgqa_neo4j.model.errors import ConfigError, EmptyGraph, NoSuchTopic
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.model.text import PrintableStream, printable
from kgqa_neo4j.reporting.answer_json import schema, to_json
from kgqa_neo4j.settings import load_configuration, setting_names
from kgqa_neo4j.store.driver import Database
from tests.conftest import RunKgqa

VARYING = ("seconds", "ask_id", "browser_url", "cypher")
ADAPTIVE = ("--method", "adaptive")


def asked(result: Any, code: int = 0) -> dict[str, Any]:
    assert result.returncode == code, result.stderr
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
        asked(kgqa("ask", question, "--json", "--set", "llm.cache=off", *ADAPTIVE, workspace=sample_workspace))
        for _ in range(2)
    )
    assert (first["llm"].pop("cached"), second["llm"].pop("cached")) == (0, 0)
    assert {key: value for key, value in first.items() if key not in VARYING} == {
        key: value for key, value in second.items() if key not in VARYING
    }


def test_the_method_llm_is_one_call_without_evidence(sample_workspace: Path, kgqa_here: Any) -> None:
    answer = asked(
        kgqa_here(
            "ask", "who wrote Hamlet?", "--method", "llm", "--json", "--no-trace", workspace=sample_workspace
        )
    )
    assert (answer["status"], answer["method"], answer["llm"]["calls"]) == ("answered", "llm", 1)
    assert answer["text"] and answer["evidence"] == answer["entities"] == answer["statements"] == []


def test_a_question_about_nothing_in_the_graph_is_refused_without_fallback(
    sample_workspace: Path, kgqa_here: Any
) -> None:
    arguments = ("ask", "zxqv zxqvv?", "--no-fallback", "--no-trace", "--json")
    answer = asked(kgqa_here(*arguments, workspace=sample_workspace), Status.UNANSWERABLE.exit_code)
    assert (answer["status"], answer["llm"]["calls"], answer["text"]) == ("unanswerable", 0, "")
    assert answer["reason"]


def test_a_failed_model_means_exit_code_1_and_still_one_json_object(
    sample_workspace: Path, kgqa_here: Any
) -> None:
    result = kgqa_here(
        *("ask", "who wrote Hamlet?", "--method", "llm", "--json", "--no-trace", "--set", "llm.backend=http"),
        *("--set", "llm.base_url=http://127.0.0.1:9/v1", "--set", "llm.timeout=2"),
        workspace=sample_workspace,
    )
    assert result.returncode == 1, result.stderr
    answer = json.loads(result.stdout)
    jsonschema.validate(answer, schema())
    assert answer["status"] == "failed" and answer["reason"]


def test_an_unknown_topic_is_an_error_on_stderr_with_its_own_code(
    sample_workspace: Path, kgqa_here: Any
) -> None:
    result = kgqa_here("ask", "who is [Zxqv Zxqvv]?", "--json", workspace=sample_workspace)
    assert result.returncode == NoSuchTopic.exit_code and result.stdout == ""
    assert "Zxqv" in result.stderr


def test_the_help_fits_a_screen_and_names_every_method(kgqa_here: Any, tmp_path: Path) -> None:
    shown = kgqa_here("ask", "--help", workspace=tmp_path).stdout
    assert len(shown.splitlines()) <= 50
    assert len(re.findall(r"^  (?:-\w, )?--[a-z]", shown, re.M)) <= 15
    for option in ("--no-fallback", "--no-trace", "--json", "--topic", "--method", "--model", "--set"):
        assert option in shown
    words = " ".join(shown.split())
    assert f"Method: {', '.join(METHODS)}." in words
    assert sorted(METHODS) == method_names()


def test_every_setting_can_be_set_for_one_question() -> None:
    completed = _complete_change(None, None, "")  # type: ignore[arg-type]
    assert [item.value for item in completed] == [f"{name}=" for name in setting_names()]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("plan.max_hops=2", "did you mean plans.max_hops"),
        ("plans.max_hops=x", "from command line"),
        ("plans.max_hops", "section.key=value"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_with_what_was_meant(
    kgqa_here: Any, tmp_path: Path, given: str, told: str
) -> None:
    result = kgqa_here("ask", "who?", "--set", given, workspace=tmp_path)
    assert result.returncode in (2, ConfigError.exit_code) and told in result.stderr


def test_an_option_that_is_a_setting_is_told_as_such(kgqa_here: Any, tmp_path: Path) -> None:
    result = kgqa_here("ask", "who?", "--beam", "3", workspace=tmp_path)
    assert result.returncode == 2 and "--set adaptive.beam=VALUE" in result.stderr


def test_the_terminal_shows_answer_proof_and_how_to_go_on(sample_workspace: Path, kgqa_here: Any) -> None:
    question = sample_questions()[0]
    shown = kgqa_here("ask", question, "--set", "adaptive.hops=1", *ADAPTIVE, workspace=sample_workspace)
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert len(lines) <= 10
    for words in (
        "answered from",
        "by adaptive",
        "1 call",
        " -",
        "-> ",
        " show ",
        "open in Neo4j Browser: kgqa",
    ):
        assert words in shown.stdout
    assert "cmd=edit" not in shown.stdout and "generation" not in shown.stdout
    (ask_id,) = re.findall(r" show (\S+) --browser", shown.stdout)
    browser = kgqa_here("show", ask_id, "--browser", "--no-open", "--show-password", workspace=sample_workspace)
    password = (sample_workspace / "server" / "password").read_text("utf-8")
    for words in ("cmd=edit", "topic: ", "answer: ", "log in as neo4j", password):
        assert words in browser.stdout
    verbose = kgqa_here(
        "ask", question, "-v", "--set", "adaptive.hops=1", *ADAPTIVE, workspace=sample_workspace
    )
    for words in ("evidence", "steps", "statements", "cost", "generation", "1 call"):
        assert words in verbose.stdout


def test_no_line_tells_of_a_model_that_was_not_called(sample_workspace: Path, kgqa_here: Any) -> None:
    shown = kgqa_here("ask", sample_questions()[0], "--method", "plans", "-v", workspace=sample_workspace)
    assert shown.returncode == 0, shown.stderr
    assert "SmolLM2" not in shown.stdout and "call" not in shown.stdout


def test_questions_are_read_from_standard_input_one_a_line(sample_workspace: Path, kgqa: Any) -> None:
    first, second = sample_questions()[:2]
    asked_for = (*("ask", "-", "--json", "--method", "plans"),)
    result = kgqa(*asked_for, workspace=sample_workspace, stdin=f"{first}\n\nwho is [Zxqv]?\n{second}\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["question"] for answer in answers] == [first, "who is [Zxqv]?", second]
    assert [answer.get("status") for answer in answers] == ["answered", None, "answered"]
    assert answers[1]["exit_code"] == result.returncode == NoSuchTopic.exit_code


def test_an_empty_graph_is_refused(database: Database, tmp_path: Path, server_environment: Any) -> None:
    configuration = load_configuration(tmp_path, environment=server_environment)
    resources = open_resources(configuration)
    with resources.graph, pytest.raises(EmptyGraph):
        ask("who?", resources, configuration)


def test_hostile_labels_reach_the_terminal_as_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
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
    assert "Not from the graph" in shown and "Did you mean" in shown


@pytest.mark.parametrize(
    ("confidence", "shown"), [(0.93, "confidence 93 %; "), (0.18, "confidence 18 %, probably wrong (hide with")]
)
def test_how_sure_an_answer_is_stands_below_it(
    capsys: pytest.CaptureFixture[str], confidence: float, shown: str
) -> None:
    AnswerView().show(Answer("who?", "plans", Status.ANSWERED, "Ann", confidence=confidence))
    assert shown in capsys.readouterr().out


def test_a_withheld_answer_is_shown_with_what_it_would_have_been(capsys: pytest.CaptureFixture[str]) -> None:
    names = [ScoredEntity(f"t:{name}", name, 1.0) for name in ("Ann", "Bob", "Cid")]
    steps = [
        Step("reading", "", {"considered": [{"text": ":Person", "unexplained": ["spouse"]}]}),
        Step("withheld", "", {"minimum": 0.9, "answers": 2}),
    ]
    AnswerView().show(
        Answer(
            "who?", "plans", Status.WITHHELD, candidates=names, steps=steps, confidence=0.278, reason="unsure"
        )
    )
    shown = capsys.readouterr().out
    assert "Withheld: 27 % is below your minimum of 90 %" in shown
    assert 'The graph has nothing that "spouse" could mean' in shown
    assert "It would have been: Ann, Bob (" in shown and "Cid" not in shown


def test_a_minimum_is_shown_as_it_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [Step("withheld", "", {"minimum": 0.999, "answers": 1})]
    AnswerView().show(Answer("who?", "plans", Status.WITHHELD, steps=steps, confidence=0.9985))
    assert "Withheld: 99 % is below your minimum of 99.9 %" in capsys.readouterr().out


def test_one_confidence_is_written_one_way(sample_workspace: Path, kgqa_here: RunKgqa) -> None:
    done = kgqa_here("ask", "who acted in [Driving Miss Daisy]?", "-v", "--explain", workspace=sample_workspace)
    assert len(set(re.findall(r"confidence (\d+ ?%)", done.stdout))) == 1
    assert len(re.findall(r"confidence \d+ %", done.stdout)) > 2


def test_names_that_the_text_lists_are_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    names = [ScoredEntity(f"t:{name}", name, 1.0) for name in ("Ann", "Bob")]
    AnswerView().show(Answer("who?", "plans", Status.ANSWERED, "Ann and Bob", names))
    AnswerView().show(Answer("who?", "plans", Status.ANSWERED, "Ann and Bob did it.", names))
    AnswerView().show(Answer("who?", "plans", Status.ANSWERED, "Somebody did it.", names))
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("answered")]
    assert lines == ["Ann, Bob", "Ann and Bob did it.", "Ann, Bob", "Somebody did it."]


def test_a_question_about_nothing_in_the_graph_gets_the_nearest_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    linking = Step("linking", "", {"suggestions": ["the incident", "accident"]})
    AnswerView().show(Answer("who?", "plans", Status.UNANSWERABLE, steps=[linking]))
    shown = capsys.readouterr().out
    assert 'Nothing in your question matches the graph. Did you mean "the incident"?' in shown
    assert "Try --topic 'the incident'" in shown
    topics = [ScoredEntity("t:a", "Customer Portal", 1.0)]
    AnswerView().show(Answer("who?", "plans", Status.UNANSWERABLE, topics=topics))
    assert "No fact about Customer Portal matches the question" in capsys.readouterr().out


def test_a_proof_is_the_chain_or_five_triples() -> None:
    entity = [Entity(f"t:{name}", name) for name in "abcdefghi"]
    made = Relation("made", "made")
    path = [Triple(entity[0], made, entity[1]), Triple(entity[2], made, entity[1])]
    topic, end = ScoredEntity("t:a", "a", 1.0), ScoredEntity("t:c", "c", 1.0)
    answer = Answer("q", "plans", Status.ANSWERED, entities=[end], topics=[topic])
    answer.evidence = [Evidence(triple, 1.0, hop) for hop, triple in enumerate(path, 1)]
    assert proof(answer) == ["a -made-> b <-made- c"]
    answer.evidence = [Evidence(Triple(entity[0], made, other), 1.0, 1) for other in entity[1:]]
    assert proof(answer) == [
        "a -made-> c", *(f"a -made-> {name}" for name in "bdef"), "and 3 more triples (--verbose)"
    ]  # fmt: skip


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


def test_the_same_question_gives_the_same_bytes_whatever_the_process(sample_workspace: Path, kgqa: Any) -> None:
    question = sample_questions()[0]
    varying = re.compile(
        r'"(?:seconds|cached_seconds)": (?:[-+.e\d]+|{[^}]*})|"(?:ask_id|browser_url|cypher)": "(?:[^"\\]|\\.)*"'
    )
    for method in ("plans", "adaptive"):
        printed = {
            varying.sub("", done.stdout)
            for seed in ("1", "2", "3")
            if (
                done := kgqa(
                    *("ask", question, "--json", "--set", "llm.cache=off", "--method", method),
                    workspace=sample_workspace,
                    env={"PYTHONHASHSEED": seed},
                )
            )
        }
        assert len(printed) == 1, printed
        asked(done)
