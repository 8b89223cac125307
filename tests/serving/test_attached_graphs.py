"""Several attached graphs and workspaces behind one `kgqa serve`, and users of their database."""

from collections.abc import Iterator
from pathlib import Path

import openai
import pytest

from kgqa_neo4j.attached.workspace import attach
from kgqa_neo4j.settings import Attachment, load_configuration
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.driver import Endpoint
from tests.serving.conftest import Serving, page_that_asks, serving
from tests.test_browser import CHROMIUM

QUESTION = "who leads Sales?"


@pytest.fixture(scope="module")
def endpoint_of_both(small_workspace: Path) -> Endpoint:
    return managed_server(load_configuration(small_workspace)).start()


@pytest.fixture(scope="module")
def two(endpoint_of_both: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with two graphs, of which it knows the password of one."""
    workspace = tmp_path_factory.mktemp("attached") / "workspace"
    endpoint = endpoint_of_both
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NEO4J_PASSWORD", endpoint.password)
        for name in ("locked", "open"):
            attachment = Attachment(name=name, uri=endpoint.uri, include=("Entity",))
            attach(load_configuration(workspace), attachment)
    with serving(workspace, env={"NEO4J_PASSWORD_OPEN": endpoint.password}) as running:
        yield running


def test_graphs_are_asked_by_name_and_in_the_name_of_their_users(
    two: Serving, endpoint_of_both: Endpoint
) -> None:
    with two.client() as client:
        listed = client.get("/v1/graphs")
        assert [one["name"] for one in listed.json()["graphs"]] == ["open", "locked"]
        assert endpoint_of_both.password not in listed.text
        assert [one["id"] for one in client.get("/v1/models").json()["data"]] == ["open", "locked"]
        schema = client.get("/v1/schema").json()
        assert schema["kind"] == "attached" and [one["name"] for one in schema["labels"]] == ["Entity"]
        completed = client.get("/v1/complete?text=Supp").json()["names"]
        assert ("Support", "value") in [(one["name"], one["kind"]) for one in completed]
        assert "cannot be asked" not in "".join(two.printed)
        listed = client.post("/v1/plan", json={"question": QUESTION}).json()["plans"]
        answer = client.post("/v1/ask", json={"question": QUESTION}).json()
        assert answer["text"] == "Ada"
        told = client.get(f"/v1/answers/{answer['ask_id']}/explanation").json()
        assert told["executed"] == listed[0]["text"]
        locked = {"question": QUESTION, "graph": "locked"}
        refused = client.post("/v1/ask", json=locked)
        assert (refused.status_code, refused.json()["code"]) == (403, "wrong-password")
        user = {"username": endpoint_of_both.username, "password": endpoint_of_both.password}
        answered = client.post("/v1/ask", json={**locked, "credentials": user})
        assert answered.json()["text"] == "Ada"
        # They counted for that request alone.
        assert client.post("/v1/ask", json=locked).status_code == 403


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_page_lets_choose_and_draws_the_schema(two: Serving) -> None:
    with page_that_asks(two, QUESTION) as page:
        page.locator(".proof").wait_for()
        assert page.locator(".answer .text").inner_text() == "Ada"
        roles = page.evaluate("document.querySelector('.drawing').graph.nodes().map(node => node.data('role'))")
        assert sorted(roles) == ["answer", "topic"]
        page.get_by_role("link", name="Schema").click()
        page.locator(".owners").first.wait_for()
        assert "Entity" in page.locator(".owners").first.inner_text()
        page.locator("#graph").select_option("locked")
        page.get_by_role("link", name="Ask", exact=True).click()
        page.locator("#question").fill(QUESTION)
        page.keyboard.press("Enter")
        page.locator(".notice", has_text="refused").wait_for()


@pytest.fixture(scope="module")
def several(small_workspace: Path, two: Serving, endpoint_of_both: Endpoint) -> Iterator[Serving]:
    """A server with a loaded graph, and with those of another workspace beside it."""
    env = {"NEO4J_PASSWORD_OPEN": endpoint_of_both.password}
    with serving(small_workspace, "--also", f"shops={two.workspace}", env=env) as running:
        yield running


def test_graphs_of_several_workspaces_are_asked_by_name(several: Serving) -> None:
    names = ["default", "shops/open", "shops/locked"]
    with several.client() as client:
        listed = client.get("/v1/graphs").json()["graphs"]
        assert [(one["name"], one["kind"]) for one in listed] == list(
            zip(names, ("loaded", "attached", "attached"), strict=True)
        )
        for graph in ("", "shops/open", "shops"):
            answer = client.post("/v1/ask", json={"question": QUESTION, "graph": graph}).json()
            assert answer["text"] == "Ada"
            # Each workspace keeps what was asked there, and all of it is told.
            (latest, *_) = client.get("/v1/history").json()["asked"]
            assert (latest["id"], latest["workspace"]) == (answer["ask_id"], graph.partition("/")[0])
            assert client.get(f"/v1/answers/{answer['ask_id']}").json()["text"] == "Ada"
            assert client.get("/v1/answers/last").json()["ask_id"] == answer["ask_id"]
        unknown = client.post("/v1/ask", json={"question": QUESTION, "graph": "shops/opn"})
        assert (unknown.status_code, unknown.json()["code"]) == (404, "no-such-graph")
        assert "did you mean shops/open?" in unknown.json()["hint"]
        assert client.get("/v1/schema?graph=shops/open").json()["graph"] == "shops/open"
    with openai.OpenAI(base_url=f"{several.url}/v1", api_key="none", timeout=60, max_retries=0) as models:
        assert [one.id for one in models.models.list()] == names
        assert models.models.retrieve("shops/open").id == "shops/open"
        done = models.chat.completions.create(
            model="shops/open", messages=[{"role": "user", "content": QUESTION}], extra_body={"details": False}
        )
        assert done.choices[0].message.content == "Ada"


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_page_offers_the_graphs_of_all_workspaces(several: Serving) -> None:
    with page_that_asks(several, QUESTION) as page:
        page.locator(".proof").wait_for()
        page.locator("#graph").select_option("shops/open")
        # The answer was the other graph's.
        page.locator(".proof").wait_for(state="detached")
        page.locator("#question").fill("who leads Support?")
        page.keyboard.press("Enter")
        page.locator(".answer .text", has_text="Ben").wait_for()
