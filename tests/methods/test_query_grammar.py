"""The grammar of written queries: the model's own parser reads it, and it allows no row without a value."""

import pytest
from llama_cpp.llama_grammar import LlamaGrammar

from kgqa_neo4j.methods.query.grammar import Qualified, cypher_grammar, every_begin
from kgqa_neo4j.question.times import read_times

QUESTIONS = [
    "who is X?",
    "who was the first X?",
    "who was the previous X?",
    "who is the next X?",
    "who was the second X?",
    "who are former members of X?",
    "who was the last X before 1999?",
    "when did X last win?",
    "when did X first leave?",
    "since when is X a member?",
    "how long was the first X a member?",
    "how many X after 1500?",
    "which X has more than 300?",
    "what is the longest X?",
]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("hops", [1, 3])
def test_the_back_end_reads_the_grammar_of_every_kind_of_question(question: str, hops: int) -> None:
    form = cypher_grammar(every_begin(2, 2), 2, read_times(question), ["300"], hops)
    LlamaGrammar.from_string(form, verbose=False)


@pytest.mark.parametrize("question", QUESTIONS)
def test_rows_are_put_in_order_only_by_what_is_known(question: str) -> None:
    form = cypher_grammar(every_begin(1, 1), 1, read_times(question), [], 1)
    for alternative in form.replace("\n", " | ").split(" | "):
        if "ORDER BY" in alternative:
            key = alternative.split("ORDER BY ")[1].split()[0]
            # What has ended at a time that nobody knows may be the previous one.
            nowhere = "until(t1) IS NULL, until(t1) DESC" in alternative
            assert f"{key} IS NOT NULL RETURN" in alternative or nowhere


def test_the_greatest_may_be_written_only_where_it_is_asked_for() -> None:
    def says(question: str) -> bool:
        return "x.value" in cypher_grammar(every_begin(1, 1), 1, read_times(question), [], 1)

    assert says("what is the longest river of X?") and says("which X has the most Y?")
    assert not says("who is the parent of X?") and not says("when did X win?")


def test_every_begin_is_each_step_of_each_entity_once() -> None:
    assert len(set(every_begin(3, 4))) == len(every_begin(3, 4)) == 24


def test_names_and_texts_that_cannot_be_written_are_left_out() -> None:
    reading = read_times("who is X?")
    evil = ['a" = "b', "back\\slash", "two\nlines", "", "x" * 101]
    form = cypher_grammar(every_begin(1, 1), 1, reading, [], 1, Qualified(["for_work"], [*evil, "Réd 'Sky'"]))
    LlamaGrammar.from_string(form, verbose=False)
    assert "Réd 'Sky'" in form and not any(text in form for text in evil if text)
    for qualified in (Qualified(["a b", "a`", "é"], ["Red"]), Qualified(["for_work"], evil)):
        assert "condition" not in cypher_grammar(every_begin(1, 1), 1, reading, [], 1, qualified)
