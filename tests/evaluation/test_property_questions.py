"""The questions about property graphs: their form, and that each gold statement returns something on its graph."""

import json
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import neo4j
import pytest

from benchmarks.property_questions import DATA, NEVER_READ, READ, statements
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.java import find_java
from kgqa_neo4j.store.launch import launch_environment
from kgqa_neo4j.store.managed import ManagedServer
from kgqa_neo4j.store.provision import provision
from kgqa_neo4j.store.server_config import settings_source
from tests.checked import unchanged
from tests.conftest import SERVER_MEMORY_MB, TEST_DATA
from tests.tiers import first_quick

DUMPS = {"movies": (171, 253), "northwind": (1035, 3139)}
SIZES = {"marina": 40, **dict.fromkeys(DUMPS, 40)} | dict.fromkeys((*READ[1:], *NEVER_READ), 50)
SIZES |= {
    "charity": 69,
    "construction": 70,
    **dict.fromkeys((*READ[-5:], *NEVER_READ[-2:]), 60),
    "theatre": 59,
}
KINDS = {
    "retrieval", "multi-hop", "conjunction", "disjunction", "relationship-property", "count", "aggregate", "group",
    "superlative", "comparison", "negation", "date", "yes-no", "table",
}  # fmt: skip
MARKS = "'\"`\N{LEFT SINGLE QUOTATION MARK}\N{LEFT DOUBLE QUOTATION MARK}"


@cache
def rows(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", SIZES)
def test_every_question_about_a_property_graph_has_the_form_that_is_documented(name: str) -> None:
    assert len(rows(name)) == SIZES[name]
    assert len({row["question"] for row in rows(name)}) == len({row["id"] for row in rows(name)}) == SIZES[name]
    for row in rows(name):
        assert set(row) == {"id", "kind", "question", "cypher"}
        assert row["id"].startswith(name) and row["kind"] in KINDS
        # Values stand as people write them: an apostrophe belongs to a word, no mark opens a value.
        assert not any(word[0] in MARKS for word in row["question"].split()), row["id"]


def assert_gold_statements_return_rows(name: str, session: neo4j.Session) -> None:
    for row in rows(name):
        found = session.run(row["cypher"]).values()
        assert found and len({json.dumps(one, default=str) for one in found}) == len(found), row["id"]
        assert all(value is not None for one in found for value in one), row["id"]
        assert not any(isinstance(value, neo4j.graph.Entity) for one in found for value in one), row["id"]


def test_the_marina_is_as_described_and_its_gold_statements_return_rows(
    emptied: Database, cypher: Callable[..., list[dict[str, Any]]], cypher_session: neo4j.Session
) -> None:
    for statement in statements((DATA / "marina.cypher").read_text("utf-8")):
        cypher(statement)
    labels = cypher("MATCH (n) RETURN labels(n)[0] AS label, count(n) AS n ORDER BY label")
    counts = {row["label"]: row["n"] for row in labels}
    assert counts == {"Berth": 40, "Boat": 32, "Race": 12, "Skipper": 25, "Workshop": 7}
    boat = cypher("MATCH (b:Boat {name: 'Kestrel'})-[m:MOORED_AT]->(p) RETURN b, m.from_date AS since, p")[0]
    assert (
        boat["b"]["length_m"] == "12.6" and boat["since"] == "21/10/2023" and boat["p"]["shore_power"] == "yes"
    )
    assert_gold_statements_return_rows("marina", cypher_session)


# Making fifty graphs takes minutes, and they hardly ever change: one, and what was never checked.
UNCHECKED = [
    name
    for name in READ[2:] + NEVER_READ
    if not unchanged(DATA / f"{name}.{kind}" for kind in ("cypher", "jsonl"))
]


@pytest.mark.parametrize("name", first_quick((READ[1], *UNCHECKED)))
def test_gold_statements_return_rows_on_invented_graphs(
    emptied: Database, cypher: Callable[..., list[dict[str, Any]]], cypher_session: neo4j.Session, name: str
) -> None:
    for statement in statements((DATA / f"{name}.cypher").read_text("utf-8")):
        cypher(statement)
    assert_gold_statements_return_rows(name, cypher_session)


@pytest.fixture(params=DUMPS)
def dumped(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, neo4j.Session]]:
    """A graph that no licence allows to ship, read from a dump in the folder KGQA_TEST_DATA."""
    name = str(request.param)
    file = Path(TEST_DATA) / "property-graphs" / "graphs" / f"{name}.dump"
    if not TEST_DATA or not file.is_file():
        pytest.skip(f"KGQA_TEST_DATA names no folder that holds property-graphs/graphs/{name}.dump")
    server = ManagedServer(tmp_path / "server", int(SERVER_MEMORY_MB))
    # A server's first start makes its store, in whose place the dump comes.
    server.start()
    server.stop()
    load(file, server.home, tmp_path / "tool")
    endpoint = server.start()
    try:
        auth = (endpoint.username, endpoint.password)
        with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver, driver.session() as session:
            yield name, session
    finally:
        server.stop()


def load(dump: Path, home: Path, tool: Path) -> None:
    """Put a dump in the place of the store of a server that does not run, by Neo4j's own tool."""
    (tool / "conf").mkdir(parents=True)
    settings = {**settings_source()["shared"], "server.directories.data": str(home / "data")}
    (tool / "conf" / "neo4j.conf").write_text(
        "".join(f"{key}={value}\n" for key, value in settings.items()), "utf-8"
    )
    java = find_java()
    main = (
        "-Xmx512m",
        "org.neo4j.cli.AdminTool",
        "database",
        "load",
        "neo4j",
        "--from-stdin",
        "--overwrite-destination=true",
    )
    with dump.open("rb") as source:
        command = [str(java.executable), *java.options, *main]
        subprocess.run(
            command, env=launch_environment(tool, provision()), stdin=source, capture_output=True, check=True
        )


def test_gold_statements_return_rows_on_graphs_from_dumps(dumped: tuple[str, neo4j.Session]) -> None:
    name, session = dumped
    nodes, relationships = DUMPS[name]
    assert session.run("MATCH (n) RETURN count(n)").single(strict=True)[0] == nodes
    assert session.run("MATCH ()-[r]->() RETURN count(r)").single(strict=True)[0] == relationships
    assert_gold_statements_return_rows(name, session)
