from pathlib import Path

import pytest

from kgqa_neo4j.llm.grammar import one_of
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.common.calls import Calls
from kgqa_neo4j.methods.common.generation import MAX_OPTIONS, compose, generate, named_in
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.settings import LlmSettings, load_configuration

HOSTILE = ['say "hi"', "back\\slash", "a\nb", 'x" | root', "Zoë ☃ 😀", "[]{}*+?|()", "\x1b[31m"]


def entity(name: str, number: int = 0) -> Entity:
    return Entity(f"t:{number}:{name}", name)


def settings() -> LlmSettings:
    return load_configuration(Path("nowhere"), environment={}).settings.llm


@pytest.fixture(scope="module")
def packaged():  # type: ignore[no-untyped-def]
    from kgqa_neo4j.llm.llamacpp import create

    return create(settings())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_real_model_can_only_say_a_name_that_is_offered(packaged, name: str) -> None:  # type: ignore[no-untyped-def]
    calls = Calls(packaged, settings())
    reply = calls.complete("alone", {"question": "Say something."}, grammar=one_of([name]))
    assert named_in(reply, [entity(name)]) == [entity(name)]


def test_a_reply_names_options_in_its_own_order() -> None:
    options = [entity("Rome"), entity("Oslo"), entity("Bern")]
    assert named_in("Bern, then Rome.", options) == [entity("Bern"), entity("Rome")]


def test_of_overlapping_names_the_longest_is_meant() -> None:
    options = [entity("York"), entity("New York"), entity("1999")]
    assert named_in("it was new  york in 19991", options) == [entity("New York")]


def test_a_name_that_several_entities_bear_names_them_all() -> None:
    twins = [entity("Comedy", 1), entity("comedy", 2)]
    assert named_in("comedy", twins) == twins


def test_names_made_of_special_characters_are_taken_literally() -> None:
    assert named_in("is it .*?", [entity("anything")]) == []
    assert named_in("", [entity(""), entity("x")]) == []


def test_a_grammar_offers_no_more_names_than_stays_quick() -> None:
    llm = ScriptedLLM(["n1"])
    generate(Calls(llm, settings()), "q", "", [entity(f"n{number}") for number in range(500)], True, None)
    grammar = llm.requests[0].grammar
    assert grammar is not None and grammar.count(" | ") == MAX_OPTIONS - 1


def test_without_constraint_there_is_no_grammar_and_the_reply_streams() -> None:
    llm, heard = ScriptedLLM(["I think it is\nn1"]), list[str]()
    generated = generate(Calls(llm, settings()), "q", "", [entity("n1")], False, heard.append)
    assert llm.requests[0].grammar is None
    assert "".join(heard) == generated.reply and generated.named == [entity("n1")]


def test_a_long_list_of_names_is_cut_and_the_rest_counted() -> None:
    heard: list[str] = []
    text = compose([f"n{number}" for number in range(14)], heard.append)
    assert text == "".join(heard) and text.startswith("n0, n1,") and text.endswith("n9 and 4 more")
