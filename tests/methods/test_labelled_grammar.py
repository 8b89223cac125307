"""The grammar of statements over an excerpt of an attached schema."""

from typing import cast

import pytest
from llama_cpp.llama_grammar import LlamaGrammar

from kgqa_neo4j.attached.model import Connection, FoundValue, Label, Property, ValueType
from kgqa_neo4j.methods.query.labelled_grammar import labelled_grammar
from kgqa_neo4j.methods.query.schema_excerpt import SchemaExcerpt
from kgqa_neo4j.plans.reading.labelled.operating import spotted_operations
from kgqa_neo4j.plans.reading.labelled.spots import Spot, tokens_of
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted

PERSON, MOVIE = Label("Person", 3, naming=("name",)), Label("A Movie", 2, naming=("title",))
TITLE = FoundValue("A Movie", "title", 'The "Ma\\trix"', 1, 1.0)
EXCERPT = SchemaExcerpt(
    (PERSON, MOVIE),
    (Connection("Person", "ACTED_IN", "A Movie", 4), Connection("Person", "KNOWS", "Person", 4)),
    {
        "Person": (
            Property("name", ValueType.TEXT, ("STRING",)),
            Property("born", ValueType.NUMBER, ("INTEGER",)),
        ),
        "A Movie": (Property("title", ValueType.TEXT, ("STRING",)),),
    },
    (TITLE,),
)


def grammar_of(question: str, excerpt: SchemaExcerpt = EXCERPT) -> str:
    tokens = tokens_of(question)
    numbers = [
        Spot(at, at + 1, one.text, number=float(one.text))
        for at, one in enumerate(tokens)
        if one.kind == "number"
    ]
    values = [
        Spot(at, at + 1, one.text, values=(TITLE,)) for at, one in enumerate(tokens) if one.text == "Matrix"
    ]
    return labelled_grammar(
        excerpt, Spotted(question, tuple(tokens), spotted_operations(question, tokens), (*numbers, *values))
    )


@pytest.mark.parametrize(
    "question",
    [
        "who acted in Matrix?",
        "how many persons?",
        "the average of born after 1950",
        "which person has the most movies?",
    ],
)
def test_the_back_end_reads_it(question: str) -> None:
    LlamaGrammar.from_string(grammar_of(question), verbose=False)


def test_steps_lead_the_way_of_the_graph_and_names_are_quoted_where_they_must_be() -> None:
    form = grammar_of("who acted in Matrix?")
    assert "-[:ACTED_IN]->" in form and "<-[:ACTED_IN]-" in form and "KNOWS" not in form
    lines = dict(cast(tuple[str, str], line.split(" ::= ", 1)) for line in form.splitlines() if line)
    assert "-[:ACTED_IN]->" in lines["path-0-1"] and "<-" not in lines["path-0-1"]
    assert "(n2:`A Movie`" in lines["node-1"]


def test_clauses_are_there_only_where_the_question_has_words_for_them() -> None:
    assert "WHERE" not in grammar_of("who acted?") and "WHERE" in grammar_of("who was born after 1950?")
    assert "count(" in grammar_of("how many persons?") and "count(" not in grammar_of("who acted?")
    assert "ORDER BY" in grammar_of("who is the oldest?") and "ORDER BY" not in grammar_of("who acted?")


def test_an_excerpt_without_labels_has_no_grammar() -> None:
    assert grammar_of("who?", SchemaExcerpt((), (), {}, ())) == ""
