"""Partial triples as text, and the values that are compared."""

import pytest
from llama_cpp.llama_grammar import LlamaGrammar

from kgqa_neo4j.methods.pdrr.partial_triples import (
    DecompositionError,
    Operation,
    PartialTriple,
    Term,
    grammar,
    parse,
    single,
)
from kgqa_neo4j.plans.values import comparable


def unknown(text: str) -> Term:
    return Term(text, unknown=True)


def test_partial_triples_are_read_in_order_with_names_and_unknowns() -> None:
    found = parse("{Norway, capital, city#1}\n{city#1, mayor, person#1}")
    assert found.triples == (
        PartialTriple(Term("Norway"), "capital", unknown("city#1")),
        PartialTriple(unknown("city#1"), "mayor", unknown("person#1")),
    )
    assert found.operation is None
    assert found.triples[1].text == "(city, mayor, person)"
    assert "\n".join(map(str, found.triples)) == "{Norway, capital, city#1}\n{city#1, mayor, person#1}"


@pytest.mark.parametrize("operation", list(Operation))
def test_the_operation_stands_in_a_line_of_its_own(operation: Operation) -> None:
    assert parse(f"Operation:  {operation.upper()}\n{{A, b, c#1}}").operation is operation


def test_an_operation_that_is_none_is_not_taken_for_one() -> None:
    assert parse("operation: destroy\n{A, b, c#1}").operation is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{Lock, Stock and Two Barrels, directed by, person#1}", "Lock, Stock and Two Barrels"),
        ("{film#1, title of, Good Bye, Lenin!}", "Good Bye, Lenin!"),
        ("{Apollo #13, crew, person#1}", "Apollo #13"),
        ("1. {A {b} c, crew, person#1}", "A {b} c"),
    ],
)
def test_names_may_hold_commas_and_other_signs(text: str, name: str) -> None:
    (triple,) = parse(text).triples
    assert [end.text for end in triple.ends if not end.unknown] == [name]


def test_a_name_that_looks_like_an_unknown_is_a_name_where_it_is_known() -> None:
    (triple,) = parse("{Area#51, located in, state#1}", ["area#51"]).triples
    assert not triple.subject.unknown and triple.object.unknown


def test_repeated_triples_count_once_and_fences_bullets_and_one_line_are_fine() -> None:
    once = parse("{A, b, c#1}\n{c#1, d, e#1}").triples
    assert parse("{A, b, c#1}\n" * 200 + "{c#1, d, e#1}").triples == once
    assert parse("```\n- {A, b, c#1}, {c#1, d, e#1}\n```").triples == once


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n", "no idea", '{"triples": [["A", "b"', "{A, b}", "{A, b, C}", "{, b, c#1}", "{a#1, b, a#1}"),
        *("{A, b, c#1}\nand so on", "{" + "x" * 300 + ", b, c#1}", "{A, " + "x" * 200 + ", c#1}"),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(DecompositionError):
        parse(text)


def test_the_stand_in_holds_the_questions_words() -> None:
    (triple,) = single("Ada", "where was this born").triples
    assert str(triple) == "{Ada, where was this born, answer#1}"


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("names", [[], ["Ada Bell"], ['The "Big\\ Quote", {x}', "\u00c5"]])
def test_the_grammar_can_be_used(parallel: bool, names: list[str]) -> None:
    parsed = LlamaGrammar.from_string(grammar(names, 4, parallel=parallel), verbose=False)
    assert parsed is not None


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (["9", "10", "1,000"], ["9", "10", "1,000"]),
        (["2.5 million", "900,000", "-3"], ["-3", "900,000", "2.5 million"]),
        (["1999", "2001-05-02", "May 1, 2001"], ["1999", "May 1, 2001", "2001-05-02"]),
        (["3 January 1990", "Dec 1989"], ["Dec 1989", "3 January 1990"]),
        (["+0100-01-01T00:00:00Z", "-0044-03-15"], ["-0044-03-15", "+0100-01-01T00:00:00Z"]),
        (["12 km", "3 km", "7 miles"], ["3 km", "12 km"]),
        (["good", "", "famous"], []),
    ],
)
def test_numbers_and_dates_are_compared_as_such(names: list[str], order: list[str]) -> None:
    keys = comparable(names)
    assert sorted(keys, key=lambda name: keys[name]) == order
