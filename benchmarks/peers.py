"""Compare retrievers in one run on one server: the text each passes to a model, and the time it takes.

    python -m benchmarks.peers QUESTIONS... --workspace W [--sample 100] [--environment FOLDER] [--json]

QUESTIONS are files in MetaQA's format, one per hop; brackets are removed for all retrievers. The graph is loaded in W
with entity vectors (``kgqa load metaqa --embed entities``). Compares the retriever of `kgqa_neo4j.integrations`;
Vector, Hybrid, VectorCypher and HybridCypher of neo4j-graphrag (the last two with the facts one hop and two hops around
each of the five entities they find); and the vector store of langchain-neo4j. All use the same encoder and the indexes
created by loading. They run in a separate environment, created on the first run, that shares this one's packages.

Reports for each file and retriever: `any`, the share of questions with at least one answer in the text; `all`, the mean
share of answers in the text; `errors`, the number of questions that raised one (counted as empty texts); `characters`
of the text (median); p50 and p95 in milliseconds. A tenth more questions are asked first as warm-up.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from neo4j.exceptions import Neo4jError

from benchmarks.harness import Parser, percentiles, report
from kgqa_neo4j import KnowledgeGraph, ScriptedLLM
from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.question.masking import without_brackets
from kgqa_neo4j.question_sets.drawing import drawn
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Endpoint

PEERS = ("neo4j-graphrag>=1.21,<2", "langchain-neo4j==0.11.0")
VECTORS, NAMES = "entity_embedding", "entity_names"
TOP_K = 5
ONE_HOP = (
    "MATCH (node)-[r]-(:Entity) RETURN startNode(r).name + ' ' + type(r) + ' ' + endNode(r).name AS fact, score"
)
TWO_HOPS = (
    "MATCH (node)-[r]-(middle:Entity) OPTIONAL MATCH (middle)-[s]-(:Entity) "
    "UNWIND [r, s] AS t WITH DISTINCT t, score WHERE t IS NOT NULL "
    "RETURN startNode(t).name + ' ' + type(t) + ' ' + endNode(t).name AS fact, score"
)

Retrieve = Callable[[str], str]


def environment(folder: Path) -> Path:
    """Return the Python of the peers' environment, created if missing; it can import this one's packages."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        ours = Path(sysconfig.get_path("purelib"))
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "borrowed.pth").write_text(str(ours))
        # .pth files in a folder added by a .pth file are not processed, and this project's editable install is one.
        for file in ours.glob("__editable__*"):
            shutil.copy(file, site)
        pins = Path(__file__).parents[1] / "constraints.txt"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-c", pins, *PEERS], check=True)
    return python


def retrievers(graph: KnowledgeGraph, endpoint: Endpoint, encoder: Embedder) -> Iterator[tuple[str, Retrieve]]:
    """Yield the retrievers by name; each returns the text that a model would receive."""
    from kgqa_neo4j.integrations.neo4j_graphrag import KnowledgeGraphRetriever

    yield "ours", _text(KnowledgeGraphRetriever(graph))
    yield from _graphrag(endpoint, encoder)
    yield "langchain-neo4j vector store", _langchain(endpoint, encoder)


def _graphrag(endpoint: Endpoint, encoder: Embedder) -> Iterator[tuple[str, Retrieve]]:
    import neo4j
    from neo4j_graphrag import retrievers
    from neo4j_graphrag.embeddings.base import Embedder as Base

    class Encoder(Base):
        def embed_query(self, text: str) -> list[float]:
            return [float(value) for value in encoder.encode([text])[0]]

    # They query indexes by procedures that this server reports as deprecated.
    driver = neo4j.GraphDatabase.driver(
        endpoint.uri, auth=(endpoint.username, endpoint.password), notifications_min_severity="OFF"
    )
    used: dict[str, Any] = {"embedder": Encoder(), "neo4j_database": endpoint.database}
    vector: dict[str, Any] = {"index_name": VECTORS}
    hybrid: dict[str, Any] = {"vector_index_name": VECTORS, "fulltext_index_name": NAMES}
    names: dict[str, Any] = {"return_properties": ["name"]}
    yield "Vector", _text(retrievers.VectorRetriever(driver, **vector, **names, **used))
    yield "Hybrid", _text(retrievers.HybridRetriever(driver, **hybrid, **names, **used))
    for hops, query in (("one hop", ONE_HOP), ("two hops", TWO_HOPS)):
        found: dict[str, Any] = {"retrieval_query": query}
        yield (
            f"VectorCypher, {hops}",
            _text(retrievers.VectorCypherRetriever(driver, **vector, **found, **used)),
        )
        yield (
            f"HybridCypher, {hops}",
            _text(retrievers.HybridCypherRetriever(driver, **hybrid, **found, **used)),
        )


