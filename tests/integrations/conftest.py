"""A graph that is shared by the tests of this folder, and the command of a server over it."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.testing import small_graph

FACTS = [
    ("Ada", "leads", "Sales"),
    ("Ben", "leads", "Support"),
    ("Cleo", "works_in", "Sales"),
    ("Dan", "works_in", "Sales"),
]


@pytest.fixture(scope="package")
def office(own_surroundings: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    """A loaded graph on a server of its own. Do not change it."""
    with small_graph(FACTS, workspace=tmp_path_factory.mktemp("office") / "ws") as graph:
        yield graph


@pytest.fixture
def command() -> Callable[..., list[str]]:
    """The words that start `kgqa` with some arguments, as a client of the MCP server would."""

    def words(workspace: Path, *arguments: str) -> list[str]:
        start = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()"]
        return [*start, "--workspace", str(workspace), *arguments]

    return words


def environment() -> dict[str, str]:
    """Return the environment for a process, without what pytest sets up for itself."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
