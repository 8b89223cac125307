"""Names that a text being typed may become, in a loaded graph."""

import pytest

from kgqa_neo4j.linking.completing import completions
from kgqa_neo4j.store.driver import Database


def names(database: Database, text: str) -> list[str]:
    return [one.name for one in completions(database, text, 5)]


def test_names_are_completed_from_the_beginning_of_any_of_their_words(sample: Database) -> None:
    assert names(sample, "driving mi") == ["Driving Miss Daisy"]
    assert "Morgan Freeman" in names(sample, "Freem")
    assert len(names(sample, "a")) == 5
    assert names(sample, "") == names(sample, "?!") == []


@pytest.mark.parametrize(
    "text", ["AND", "a OR b", '"', "*", "name:x", "[a TO b]", "\\", "a~2", "-a +b", "(" * 50]
)
def test_nothing_that_is_typed_acts_as_syntax(sample: Database, text: str) -> None:
    assert isinstance(names(sample, text), list)
