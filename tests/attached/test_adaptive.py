"""`adaptive` on an attached graph: relationships and properties are explored as triples."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.adaptive.attached_names import HeldValue, value_of
from kgqa_neo4j.methods.adaptive.method import Adaptive
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import NoSuchTopic
from kgqa_neo4j.settings import Configuration

Ask = Callable[..., tuple[Answer, ScriptedLLM]]
ONE_HOP = "(e1)-[works for]->(a)"
TWO_HOPS = "(e1)-[works for]->(a), (a)-[worked on]->(b)"


@pytest.fixture
def resources(firm: Configuration) -> Iterator[Resources]:
    opened = open_resources(firm, method="adaptive")
    yield opened
    opened.graph.close()


@pytest.fixture
def asked(firm: Configuration, resources: Resources) -> Ask:
    def run(question: str, *replies: Any, topics: tuple[str, ...] = (), **settings: object) -> Any:
        llm = ScriptedLLM(list(replies))
        dotted = {name.replace("__", "."): value for name, value in settings.items()}
        every = {"ask.fallback": "off", "adaptive.entity_threshold": -1.0, "adaptive.relation_threshold": -1.0,
                 "adaptive.roles": 1000}  # fmt: skip
        changed = firm.changed({**every, **dotted}, "the test")
        mine = replace(resources, llm=llm, settings=changed.settings)
        return ask(question, mine, changed, topics, method=Adaptive(), kept=False), llm

    return run


def names(answer: Answer) -> list[str]:
    return sorted(entity.name for entity in answer.entities)


def facts(answer: Answer) -> set[tuple[str, str, str]]:
    found = [one.triple for one in answer.evidence]
    return {(one.subject.name, one.relation.id, one.object.name) for one in found}


def test_a_node_is_explored_by_its_relationships_and_all_in_the_same_role_answer(asked: Ask) -> None:
    answer, llm = asked("Who works for orbitl?", ONE_HOP, "Ben Okri")
    assert [topic.name for topic in answer.topics] == ["Orbital"]
    assert names(answer) == ["Ada Byron", "Ben Okri"] and len(llm.requests) == 2
    assert ("Ada Byron", "WORKS_FOR", "Orbital") in facts(answer)
    assert "Ben Okri | works for | Orbital" in llm.requests[1].messages[-1]["content"].replace(
        "; Ada Byron", ""
    )


def test_properties_are_explored_as_triples_of_a_node(asked: Ask) -> None:
    answer, _ = asked("What is the industry of Nimbus?", ONE_HOP, "weather", adaptive__expand=False)
    assert names(answer) == ["weather"] and ("Nimbus", ".industry", "weather") in facts(answer)


def test_a_value_is_a_topic_from_which_those_that_have_it_are_reached(asked: Ask) -> None:
    answer, _ = asked("Which employees are from Berlin?", ONE_HOP, "Dan Mora")
    assert [topic.name for topic in answer.topics] == ["Berlin"] and names(answer) == ["Ada Byron", "Dan Mora"]


def test_several_hops_reach_what_the_beam_passed_by(asked: Ask) -> None:
    answer, _ = asked(
        "Which projects did the people who work for Orbital work on?", TWO_HOPS, "Apollo", adaptive__beam=1
    )
    assert names(answer) == ["Apollo", "Borealis"] and max(one.hop for one in answer.evidence) == 2


def test_relation_types_below_the_threshold_are_not_followed(asked: Ask) -> None:
    answer, _ = asked("Who works for Orbital?", ONE_HOP, adaptive__relation_threshold=1.0)
    assert answer.status is Status.UNANSWERABLE and not answer.evidence


def test_vectors_are_kept_in_the_workspace(asked: Ask, firm: Configuration) -> None:
    asked("Who works for Orbital?", ONE_HOP, "Ben Okri")
    with closing(sqlite3.connect(firm.workspace / "attached" / "own" / "vectors.sqlite")) as connection:
        kept = {row[0] for row in connection.execute("SELECT text FROM vectors")}
    assert {"works for", "Ada Byron", "Ben Okri"} <= kept


def test_a_topic_named_outright_has_to_be_in_the_graph(asked: Ask) -> None:
    assert names(asked("who works there?", ONE_HOP, "Dan Mora", topics=("nimbus",))[0]) == [
        "Cleo Park",
        "Dan Mora",
    ]
    with pytest.raises(NoSuchTopic):
        asked("who works there?", topics=("Zaphod",))


def test_values_are_known_by_their_ids() -> None:
    for held in (HeldValue("Bank Account", "a`b", "x=y.`z`=1"), HeldValue("L", "p\\q", "1,5")):
        assert value_of(held.entity.id) == held
    assert value_of("4:abc:12") is None


@pytest.mark.model
def test_the_packaged_model_answers_from_what_is_explored(firm: Configuration, resources: Resources) -> None:
    answer = ask("Who works for Orbital?", resources, firm, method=Adaptive(), kept=False)
    assert names(answer) == ["Ada Byron", "Ben Okri"] and answer.llm.calls == 2
