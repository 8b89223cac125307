"""Conversations: follow-ups and corrections on a real graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa_neo4j import InputError, KnowledgeGraph, NoSuchTopic
from kgqa_neo4j.cli.chat import Chat
from kgqa_neo4j.cli.context import CliContext
from kgqa_neo4j.conversation import Conversation
from tests.conftest import OpenSmallGraph

TRIPLES = [
    ("Ada", "leads", "Sales"),
    ("Ben", "leads", "Support"),
    ("Cleo", "works_in", "Sales"),
    ("Dan", "works_in", "Sales"),
    ("Eve", "works_in", "Support"),
    ("Cleo", "hired", "2021-03-01"),
    ("Dan", "hired", "2019-05-02"),
    ("Eve", "hired", "2018-01-01"),
    ("Sales", "located_in", "Rome"),
    ("Support", "located_in", "Oslo"),
    ("Ada", "born_in", "Turin"),
    ("Ben", "born_in", "Bergen"),
]


@pytest.fixture(scope="module")
def graph(small_graph_there: OpenSmallGraph) -> Iterator[KnowledgeGraph]:
    with small_graph_there(TRIPLES, settings={"ask.method": "plans"}) as opened:
        yield opened


@pytest.fixture
def conversation(graph: KnowledgeGraph) -> Conversation:
    return Conversation(graph)


def test_a_follow_up_asks_the_same_about_another_entity(conversation: Conversation) -> None:
    assert conversation.ask("who leads Sales?").text == "Ada"
    assert conversation.ask("and in Support?").text == "Ben"
    assert conversation.ask("what about Sales?").text == "Ada"


def test_a_pronoun_means_the_topic_or_the_answer_whichever_fits(conversation: Conversation) -> None:
    conversation.ask("who leads Sales?")
    assert conversation.ask("where was she born?").text == "Turin"
    conversation.ask("who leads Support?")
    assert conversation.ask("where is it located?").text == "Oslo"


def test_they_are_all_of_the_answers(conversation: Conversation) -> None:
    conversation.ask("who works in Sales?")
    said: list[str] = []
    answer = conversation.ask("when were they hired?", on_understood=said.append)
    rows = {tuple(cell.name for cell in row) for row in answer.rows}
    assert rows == {("Cleo", "2021-03-01"), ("Dan", "2019-05-02")}
    assert said == [answer.question] == ["when were [Cleo] and [Dan] hired?"]
    assert len(answer.evidence) == 2 and answer.confidence
    with pytest.raises(InputError, match="derived from earlier"):
        conversation.correct(["2020-01-01"])


@pytest.mark.parametrize(
    "question", ["how many are they?", "How many are there?", "and how many?", "count them"]
)
def test_the_answers_are_counted(conversation: Conversation, question: str) -> None:
    conversation.ask("who works in Sales?")
    answer = conversation.ask(question)
    assert (answer.text, answer.entities[0].id) == ("2", "number:2")
    assert len(answer.evidence) == 2


def test_they_may_mean_what_the_question_was_about(conversation: Conversation) -> None:
    conversation.ask("who works in Support?")
    assert conversation.ask("where are they located?").text == "Oslo"


@pytest.mark.parametrize("word", ["exit", "quit", "Bye!", "/q"])
def test_a_word_of_farewell_ends_the_chat(conversation: Conversation, word: str) -> None:
    assert Chat(CliContext(Path()), conversation).handle(word)


def test_a_question_of_its_own_is_left_as_it_is(conversation: Conversation) -> None:
    conversation.ask("who leads Sales?")
    assert conversation.understood("who works in Support?") == "who works in Support?"
    assert Conversation(conversation.graph).understood("and in Sales?") == "and in Sales?"


def test_a_correction_is_learned(conversation: Conversation) -> None:
    with pytest.raises(InputError, match="nothing was asked"):
        conversation.correct(["Ada"])
    conversation.ask("who is the head honcho of Sales?")
    assert conversation.correct(["Ada"]).learned.new == 1
    assert conversation.ask("who is the head honcho of Support?").text == "Ben"


def test_a_correction_that_the_graph_lacks_is_an_error(conversation: Conversation) -> None:
    conversation.ask("who leads Support?")
    with pytest.raises(NoSuchTopic, match="no entity 'Benn'") as caught:
        conversation.correct(["Benn"])
    assert "Ben" in caught.value.hint


@pytest.mark.parametrize(
    ("question", "answers", "reason"),
    [
        ("who toils in Sales?", ["Cleo"], "not explained: the best plan"),
        ("who is the boss of Support?", ["Oslo"], '"boss" says leads'),
    ],
    ids=["in part", "against its words"],
)
def test_a_correction_that_is_not_explained_is_not_learned(
    conversation: Conversation, question: str, answers: list[str], reason: str
) -> None:
    before = conversation.ask(question)
    report = conversation.correct(answers)
    assert reason in report.sentence and report.learned.new == 0
    after = conversation.ask(question)
    assert (after.text, after.confidence) == (before.text, before.confidence)


def test_the_commands_of_the_chat(
    conversation: Conversation, graph: KnowledgeGraph, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = Chat(CliContext(graph.configuration.workspace), conversation)
    assert not chat.handle("/why")
    assert "nothing was asked yet" in capsys.readouterr().err
    assert not chat.handle("who leads Sales?")
    assert not chat.handle("/plan")
    assert not chat.handle("/why")
    out = capsys.readouterr().out
    assert "Ada" in out and "plans considered" in out and "linking:" in out
    assert not chat.handle("/method no-such")
    assert "no method" in capsys.readouterr().err
    assert not chat.handle("/method adaptive") and conversation.method == "adaptive"
    assert not chat.handle("/method")
    assert not chat.handle("/nonsense")
    assert "/help" in capsys.readouterr().err
    assert not chat.handle("/browser")
    assert "http" in capsys.readouterr().out
    assert not chat.handle("/wrong")
    assert "needs the right answer" in capsys.readouterr().err
    assert chat.handle("/quit")
