"""What plans of chains compile to."""

from dataclasses import replace

import pytest

from kgqa_neo4j.plans.language.chains import query_of
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.language.walk_patterns import Stored
from kgqa_neo4j.plans.language.walks import WalkStatement, compile_walks
from kgqa_neo4j.plans.text import parse_plan

KINDS = {"price": "number", "size": "name"}
HOSTILE = "x`) DETACH DELETE n //"
STORED = Stored(
    {"a": 10, "b": 10, "price": 10, "hub": 1000, HOSTILE: 1},
    {"Entity"},
    100,
    lambda move: KINDS.get(move.relation, "") if move.outward else "",
    ("number",),
)
SHOWN = (
    "[walk IN walks | [r IN walk | [startNode(r).id, startNode(r).name, type(r), endNode(r).id, endNode(r).name]]] "
    "AS walks"
)
WITNESSES = SHOWN.replace("IN walks", "IN [w1]").removesuffix("walks") + "witnesses"
LISTED = ["WITH x, walks ORDER BY x.name, x.id LIMIT $limit", f"RETURN x.id AS id, x.name AS name, {SHOWN}"]


def compiled(plan: str, stored: Stored = STORED) -> WalkStatement:
    return compile_walks(query_of(parse_plan(plan)), stored, 10)


def lines(plan: str, stored: Stored = STORED) -> list[str]:
    return compiled(plan, stored).statement.text.splitlines()[1:]


GOLDEN = {
    "[t] -a->": [
        "MATCH (t1:Entity {id: $p1})-[r1:a]->(x)",
        "WITH x, min([[r1]]) AS walks",
        *LISTED,
    ],
    "[t] -a-> <-a-": [
        "MATCH (t1:Entity {id: $p1})-[r1:a]->(v1)<-[r2:a]-(x) WHERE x <> t1",
        "WITH x, min([[r1, r2]]) AS walks",
        *LISTED,
    ],
    "[t] -a-> -b-> <-b- revisiting": [
        "MATCH (t1:Entity {id: $p1})-[r1:a]->(v2)-[r2:b]->(v1)",
        "WITH v1, v2 AS by, min([r1, r2]) AS walk",
        "WITH v1, collect({by: by, walk: walk})[..2] AS ways",
        "MATCH (v1)<-[r3:b]-(x)",
        "WITH v1, x, r3, [way IN ways WHERE x <> way.by][0] AS way WHERE way IS NOT NULL",
        "WITH x, min([way.walk + r3]) AS walks",
        *LISTED,
    ],
    "[t] <-a- & [u] <-b-": [
        "MATCH (t1:Entity {id: $p1})<-[r1:a]-(x)",
        "MATCH (t2:Entity {id: $p2})<-[r2:b]-(x)",
        "WITH x, min([[r1], [r2]]) AS walks",
        *LISTED,
    ],
    "count [t] -a-> | [u] <-b-": [
        "CALL () {",
        "  MATCH (t1:Entity {id: $p1})-[r1:a]->(x)",
        "  WITH x, min([r1]) AS walk",
        "  RETURN x, walk",
        "  UNION ALL",
        "  MATCH (t2:Entity {id: $p2})<-[r2:b]-(x)",
        "  WITH x, min([r2]) AS walk",
        "  RETURN x, walk",
        "}",
        "WITH x, collect(walk) AS walks",
        "RETURN count(x) AS value",
    ],
    "[t] -a{start_time >= 3.5}-> where -price-> > 2": [
        "MATCH (t1:Entity {id: $p1})-[r1:a]->(x) WHERE any(v IN [] + r1.`start_time` WHERE v >= $p2)",
        "WITH x, min([[r1]]) AS walks",
        "CALL (x) {",
        "  MATCH (x)-[r2:price]->(v1) WHERE v1.value > $p3",
        "  RETURN [r2] AS w1 LIMIT 1",
        "}",
        "WITH x, walks, w1 ORDER BY x.name, x.id LIMIT $limit",
        f"RETURN x.id AS id, x.name AS name, {SHOWN}, {WITNESSES}",
    ],
}


@pytest.mark.parametrize("plan", GOLDEN)
def test_a_plan_compiles_to_one_readable_statement(plan: str) -> None:
    assert lines(plan) == GOLDEN[plan]


def test_mediators_and_literals_are_left_out_where_the_graph_has_some() -> None:
    first = lines("[t] -a-> <-b-", replace(STORED, labels={"Entity", "Mediator", "Value"}))[0]
    assert "(v1:!Mediator)<-[r2:b]-(x:!Mediator)" in first
    assert first.endswith("WHERE (NOT v1:Value OR v1.datatype = 'time')")
    assert "WHERE" not in lines("[t] <-a- -b->", replace(STORED, labels={"Entity", "Value"}))[0]


def test_a_large_relation_is_read_up_to_the_bound_and_the_rows_say_so() -> None:
    bounded = compiled("[t] -hub->")
    assert bounded.bounded and bounded.statement.parameters["reads"] == 100
    text = bounded.statement.text
    assert "LIMIT $reads" in text and text.endswith(", cut")
    assert not compiled("[t] -a->").bounded


def test_values_that_stand_in_names_are_returned_and_not_ordered() -> None:
    assert compiled("[t] -a-> max by -size->").values
    assert not compiled("[t] -a-> max by -price->").values


def test_names_stand_in_quotes_whatever_they_are() -> None:
    assert "-[r1:`x``) DETACH DELETE n //`]->(x)" in lines("[t] -`x``) DETACH DELETE n //`->")[0]


@pytest.mark.parametrize(
    ("plan", "query"),
    [
        ("[t] -a{at 2010-05-01}-> -b->", "any where <-b- (any where <-a-{at 2010-05-01} [t]) and not [t]"),
        ("[t] -a-> | [u] -b-> <-b-", "any where not [u] and (<-a- [t] or -b-> <-b- [u])"),
        ("[t] -a-> where :L and :M max by {time}", ":L where <-a- [t] and :M max by {time}"),
        ("[t] & [u] where = [t]", "[t] where [u] and [t]"),
    ],
)
def test_every_plan_of_chains_is_a_query(plan: str, query: str) -> None:
    assert query_text(query_of(parse_plan(plan))) == query
    assert parse_query(query) == query_of(parse_plan(plan))


def test_a_step_twice_does_not_take_a_triple_that_leads_to_itself_twice() -> None:
    assert "NOT (way.by = v1 AND v1 = x)" in "".join(lines("[t] -b-> -a-> -a->"))
