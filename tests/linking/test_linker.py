"""Linking questions to a real graph with hard names."""

import numpy as np
import pytest

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking import create
from kgqa_neo4j.linking.base import Linker, Linking
from kgqa_neo4j.model.answer import Statement
from kgqa_neo4j.model.errors import ModelNotFound, NoSuchTopic
from kgqa_neo4j.settings import Settings
from kgqa_neo4j.store.driver import Database, recording

BRACKETED = "What? -- [REC]: *2* + ~3~ && (x || y) ^ {z}"
HOSTILE = r"""What's "this"? -- (a): *2* + ~3~ && x || y ^ {z} \ /"""


def ids(linking: Linking) -> list[str]:
    return [topic.entity.id for topic in linking.topics]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which award did Marie Curie win", "a:Marie Curie"),
        ("which award did marie curie win", "a:Marie Curie"),
        ("WHICH AWARD DID MARIE CURIE WIN", "a:Marie Curie"),
        ("who published Horton Hears a Who!", "a:Horton Hears a Who!"),
        ("who published horton hears a who!?", "a:Horton Hears a Who!"),
        ("what did AC/DC release", "a:AC/DC"),
        ('what did "Weird Al" Yankovic release', 'a:"Weird Al" Yankovic'),
        (r"what is C:\Program (x86)", r"a:C:\Program (x86)"),
        ("what kind of thing is 126", "a:126"),
        ("what is 8½?", "a:8½"),
        ("誰が千と千尋の神隠しを監督したか", "a:千と千尋の神隠し"),
        ("what did Ludwig van Beethoven compose", "a:Ludwig_van_Beethoven"),
        ("what did Ludwig_van_Beethoven compose", "a:Ludwig_van_Beethoven"),
        (f"what is {HOSTILE}", f"a:{HOSTILE}"),
        ("who published Who Made Who", "a:Who Made Who"),
    ],
)
def test_finds_the_entity_whose_name_stands_in_the_question(
    linker: Linker, question: str, expected: str
) -> None:
    assert ids(linker.link(question))[:1] == [expected]


def test_a_name_as_written_wins_over_the_same_name_in_other_case(linker: Linker) -> None:
    assert ids(linker.link("who works on Chemistry")) == ["a:Chemistry"]
    assert ids(linker.link("who works on chemistry")) == ["a:chemistry"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which award did Marie Currie win", "a:Marie Curie"),
        ("which award did albert einstien win", "a:Albert Einstein"),
        # Two letters of five that changed places, beside a name that is not meant together with it.
        ("who lives in Thla", "a:Thal"),
        ("where was Schwarzenegger born", "a:Arnold Schwarzenegger"),
        ("who composed Fur Elise", "a:Für Elise"),
    ],
)
def test_finds_misspelt_and_partial_names(linker: Linker, question: str, expected: str) -> None:
    linking = linker.link(question)
    assert ids(linking) == [expected]
    assert linking.topics[0].match in ("fuzzy", "fulltext")


def test_keeps_both_topics_of_a_question(linker: Linker) -> None:
    linking = linker.link("which award did both Marie Curie and Albert Einstein win")
    assert sorted(ids(linking)) == ["a:Albert Einstein", "a:Marie Curie"]


def test_words_of_the_question_that_are_names_too_are_no_topics(linker: Linker) -> None:
    linking = linker.link("What is the film that Marie Curie and Who do not like")
    assert "a:Marie Curie" in ids(linking)
    assert not {"a:What", "a:film", "a:NOT"} & set(ids(linking))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # A tagger takes the name for the verb.
        ("what does metformin treat", ["a:Metformin"]),
        ("does metformin treat diabetes?", ["a:Diabetes", "a:Metformin"]),
        ("which award won marie curie", ["a:Marie Curie"]),
    ],
)
def test_a_name_is_no_verb_that_english_does_not_have(
    linker: Linker, question: str, expected: list[str]
) -> None:
    assert sorted(ids(linker.link(question))) == expected


def test_mentions_say_where_they_stand(linker: Linker) -> None:
    linking = linker.link("which award did Marie Curie win")
    mention = linking.topics[0].mention
    assert linking.question[mention.start : mention.end] == mention.text == "Marie Curie"
    assert mention.source == "ner"


