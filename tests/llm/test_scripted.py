from pathlib import Path

import pytest

from kgqa_neo4j.llm import BACKENDS, create
from kgqa_neo4j.llm.base import Message, OptionScorer, Request
from kgqa_neo4j.llm.scripted import ScriptedLLM, read_script
from kgqa_neo4j.model.errors import ConfigError, InputError, ModelError, ModelTimeout
from kgqa_neo4j.settings import LlmSettings


def ask(text: str = "who?", **options: object) -> Request:
    return Request([Message(role="user", content=text)], **options)  # type: ignore[arg-type]


def test_replies_come_in_order_and_requests_are_kept() -> None:
    llm = ScriptedLLM(["one two", "three"])
    assert llm.complete(ask("a b c")).text == "one two"
    assert llm.complete(ask("d")).text == "three"
    assert [request.messages[0]["content"] for request in llm.requests] == ["a b c", "d"]


def test_tokens_are_words() -> None:
    completion = ScriptedLLM(["one two"]).complete(ask("a b c"))
    assert (completion.prompt_tokens, completion.completion_tokens) == (3, 2)


def test_reply_streams_cleaned() -> None:
    pieces: list[str] = []
    completion = ScriptedLLM(["<think>x</think>one\ntwo STOP three"]).complete(
        ask(stop=["STOP"]), pieces.append
    )
    assert completion.text == "one\ntwo"
    assert "".join(pieces).strip() == "one\ntwo"
    assert len(pieces) > 1


def test_function_sees_the_request() -> None:
    llm = ScriptedLLM(lambda request: request.messages[-1]["content"].upper())
    assert llm.complete(ask("paris")).text == "PARIS"


def test_exception_in_the_script_is_raised() -> None:
    llm = ScriptedLLM([ModelTimeout("late"), "fine"])
    with pytest.raises(ModelTimeout):
        llm.complete(ask())
    assert llm.complete(ask()).text == "fine"


def test_used_up_script_says_so() -> None:
    with pytest.raises(ModelError, match="no reply for call 1"):
        ScriptedLLM().complete(ask())


def test_options_are_scored_as_scripted() -> None:
    llm = ScriptedLLM(choices=[[-2.0, -1.0]])
    assert isinstance(llm, OptionScorer)
    assert llm.choose([], ["a", "b"]) == [-2.0, -1.0]
    assert llm.choose([], ["a", "b", "c"]) == [0.0, -1.0, -2.0]
    assert llm.choice_requests[1][1] == ["a", "b", "c"]


def test_script_of_texts(tmp_path: Path) -> None:
    file = tmp_path / "replies.txt"
    file.write_text("first\nline two\n---\n\n---\nthird\n")
    assert read_script(file) == ["first\nline two", "", "third"]


def test_script_of_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    file.write_text('"first"\n\n{"text": "second"}\n')
    assert read_script(file) == ["first", "second"]


@pytest.mark.parametrize("line", ["{", "17", '{"reply": "x"}'])
def test_bad_line_of_a_script_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "replies.jsonl"
    file.write_text(f'"fine"\n{line}\n')
    with pytest.raises(InputError, match=r"replies\.jsonl:2"):
        read_script(file)


def test_settings_name_the_script(tmp_path: Path) -> None:
    file = tmp_path / "replies.txt"
    file.write_text("Paris")
    llm = create(LlmSettings(backend="scripted", script=str(file)))
    assert llm.complete(ask()).text == "Paris"


def test_script_is_needed_and_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"llm\.script"):
        create(LlmSettings(backend="scripted"))
    with pytest.raises(InputError, match="nowhere"):
        create(LlmSettings(backend="scripted", script=str(tmp_path / "nowhere")))


def test_unknown_back_end_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError) as caught:
        create(LlmSettings(backend="telepathy"))
    assert all(name in caught.value.hint for name in BACKENDS.names())
