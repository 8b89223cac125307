"""Small graphs as users load them, opened for questions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.natural import FILES
from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database, Endpoint


@contextmanager
def opened_graph(
    endpoint: Endpoint, workspace: Path, *files: str | Path, proved: int = 0
) -> Iterator[KnowledgeGraph]:
    """Load natural graphs by name, or files of triples, into an emptied server, and open what was loaded.

    Unless `proved` says how many, answers are not proved, which saves a statement each.
    """
    with Database(endpoint) as database:
        database.run_schema("MATCH (n) DETACH DELETE n")
    server = {
        "neo4j.uri": endpoint.uri, "neo4j.username": endpoint.username, "neo4j.password": endpoint.password,
    }  # fmt: skip
    settings: dict[str, Any] = {
        **server,
        "load.embed": "none",
        "ask.trace": False,
        "ask.method": "plans",
        "plans.proved": proved,
    }
    configuration = load_configuration(workspace, settings)
    for one in files:
        source = FILES[one] if isinstance(one, str) else one
        load_source(configuration, "triples", str(source), {}, quiet=True)
    with KnowledgeGraph.open(workspace, settings=settings) as opened:
        yield opened


def triples_fixture(triples: str) -> Any:
    """Return a fixture that loads triples, a line each with ``|`` between its parts, once a module."""

    @pytest.fixture(scope="module")
    def graph(
        endpoint: Endpoint, own_surroundings: None, tmp_path_factory: pytest.TempPathFactory
    ) -> Iterator[KnowledgeGraph]:
        workspace: Path = tmp_path_factory.mktemp("triples")
        file = workspace / "triples.tsv"
        file.write_text(triples.strip().replace("|", "\t") + "\n")
        with opened_graph(endpoint, workspace, file) as opened:
            yield opened

    return graph


def graph_fixture(*files: str, proved: int = 0) -> Any:
    """Return a fixture that loads natural graphs by name once a module, to be bound to the name it is asked by."""

    @pytest.fixture(scope="module")
    def graph(
        endpoint: Endpoint, own_surroundings: None, tmp_path_factory: pytest.TempPathFactory
    ) -> Iterator[KnowledgeGraph]:
        with opened_graph(endpoint, tmp_path_factory.mktemp(files[0]), *files, proved=proved) as opened:
            yield opened

    return graph


def names(answer: Answer) -> list[str] | list[list[str]]:
    """Return the rows of an answer by name, or its entities where it has none."""
    return [[cell.name for cell in row] for row in answer.rows] or [one.name for one in answer.entities]
