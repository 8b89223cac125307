"""Measure answers to people's questions about property graphs, by graph and by kind of question.

Creates each graph of `tests/data/property/NAME.cypher` on a temporary server, attaches it to a new workspace, and asks
the questions of `NAME.jsonl` with nothing learned, no language model and no answer withheld. EX is the share answered
with exactly the rows of the gold statement.

    python -m benchmarks.property_questions [--graphs research logistics] [--show] [--json]

The graphs in `NEVER_READ` are for reported figures: do not look at their questions, nor at which of them fail.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path

import neo4j

from benchmarks.harness import Parser, report
from kgqa_neo4j.attached.workspace import AttachedGraph, attach
from kgqa_neo4j.evaluation.cypher_results import CypherRun
from kgqa_neo4j.evaluation.cypher_task import CypherTask, evaluate_cypher_file
from kgqa_neo4j.settings import Attachment, load_configuration
from kgqa_neo4j.store.driver import Endpoint
from kgqa_neo4j.store.managed import ManagedServer

DATA = Path(__file__).parents[1] / "tests" / "data" / "property"
READ = (
    "marina", "hospital", "devops", "airline", "concerts", "realestate", "festival", "farm", "lawfirm", "shop",
    "crime", "streaming", "payments", "factory", "campus", "forum", "podcasts", "hotels",
    "esports", "research", "city", "vetclinic", "railway", "recruitment", "artmuseum",
    "saas", "worldcup", "companynews", "moviereviews", "microblog", "datacenter", "offshore", "drugsafety", "stackqa",
    "fraud", "fincen", "westeros", "twitch", "recipes", "goodbooks", "patients", "contacttracing",
    "charity", "construction", "zoo", "library", "supply", "insurance", "olympics",
)  # fmt: skip
NEVER_READ = (
    "logistics", "space", "powergrid", "itassets", "congress", "bizreviews", "adnet", "theatre", "microservices",
    "restaurants",
)  # fmt: skip
MEMORY_MB = 700
_FIGURES = ("n", "ex", "coverage", "precision_at_half", "seconds_p50", "seconds_p95")


def main() -> None:
    """Print a row for each graph, and one for each kind of question."""
    parser = Parser(__doc__, "--json")
    parser.add_argument(
        "--graphs",
        nargs="+",
        choices=[*READ, *NEVER_READ],
        default=[*READ, *NEVER_READ],
        help="which; default all",
    )
    parser.add_argument("--show", action="store_true", help="show the questions that are answered wrongly")
    chosen = parser.parse_args()
    runs: dict[str, CypherRun] = {}
    with tempfile.TemporaryDirectory() as folder:
        server = ManagedServer(Path(folder) / "server", MEMORY_MB)
        endpoint = server.start()
        os.environ["NEO4J_PASSWORD"] = endpoint.password
        try:
            for name in chosen.graphs:
                fill(endpoint, (DATA / f"{name}.cypher").read_text("utf-8"))
                runs[name] = asked(endpoint, name, Path(folder) / name)
        finally:
            server.stop()
    rows = [{"graph": name, **{key: run.figures()[key] for key in _FIGURES}} for name, run in runs.items()]
    report(rows, chosen)
    if not chosen.json:
        report(_by_kind(runs), chosen)
    for name, run in runs.items() if chosen.show else ():
        for one in run.scored:
            if not one.ex:
                print(
                    f"{name}: {one.question.question}\n  gold: {one.question.cypher}\n  ran:  {one.statement}"
                )


def fill(endpoint: Endpoint, script: str) -> None:
    """Empty a database, then run a script's statements, each of which ends with a semicolon and a newline."""
    auth = (endpoint.username, endpoint.password)
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver, driver.session() as session:
        session.run("MATCH (n) DETACH DELETE n").consume()
        for statement in statements(script):
            session.run(statement).consume()


def statements(script: str) -> list[str]:
    """Return the statements of a script, without comments."""
    text = "\n".join(line for line in script.splitlines() if not line.startswith("//"))
    return [one.strip().rstrip(";") for one in text.split(";\n") if one.strip()]


def asked(endpoint: Endpoint, name: str, workspace: Path) -> CypherRun:
    """Attach a server's graph to a new workspace, and ask the questions about it."""
    attached(endpoint, name, workspace)
    configuration = load_configuration(workspace, {"ask.min_confidence": 0.0, "ask.method": "plans"})
    return evaluate_cypher_file(CypherTask(DATA / f"{name}.jsonl"), configuration)


def attached(endpoint: Endpoint, name: str, workspace: Path) -> AttachedGraph:
    """Attach a server's graph to a new workspace, and return it."""
    own = Attachment(name=name, uri=endpoint.uri, database=endpoint.database, username=endpoint.username)
    return attach(load_configuration(workspace), own)


def _by_kind(runs: dict[str, CypherRun]) -> list[dict[str, object]]:
    asked_of, right = Counter[str](), Counter[str]()
    for run in runs.values():
        for one in run.scored:
            asked_of[one.question.kind] += 1
            right[one.question.kind] += one.ex
    return [
        {"kind": kind, "n": number, "ex": round(right[kind] / number, 3)}
        for kind, number in sorted(asked_of.items())
    ]


if __name__ == "__main__":
    main()
