"""The API of `kgqa serve`, asked as programs ask it."""

import base64
import json
import re
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import jsonschema
import neo4j
import pytest

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.reporting.answer_json import schema
from kgqa_neo4j.reporting.history import History
from kgqa_neo4j.serving.problems import all_codes
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.store.driver import Endpoint
from tests.serving.conftest import HOSTILE, Ask, Serving, serving

QUESTION = "who leads [Sales]?"


def names(response: httpx.Response) -> list[str]:
    assert response.status_code == 200, response.text
    return sorted(entity["name"] for entity in response.json()["entities"])


def events(response: httpx.Response) -> list[tuple[str, dict[str, object]]]:
    found = []
    for block in response.text.replace("\r\n", "\n").strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def test_an_answer_is_what_the_command_prints_as_json(ask: Ask, client: httpx.Client) -> None:
    answered = ask(QUESTION)
    assert names(answered) == ["Ada"]
    jsonschema.validate(answered.json(), schema())
    described = client.get("/openapi.json").json()
    assert described["components"]["schemas"]["Answer"] == schema()
    jsonschema.validate(answered.json(), described["components"]["schemas"]["Answer"])
    kept = client.get(f"/v1/answers/{answered.json()['ask_id']}").json()
    assert kept["text"] == "Ada"


def test_an_answer_is_streamed_as_it_comes_about(ask: Ask) -> None:
    told = events(ask(QUESTION, stream=True))
    kinds = [kind for kind, _ in told]
    assert kinds[-1] == "answer" and "text" in kinds
    steps = [data["kind"] for kind, data in told if kind == "step"]
    assert steps[:2] == ["linking", "plans"] and "execution" in steps
    assert "".join(str(data["text"]) for kind, data in told if kind == "text") == told[-1][1]["text"] == "Ada"
    assert events(ask("who leads [Nobody]?", stream=True))[-1][1]["code"] == "no-such-topic"


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, KgqaError)]
    assert len(set(all_codes())) == len(kinds) > 20


def test_errors_are_problems_with_a_hint(ask: Ask, client: httpx.Client) -> None:
    wrong = ask("who leads [Slaes]?")
    assert (wrong.status_code, wrong.headers["content-type"]) == (422, "application/problem+json")
    assert wrong.json()["code"] == "no-such-topic" and "Sales" in wrong.json()["hint"]
    assert wrong.json()["exit_code"] == errors.NoSuchTopic.exit_code
    assert ask(" ").json()["code"] == "input-error"
    assert ask(QUESTION, graph="nowhere").json()["code"] == "no-such-graph"
    assert ask(QUESTION, method="nothing").status_code == 400
    assert client.get("/v1/answers/ffffffffffffffffffff").json()["code"] == "no-such-answer"
    assert client.get("/v1/nothing").status_code == 404
    assert client.post("/v1/ask", content=b'{"question": "x"}').status_code == 422
    assert (
        client.post("/v1/ask", json={"question": "x", "settings": {"llm.base_url": "http://a"}}).status_code
        == 422
    )


def test_plans_are_listed_and_executed(client: httpx.Client) -> None:
    listed = client.post("/v1/plan", json={"question": QUESTION, "most": 2}).json()["plans"]
    assert "<-leads-" in listed[0]["text"] and listed[0]["score"] >= listed[1]["score"]
    result = client.post("/v1/plan", json={"plan": "[Sales] <-leads-"}).json()["result"]
    assert sorted(one["name"] for one in result["entities"]) == ["Ada"]
    assert result["cypher"].startswith("CYPHER") and result["evidence"]
    assert client.post("/v1/plan", json={}).status_code == 422


def test_a_graph_is_described_and_names_are_completed(client: httpx.Client) -> None:
    assert client.get("/v1/graphs").json()["graphs"] == [{"name": "default", "kind": "loaded", "default": True}]
    described = client.get("/v1/schema").json()
    assert described["triples"] == 7
    assert {one["name"] for one in described["relations"]} == {"leads", "works in", "located in"}
    assert [one["name"] for one in client.get("/v1/complete?text=sal").json()["names"]] == ["Sales"]
    assert client.get('/v1/complete?text="%20AND%20*').status_code == 200


