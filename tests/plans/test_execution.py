import itertools

import pytest

from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.plan import Chain, Move, Plan, chain_plan
from kgqa_neo4j.plans.probing import Prober
from kgqa_neo4j.plans.text import parse_plan
from kgqa_neo4j.store.driver import recording
from tests.plans.conftest import FILMS, Planned


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ("[Dune] -directed_by->", ["Lynch"]),
        ("[Lynch] <-directed_by-", ["Blue", "Dune", "Eraserhead"]),
        ("[Dune] -directed_by-> <-directed_by-", ["Blue", "Eraserhead"]),
        ("[Dune] -directed_by-> <-directed_by- -starred->", ["Jack", "Kyle"]),
        ("[Alien] -directed_by-> <-directed_by-", []),
        ("[Kyle] -spouse-> -spouse->", []),
        ("[Kyle] -spouse-> -spouse-> revisiting", ["Kyle"]),
        ("[Sting] -knows->", ["Sting"]),
        ("[Nobody] -spouse->", []),
        ("[Kyle] <-starred- & [Lynch] <-directed_by-", ["Blue", "Dune"]),
        ("[Sting] <-starred- | [Jack] <-starred-", ["Dune", "Eraserhead"]),
        ("[Dune] & [Lynch] <-directed_by-", ["Dune"]),
        ("count [Lynch] <-directed_by-", ["3"]),
        ("exists [Lynch] <-directed_by- & [Sigourney] <-starred-", ["no"]),
        ("exists [Lynch] <-directed_by- & [Kyle] <-starred-", ["yes"]),
        ("[Lynch] <-directed_by- where -year-> < 1980", ["Eraserhead"]),
        ("[Lynch] <-directed_by- where -year-> >= 1984 and -starred-> = [Sting]", ["Dune"]),
        ("[Lynch] <-directed_by- where -starred-> != [Sting]", ["Blue", "Eraserhead"]),
        ('[Lynch] <-directed_by- where = "dune"', ["Dune"]),
        ("count [Lynch] <-directed_by- where -year-> != 1984", ["2"]),
        ("[Lynch] <-directed_by- max by -year->", ["Blue"]),
        ("[Lynch] <-directed_by- max 2 by -year->", ["Dune"]),
        ("[Lynch] <-directed_by- min 1..2 by -year->", ["Dune", "Eraserhead"]),
        ("[Lynch] <-directed_by- min 4 by -year->", []),
        ("[Dune] | [Alien] min by -year->", ["Alien"]),
        ("[Lynch] <-directed_by- -year-> min", ["1977"]),
        ("[Lynch] <-directed_by- where :Film", []),
    ],
)
def test_a_plan_answers(films: Planned, plan: str, expected: list[str]) -> None:
    assert films.names(plan) == expected


def test_the_database_and_memory_walk_alike(films: Planned) -> None:
    """Every path of up to three steps from every entity, with what shares and what turns round."""
    executor = films.executor()
    moves = [Move(name, way) for name in ("directed_by", "starred", "spouse", "wrote") for way in (True, False)]
    for topic in ("Dune", "Kyle"):
        for length in (1, 2, 3):
            for path in itertools.product(moves, repeat=length):
                expected = films.memory.answers(topic, path)
                if expected or length == 1:
                    found = executor.execute(chain_plan(topic, *path))
                    assert {one.entity.id for one in found.reached} == expected, path


def test_every_answer_is_proved_by_triples_that_join_up(films: Planned) -> None:
    result = films.executor().execute(parse_plan("[Dune] -directed_by-> <-directed_by- -starred->"))
    known = set(FILMS)
    for one in result.reached:
        place = "Dune"
        for triple in one.walks[0]:
            assert (triple.subject.id, triple.relation.id, triple.object.id) in known
            place = triple.object.id if triple.subject.id == place else triple.subject.id
        assert place == one.entity.id
    assert sorted({hop for _, hop in result.evidence}) == [1, 2, 3]


def test_a_condition_is_proved_by_a_later_hop(films: Planned) -> None:
    result = films.executor().execute(parse_plan("[Lynch] <-directed_by- where -year-> < 1980"))
    assert [(triple.object.id, hop) for triple, hop in result.evidence] == [("Lynch", 1), ("1977", 2)]


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ("[Land] -head{at 1992-06-01}->", ["Anna"]),
        ("[Land] -head{at 1996-06-01}->", ["Bert"]),
        ("[Land] -head{at 2002-06-01}->", ["Anna"]),
        ("[Land] -head{at 2003}->", ["Carl"]),
        ("[Land] -head{at 2020-01-01}->", ["Carl"]),
        ("[Land] -won{at 1996-06-01}->", ["Cup"]),
        ("[Land] -won{at 1996-06-02}->", []),
        ("[Land] -head{start_time < 1994}->", ["Anna"]),
        ("[Land] -head{start_time >= 1998, end_time <= 2002}->", ["Anna"]),
        ("[Land] -head{start_time = 1994-05}->", ["Bert"]),
        ("[Land] -founded{rank >= 3}->", ["Land-day"]),
        ("[Land] -founded{rank > 3}->", []),
        ("[Land] -founded{other != 3}->", []),
        ("[Land] -head-> max by {start_time}", ["Carl"]),
        ("[Land] -head-> min by {start_time}", ["Anna"]),
        ("[Land] -head-> max by {end_time}", ["Anna"]),
        ("[Land] -head-> min 2 by {start_time}", ["Bert"]),
        ("[Land] -head-> max by {time}", ["Carl"]),
        ("[Land] -won-> max by {time}", ["Cup"]),
        ("count [Land] -head->", ["3"]),
    ],
)
def test_facts_are_told_apart_by_their_qualifiers(offices: Planned, plan: str, expected: list[str]) -> None:
    assert offices.names(plan) == expected