def test_brackets_name_topics_and_do_not_reach_the_question(linker: Linker, embedder: Embedder) -> None:
    linking = linker.link("which award did [Marie Curie] and [pierre curie] win")
    assert ids(linking) == ["a:Marie Curie", "a:Pierre Curie"]
    assert {topic.match for topic in linking.topics} == {"topic"}
    assert linking.question == "which award did Marie Curie and pierre curie win"
    assert np.allclose(linking.vector, embedder.encode([linking.question])[0], atol=1e-5)


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("a:Marie Curie", ["a:Marie Curie"]),
        ("Chemistry", ["a:Chemistry"]),
        ("CHEMISTRY", ["a:Chemistry", "a:chemistry"]),
        ("Ludwig van Beethoven", ["a:Ludwig_van_Beethoven"]),
        ("[REC]", ["a:[REC]"]),
        (HOSTILE, [f"a:{HOSTILE}"]),
        (BRACKETED, [f"a:{BRACKETED}"]),
        ("NOT", ["a:NOT"]),
        ("126", ["a:126"]),
        ("Springfield", ["a:Springfield", "b:Springfield"]),
    ],
)
def test_topics_are_found_by_id_name_alias_and_any_case(
    linker: Linker, topic: str, expected: list[str]
) -> None:
    assert sorted(ids(linker.link("what is it?", [topic]))) == expected
    assert sorted(ids(linker.link(f"what is [{topic}]?"))) == expected


def test_namesakes_are_ranked_by_the_question(linker: Linker) -> None:
    assert ids(linker.link("who is the mayor of this city?", ["Springfield"]))[0] == "b:Springfield"
    assert ids(linker.link("which town of Illinois is it?", ["Springfield"]))[0] == "a:Springfield"


def test_an_unknown_topic_is_an_error_that_names_the_nearest(linker: Linker) -> None:
    with pytest.raises(NoSuchTopic) as caught:
        linker.link("which award did [Marie Kury] win")
    assert "Marie Kury" in caught.value.message
    assert "did you mean" in caught.value.hint and "Marie Curie" in caught.value.hint


def test_nothing_linked_suggests_the_nearest_names(linker: Linker) -> None:
    linking = linker.link("where does Arnie Schwartzenberger live")
    assert not linking.topics
    assert "Arnold Schwarzenegger" in linking.suggestions


@pytest.mark.parametrize(
    "question",
    [
        "What award did Marie Zorblaxwitch win?",  # shares a word with a name
        "Who composed Zorblax Symphony?",  # what it asks for is near to other descriptions
        "which field of work did Wolfgang Pauli and Lise Meitner share?",
    ],
)
def test_a_name_that_the_graph_lacks_is_not_taken_for_another(linker: Linker, question: str) -> None:
    assert linker.link(question).topics == []


def test_the_threshold_holds_for_what_only_resembles_a_name(
    names_database: Database, embedder: Embedder
) -> None:
    settings = Settings.model_validate({"linking": {"threshold": 0.99}})
    strict = create(settings, names_database, embedder)
    assert ids(strict.link("which award did Marie Curie win")) == ["a:Marie Curie"]
    assert ids(strict.link("which award did Marie Currie win")) == []


def test_top_k_and_max_mentions_bound_the_topics(names_database: Database, embedder: Embedder) -> None:
    settings = Settings.model_validate({"linking": {"top_k": 2, "max_mentions": 1}})
    linking = create(settings, names_database, embedder).link(
        "is Springfield in Ohio or did Marie Curie live there"
    )
    assert len({topic.mention for topic in linking.topics}) == 1
    springfield = create(settings, names_database, embedder).link("who is the mayor of Springfield")
    assert ids(springfield) == ["b:Springfield", "a:Springfield"]


@pytest.mark.parametrize(
    "question",
    [
        "",
        " \t\n",
        "?!...",
        "\x00",
        "what \x00\x1b[31m is \x07 it",
        "\u202ewhat\u202c is \u200f this \ud800 half",
        "😀 👩‍🔬 🇩🇪",
        "[",
        "]][[",
        "[]",
        "[ ]",
        "AND OR NOT",
        'a" OR keys:* \\',
        "\\",
        "x" * 10_000,
        "Marie Curie " * 900,
        "[" * 5_000,
        "((((" * 500,
    ],
)
def test_any_text_is_linked_without_an_error(linker: Linker, question: str) -> None:
    linking = linker.link(question)
    assert linking.vector.shape == (384,) and np.isfinite(linking.vector).all()
    assert "\x1b" not in linking.question and "\x00" not in linking.question


def test_a_usual_question_takes_one_look_up(linker: Linker) -> None:
    linker.link("warm up")
    with recording() as statements:
        linker.link("which award did Marie Curie win")
    assert [type(one) for one in statements] == [Statement]
    assert statements[0].name == "linking_named"


def test_a_missing_pipeline_is_named(names_database: Database, embedder: Embedder) -> None:
    settings = Settings.model_validate({"linking": {"spacy_model": "no_such_pipeline"}})
    with pytest.raises(ModelNotFound, match="no_such_pipeline"):
        create(settings, names_database, embedder).link("who is it")
