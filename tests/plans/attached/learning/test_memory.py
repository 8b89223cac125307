"""What is kept of learning: a file with a version, of which what the schema lacks is dropped with a message."""

from pathlib import Path

import pytest

from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.model.errors import InputError, KgqaError
from kgqa_neo4j.plans.attached.learning.lessons import lessons_of
from kgqa_neo4j.plans.attached.learning.meanings import keys_in, taught_schema, taught_values
from kgqa_neo4j.plans.attached.learning.memory import LearnedPair, LearnedSet, Memory, TaughtWord, WordEvidence
from kgqa_neo4j.plans.language.parsing import parse_query

TITLE = Property("title", ValueType.TEXT)
YEAR = Property("released", ValueType.NUMBER)
ACTED = RelationshipType("ACTED_IN", 9, (Connection("Person", "ACTED_IN", "Movie", 9),))
SCHEMA = PropertyGraphSchema((Label("Person", 9), Label("Movie", 9, (TITLE, YEAR), ("title",))), (ACTED,))
SMALLER = PropertyGraphSchema((Label("Person", 9), Label("Movie", 9, (TITLE,), ("title",))), (ACTED,))
LEARNED = LearnedSet(
    {
        "p": LearnedPair("p", "when was Big out?", ':Movie where -.title-> = "Big" give $ -.released->'),
        "q": LearnedPair("q", "what is there?", ":Movie give $ -.title->"),
    },
    {
        "out": TaughtWord("out", "out", (WordEvidence(("Movie.released",), "p"),)),
        "fraud": TaughtWord("fraud", "fraud", (WordEvidence(('Movie.title = "Big"',), "q"),)),
    },
)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = Memory(tmp_path / "learned.json")
    memory.keep("default", LEARNED)
    return memory


def test_sets_are_kept_and_forgotten_by_name(memory: Memory) -> None:
    assert memory.sets()["default"].pairs == LEARNED.pairs
    with pytest.raises(InputError, match="no set is called 'other'"):
        memory.forget(["other"])
    assert memory.forget(["default"]) == (2, 2)
    assert memory.sets() == {}


def test_a_file_of_a_newer_version_is_refused_with_a_hint(memory: Memory) -> None:
    memory.file.write_text('{"version": 99, "sets": {}}', "utf-8")
    with pytest.raises(KgqaError, match="newer version"):
        memory.sets()
    memory.file.write_text("{", "utf-8")
    with pytest.raises(KgqaError, match="cannot be read"):
        memory.sets()


def test_what_the_schema_lacks_is_dropped_and_told(memory: Memory) -> None:
    assert memory.prune(SCHEMA) == []
    assert memory.prune(SMALLER) == [
        "default: forgot 'when was Big out?': the graph no longer has Movie.released",
        "default: forgot the meaning of 'out': the graph no longer has Movie.released",
    ]
    left = memory.sets()["default"]
    assert (list(left.pairs), list(left.words)) == (["q"], ["fraud"])


def test_words_stand_for_elements_and_values() -> None:
    lessons = lessons_of([LEARNED], SCHEMA)
    assert lessons.meanings == {"out": ("Movie.released",), "fraud": ('Movie.title = "Big"',)}
    schema = taught_schema(SCHEMA, lessons.meanings)
    assert schema.label["Movie"].properties[1].words == ("out",)
    (value,) = taught_values(SCHEMA, lessons.meanings)["fraud"]
    assert (value.label, value.property, value.value) == ("Movie", "title", "Big")


def test_the_elements_of_a_query_are_told_with_their_owners() -> None:
    query = parse_query(':Person where -ACTED_IN-> as $m (:Movie where -.title-> = "Big") give $m -.released->')
    assert keys_in(query) == {
        ":Person", "ACTED_IN", ":Movie", "Movie.title", 'Movie.title = "Big"', "Movie.released"
    }  # fmt: skip