def _text(retriever: Any) -> Retrieve:
    def retrieve(question: str) -> str:
        top_k = {} if type(retriever).__name__ == "KnowledgeGraphRetriever" else {"top_k": TOP_K}
        found = retriever.get_search_results(query_text=question, **top_k)
        # As short as a result formatter would make it, instead of the text of a record.
        return "\n".join(_shown(record.data()) for record in found.records)

    return retrieve


def _shown(record: Mapping[str, Any]) -> str:
    value = next(record[field] for field in ("fact", "text", "node") if field in record)
    return str(value["name"]) if isinstance(value, Mapping) else str(value)


def _langchain(endpoint: Endpoint, encoder: Embedder) -> Retrieve:
    from langchain_core.embeddings import Embeddings
    from langchain_neo4j import Neo4jVector

    class Encoder(Embeddings):
        def embed_query(self, text: str) -> list[float]:
            return [float(value) for value in encoder.encode([text])[0]]

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [self.embed_query(text) for text in texts]

    store = Neo4jVector.from_existing_index(
        Encoder(),
        VECTORS,
        url=endpoint.uri,
        username=endpoint.username,
        password=endpoint.password,
        database=endpoint.database,
        text_node_property="name",
        embedding_node_property="embedding",
        node_label="Entity",
    )
    return lambda question: "\n".join(
        document.page_content for document in store.similarity_search(question, k=TOP_K)
    )


def measured(retrieve: Retrieve, questions: Sequence[Question]) -> dict[str, float]:
    """Return the answer recall, text length and time of a retriever."""
    warm = max(1, len(questions) // 11)
    for one in questions[:warm]:
        with suppress(KgqaError, Neo4jError):
            retrieve(without_brackets(one.question))
    some, shares, sizes, seconds, errors = [], [], [], [], 0
    for one in questions[warm:]:
        asked = without_brackets(one.question)
        started = time.perf_counter()
        try:
            text = retrieve(asked)
        except (KgqaError, Neo4jError):
            # For example, a full-text index rejects the question as an invalid query.
            text, errors = "", errors + 1
        seconds.append(time.perf_counter() - started)
        names = one.answer_names
        found = [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
        some.append(bool(found))
        shares.append(len(found) / len(names))
        sizes.append(len(text))
    return {
        "questions": len(some),
        "any": round(statistics.mean(some), 3),
        "all": round(statistics.mean(shares), 3),
        "errors": errors,
        "characters": statistics.median(sizes),
        **percentiles(seconds, "retrieval"),
    }


def run(arguments: argparse.Namespace) -> None:
    """Measure all retrievers in this process."""
    with KnowledgeGraph.open(arguments.workspace, llm=ScriptedLLM()) as graph:
        settings = graph.configuration.settings
        with connect(graph.configuration) as database:
            endpoint = database.endpoint
        found = dict(retrievers(graph, endpoint, create(settings.embedding)))
        rows = []
        for file in arguments.questions:
            questions = drawn([file], arguments.format, round(arguments.sample * 1.1), arguments.seed)
            for name, retrieve in found.items():
                rows.append({"file": file.parent.name, "retriever": name, **measured(retrieve, questions)})
    report(rows, arguments)


def main() -> None:
    """Create the environment if it is missing, and measure in it."""
    parser = Parser(__doc__, "questions", "--workspace", "--format", "--sample", "--seed", "--json", sample=100)
    parser.add_argument("--environment", type=Path, default=Path(".kgqa/peers"), help="of the peers")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        run(arguments)
        return
    python = environment(arguments.environment.absolute())
    command = [str(python), "-m", "benchmarks.peers", *sys.argv[1:], "--inside"]
    raise SystemExit(subprocess.run(command, env={**os.environ, "PYTHONWARNINGS": "ignore"}).returncode)


if __name__ == "__main__":
    main()
