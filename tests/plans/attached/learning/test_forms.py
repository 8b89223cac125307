"""The forms of a query that a question leaves open, and those that pairs prefer."""

import pytest

from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.plans.attached.learning.calibration import UNCHANGED, calibrated
from kgqa_neo4j.plans.attached.learning.forms import Aspect, Option, open_aspects, with_option
from kgqa_neo4j.plans.attached.learning.lessons import Lessons, preferences_of, says_different
from kgqa_neo4j.plans.attached.learning.memory import FormSeen
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.reading.reader import Proposal, Reading

SCHEMA = PropertyGraphSchema(
    (
        Label("Person", 9, (Property("name", ValueType.TEXT),), ("name",)),
        Label("Movie", 9, (Property("title", ValueType.TEXT),), ("title",)),
    ),
    (RelationshipType("ACTED_IN", 9, (Connection("Person", "ACTED_IN", "Movie", 9),)),),
)
ACTORS = ":Person where -ACTED_IN-> as $m (:Movie) give {}"


@pytest.mark.parametrize(
    ("columns", "aspect", "option", "changed"),
    [
        ("$ -.name->", Aspect.ROWS, Option.WAYS, "every $ -.name->"),
        ("$ -.name->", Aspect.ROWS, Option.DIFFERENT, "distinct $ -.name->"),
        ("$ -.name->, $m -.title->", Aspect.ROWS, Option.DIFFERENT, "distinct $ -.name->, $m -.title->"),
        ("$, count $m", Aspect.GROUPS, Option.NAMES, "$ -.name->, count $m"),
        ("$, count $m", Aspect.COUNTS, Option.DIFFERENT, "$, count distinct $m"),
    ],
)
def test_an_open_aspect_can_be_decided_otherwise(
    columns: str, aspect: Aspect, option: Option, changed: str
) -> None:
    query = parse_query(ACTORS.format(columns))
    assert aspect in [one.aspect for one in open_aspects(query, said_different=False)]
    assert query_text(with_option(query, aspect, option, SCHEMA)) == ACTORS.format(changed)


def test_what_the_question_says_is_not_open() -> None:
    query = parse_query(ACTORS.format("$ -.name->"))
    assert says_different("Which different actors are there?")
    assert open_aspects(query, said_different=True) == []
    assert open_aspects(parse_query(":Person give $ -.name->"), said_different=False) == []


def seen(label: str, *options: Option) -> FormSeen:
    return FormSeen(Aspect.ROWS, "one node", label, options, Option.NODES)


def test_a_form_is_preferred_where_pairs_agree_on_it() -> None:
    assert preferences_of([seen("Person", Option.WAYS)]) == {}
    assert preferences_of([seen("Person", Option.WAYS), seen("Movie", Option.WAYS)]) == {
        (Aspect.ROWS, "one node", ""): Option.WAYS
    }
    mixed = [seen("Person", Option.WAYS), seen("Person", Option.NODES), seen("Person", Option.WAYS)]
    assert preferences_of(mixed) == {}
    assert preferences_of([seen("Movie", Option.NODES)]) == {}


def test_one_label_may_be_asked_for_otherwise_than_all_others() -> None:
    pairs = [*[seen("Person", Option.WAYS)] * 4, seen("Movie", Option.NODES, Option.DIFFERENT)]
    lessons = Lessons(preferences=preferences_of(pairs))
    people, films = ":Person where -ACTED_IN-> (:Movie) give $", ":Movie where <-ACTED_IN- (:Person) give $"
    reading = Reading(tuple(Proposal(parse_query(text), 0.0, (), 0.0, 0.0) for text in (people, films)))
    found = lessons.in_form("who acted?", reading, SCHEMA).proposals
    assert [query_text(one.query) for one in found] == [people.replace("give", "give every"), films]


def test_confidence_follows_what_pairs_say_and_little_after_few() -> None:
    assert calibrated([]) == UNCHANGED
    few, many = calibrated([(0.8, False)]), calibrated([(0.8, False)] * 30)
    assert 0.6 < few.of(0.8) < 0.8
    assert many.of(0.8) < 0.35
    assert calibrated([(0.8, True)] * 8 + [(0.8, False)] * 2).of(0.8) == pytest.approx(0.8, abs=0.03)
