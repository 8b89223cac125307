"""The guard, against queries that want more than to read, on a real server."""

import re
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kgqa_neo4j.guard.guard import guard
from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.guard.projection import UNTYPED
from kgqa_neo4j.methods.query.query_execution import prove, run
from kgqa_neo4j.model.errors import CypherRefused, KgqaError, Refusal
from kgqa_neo4j.store.bounds import Bounds
from kgqa_neo4j.store.driver import Database
from tests.guard.conftest import Listener, corpus, fingerprint

Cypher = Callable[..., list[dict[str, Any]]]
PARAMETERS = {"e1": "t:Ada", "e2": "t:Oslo", "r1": "works_at", "r2": "located_in"}
POLICY = Policy(types=frozenset({"born"}))
TIMEOUT = 60.0
BOUNDS = Bounds(TIMEOUT, 200, 2000, 1_000_000)
GRAPH = """
CREATE (ada:Entity {id: 't:Ada', name: 'Ada'}), (acme:Entity {id: 't:Acme', name: 'Acme'}),
  (oslo:Entity {id: 't:Oslo', name: 'Oslo'}),
  (born:Entity:Value {id: 'time:1952-03-11', name: '1952-03-11', datatype: 'time', value: date('1952-03-11')}),
  (ada)-[:works_at {id: 'a', start_time: date('2010-01-01'), start_time_precision: 'year'}]->(acme),
  (acme)-[:located_in {id: 'b'}]->(oslo), (ada)-[:born {id: 'c'}]->(born),
  (:Ask {id: 'x', question: 'what was asked before', answer: 'a secret'}),
  (:Relation {id: 'works_at', name: 'works at'})
"""


@pytest.fixture
def asked(database: Database, cypher: Cypher) -> Database:
    cypher(GRAPH)
    return database


def ask(database: Database, query: str) -> Any:
    return run(database, query, PARAMETERS, POLICY, TIMEOUT)[1]


def test_the_corpus_is_large_and_of_every_kind() -> None:
    groups = Counter(row["group"] for row in corpus("refused"))
    assert sum(groups.values()) >= 300 and len(groups) >= 11 and min(groups.values()) >= 15
    assert len(corpus("allowed")) >= 40


def test_nothing_of_the_corpus_writes_lists_or_calls_out_and_each_refusal_is_typed(
    asked: Database, cypher: Cypher, listener: Listener
) -> None:
    before = fingerprint(cypher)
    refused: Counter[Refusal] = Counter()
    for row in corpus("refused"):
        query = row["query"].replace("{url}", listener.url)
        with pytest.raises(CypherRefused) as caught:
            ask(asked, query)
        assert isinstance(caught.value, KgqaError) and caught.value.message and caught.value.exit_code == 41
        refused[caught.value.kind] += 1
        # The guard alone refuses it: what the server would have said does not matter.
        with pytest.raises(CypherRefused):
            guard(query, POLICY.allowing(parameters=PARAMETERS))
    assert fingerprint(cypher) == before
    assert listener.received == []
    # Directions are those of attached graphs; the last ones are what a server says.
    assert set(refused) >= {*Refusal} - {Refusal.DIRECTION, Refusal.WRITES, Refusal.INVALID, Refusal.LIMITS}


def test_the_listener_would_have_heard_of_a_connection(listener: Listener) -> None:
    urllib.request.urlopen(listener.url, timeout=5).close()
    assert len(listener.received) == 1


def test_what_passes_the_guard_by_mistake_still_neither_writes_nor_calls_out(
    asked: Database, cypher: Cypher, listener: Listener
) -> None:
    before = fingerprint(cypher)
    for row in corpus("refused"):
        query = row["query"].replace("{url}", listener.url)
        if row["group"] in ("writes", "load csv", "comments", "statements") and query:
            with suppress(CypherRefused):
                asked.read_untrusted(query, dict(PARAMETERS), Bounds(2, 10, 100, 10_000))
    assert fingerprint(cypher) == before
    assert listener.received == []


@pytest.mark.parametrize("query", [row["query"] for row in corpus("allowed")])
def test_a_query_that_only_reads_what_it_may_runs(asked: Database, query: str) -> None:
    guarded, result = run(asked, query, PARAMETERS, POLICY, TIMEOUT)
    assert result.rows <= POLICY.limit
    prove(asked, guarded, PARAMETERS, TIMEOUT, 10, {})


