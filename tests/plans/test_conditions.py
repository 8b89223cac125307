"""What a question wants of values, in words, and the plans that it makes of the one that was ranked."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kgqa_neo4j.methods.plans.constraint_plans import Values
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.graph_schema import GraphSchema
from kgqa_neo4j.plans.text import plan_text
from kgqa_neo4j.question.value_constraints import read_constraints
from kgqa_neo4j.store.driver import Database
from tests.methods.conftest import TopicLinker, WordCounts
from tests.plans.conftest import Planned
from tests.plans.test_method import Told, ask, resources

LYNCH = {"[Lynch] <-directed_by-": 1.0}
FILMS_OF_KYLE = {"[Kyle] <-starred-": 1.0}


@pytest.fixture(scope="module")
def cities(films: Planned) -> Iterator[Planned]:
    """Towns of a land with populations and founding dates as literals."""
    for town, people, founded in (("Aford", 5000, 1200), ("Beton", 2500000, 1850), ("Ceville", 900000, 1900)):
        films.add(town, "in_land", "Landia")
        films.value(f"number:{people}", people, "number")
        films.add(town, "population", f"number:{people}")
        films.add(town, "founding", str(founded))
    films.cypher("CREATE (:Relation {id: 'population', name: 'population', count: 3})")
    films.cypher("CREATE (:Relation {id: 'founding', name: 'founding date', count: 3})")
    films.cypher("CREATE (:Relation {id: 'in_land', name: 'in land', count: 3})")
    for name in ("population", "founding"):
        films.cypher(
            "MATCH (a:Relation {id: 'in_land'}), (b:Relation {id: $name}) "
            "CREATE (a)-[:FOLLOWED_BY {direction: 'in-out', count: 3}]->(b)",
            name=name,
        )
    # What is known of a graph is kept for a connection.
    with Database(films.database.endpoint) as database:
        yield Planned(database, films.cypher, films.memory)


def years(films: Planned, question: str, best: dict[str, float]) -> list[str]:
    return [entity.id for entity in ask(films, question, best).entities]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which films by Lynch were made after 1980?", ["Blue", "Dune"]),
        ("which films by Lynch were made before 1980?", ["Eraserhead"]),
        ("which films did Lynch direct between 1980 and 1985?", ["Dune"]),
        ("what did Lynch direct in the 1970s?", ["Eraserhead"]),
        ("what is the most recent film by Lynch?", ["Blue"]),
        ("what was the first film that Lynch directed?", ["Eraserhead"]),
        ("what was the first film that Lynch directed after 1980?", ["Dune"]),
        ("how many films by Lynch were made after 1980?", ["number:2"]),
        # The year may be of something that is not in the graph: the plan stands as it was ranked.
        ("which films is Lynch known for before 1900?", ["Blue", "Dune", "Eraserhead"]),
    ],
)
def test_years_choose_among_what_a_plan_leads_to(films: Planned, question: str, expected: list[str]) -> None:
    assert years(films, question, LYNCH) == expected


def test_nothing_that_a_plan_leads_to_is_as_old_as_is_wanted(films: Planned) -> None:
    answer = ask(films, "which films by Lynch were made before 1900?", LYNCH)
    assert (answer.status, answer.entities) == (Status.UNANSWERABLE, [])
    assert answer.reason == "empty"


def test_what_is_wanted_of_values_chooses_the_plan_that_leads_to_such(cities: Planned) -> None:
    own = resources(cities)
    linker = TopicLinker({"Landia": Entity("Landia", "Landia")}, WordCounts())
    scores = {"[Landia] <-in_land- -population->": 2.0, "[Landia] <-in_land-": 1.0}
    answer = Plans(lambda _: Told(scores)).answer("the oldest town in Landia", replace(own, linker=linker))
    assert [entity.id for entity in answer.entities] == ["Aford"]
    execution = next(step for step in answer.steps if step.kind == "execution")
    assert "the 1 better ones lead to no such values" in execution.summary


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which towns in Landia have a population over 1 million?", ["Beton"]),
        ("towns in Landia with less than 1,000,000 people", ["Aford", "Ceville"]),
        ("which town in Landia has the largest population?", ["Beton"]),
        ("the least populous town in Landia", ["Aford"]),
        ("the oldest town in Landia", ["Aford"]),
        ("towns in Landia that were founded after 1800", ["Beton", "Ceville"]),
    ],
)
def test_numbers_and_times_are_told_apart(cities: Planned, question: str, expected: list[str]) -> None:
    own = resources(cities)
    linker = TopicLinker({"Landia": Entity("Landia", "Landia")}, WordCounts())
    answer = Plans(lambda _: Told({"[Landia] <-in_land-": 1.0})).answer(question, replace(own, linker=linker))
    assert [entity.id for entity in answer.entities] == expected


def test_of_two_the_one_is_told(films: Planned) -> None:
    assert years(films, "which is older, Dune or Alien?", {}) == ["Alien"]
    assert years(films, "which of Dune and Blue was made later?", {}) == ["Blue"]


def test_a_year_that_is_compared_with_is_no_topic(films: Planned) -> None:
    own = resources(films)
    asked = Told(LYNCH)
    answer = Plans(lambda _: asked).answer("which films by Lynch were made after 1984?", own)
    # The linker of these tests takes 1984 for an entity, which it is.
    assert [entity.id for entity in answer.entities] == ["Blue"]
    assert asked.asked[0].masked == "which films by X"


def test_a_year_that_is_left_out_is_no_topic_even_alone(films: Planned) -> None:
    assert ask(films, "which films were made before 1984?", {}).status == Status.UNANSWERABLE
    assert ask(films, "which films were made since 1984?", {"[1984] <-year-": 1.0}).status == Status.ANSWERED


@pytest.mark.parametrize("form", ["films that were filmed before 1990 by X", "which was filmed first, X or X?"])
def test_a_verb_that_is_not_listed_names_the_time_that_it_tells_of(form: str) -> None:
    (constraint,) = read_constraints(form)
    assert constraint.phrases[0] == "filmed"


def test_words_change_nothing_where_the_graph_has_no_such_values(films: Planned) -> None:
    schema = GraphSchema(films.database)
    values = Values(schema, WordCounts())
    (constraint,) = read_constraints("the heaviest film by X")
    assert not values.called(constraint)
    assert years(films, "the heaviest film by Lynch", LYNCH) == ["Blue", "Dune", "Eraserhead"]


def test_what_was_taken_at_its_word_is_in_the_plan(films: Planned) -> None:
    answer = ask(films, "which films with Kyle were made after 1985?", FILMS_OF_KYLE)
    step = next(step for step in answer.steps if step.kind == "execution")
    assert step.data["plan"]["text"] == "[Kyle] <-starred- where -year-> > 1985"
    # The value that proves the condition is among the evidence.
    assert "year" in {item.triple.relation.id for item in answer.evidence}


@pytest.mark.parametrize(
    ("form", "bounds"),
    [
        ("films by X between 1990 and 1999", ((Comparison.AT_LEAST, 1990), (Comparison.AT_MOST, 1999))),
        ("films by X since 1990", ((Comparison.GREATER, 1989),)),
        ("who discovered X 1988 vo1", None),
        ("who made the 1988 film about X", None),
        ("who made the oldest film about X", None),
        ("the first name of X", None),
        ("who wrote X", None),
        ("rivers in X longer than 100.5 km", ((Comparison.GREATER, 100.5),)),
    ],
)
def test_bounds_are_read(form: str, bounds: tuple[tuple[Comparison, Constant], ...] | None) -> None:
    constraints = read_constraints(form)
    told = [
        (comparison, value.year if isinstance(value, Time) else value)
        for constraint in constraints
        for comparison, value in constraint.bounds
    ]
    assert told == list(bounds or ())
    assert bool(constraints) is (bounds is not None)


def test_a_comparison_is_written_for_those_topics_that_have_the_value(films: Planned) -> None:
    values = Values(GraphSchema(films.database), WordCounts())
    (constraint,) = read_constraints("which of X, X and X is older")
    plans = [plan_text(plan) for plan in values.among(["Dune", "Alien", "Kyle"], constraint)]
    assert plans == ["[Dune] | [Alien] min by -year->"]
