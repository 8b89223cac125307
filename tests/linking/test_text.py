"""Cleaning, brackets, tokens and slices, without a graph."""

import pytest

from kgqa_neo4j.linking.text import MAX_SLICE_WORDS, MAX_TOKENS, clean, slices, split_brackets, tokens


@pytest.mark.parametrize(
    ("text", "without", "topics"),
    [
        ("who wrote [Kim]", "who wrote Kim", ["Kim"]),
        ("[A] and [B c]?", "A and B c?", ["A", "B c"]),
        ("who made [[REC]]", "who made [REC]", ["[REC]"]),
        ("who made [ Kim ]", "who made Kim", ["Kim"]),
        ("[]", "[]", []),
        ("a ] b [ c", "a ] b [ c", []),
        ("[ [x]", "[ x", ["x"]),
    ],
)
def test_brackets_mark_topics(text: str, without: str, topics: list[str]) -> None:
    kept, spans = split_brackets(text)
    assert kept == without
    assert [span.of(kept) for span in spans] == topics


def test_cleaning_drops_what_no_name_holds_and_keeps_what_emoji_need() -> None:
    assert clean("a\x00b\u202ec\ud800d\u200b\r\n") == "a bcd"
    assert clean("👩‍🔬") == "👩‍🔬"


def test_slices_keep_the_text_as_written() -> None:
    text = "who  wrote “Mrs.  Dalloway”?"
    found = {span.of(text) for span in slices(tokens(text))}
    assert {"Mrs.  Dalloway", "“Mrs.  Dalloway”", "Dalloway”?", "wrote"} <= found


def test_scripts_without_spaces_are_sliced_by_character() -> None:
    text = "誰が書いたか"
    assert "書いた" in {span.of(text) for span in slices(tokens(text))}


def test_long_texts_give_a_bounded_number_of_slices() -> None:
    assert len(slices(tokens("word " * 5_000))) <= MAX_TOKENS * MAX_SLICE_WORDS