def test_why_an_answer_won_and_its_picture_can_be_had(ask: Ask, client: httpx.Client) -> None:
    ask_id = ask(QUESTION).json()["ask_id"]
    told = client.get(f"/v1/answers/{ask_id}/explanation").json()
    assert "<-leads-" in told["executed"] and told["because"] and told["statement"].startswith(":params")
    picture = client.get(f"/v1/answers/{ask_id}/picture")
    assert picture.headers["content-type"].startswith("text/html") and "Ada" in picture.text
    assert picture.headers["content-security-policy"].startswith("sandbox allow-scripts")
    assert client.get("/v1/history?limit=1").json()["asked"][0]["question"] == QUESTION


def test_requests_teach_the_graph_where_they_may(ask: Ask, client: httpx.Client) -> None:
    wrong = ask("who is the head honcho of [Sales]?").json()
    taught = client.post("/v1/learn", json={"correct": wrong["ask_id"], "answers": ["Ada"]})
    assert taught.status_code == 200 and "learned" in taught.json()["sentence"]
    assert names(ask("who is the head honcho of [Support]?")) == ["Ben"]
    pairs = [{"question": "where does [Sales] sit?", "answers": ["Rome"]}]
    assert client.post("/v1/learn", json={"pairs": pairs}).json()["new"] == 1
    assert client.post("/v1/learn", json={"pairs": pairs, "confirm": "last"}).status_code == 422


def test_questions_are_counted_for_prometheus(ask: Ask, client: httpx.Client) -> None:
    def count() -> float:
        found = re.search(
            r'kgqa_questions_total{method="plans",status="answered"} (\S+)', client.get("/metrics").text
        )
        return float(found[1]) if found else 0.0

    before = count()
    ask(QUESTION)
    assert count() == before + 1
    assert "Sales" not in client.get("/metrics").text


