"""Queries on a real graph: what they answer, what proves it, and that plans of chains give the same as queries."""

import pytest

from kgqa_neo4j.model.errors import InputError, NoSuchTopic
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.graph_schema import GraphSchema
from kgqa_neo4j.plans.language.chains import query_of
from kgqa_neo4j.plans.language.execution import QueryExecutor, QueryResult
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.typed import execute_typed
from kgqa_neo4j.plans.text import parse_plan
from kgqa_neo4j.settings import PlansSettings
from kgqa_neo4j.store.schema import create_name_indexes
from tests.plans.conftest import FILMS, Planned


def executor(films: Planned) -> QueryExecutor:
    return QueryExecutor(films.database, GraphSchema(films.database))


def answers(films: Planned, text: str) -> list[str] | list[list[str]]:
    result = executor(films).execute(parse_query(text))
    return [[cell.name for cell in row] for row in result.rows] or [one.name for one in result.entities]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("any where -directed_by-> [Lynch]", ["Blue", "Dune", "Eraserhead"]),
        ("any where -directed_by-> [Lynch] and not -starred-> [Kyle]", ["Eraserhead"]),
        ("any where -directed_by-> [Lynch] and not [Blue] | [Dune]", ["Eraserhead"]),
        ("any where -directed_by-> and not -directed_by-> [Lynch]", ["Alien"]),
        ("any where -starred-> [Sting] | [Sigourney]", ["Alien", "Dune"]),
        ("any where -year-> >= 1979 and -year-> < 1986", ["Alien", "Dune"]),
        ("any where -year-> = 1984-00-00", ["Dune"]),
        ("any where count -starred-> >= 2", ["Dune"]),
        ("any where count <-starred- (any where -directed_by-> [Lynch]) = 2", ["Kyle"]),
        ("any where all <-directed_by- (any where -year-> < 1980)", ["Scott"]),
        ("any where -directed_by-> max by -year->", ["Blue"]),
        ("any where -directed_by-> min 2..3 by -year->", ["Alien", "Dune"]),
        ("any where <-directed_by- max by count <-directed_by-", ["Lynch"]),
        ("count of any where -starred-> [Kyle]", ["2"]),
        ("exists any where -starred-> [Jack] and -directed_by-> [Scott]", ["no"]),
        ("none any where -starred-> [Jack] and -directed_by-> [Scott]", ["yes"]),
        ("sum -year-> of [Dune] | [Blue]", ["3970"]),
        ("average -year-> of [Dune] | [Alien]", ["1981.5"]),
        ("maximum -year-> of any where -directed_by-> [Lynch]", ["1986"]),
        ("any where <-directed_by- per <-directed_by- -starred->", []),
        ("any where -directed_by-> per -directed_by->", [["Lynch", "3"], ["Scott", "1"]]),
        ("any where -directed_by-> [Lynch] with -starred->", [
            ["Blue", "Kyle"], ["Dune", "Kyle"], ["Dune", "Sting"], ["Eraserhead", "Jack"],
        ]),
        ("any where $ -directed_by-> = $ <-wrote-", ["Dune"]),
        ("exists [Dune] where $ -year-> < [Blue] -year->", ["yes"]),
        ("any where <-directed_by- and number of $ <-directed_by- > number of [Scott] <-directed_by-", ["Lynch"]),
        ("exists [Scott] where number of $ <-directed_by- >= number of [Lynch] <-directed_by-", ["no"]),
        ("any where -spouse-> and $ -spouse-> != $ <-spouse-", []),
        ("percentage any where -directed_by-> [Lynch] of any where -directed_by->", ["75"]),
        ("fraction any where -starred-> [Kyle] of any where -directed_by-> [Lynch]", ["0.666667"]),
        ("fraction any where -starred-> [Kyle] of any where -directed_by-> [Nobody]", []),
        ("any where -directed_by-> max by -year-> per -directed_by->", [["Lynch", "Blue"], ["Scott", "Alien"]]),
        ("any where -directed_by-> max 1..2 by -year-> with -directed_by->", [["Blue", "Lynch"], ["Dune", "Lynch"]]),
        ("any where -directed_by-> max by -year-> with <-wrote-", [["Blue", "-"]]),
    ],
)  # fmt: skip
def test_a_query_answers(films: Planned, query: str, expected: list[str]) -> None:
    if "per <-directed_by- -starred->" in query:
        expected = [["Jack", "1"], ["Kyle", "1"], ["Sigourney", "1"], ["Sting", "1"]]  # type: ignore[list-item]
    assert answers(films, query) == expected


@pytest.mark.parametrize(
    "plan",
    [
        "[Dune] -directed_by->",
        "[Dune] -directed_by-> <-directed_by-",
        "[Dune] -directed_by-> <-directed_by- -starred->",
        "[Kyle] <-starred- & [Lynch] <-directed_by-",
        "[Dune] & [Lynch] <-directed_by-",
        "[Dune] | [Alien] min by -year->",
        "count [Lynch] <-directed_by-",
        "exists [Lynch] <-directed_by- & [Sigourney] <-starred-",
        "[Lynch] <-directed_by- where -year-> < 1980",
        "[Lynch] <-directed_by- where -starred-> != [Sting]",
        "[Lynch] <-directed_by- min 1..2 by -year->",
    ],
)
def test_a_plan_of_chains_is_a_query_with_the_same_answers(films: Planned, plan: str) -> None:
    query = query_of(parse_plan(plan))
    by_query = [one.name for one in executor(films).execute(query).entities]
    assert by_query == [one.name for one in Executor(films.database).execute(parse_plan(plan)).entities]


def test_answers_are_proved_by_triples_of_the_graph(films: Planned) -> None:
    query = parse_query("any where -directed_by-> [Lynch] and not -starred-> [Kyle] max by -year->")
    found = {(one.subject.id, one.relation.id, one.object.id) for one, _ in executor(films).prove(query)}
    assert found == {("Eraserhead", "directed_by", "Lynch"), ("Eraserhead", "year", "1977")} <= set(FILMS)


def test_the_statement_that_is_shown_gives_the_same_rows(films: Planned) -> None:
    result = executor(films).execute(parse_query("any where -directed_by-> [Lynch]"))
    rows = films.cypher(result.statement.text, **result.statement.parameters)
    assert [row["name"] for row in rows] == [one.name for one in result.entities]


def test_names_stand_for_ids_in_what_is_typed(films: Planned) -> None:
    create_name_indexes(films.database)
    films.cypher("CALL db.awaitIndexes(60)")
    result = execute_typed("any where -directed_by-> [Lynch] max by -year->", films.database, PlansSettings())
    assert isinstance(result, QueryResult)
    assert [one.name for one in result.entities] == ["Blue"] and result.evidence
    with pytest.raises(NoSuchTopic, match="Nobody at all"):
        execute_typed("any where -directed_by-> [Nobody at all]", films.database, PlansSettings())
    with pytest.raises(InputError, match="no relation 'directed'") as raised:
        execute_typed("any where -directed-> [Lynch]", films.database, PlansSettings())
    assert "directed_by" in str(raised.value.hint)


def test_a_time_that_is_no_date_is_an_error_in_words(films: Planned) -> None:
    with pytest.raises(InputError, match="'May' is not a date"):
        execute_typed('any where -directed_by->{at "May"} [Lynch]', films.database, PlansSettings())


def test_what_belongs_to_no_group_proves_nothing(films: Planned) -> None:
    query = parse_query("average -year-> of any where -year-> per -starred-> -spouse->")
    proving = {one.subject.id for one, _ in executor(films).prove(query)}
    assert proving == {"Dune", "Blue", "Kyle"}