def test_vectors_may_not_be_read_whatever_a_policy_is_asked_to_allow() -> None:
    with pytest.raises(CypherRefused) as caught:
        guard("MATCH (a) RETURN a.embedding", POLICY.allowing(keys=["embedding"]))
    assert caught.value.kind is Refusal.PROPERTY


def test_queries_that_are_torn_and_mixed_are_guarded_or_refused() -> None:
    random = Random(7)
    pieces = [
        re.findall(r"\w+|\s+|[^\w\s]", row["query"][:400])
        for name in ("allowed", "refused", "bounded")
        for row in corpus(name)
        if row["query"]
    ]
    policy = POLICY.allowing(parameters=PARAMETERS)
    for _ in range(3000):
        query, other = list(random.choice(pieces)), random.choice(pieces)
        for _ in range(random.randint(1, 4)):
            place, begin = random.randrange(len(query) + 1), random.randrange(len(other))
            query[place : place + random.randint(0, 2)] = other[begin : begin + random.randint(0, 6)]
        with suppress(CypherRefused):
            assert "LIMIT" in guard("".join(query), policy).run


def test_a_limit_is_added_lowered_and_left_in_every_part_of_a_union() -> None:
    policy = Policy(limit=7)
    for query, end in (
        ("MATCH (a) RETURN a", "RETURN a LIMIT 7"),
        ("MATCH (a) RETURN a;", "RETURN a LIMIT 7"),
        ("MATCH (a) RETURN a LIMIT 3", "RETURN a LIMIT 3"),
        ("MATCH (a) RETURN a LIMIT 99999999999999999999", "RETURN a LIMIT 7"),
        ("MATCH (a) WITH a LIMIT 500 RETURN a", "WITH a LIMIT 500 RETURN a LIMIT 7"),
    ):
        assert guard(query, policy).text.endswith(end)
    both = guard("RETURN 1 AS x LIMIT 9 UNION ALL RETURN 2 AS x", policy).text
    assert both.splitlines()[1:] == ["RETURN 1 AS x LIMIT 7", "UNION ALL RETURN 2 AS x LIMIT 7"]


def test_the_rows_of_a_result_are_bounded(asked: Database, cypher: Cypher) -> None:
    cypher("UNWIND range(1, 500) AS i CREATE (:Entity {id: 'n:' + i, name: 'N' + i})")
    result = ask(asked, "MATCH (a:Entity) RETURN a LIMIT 400")
    assert result.rows == len(result.entities) == POLICY.limit and result.cut


def test_a_query_without_end_is_stopped_in_time(asked: Database, cypher: Cypher) -> None:
    cypher("UNWIND range(1, 300) AS i CREATE (:Entity {id: 'n:' + i, name: 'N' + i})")
    endless = "MATCH (a:Entity), (b:Entity), (c:Entity), (d:Entity) RETURN count(*) AS number"
    with pytest.raises(CypherRefused) as caught:
        run(asked, endless, PARAMETERS, POLICY, 1.0)
    assert caught.value.kind is Refusal.LIMITS


def test_a_query_that_the_server_cannot_read_is_refused_with_its_words(asked: Database) -> None:
    with pytest.raises(CypherRefused) as caught:
        ask(asked, "MATCH (a) RETURN b")
    assert caught.value.kind is Refusal.INVALID and "b" in caught.value.message


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (n) WHERE n.id = 'x' RETURN n",
        "MATCH (n) WHERE NOT n:Entity RETURN n.name, n.id, n.description",
        "MATCH (n) WHERE NOT EXISTS { (n)--() } RETURN n.id AS id",
        "MATCH (n:Entity) WITH 1 AS one MATCH (n) WHERE NOT n:Entity RETURN n.id AS id",
        "MATCH p = () RETURN [n IN nodes(p) WHERE n.id = 'x' | n] AS n",
        "RETURN COLLECT { MATCH (n) WHERE n.id = 'x' RETURN n } AS n",
    ],
)
def test_nodes_that_are_no_entities_are_not_met(asked: Database, query: str) -> None:
    assert ask(asked, query).empty


