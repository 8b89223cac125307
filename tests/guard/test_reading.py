import pytest

from kgqa_neo4j.guard.reading import check_reads
from kgqa_neo4j.model.errors import CypherRefused


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n:Set {load: 1}) WHERE n.delete = 2 RETURN n.create AS x",
        "MATCH (a)-[:CREATE|MERGE]->(b) RETURN a",
        "MATCH (n) CALL { WITH n MATCH (n)--(m) RETURN count(m) AS c } RETURN n, c",
        "MATCH (n) CALL (n) { MATCH (n)--(m) RETURN count(m) AS c } RETURN n, c",
        "MATCH (n) WHERE n.name = 'DROP; DELETE' RETURN n;",
        "OPTIONAL MATCH (n) RETURN CASE WHEN n IS NULL THEN 1 ELSE 2 END",
        "MATCH (n) WHERE point.distance(n.at, point({x: 1, y: 2})) < 5 RETURN date.truncate('month', n.day) AS m",
        "MATCH (n) WHERE n.a IN (['x']) AND (n.b) > 1 RETURN vector.similarity.cosine(n.v, $v) AS s",
    ],
)
def test_statements_that_read_may_run(statement: str) -> None:
    assert check_reads(statement) == statement.rstrip(";")


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "CREATE (n)",
        "MATCH (n) SET n.x = 1 RETURN n",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n) RETURN n; MATCH (m) RETURN m",
        "LOAD CSV FROM 'http://x' AS row RETURN row",
        "MATCH (n) RETURN [x IN [1] | COUNT { LOAD CSV FROM 'http://x' AS r RETURN r }]",
        "CALL db.labels() YIELD label RETURN label",
        "MATCH (n) CALL apoc.create.node(['A'], {}) YIELD node RETURN node",
        "MATCH (n) CALL (n) apoc.x() RETURN n",
        "MATCH (n) CALL { CREATE (m) RETURN m } RETURN n",
        "TERMINATE TRANSACTIONS 'x'",
        "SHOW USERS",
        "MATCH (n) /* */ RETURN n",
        # Functions of extensions run statements, read settings, and call out.
        "MATCH (n) RETURN apoc.cypher.runFirstColumnMany('MATCH (m) RETURN m', {}) AS m",
        "MATCH (n) RETURN `apoc` . `static` . `get`('password') AS v",
        "MATCH (n) RETURN `apoc.static.get`('password') AS v",
        "MATCH (n) RETURN genai.vector.encode(n.name, 'OpenAI', {token: 'x'}) AS v",
        "MATCH (n) RETURN db.nameFromElementId('4:abc:1') AS v",
    ],
)
def test_statements_that_do_more_are_refused(statement: str) -> None:
    with pytest.raises(CypherRefused):
        check_reads(statement)
