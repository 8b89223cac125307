"""What nouns and adjectives are made of."""

import pytest

from kgqa_neo4j.question.derivations import made_of


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("drummer", "drums"),
        ("surgeon", "surgery"),
        ("guitarist", "guitar"),
        ("pianist", "piano"),
        ("cardiologist", "cardiology"),
        ("Italian", "italy"),
        ("Japanese", "japan"),
        ("Dutch", "netherlands"),
        ("Swedish", "sweden"),
    ],
)
def test_a_word_is_made_of_a_name(word: str, name: str) -> None:
    assert name in made_of(word)


def test_a_short_word_is_made_of_none() -> None:
    assert made_of("ban") == []