def test_the_label_of_entities_is_written_where_a_name_is_bound() -> None:
    for query, expected in (
        ("MATCH (a)-->(b) RETURN a", "MATCH (a:Entity)-->(b:Entity) RETURN a"),
        (
            "MATCH (a)-->() MATCH (a)-->(b:Value) RETURN a",
            "MATCH (a:Entity)-->() MATCH (a)-->(b:Value) RETURN a",
        ),
        ("MATCH p = (a)-->() RETURN p", "MATCH p = (a:Entity)-->(:Entity) RETURN p"),
        ("MATCH ()-[t]->() RETURN t.id", "MATCH (:Entity)-[t]->(:Entity) RETURN t.id"),
        ("MATCH (a) WITH a MATCH (a) RETURN a", "MATCH (a:Entity) WITH a MATCH (a) RETURN a"),
        ("MATCH (a) WITH 1 AS b MATCH (a) RETURN a", "MATCH (a:Entity) WITH 1 AS b MATCH (a:Entity) RETURN a"),
        ("RETURN (1) AS x", "RETURN (1) AS x"),
        ("MATCH (a) WHERE (a)-->(:Value) RETURN (a)", "MATCH (a:Entity) WHERE (a)-->(:Value) RETURN (a)"),
    ):
        assert guard(query, POLICY).text.splitlines()[1] == f"{expected} LIMIT {POLICY.limit}"


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        ("a", {"Ada"}),
        ("collect(a) AS x", {"Ada"}),
        ("[a, a.name, 7] AS x", {"Ada", "7"}),
        ("{value: a} AS x", {"Ada"}),
        ("{value: a, precision: 'day'} AS x", {"Ada", "day"}),
        ("[[a], [{name: a}]] AS x", {"Ada"}),
        ("a {.id, .name} AS x", {"t:Ada", "Ada"}),
        ("CASE WHEN true THEN a END AS x", {"Ada"}),
        ("head([a]) AS x", {"Ada"}),
        ("{value: a}.value AS x", {"Ada"}),
        ("COLLECT { MATCH (a) WHERE a.id = $e1 RETURN a } AS x", {"Ada"}),
        ("*", {"Ada", "Acme"}),
        ("t, collect(t) AS ts, [t] AS x", set()),
    ],
)
def test_a_node_leaves_the_server_as_id_name_and_labels_whichever_way_it_is_returned(
    asked: Database, cypher: Cypher, returned: str, expected: set[str]
) -> None:
    cypher("MATCH (n:Entity) SET n.embedding = [0.25, 0.5], n.question = 'a secret'")
    cypher("MATCH ()-[t]->() SET t.embedding = [0.25, 0.5], t.text = 'a secret'")
    query = f"MATCH (a:Entity {{id: $e1}})-[t:$($r1)]->(b) RETURN {returned}"
    guarded = guard(query, POLICY.allowing(parameters=PARAMETERS))
    rows = asked.read_untrusted(guarded.run, {**PARAMETERS, UNTYPED: None}, BOUNDS)
    assert "0.25" not in repr(rows) and "secret" not in repr(rows)
    result = ask(asked, query)
    names = {entity.name for entity in [*result.entities, *result.values]}
    assert names >= expected - {"day"} and names <= expected | {"Ada"}


@pytest.fixture
def crowded(asked: Database, cypher: Cypher) -> Database:
    """A graph on which a query over all pairs takes longer than it may, with vectors and what others asked."""
    cypher(
        "UNWIND range(1, 400) AS i CREATE (:Entity {id: 'n:' + i, name: 'N' + i, embedding: [0.123456789, i]})"
    )
    cypher(
        "UNWIND range(1, 2000) AS i MATCH (a:Entity {id: 'n:' + (1 + i % 400)}), "
        "(b:Entity {id: 'n:' + (1 + i * 7 % 400)}) CREATE (a)-[:near {id: 'r' + i, text: 'a secret'}]->(b)"
    )
    cypher(
        "UNWIND range(1, 20) AS i CREATE (:Ask {id: 'secret' + i, question: 'a secret', answer: 'a secret'})"
    )
    return asked


def test_what_passes_the_guard_ends_in_time_returns_nothing_internal_and_the_server_lives(
    crowded: Database, cypher: Cypher
) -> None:
    for row in corpus("bounded"):
        started = time.monotonic()
        with suppress(CypherRefused):
            result = run(crowded, row["query"], PARAMETERS, POLICY, 1.0)[1]
            told = repr(result)
            assert "secret" not in told and "0.1234" not in told, row["query"]
        assert time.monotonic() - started < 10, row["query"]
        assert cypher("RETURN 1 AS one") == [{"one": 1}], row["query"]