def test_facts_that_differ_in_qualifiers_alone_are_no_way_back(offices: Planned) -> None:
    assert offices.names("[Anna] <-head- -head->") == ["Bert", "Carl"]
    assert offices.names("[Land] -head-> <-head- revisiting") == []


def test_mediators_are_no_steps_and_numbers_no_ways(films: Planned) -> None:
    films.value("number:2", 2, "number")
    films.add("Duel", "parts", "number:2")
    films.add("Jaws", "parts", "number:2")
    films.add("Duel", "event", "mediator")
    films.add("mediator", "at", "Cannes")
    films.cypher("MATCH (e:Entity {id: 'mediator'}) SET e:Mediator")
    assert films.names("[Duel] -parts->") == ["number:2"]
    assert films.names("[Duel] -parts-> <-parts-") == []
    assert films.names("[number:2] <-parts-") == ["Duel", "Jaws"]
    assert films.names("[Duel] -event->") == []
    assert films.names("[Duel] -event-> -at->") == []


def test_times_are_ways(films: Planned) -> None:
    films.cypher(
        "MERGE (e:Entity {id: 'time:1984'}) SET e:Value, e.name = '1984', e.value = date('1984-01-01'), "
        "e.datatype = 'time', e.precision = 'year'"
    )
    films.add("Gremlins", "released", "time:1984")
    films.add("Ghostbusters", "released", "time:1984")
    films.add("Fans", "like", "Gremlins")
    assert films.names("[Gremlins] -released-> <-released-") == ["Ghostbusters"]
    assert films.names("[Fans] -like-> where -released-> = 1984") == ["Gremlins"]
    assert films.names("[Fans] -like-> where -released-> <= 1984-12-31") == ["Gremlins"]
    assert films.names("[Fans] -like-> where -released-> < 1984") == []


def hub(films: Planned) -> None:
    if films.cypher("MATCH (l:Entity {id: 'Hub'}) RETURN l.id"):
        return
    films.cypher(
        "CREATE (l:Entity {id: 'Hub', name: 'Hub'}) WITH l UNWIND range(1, 3000) AS i "
        "CREATE (:Entity {id: 'film' + i, name: 'film ' + i})-[:directed_by {id: 'f' + i}]->(l)"
    )
    films.cypher("MATCH (p:Relation {id: 'directed_by'}) SET p.count = p.count + 3000")


def test_a_hub_is_read_up_to_the_bound_and_the_result_says_so(films: Planned) -> None:
    hub(films)
    executor = films.executor(Limits(reads=100, entities=10, proved=5))
    result = executor.execute(parse_plan("[Hub] <-directed_by-"))
    assert (result.cut, result.total, len(result.entities)) == (True, 100, 10)
    assert len(result.evidence) == 5
    result = films.executor().execute(parse_plan("count [Hub] <-directed_by-"))
    assert (result.cut, result.entities[0].name) == (False, "3000")


def test_of_a_hub_the_first_answers_are_listed_if_it_was_read_in_full_and_else_any(films: Planned) -> None:
    hub(films)
    plan, count = parse_plan("[Hub] <-directed_by-"), parse_plan("count [Hub] <-directed_by-")
    in_part = films.executor(Limits(reads=100, entities=5, proved=5))
    in_full = films.executor(Limits(reads=3001, entities=5, proved=5))

    with recording() as statements:
        result = in_part.execute(plan)
    assert (result.cut, result.total, len(result.entities)) == (True, 100, 5)
    assert [one.parameters["reads"] for one in statements if "reads" in one.parameters] == [50, 100]
    result = in_part.execute(count)
    assert (result.cut, result.total, len(result.evidence)) == (True, 100, 5)

    result = in_full.execute(plan)
    assert [one.name for one in result.entities] == ["film 1", "film 10", "film 100", "film 1000", "film 1001"]
    assert (result.cut, result.total) == (False, 3000)
    result = in_full.execute(count)
    assert (result.cut, result.total, len(result.evidence)) == (False, 3000, 5)


def test_relation_names_are_data(films: Planned) -> None:
    hostile = "x`]->() DETACH DELETE n //"
    films.add("Duel", hostile, "Cannes")
    plan = Plan((Chain("Duel", (Move(hostile),)),))
    assert [one.name for one in films.executor().execute(plan).entities] == ["Cannes"]
    assert films.cypher("MATCH (e:Entity) RETURN count(e) AS n")[0]["n"] > 10


def test_many_chains_are_checked_at_once(films: Planned) -> None:
    ways = [
        (Chain("Kyle", (Move("starred", False),)), "Dune"),
        (Chain("Kyle", (Move("starred", False),)), "Alien"),
        (Chain("Nobody", (Move("starred", False),)), "Alien"),
    ]
    assert Prober(films.database).leads(ways) == [True, False, False]


def test_a_statement_that_was_prepared_reads_nothing_and_is_the_one_that_runs(films: Planned) -> None:
    executor, plan = films.executor(), parse_plan("[Dune] -directed_by-> <-directed_by-")
    with recording() as statements:
        executor.prepare(plan)
        executor.prepare(plan)
        result = executor.execute(plan)
    assert result.statement is not None
    ran = [one.rows for one in statements if one.name == result.statement.text]
    assert ran == [0, 2]


def test_the_statement_that_is_shown_gives_the_same_rows(films: Planned) -> None:
    result = films.executor().execute(parse_plan("[Lynch] <-directed_by- where -year-> > 1980 max by -year->"))
    assert result.statement is not None
    rows = films.cypher(result.statement.text, **result.statement.parameters)
    assert [row["id"] for row in rows] == [one.id for one in result.entities] == ["Blue"]
