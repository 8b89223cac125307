"""Nothing is written to an attached graph: its hash and its list of indexes stay as they are, whatever is run."""

import json
from pathlib import Path

import pytest

from kgqa_neo4j.attached.indexing import create_indexes, missing_indexes
from kgqa_neo4j.model.errors import ReadOnlyServer
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.schema import full_text_index, range_index
from tests.attached.conftest import Cypher, data_hash, schema_objects
from tests.conftest import RunKgqa


def test_no_command_changes_the_graph_or_its_indexes(
    bank: Database, cypher: Cypher, kgqa: RunKgqa, tmp_path: Path, server_environment: dict[str, str]
) -> None:
    before = data_hash(cypher), schema_objects(cypher)

    def run(*words: str | Path, code: int = 0) -> str:
        done = kgqa(*words, workspace=tmp_path, env=server_environment)
        assert done.returncode == code, f"{words}: {done.returncode} {done.stderr}"
        return done.stderr if code else done.stdout

    run("attach", bank.endpoint.uri, "--name", "bank")
    run("attach", "--refresh")
    asked = "Which customers have the zip 01003?"
    run("ask", asked, "--method", "plans", "--trace")
    pairs, written = tmp_path / "pairs.jsonl", tmp_path / "written.jsonl"
    gold = "MATCH (c:Customer {zip: '01003'}) RETURN c.fullName"
    pairs.write_text(json.dumps({"question": asked, "cypher": gold}) + "\n")
    assert json.loads(run("eval", pairs, "--format", "cypher", "--method", "plans", "--json"))["ex"] == 1
    writes = "MATCH (c:Customer) SET c.zip = '0' RETURN c.fullName"
    written.write_text(json.dumps({"question": asked, "cypher": writes}) + "\n")
    scored = run("eval", pairs, "--format", "cypher", "--predictions", written, "--json")
    assert json.loads(scored)["ex"] == 0
    # A gold statement that writes is none either.
    pairs.write_text(json.dumps({"question": asked, "cypher": writes}) + "\n")
    run("eval", pairs, "--format", "cypher", "--method", "plans", "--json")
    triples = tmp_path / "triples.tsv"
    triples.write_text("a\tb\tc\n")
    for words in (
        ("load", "triples", triples),
        ("load", "sample"),
        ("graph", "remove", "--all"),
        ("load", "--reembed"),
    ):
        assert "read-only" in run(*words, code=3)
    run("attach", "--remove", "bank")
    pairs.write_text(json.dumps({"question": asked, "answers": ["Zoë Ábel 3"]}) + "\n")
    kgqa("learn", pairs, "--format", "jsonl", workspace=tmp_path, env=server_environment)
    kgqa("chat", workspace=tmp_path, env=server_environment, stdin=f"{asked}\n/wrong Tim Donnas 1\n/quit\n")
    assert (data_hash(cypher), schema_objects(cypher)) == before
    assert bank.endpoint.password not in "".join(
        file.read_text("utf-8", "replace") for file in tmp_path.rglob("*") if file.is_file()
    )


def test_a_connection_that_may_make_indexes_writes_nothing_else(
    bank: Database, cypher: Cypher, kgqa_here: RunKgqa, tmp_path: Path, server_environment: dict[str, str]
) -> None:
    kgqa_here("attach", workspace=tmp_path, env=server_environment)
    configuration = load_configuration(tmp_path, {"neo4j.password": bank.endpoint.password})
    before = data_hash(cypher)
    with connect(configuration, may_index=True) as database:
        for write in (
            lambda: database.write("trace_write", id="x", properties={}),
            lambda: database.transact(lambda run: None),
        ):
            with pytest.raises(ReadOnlyServer):
                write()
    assert data_hash(cypher) == before


def test_indexes_are_shown_made_when_confirmed_and_then_nothing_is_missing(
    bank: Database, cypher: Cypher, kgqa_here: RunKgqa, tmp_path: Path, server_environment: dict[str, str]
) -> None:
    cypher("CREATE FULLTEXT INDEX mine IF NOT EXISTS FOR (n:`Bank Account`) ON EACH [n.accountNumber]")
    before = data_hash(cypher), schema_objects(cypher)

    def run(*words: str, stdin: str | None = None, code: int = 0) -> str:
        done = kgqa_here("attach", *words, workspace=tmp_path, env=server_environment, stdin=stdin)
        assert done.returncode == code, done.stderr
        return done.stdout

    run("--name", "bank", "--exclude-labels", "Flagged")
    shown = run("--create-indexes", stdin="n\n", code=130)
    statements = [line for line in shown.splitlines() if line.startswith("CREATE ")]
    assert [line.split()[1] for line in statements] == ["RANGE", "RANGE", "FULLTEXT"]
    assert "FOR (n:`Bank Account`) ON (n.`accountNumber`)" in statements[0]
    assert "FOR (n:`Customer`) ON EACH [n.`fullName`]" in statements[2]
    run("--create-indexes", code=130)
    assert (data_hash(cypher), schema_objects(cypher)) == before
    assert "created 3 indexes" in run("--create-indexes", "--yes", "--name", "bank")
    assert data_hash(cypher) == before[0]
    added = set(schema_objects(cypher)) - set(before[1])
    assert len(added) == 3 and all("kgqa_" in one for one in added)
    assert set(before[1]) <= set(schema_objects(cypher))
    assert "no index is missing" in run("--create-indexes")
    states = cypher("SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'kgqa_' RETURN state")
    assert [row["state"] for row in states] == ["ONLINE"] * 3


def test_names_of_any_kind_are_quoted_in_the_statements_of_indexes(
    bare_database: Database, cypher: Cypher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kgqa_here: RunKgqa,
    server_environment: dict[str, str],
) -> None:  # fmt: skip
    label, key = "Odd`) DETACH DELETE n //", "the \\u0060name"
    quoted, property = label.replace("`", "``"), key.replace("\\", "\\u005C")
    cypher(f"UNWIND range(1, 9) AS i CREATE (:`{quoted}` {{`{property}`: 'thing ' + i}})")
    before = data_hash(cypher)
    done = kgqa_here("attach", "--name", "odd", workspace=tmp_path, env=server_environment)
    assert done.returncode == 0, done.stderr
    monkeypatch.setenv("NEO4J_PASSWORD", server_environment["NEO4J_PASSWORD"])
    configuration = load_configuration(tmp_path)
    missing = missing_indexes(configuration)
    assert missing == [range_index(label, key), full_text_index(label, [key])]
    create_indexes(configuration, missing)
    assert missing_indexes(configuration) == []
    assert data_hash(cypher) == before