@pytest.mark.parametrize(
    ("group", "begins"), [("bombs", "UNWIND [[1,1"), ("bombs", "WITH 'aaaa"), ("bombs", "MATCH ((a)-->(b))+")]
)
def test_the_server_outlives_what_the_guard_refuses(
    crowded: Database, cypher: Cypher, group: str, begins: str
) -> None:
    bombs = [
        row["query"] for row in corpus("refused") if row["group"] == group and row["query"].startswith(begins)
    ]
    assert bombs
    for bomb in bombs[-2:]:
        with suppress(CypherRefused):
            crowded.read_untrusted(bomb, dict(PARAMETERS), Bounds(1, 200, 2000, 1_000_000))
        assert cypher("RETURN 1 AS one") == [{"one": 1}]


def test_dates_that_the_driver_cannot_read_are_refused_as_values_and_proven_as_text(
    asked: Database, cypher: Cypher
) -> None:
    cypher(
        "CREATE (:Entity {id: 't:Gaius', name: 'Gaius'})"
        "-[:died {id: 'd', point_in_time: date('-0043-03-15')}]->"
        "(:Entity:Value {id: 'time:-0043', name: '44 BCE', datatype: 'time', value: date('-0043-03-15')})"
    )
    pattern = "MATCH (a:Entity {id: $e1})-[t1:died]->(x) "
    policy = Policy(types=frozenset({"died"}))
    parameters = {"e1": "t:Gaius"}
    with pytest.raises(CypherRefused, match="before year 1") as caught:
        run(asked, pattern + "RETURN x.value AS answer", parameters, policy, TIMEOUT)
    assert caught.value.kind is Refusal.LIMITS
    guarded, result = run(asked, pattern + "RETURN x AS answer", parameters, policy, TIMEOUT)
    assert [entity.name for entity in result.entities] == ["44 BCE"]
    ((fact, _),) = prove(asked, guarded, parameters, TIMEOUT, 10, {})
    assert fact.qualifiers == {"point_in_time": "-0043-03-15"}


def test_values_come_as_they_read(asked: Database) -> None:
    born = "MATCH (a:Entity {id: $e1})-[:born]->(x:Value) "
    policy = Policy(types=frozenset({"born"}))
    for end, expected in (
        ("RETURN x.value AS answer", ["1952-03-11"]),
        ("RETURN duration.between(x.value, date('1960-01-01')) AS answer", ["7 years 9 months 21 days"]),
        ("RETURN x.value < date() AS answer", ["yes"]),
        ("RETURN 0.5 * 3 AS answer", ["1.5"]),
        ("RETURN NULL AS answer", []),
    ):
        found = run(asked, born + end, PARAMETERS, policy, TIMEOUT)[1].values
        assert [value.name for value in found] == expected


def test_the_proof_of_a_query_is_the_facts_that_it_matched(asked: Database) -> None:
    query = "MATCH (a {id: $e1})-[s:$($r1)]->(y)-[t:$($r2)]->(x) WHERE s.start_time IS NOT NULL RETURN x"
    guarded, _ = run(asked, query, PARAMETERS, POLICY, TIMEOUT)
    facts = prove(asked, guarded, PARAMETERS, TIMEOUT, 10, {"works_at": "has a job at"})
    assert [(fact.text, place) for fact, place in facts] == [
        ("(Ada, has a job at, Acme)", 1),
        ("(Acme, located in, Oslo)", 2),
    ]
    assert str(facts[0][0].qualifiers["start_time"]) == "2010-01-01"


def test_free_cypher_is_run_by_what_guards_it_and_by_nothing_else() -> None:
    package = Path(__file__).parents[2] / "kgqa_neo4j"
    callers = {path.name for path in package.rglob("*.py") if ".read_untrusted(" in path.read_text("utf-8")}
    assert callers == {
        # The method `query`, scoring and learning by gold statements, and `read_cypher`.
        "query_execution.py",
        "labelled_statements.py",
        "cypher_results.py",
        "gold.py",
        "foreign_statements.py",
    }
