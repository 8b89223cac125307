"""Grammars, run through llama.cpp's own sampler with the packaged model."""

import pytest

from kgqa_neo4j.llm.base import Message, Request
from kgqa_neo4j.llm.grammar import list_of, one_of
from kgqa_neo4j.llm.llamacpp import LlamaCpp
from kgqa_neo4j.llm.weights import find_weights
from kgqa_neo4j.settings import LlmSettings


@pytest.fixture(scope="module")
def llm() -> LlamaCpp:
    return LlamaCpp(find_weights("packaged"), LlmSettings(context=512, threads=1))


def reply(llm: LlamaCpp, grammar: str) -> str:
    request = Request([Message(role="user", content="hi")], max_tokens=32, grammar=grammar)
    return llm.complete(request).text


@pytest.mark.parametrize(
    "name",
    [
        "Paris",
        'say "hi"',
        "back\\slash",
        "C:\\new\\x41",
        "Amélie",
        "北京",
        "tab\there",
        "[x] | (y)*",
        "a\x7fb",
        "1984",
    ],
)
def test_the_only_option_is_written_as_it_is(llm: LlamaCpp, name: str) -> None:
    assert reply(llm, one_of([name])) == name


def test_reply_is_one_of_the_options(llm: LlamaCpp) -> None:
    options = ["Ann", "Anna", "Anna Karenina", "Bob", "Bo", "", "B"]
    assert reply(llm, one_of(options)) in options


def test_shared_beginnings_stand_once() -> None:
    grammar = one_of(["name one", "name two", "other"])
    assert grammar == 'root ::= "name " r0 | "other"\nr0 ::= "one" | "two"\n'


def test_order_and_repetition_do_not_matter() -> None:
    assert one_of(["b", "a", "b"]) == one_of(["a", "b"])


def test_a_list_holds_between_one_and_so_many_of_the_options(llm: LlamaCpp) -> None:
    names = ["Ada", "Bo; Co", 'D"e', "(Eve)"]
    said = reply(llm, list_of(names, 3))
    rest = said
    count = 0
    while rest:
        name = next(name for name in names if rest.startswith(name))
        rest = rest[len(name) :].removeprefix("; ")
        count += 1
    assert 1 <= count <= 3
    assert reply(llm, list_of(["Ada"], 1)) == "Ada"
    with pytest.raises(ValueError, match="at most 0"):
        list_of(["Ada"], 0)


def test_sampling_under_a_grammar_varies_with_the_seed_alone(llm: LlamaCpp) -> None:
    grammar = one_of([f"{letter}{digit}" for letter in "abcdefgh" for digit in range(10)])
    request = Request(
        [Message(role="user", content="any two characters")],
        grammar=grammar,
        temperature=2.0,
        extra={"min_p": 0.0, "repeat_penalty": 1.1},
    )
    said: dict[int, str] = {}
    for seed in (0, 0, *range(1, 8)):
        llm._settings = llm._settings.model_copy(update={"seed": seed})
        text = llm.complete(request).text
        assert said.setdefault(seed, text) == text
        assert len(text) == 2 and text[0] in "abcdefgh" and text[1].isdigit()
    assert len(set(said.values())) > 1
