"""What queries compile to, and that no name gets out of its quotes."""

import re

import pytest

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.language.cypher import compile_proof, compile_query
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.plan import Move

KINDS = {"price": "number", "placed": "time", "year": "year", "open": "boolean"}
RELATIONS = {*KINDS, "a", "b", "part of", "x`) DETACH DELETE n //", "7 b", "schön"}


def compiled(text: str) -> tuple[list[str], dict[str, object]]:
    statement = compile_query(parse_query(text), RELATIONS, kind, 10)
    return statement.text.splitlines()[1:], statement.parameters


def kind(move: Move) -> str:
    return KINDS.get(move.relation, "") if move.outward else ""


GOLDEN = {
    "any where -a-> [t] and not -b-> [u]": [
        "MATCH (x:Entity)-[:a]->(v1:Entity) WHERE v1.id IN $p1 "
        "AND NOT EXISTS { MATCH (x)-[:b]->(v2:Entity) WHERE v2.id IN $p2 }",
        "WITH DISTINCT x",
        "RETURN x.id AS id, x.name AS name ORDER BY name, id LIMIT $limit",
    ],
    "count of any where -price-> < 5": [
        "MATCH (x:Entity)-[:price]->(v1) WHERE v1.value < $p1",
        "WITH DISTINCT x",
        "RETURN count(x) AS value",
    ],
    "any where count <-a- >= 2": [
        "MATCH (x:Entity)<-[:a]-() WHERE COUNT { MATCH (x)<-[:a]-(v1) RETURN DISTINCT v1 } >= $p1",
        "WITH DISTINCT x",
        "RETURN x.id AS id, x.name AS name ORDER BY name, id LIMIT $limit",
    ],
    "average -price-> of any where -a-> [t] per -b->": [
        "MATCH (x:Entity)-[:a]->(v1:Entity) WHERE v1.id IN $p1",
        "WITH DISTINCT x",
        "MATCH (x)-[:b]->(g)",
        "MATCH (x)-[:price]->(v2)",
        "WITH g, round(avg(v2.value), 2) AS number",
        "RETURN [[g.id, g.name], ['', toString(number)]] AS cells ORDER BY g.name, g.id LIMIT $limit",
    ],
    "none any where -a-> [t] and not -b->": [
        "MATCH (x:Entity)-[:a]->(v1:Entity) WHERE v1.id IN $p1 AND NOT EXISTS { MATCH (x)-[:b]->() }",
        "WITH DISTINCT x",
        "RETURN count(x) = 0 AS value",
    ],
}


@pytest.mark.parametrize("text", GOLDEN)
def test_a_query_compiles_to_one_readable_statement(text: str) -> None:
    assert compiled(text)[0] == GOLDEN[text]


def test_dates_are_parameters_as_iso_text_and_numbers_are_numbers() -> None:
    lines, parameters = compiled(
        "any where -placed-> >= 2001-05-00 and -placed-> <= 2001-06-00 and -price-> = 5"
    )
    assert parameters == {"p1": "2001-05-01", "p2": "2001-06-30", "p3": 5, "limit": 11}
    assert "v1.value >= date($p1)" in "\n".join(lines) and "2001" not in "\n".join(lines)


def test_a_year_is_a_number_where_the_graph_has_numbers_for_years() -> None:
    assert compiled("any where -year-> = 1999-00-00")[1]["p1"] == 1999


@pytest.mark.parametrize("name", ["part of", "x`) DETACH DELETE n //", "7 b", "schön"])
def test_names_stand_in_quotes_unless_they_are_plain_words(name: str) -> None:
    quoted = name.replace("`", "``")
    lines, _ = compiled(f"any where -`{quoted}`-> [t`u]")
    assert lines[0] == f"MATCH (x:Entity)-[:`{quoted}`]->(v1:Entity) WHERE v1.id IN $p1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("any where -nothing->", "no relation 'nothing'"),
        ("any where -a-> -a-> -a-> -a-> -a->", "path of 5 steps"),
        ('any where -a-> < "b"', "text cannot be compared with <"),
        ("any where -placed-> > 0000-05-00", "year 0"),
    ],
)
def test_what_cannot_be_executed_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compiled(text)


def test_the_proof_takes_the_branches_that_must_be_there() -> None:
    query = parse_query("any where -a-> [t] and not -b-> [u] max by -price->")
    text = compile_proof(query, RELATIONS, kind, 10).text
    proof = text[text.index("CALL (x)") :]
    assert "[:a]" in proof and "[:price]" in proof and "[:b]" not in proof


def test_the_proof_finds_a_known_end_before_the_walks_to_it() -> None:
    # With both ends found, Neo4j expands from the one with fewer relationships, and never through all of a hub's.
    text = compile_proof(parse_query("any where <-b- -a-> [t] and -year-> >= 1999"), RELATIONS, kind, 10).text
    known, walks = (
        re.search(r"MATCH \((v\d):Entity\) WHERE \1.id IN", text),
        text.rindex("MATCH p = (x)<-[:b]-"),
    )
    assert known is not None
    assert known.end() < text.index(f"CALL (x, {known[1]})") < walks
