"""Many calls at once of an endpoint that answers them together, as vLLM does: it streams each reply in pieces."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.llm import create
from kgqa_neo4j.llm.base import LLM, Message, Request
from kgqa_neo4j.model.cancellation import Cancellation, Cancelled, cancellable
from kgqa_neo4j.model.errors import ModelTimeout
from kgqa_neo4j.settings import LlmSettings
from kgqa_neo4j.store.driver import Database

MANY = 32
PIECES = 5


@dataclass
class Batching:
    """An endpoint: how long a piece takes, how many calls it had at once at most, how many were hung up on."""

    port: int = 0
    seconds: float = 0.06
    now: int = 0
    most: int = 0
    calls: int = 0
    left: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def count(self, by: int) -> None:
        with self.lock:
            self.now += by
            self.calls += by > 0
            self.most = max(self.most, self.now)


@pytest.fixture
def batching() -> Iterator[Batching]:
    with served() as made:
        yield made


@contextmanager
def served() -> Iterator[Batching]:
    """Reply to each request with the last word of its prompt, in pieces."""
    state = Batching()

    class Server(ThreadingHTTPServer):
        request_queue_size = 2 * MANY

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            word = asked["messages"][-1]["content"].split()[-1]
            state.count(1)
            try:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for place in range(PIECES):
                    time.sleep(state.seconds)
                    piece = f"{word} " if place < PIECES - 1 else word
                    self.wfile.write(event({"choices": [{"delta": {"content": piece}}]}))
                self.wfile.write(event({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 5}}))
            except OSError:
                state.left += 1
            finally:
                state.count(-1)
            # Who has read all of it may ask again at once.
            with suppress(OSError):
                self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with Server(("127.0.0.1", 0), Handler) as http:
        state.port = http.server_port
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield state
        finally:
            http.shutdown()
            thread.join()


def event(data: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(data)}\n\n".encode()


def model(batching: Batching, **settings: Any) -> LLM:
    return create(LlmSettings(backend="http", model="any", base_url=batching.url, **settings))


def said(word: str) -> str:
    return " ".join([word] * PIECES)


def ask(llm: LLM, number: int) -> tuple[str, str]:
    """Return the reply, and what came of it piece by piece."""
    pieces: list[str] = []
    request = Request([Message(role="user", content=f"say word{number}")], max_tokens=20)
    return llm.complete(request, pieces.append).text, "".join(pieces)


@pytest.mark.parametrize(("parallel", "at_once"), [(0, MANY), (8, 8)])
def test_as_many_calls_as_may_are_made_at_once_and_each_gets_its_own_reply(
    parallel: int, at_once: int, batching: Batching
) -> None:
    llm = model(batching, parallel=parallel)
    began = time.monotonic()
    with ThreadPoolExecutor(MANY) as pool:
        replies = list(pool.map(lambda number: ask(llm, number), range(MANY)))
    seconds = time.monotonic() - began
    assert [text for text, _ in replies] == [said(f"word{number}") for number in range(MANY)]
    assert all(text == shown.strip() for text, shown in replies)
    # Whether all of 32 meet is up to the machine; more than may never do.
    assert at_once / 2 <= batching.most <= at_once
    one_by_one = MANY * PIECES * batching.seconds
    assert seconds < one_by_one / 2


def test_the_time_limit_of_a_call_counts_from_when_it_is_made_and_frees_its_place(batching: Batching) -> None:
    batching.seconds = 0.2
    llm = model(batching, parallel=2, timeout=0.7)

    def late(number: int) -> float:
        began = time.monotonic()
        with pytest.raises(ModelTimeout) as caught:
            ask(llm, number)
        assert caught.value.hint
        return time.monotonic() - began

    with ThreadPoolExecutor(MANY) as pool:
        took = list(pool.map(late, range(MANY)))
    assert max(took) < 0.7 + 1.0
    # Those that found no place in time were never sent.
    assert batching.calls < MANY
    batching.seconds = 0.0
    assert ask(llm, 1)[0] == said("word1")


def test_a_cancelled_question_hangs_up_or_gives_up_its_place_in_the_queue(batching: Batching) -> None:
    batching.seconds = 0.3
    llm = model(batching, parallel=1)
    switches = [Cancellation(), Cancellation()]

    def asked(place: int) -> None:
        with cancellable(switches[place]):
            ask(llm, place)

    with ThreadPoolExecutor(2) as pool:
        calling = [pool.submit(asked, place) for place in range(2)]
        deadline = time.monotonic() + 10
        while batching.now < 1:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        for switch in switches:
            switch.cancel()
        for call in calling:
            with pytest.raises(Cancelled):
                call.result(1.0)
    deadline = time.monotonic() + 10
    while batching.now:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert (batching.calls, batching.left) == (1, 1)


def test_questions_of_many_threads_are_answered_at_once_by_one_graph(
    batching: Batching, database: Database, tmp_path: Path
) -> None:
    where = database.endpoint
    settings = {"llm.backend": "http", "llm.base_url": batching.url, "ask.method": "llm", "ask.trace": False}
    auth = (where.username, where.password)
    batching.seconds = 0.1
    with KnowledgeGraph.connect(where.uri, auth=auth, workspace=tmp_path, settings=settings) as graph:
        graph.ask("who is warm")
        with ThreadPoolExecutor(MANY) as pool:
            answers = list(pool.map(lambda number: graph.ask(f"who is word{number}").text, range(MANY)))
    assert [text.split()[0].strip("?") for text in answers] == [f"word{number}" for number in range(MANY)]
    assert batching.most >= MANY / 2
