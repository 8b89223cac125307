"""Grammars, run through llama.cpp's own sampler with the packaged model."""

import pytest

from kgqa_neo4j.llm.base import Message, Request
from kgqa_neo4j.llm.grammar import one_of
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