def test_foreign_hosts_and_pages_are_refused(served: Serving, client: httpx.Client) -> None:
    assert client.get("/v1/graphs", headers={"Host": "evil.example"}).status_code == 421
    assert client.get("/v1/graphs", headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.get("/v1/graphs", headers={"Origin": "null"}).status_code == 403
    assert client.get("/v1/graphs", headers={"Origin": served.url}).status_code == 200
    policy = client.get("/").headers["content-security-policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy


def test_large_bodies_are_refused(client: httpx.Client) -> None:
    assert client.post("/v1/ask", json={"question": "x" * 1_100_000}).json()["code"] == "body-too-large"

    def chunks() -> object:
        for _ in range(20):
            yield b"x" * 100_000

    headers = {"Content-Type": "application/json"}
    assert client.post("/v1/ask", content=chunks(), headers=headers).status_code == 413  # type: ignore[arg-type]
    assert client.post("/v1/ask", json={"question": "x" * 20_000}).status_code == 422


def test_own_credentials_count_for_one_request_and_are_kept_nowhere(
    ask: Ask, client: httpx.Client, served: Serving
) -> None:
    endpoint = managed_server(load_configuration(served.workspace)).start()
    history = History(served.workspace)
    before = history.recent(1)
    right = ask(QUESTION, credentials={"username": endpoint.username, "password": endpoint.password})
    assert names(right) == ["Ada"] and right.json()["ask_id"] == ""
    wrong = ask(QUESTION, credentials={"username": "neo4j", "password": "not-the-password"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-password")
    header = "Basic " + base64.b64encode(b"neo4j:not-the-password").decode()
    body = {"question": QUESTION}
    refused = client.post("/v1/ask", json=body, headers={"X-Neo4j-Authorization": header})
    assert refused.json()["code"] == "wrong-password"
    odd = client.post("/v1/ask", json=body, headers={"X-Neo4j-Authorization": "Bearer x"})
    assert odd.json()["code"] == "bad-credentials-header"
    assert history.recent(1) == before
    assert names(ask(QUESTION)) == ["Ada"]
    for text in (wrong.text, refused.text, "".join(served.printed)):
        assert "not-the-password" not in text and endpoint.password not in text


def test_a_client_that_goes_takes_its_database_statement_along(
    served: Serving, held: Callable[[], None], until: Callable[..., None], transactions: Callable[[], int]
) -> None:
    messages = [{"role": "user", "content": QUESTION}]
    for path, asked in (
        ("/v1/ask", {"question": QUESTION}),
        ("/v1/ask", {"question": QUESTION, "stream": True}),
        ("/v1/chat/completions", {"model": "default", "messages": messages}),
        ("/v1/chat/completions", {"model": "default", "messages": messages, "stream": True}),
    ):
        body = json.dumps(asked).encode()
        place = urlsplit(served.url)
        with socket.create_connection((place.hostname, place.port)) as connection:
            head = (
                f"POST {path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            connection.sendall(head.encode() + body)
            until(lambda: transactions() > 0, 60)
        until(lambda: transactions() == 0, 10)


@pytest.fixture
def held(served: Serving) -> object:
    """Hold back whoever writes a trace, by an index that is being made; nothing else of a small graph takes long."""
    endpoint: Endpoint = managed_server(load_configuration(served.workspace)).start()
    auth = (endpoint.username, endpoint.password)
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver, driver.session() as session:
        transaction = session.begin_transaction()
        transaction.run("CREATE INDEX held FOR (a:Ask) ON (a.held)").consume()
        yield
        transaction.rollback()


@pytest.fixture
def transactions(served: Serving) -> object:
    endpoint = managed_server(load_configuration(served.workspace)).start()
    query = """SHOW TRANSACTIONS YIELD metaData, status
               WHERE metaData.question IS NOT NULL AND status STARTS WITH 'Blocked' RETURN status"""
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.username, endpoint.password)) as driver:
        yield lambda: len(driver.execute_query(query).records)


@pytest.fixture
def until() -> Callable[..., None]:
    def wait(true: Callable[[], object], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    return wait


def test_a_token_is_needed_where_other_machines_can_ask(small_workspace: Path) -> None:
    options = ("--host", "0.0.0.0", "--set", "serve.concurrency=1", "--set", "serve.waiting=0")
    with serving(small_workspace, *options, "--cors-origin", "https://a.example") as other:
        port = urlsplit(other.url).port
        assert len(other.token) > 20
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            assert client.get("/health").status_code == 200 and client.get("/").status_code == 200
            refused = client.get("/v1/graphs", headers={"Authorization": "Bearer wrong"})
            assert refused.status_code == 401 and refused.headers["www-authenticate"].startswith("Bearer")
            assert client.get("/openapi.json").status_code == 401
            client.headers["Authorization"] = f"Bearer {other.token}"
            assert client.get("/v1/graphs").json()["allow_learn"] is False
            learn = client.post("/v1/learn", json={"confirm": "last"})
            assert (learn.status_code, learn.json()["code"]) == (403, "read-only")
            allowed = client.options(
                "/v1/ask", headers={"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
            )
            assert allowed.headers["access-control-allow-origin"] == "https://a.example"
            # One is answered, none may wait.
            with ThreadPoolExecutor(6) as many:
                post = lambda _: client.post("/v1/ask", json={"question": f"who works in [{HOSTILE}]?"})  # noqa: E731
                answers = list(many.map(post, range(6)))
        codes = {answer.status_code for answer in answers}
        assert codes <= {200, 422, 429} and 429 in codes
        assert all(int(one.headers["retry-after"]) >= 1 for one in answers if one.status_code == 429)


def test_a_question_that_takes_too_long_is_ended(small_workspace: Path) -> None:
    with serving(small_workspace, "--set", "serve.timeout=0.001") as other, other.client() as client:
        late = client.post("/v1/ask", json={"question": QUESTION})
        assert (late.status_code, late.json()["code"]) == (504, "took-too-long")


def test_the_server_ends_in_order(small_workspace: Path) -> None:
    with serving(small_workspace) as other, other.client() as client:
        answered: list[int] = []
        asking = threading.Thread(
            target=lambda: answered.append(client.post("/v1/ask", json={"question": QUESTION}).status_code)
        )
        asking.start()
        time.sleep(0.2)
        other.process.terminate()
        asking.join(30)
        # uvicorn ends by the signal that it was told to end by, once all is done.
    assert other.process.wait(30) in (0, -signal.SIGTERM)
    assert answered in ([200], [503])
