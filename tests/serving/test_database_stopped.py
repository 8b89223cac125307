"""A database that stops while `kgqa serve` runs, and comes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.managed import ManagedServer
from tests.serving.conftest import Serving, page_that_asks, serving, until_ready
from tests.test_browser import CHROMIUM

QUESTION = "who leads [Sales]?"


@pytest.fixture(scope="module")
def database(small_workspace: Path) -> ManagedServer:
    return managed_server(load_configuration(small_workspace))


@pytest.fixture(scope="module")
def elsewhere(
    database: ManagedServer, own_surroundings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    """A server on a database that is not its own to start."""
    endpoint = database.start()
    env = {"NEO4J_URI": endpoint.uri, "NEO4J_USERNAME": endpoint.username, "NEO4J_PASSWORD": endpoint.password}
    with serving(tmp_path_factory.mktemp("elsewhere"), env=env) as running:
        yield running


def test_a_database_that_stops_is_told_of_and_one_that_comes_back_is_used(
    elsewhere: Serving, database: ManagedServer
) -> None:
    with elsewhere.client() as client:
        assert client.post("/v1/ask", json={"question": QUESTION}).json()["text"] == "Ada"
        database.stop()
        down = client.post("/v1/ask", json={"question": QUESTION})
        assert (down.status_code, down.json()["code"]) == (503, "database-down")
        assert int(down.headers["retry-after"]) > 0 and down.json()["hint"]
        assert client.get("/ready").status_code == 503
        assert client.get("/health").status_code == 200
        if CHROMIUM is not None:
            _look_at_the_page(elsewhere)
        database.start()
        until_ready(elsewhere)
        assert client.post("/v1/ask", json={"question": QUESTION}).json()["text"] == "Ada"


def _look_at_the_page(served: Serving) -> None:
    with page_that_asks(served, QUESTION) as page:
        notice = page.locator(".notice")
        notice.wait_for()
        assert "No Neo4j server answers" in notice.inner_text() and notice.locator("button").count() == 1
