"""Compare this project with two peers on questions about an attached graph, with the same small language model.

    python -m benchmarks.attached_peers QUESTIONS --workspace W [--sample 60] [--seed 0] [--environment FOLDER]

QUESTIONS is a file with gold Cypher, as for `kgqa eval --format cypher`; the graph is attached to W. The peers are
`Text2CypherRetriever` of neo4j-graphrag and `GraphCypherQAChain` of langchain-neo4j, in a separate environment created
on the first run. They use the packaged model through llama-cpp's local server; `query` here runs it in-process.
Without APOC on the graph's server the peers cannot read a schema, so they are given the one read here. Prints one JSON
object: exceptions, EX, coverage and seconds for each system. A model of 135 M parameters does not predict accuracy
with a large one: compare exceptions and seconds.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.harness import Parser, machine
from kgqa_neo4j.attached.counts import read_counts
from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.evaluation.cypher_results import CypherRun, Prediction, evaluate_cypher
from kgqa_neo4j.evaluation.cypher_task import asked
from kgqa_neo4j.evaluation.metrics import percentile
from kgqa_neo4j.llm.weights import PACKAGED, find_weights
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.question_sets.cypher import CypherQuestion, drawn, read_cypher_questions
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Endpoint

PEERS = ("neo4j-graphrag[openai]==1.22.0", "langchain-neo4j==0.11.0", "langchain-openai==1.7.4")
OURS: dict[str, dict[str, object]] = {
    "plans": {"ask.method": "plans"},
    "query, the model alone": {"ask.method": "query", "query.plans": False},
    "query": {"ask.method": "query"},
}
MAX_TOKENS, TIMEOUT_S, CONTEXT = 192, 30.0, 8192
_TYPES = {ValueType.NUMBER: "INTEGER", ValueType.BOOLEAN: "BOOLEAN", ValueType.LIST: "LIST"}


def environment(folder: Path) -> Path:
    """Return the Python of the peers' environment, creating the environment if it is missing."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
    return python


@contextmanager
def served(model: Path) -> Iterator[str]:
    """Serve a model locally with OpenAI's API; yield the address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(model), "--model_alias", "local"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(CONTEXT)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/models", timeout=2).close()
                break
            except OSError:
                time.sleep(0.5)
        yield address
    finally:
        process.terminate()
        process.wait(10)


def schema_for_peers(schema: PropertyGraphSchema) -> dict[str, Any]:
    """Return a schema in the peers' format."""

    def listed(properties: Sequence[Property]) -> list[dict[str, str]]:
        return [{"property": one.name, "type": _TYPES.get(one.type, "STRING")} for one in properties]

    return {
        "node_props": {one.name: listed(one.properties) for one in schema.labels},
        "rel_props": {one.name: listed(one.properties) for one in schema.types if one.properties},
        "relationships": [
            {"start": one.source, "type": one.type, "end": one.target}
            for kind in schema.types
            for one in kind.connections
        ],
        "metadata": {"constraint": [], "index": []},
    }


def peers(
    python: Path, endpoint: Endpoint, schema: PropertyGraphSchema, questions: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the peers' own-schema row, then one row per peer and question."""
    with served(find_weights(PACKAGED).path) as address:
        job = {
            "uri": endpoint.uri,
            "username": endpoint.username,
            "password": endpoint.password,
            "database": endpoint.database,
            "llm": address,
            "schema": schema_for_peers(schema),
            "questions": list(questions),
            "max_tokens": MAX_TOKENS,
            "timeout": TIMEOUT_S,
        }
        script = Path(__file__).with_name("peers_in_their_environment.py")
        with tempfile.TemporaryFile("w+") as given:
            json.dump(job, given)
            given.seek(0)
            with subprocess.Popen([python, script], stdin=given, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                yield from map(json.loads, process.stdout)


def figures(run: CypherRun, seconds: Sequence[float], exceptions: Counter[str]) -> dict[str, Any]:
    """Return the figures of one system."""
    told = run.figures()
    return {
        "n": told["n"],
        "ex": told["ex"],
        "ex_node": told["ex_node"],
        "coverage": told["coverage"],
        "exceptions": sum(exceptions.values()),
        "by_exception": dict(exceptions.most_common()),
        "seconds_p50": round(percentile(seconds or [0.0], 50), 3),
        "seconds_p95": round(percentile(seconds or [0.0], 95), 3),
    }


def ours(
    configuration: Configuration, questions: Sequence[CypherQuestion], schema: PropertyGraphSchema
) -> dict[str, Any]:
    """Return the figures of one configuration of this project; an error while asking counts as an exception."""
    exceptions: Counter[str] = Counter()
    seconds: list[float] = []
    with asked(configuration) as (predict, database):

        def timed(question: str, /) -> Prediction:
            started = time.perf_counter()
            try:
                return predict(question)
            except KgqaError as error:
                exceptions[type(error).__name__] += 1
                return Prediction()
            finally:
                seconds.append(time.perf_counter() - started)

        run = evaluate_cypher(questions, timed, database, schema, timeout=TIMEOUT_S)
    return figures(run, seconds, exceptions)


def main() -> None:
    """Ask all systems and print the results."""
    parser = Parser(__doc__, "--workspace", "--sample", "--seed", sample=60)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--environment", type=Path, default=Path(tempfile.gettempdir()) / "kgqa-peers")
    parser.add_argument("--statements", type=Path, help="also write what the peers say as JSON lines")
    arguments = parser.parse_args()
    # With the reply cache, a second run would take no time.
    configuration = load_configuration(arguments.workspace, {"llm.cache": False, "engine.use": "off"})
    questions = drawn(read_cypher_questions(arguments.questions), arguments.sample, arguments.seed)
    schema = open_attached(configuration).schema
    result: dict[str, Any] = {"questions": len(questions), "systems": {}}
    for name, settings in OURS.items():
        result["systems"][name] = ours(configuration.changed(settings, "benchmark"), questions, schema)
        print(f"{name}: {result['systems'][name]}", file=sys.stderr)
    with connect(configuration) as database:
        before = read_counts(database).fingerprint()
        python = environment(arguments.environment)
        said = []
        for row in peers(python, database.endpoint, schema, [one.question for one in questions]):
            said.append(row)
            print(json.dumps(row), file=sys.stderr)
        result["own_schema_of_peers"] = said[0]["own_schema"]
        rows = said[1:]
        result["graph_changed_by_peers"] = read_counts(database).fingerprint() != before
        for name in dict.fromkeys(row["peer"] for row in rows):
            mine = [row for row in rows if row["peer"] == name]
            statements = {row["question"]: "" if row["exception"] else row["statement"] for row in mine}
            run = evaluate_cypher(
                questions, lambda question, /, said=statements: Prediction(said[question]), database, schema
            )
            failed = Counter(row["exception"].split(":")[0] for row in mine if row["exception"])
            result["systems"][name] = figures(run, [row["seconds"] for row in mine], failed)
    if arguments.statements:
        arguments.statements.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    print(json.dumps({**result, **machine()}, indent=1))


if __name__ == "__main__":
    main()
