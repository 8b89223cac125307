"""The backend `http`: against a real `llama_cpp.server`, and against endpoints that misbehave."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from kgqa_neo4j.llm import create
from kgqa_neo4j.llm.base import LLM, Message, OptionScorer, Request
from kgqa_neo4j.llm.cache import refused_by, with_cache
from kgqa_neo4j.llm.store import ReplyStore
from kgqa_neo4j.llm.weights import find_weights
from kgqa_neo4j.model.errors import ConfigError, ContextOverflow, ModelTimeout, ModelUnavailable
from kgqa_neo4j.settings import LlmSettings


def ask(text: str = "What is the capital of France?", **options: object) -> Request:
    options.setdefault("max_tokens", 8)
    return Request([Message(role="user", content=text)], **options)  # type: ignore[arg-type]


def at(port: int, **options: Any) -> LLM:
    return create(LlmSettings(backend="http", model="any", base_url=f"http://127.0.0.1:{port}/v1", **options))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A `llama_cpp.server` process with the packaged model."""

    def __init__(self, context: int = 512) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "llama_cpp.server", "--model", str(find_weights("packaged").path)]
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--n_ctx", str(context)]
        options += ["--n_threads", "1"]
        self.process = subprocess.Popen(
            [*command, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OMP_WAIT_POLICY": "passive"},
        )

    def wait(self) -> None:
        end = time.monotonic() + 120
        while time.monotonic() < end and self.process.poll() is None:
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/v1/models", timeout=5)
            except httpx.TransportError:
                time.sleep(0.2)
            else:
                return
        raise AssertionError("llama_cpp.server did not come up")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(30)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    pytest.importorskip("fastapi", reason="llama-cpp-python[server] is not installed")
    running = Server()
    try:
        running.wait()
        yield running
    finally:
        running.stop()


def test_reply_streams_from_a_real_server(server: Server) -> None:
    llm, pieces = at(server.port), list[str]()
    completion = llm.complete(ask(), pieces.append)
    assert completion.text
    assert len(pieces) > 1
    assert "".join(pieces).strip() == completion.text
    assert 1 <= completion.completion_tokens <= 9
    assert completion.prompt_tokens > 0
    assert (llm.model, llm.device) == ("any", f"127.0.0.1:{server.port}")


def test_real_server_constrains_the_reply(server: Server) -> None:
    assert at(server.port).complete(ask(grammar='root ::= "yes" | "no"')).text in ("yes", "no")


def test_prompt_too_long_for_a_real_server(server: Server) -> None:
    with pytest.raises(ContextOverflow):
        at(server.port).complete(ask("word " * 600))


def test_killed_server_is_an_error_and_the_process_lives(server: Server) -> None:
    """Kills the module's server in the middle of a reply: this test stays last of its users."""
    started = time.monotonic()
    with pytest.raises(ModelUnavailable):
        at(server.port).complete(ask("Count to 100.", max_tokens=400), lambda _text: server.process.kill())
    server.process.wait(30)
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1"):
        at(server.port).complete(ask())
    assert time.monotonic() - started < 30


Handle = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


@contextmanager
def endpoint(handle: Handle) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Serve POST requests with `handle` and keep their bodies."""
    bodies: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            handle(self, bodies[-1])

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield http.server_address[1], bodies
        finally:
            http.shutdown()
            thread.join()


def send(handler: BaseHTTPRequestHandler, status: int, content: str, kind: str = "text/event-stream") -> None:
    handler.send_response(status)
    handler.send_header("content-type", kind)
    handler.end_headers()
    handler.wfile.write(content.encode())


def event(text: str) -> str:
    return f"data: {json.dumps({'choices': [{'delta': {'content': text}}]})}\n\n"


def test_reply_is_cleaned_and_usage_is_taken_over() -> None:
    usage = 'data: {"choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7}}\n\n'
    stream = event("<think>a") + event("b</think>Par") + event("is<|im_end|>") + usage + "data: [DONE]\n\n"
    with endpoint(lambda handler, _body: send(handler, 200, stream)) as (port, _):
        completion = at(port).complete(ask())
    assert (completion.text, completion.prompt_tokens, completion.completion_tokens) == ("Paris", 11, 7)


def test_server_that_does_not_stream_is_understood() -> None:
    reply = '{"choices": [{"message": {"content": "Paris"}, "finish_reason": "stop"}]}'
    with endpoint(lambda handler, _body: send(handler, 200, reply, "application/json")) as (port, _):
        assert at(port).complete(ask()).text == "Paris"


def test_request_carries_settings_key_and_harmless_content() -> None:
    keys: list[str | None] = []

    def handle(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        keys.append(handler.headers["authorization"])
        send(handler, 200, event("x") + "data: [DONE]\n\n")

    with endpoint(handle) as (port, bodies):
        llm = at(port, api_key="secret", seed=3)
        llm.complete(ask("a<|im_end|>b", stop=["END"], extra={"top_k": 40}))
    assert keys == ["Bearer secret"]
    assert "<|im_end|>" not in bodies[0]["messages"][0]["content"]
    assert (bodies[0]["seed"], bodies[0]["stop"], bodies[0]["top_k"]) == (3, ["END"], 40)


@pytest.mark.parametrize("status", [429, 503])
def test_busy_server_is_asked_again(status: int) -> None:
    answers = iter([status, status, 200])

    def handle(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        send(handler, next(answers), event("Paris") + "data: [DONE]\n\n")

    with endpoint(handle) as (port, bodies):
        assert at(port).complete(ask()).text == "Paris"
    assert len(bodies) == 3


def test_server_that_stays_busy_is_given_up() -> None:
    with endpoint(lambda handler, _body: send(handler, 500, "broken")) as (port, bodies):
        with pytest.raises(ModelUnavailable, match="500: broken"):
            at(port).complete(ask())
        assert len(bodies) == 4


def test_refusal_is_not_repeated() -> None:
    with endpoint(lambda handler, _body: send(handler, 401, "no key")) as (port, bodies):
        with pytest.raises(ModelUnavailable, match="401") as caught:
            at(port).complete(ask())
        assert len(bodies) == 1
    assert "api_key" in caught.value.hint


def refusing(*fields: str) -> Handle:
    """An endpoint that refuses requests with any of these fields, and names the first."""

    def handle(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        if found := [field for field in fields if field in body]:
            send(handler, 400, f"Unrecognized request argument supplied: {found[0]}")
        else:
            send(handler, 200, event("Paris") + "data: [DONE]\n\n")

    return handle


def test_server_that_knows_no_grammar_is_asked_without(tmp_path: Path) -> None:
    with endpoint(refusing("grammar")) as (port, bodies):
        llm = at(port)
        assert llm.complete(ask(grammar='root ::= "x"')).text == "Paris"
        assert llm.complete(ask(grammar='root ::= "x"')).text == "Paris"
        assert llm.complete(ask(json_schema={"type": "object"})).text == "Paris"
    assert ["grammar" in body for body in bodies] == [True, False, False, False]
    assert all("repeat_penalty" in body for body in bodies) and "response_format" in bodies[-1]
    assert refused_by(with_cache(llm, "it", ReplyStore(tmp_path))) == ("grammars",)
    assert not isinstance(llm, OptionScorer)


def test_server_that_knows_no_extra_sampling_is_asked_without_and_still_constrains() -> None:
    with endpoint(refusing("top_k", "min_p", "repeat_penalty")) as (port, bodies):
        llm = at(port)
        for _ in range(2):
            assert llm.complete(ask(grammar='root ::= "x"')).text == "Paris"
    assert ["min_p" in body for body in bodies] == [True, False, False]
    assert all("grammar" in body and body["top_p"] == 0.95 for body in bodies)
    assert refused_by(llm) == ("min-p, top-k and penalties",)


def test_server_that_does_not_say_what_it_refuses_is_asked_without_both() -> None:
    def handle(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        if body.keys() & {"top_k", "grammar"}:
            send(handler, 422, "bad request")
        else:
            send(handler, 200, event("Paris") + "data: [DONE]\n\n")

    with endpoint(handle) as (port, bodies):
        assert at(port).complete(ask(grammar='root ::= "x"')).text == "Paris"
    sent = [("top_k" in body, "grammar" in body) for body in bodies]
    assert sent == [(True, True), (False, True), (False, False)]


def test_refusal_for_another_reason_changes_nothing_for_later_calls() -> None:
    answers = iter([400, 400, 200])
    stream = event("Paris") + "data: [DONE]\n\n"
    with endpoint(lambda handler, _body: send(handler, next(answers), stream)) as (port, bodies):
        llm = at(port)
        with pytest.raises(ModelUnavailable, match="400"):
            llm.complete(ask())
        assert llm.complete(ask()).text == "Paris"
    assert ["top_k" in body for body in bodies] == [True, False, True]
    assert refused_by(llm) == ()


def test_sampling_is_always_said_in_full() -> None:
    stream = event("x") + "data: [DONE]\n\n"
    with endpoint(lambda handler, _body: send(handler, 200, stream)) as (port, bodies):
        at(port, seed=3).complete(ask(temperature=0.5, stop=["."]))
        at(port).complete(ask(extra={"repeat_penalty": 1.2, "min_p": 0.1}))
    said = {"temperature": 0.5, "seed": 3, "stop": ["."], "top_k": 40, "top_p": 0.95, "min_p": 0.05}
    penalties = ("repeat_penalty", "repetition_penalty", "presence_penalty", "frequency_penalty")
    assert bodies[0].items() >= said.items()
    assert [bodies[0][name] for name in penalties] == [1.0, 1.0, 0.0, 0.0]
    assert [bodies[1][name] for name in (*penalties[:2], "min_p", "top_k")] == [1.2, 1.2, 0.1, 40]


@pytest.mark.parametrize(
    "stream",
    [
        "<html>It works!</html>",
        event("Par") + 'data: {"choices": [{"del',
        event("Par"),
        "data: [1, 2]\n\n",
        'data: {"error": {"message": "CUDA out of memory"}}\n\n',
        "data: \xff\x00\n\n",
        "",
    ],
)
def test_garbage_is_an_error_in_our_terms(stream: str) -> None:
    with (
        endpoint(lambda handler, _body: send(handler, 200, stream)) as (port, _),
        pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1"),
    ):
        at(port).complete(ask())


def test_stream_of_odd_but_valid_events_is_survived() -> None:
    odd = 'data: {}\n\ndata: {"choices": null}\n\ndata: {"choices": [{"delta": null}]}\n\n: comment\n\n'
    with endpoint(lambda handler, _body: send(handler, 200, odd + event("x") + "data: [DONE]\n\n")) as (
        port,
        _,
    ):
        assert at(port).complete(ask()).text == "x"


def test_black_hole_is_left_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as hole:
        started = time.monotonic()
        with pytest.raises(ModelTimeout, match=r"0\.5 s"):
            at(hole.getsockname()[1], timeout=0.5).complete(ask())
        assert time.monotonic() - started < 5


def test_server_that_drips_forever_is_left_in_time() -> None:
    def handle(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        send(handler, 200, "")
        for _ in range(100):
            try:
                handler.wfile.write(event("x").encode())
            except OSError:
                return
            time.sleep(0.05)

    with endpoint(handle) as (port, _):
        started = time.monotonic()
        with pytest.raises(ModelTimeout):
            at(port, timeout=0.7).complete(ask())
        assert time.monotonic() - started < 4


def test_nothing_listening_is_an_error_with_the_address() -> None:
    port = free_port()
    started = time.monotonic()
    with pytest.raises(ModelUnavailable, match=str(port)):
        at(port, timeout=20).complete(ask())
    assert time.monotonic() - started < 15


def test_an_address_is_needed() -> None:
    with pytest.raises(ConfigError, match="base_url"):
        create(LlmSettings(backend="http", base_url=""))


@pytest.mark.parametrize("address", ["not an address", "ftp://host/v1", "http://"])
def test_address_must_be_one(address: str) -> None:
    with pytest.raises(ValidationError, match="base_url"):
        LlmSettings(backend="http", base_url=address)
