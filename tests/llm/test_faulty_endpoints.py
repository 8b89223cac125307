"""Endpoints that send too much, for too long, or nonsense: the right error, in time, in little memory."""

import gzip
import itertools
import json
import socket
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from kgqa_neo4j.llm.base import Message, Request
from kgqa_neo4j.llm.http import HttpLLM
from kgqa_neo4j.model.errors import ContextOverflow, ModelTimeout, ModelUnavailable
from kgqa_neo4j.settings import LlmSettings

Fault = Callable[[], Iterator[bytes]]
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
JSON_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
END = b"connection: close\r\n\r\n"
MEGABYTE = 2**20
REQUEST = Request([Message(role="user", content="Who?")], max_tokens=8)


@contextmanager
def sending(fault: Fault) -> Iterator[int]:
    """Serve every connection what `fault` yields, until the client has gone; the port."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threads = []

        def serve(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.settimeout(2)
                read_request(connection)
                for piece in itertools.takewhile(lambda _: not over.is_set(), fault()):
                    connection.sendall(piece)

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    threads.append(threading.Thread(target=serve, args=[connection]))
                    threads[-1].start()

        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield listener.getsockname()[1]
        finally:
            over.set()
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join()
            for thread in threads:
                thread.join()


def read_request(connection: socket.socket) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        received += receive(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    missing = int(lengths[0].split(b":")[1]) - len(body) if lengths else 0
    while missing > 0:
        missing -= len(receive(connection))


def receive(connection: socket.socket) -> bytes:
    received = connection.recv(65536)
    if not received:
        raise ConnectionError("the client has gone")
    return received


def at(port: int, **options: Any) -> HttpLLM:
    return HttpLLM(LlmSettings(backend="http", model="any", base_url=f"http://127.0.0.1:{port}/v1", **options))


def event(content: object, **more: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"delta": {"content": content}}], **more}).encode() + b"\n\n"


def dripping(*pieces: bytes) -> Iterator[bytes]:
    """Yield the pieces over and over, one every 20 ms."""
    for piece in itertools.cycle(pieces):
        yield piece
        time.sleep(0.02)


def bomb(size: int) -> bytes:
    """Return `size` bytes of one event, compressed to a thousandth."""
    compressor = zlib.compressobj(9, wbits=31)
    parts = [compressor.compress(b"data: ")]
    parts += [compressor.compress(b"x" * MEGABYTE) for _ in range(size // MEGABYTE)]
    return b"".join([*parts, compressor.flush()])


BOMB = bomb(300 * MEGABYTE)
TWO_LAYERS = gzip.compress(BOMB)

ENDLESS: dict[str, Fault] = {
    "line without an end": lambda: itertools.chain([HEAD + END], itertools.repeat(b"x" * MEGABYTE)),
    "data without an end": lambda: itertools.chain([HEAD + END + b"data: "], itertools.repeat(b"x" * MEGABYTE)),
    "events": lambda: itertools.chain([HEAD + END], itertools.repeat(event("x" * 1000))),
    "comments": lambda: itertools.chain([HEAD + END], itertools.repeat(b": keep-alive\n\n" * 1000)),
    "JSON": lambda: itertools.chain([JSON_HEAD + END + b'{"a":"'], itertools.repeat(b"x" * MEGABYTE)),
    "chunks": lambda: itertools.chain(
        [HEAD + b"transfer-encoding: chunked\r\n" + END],
        itertools.repeat(b"10000\r\n" + b"x" * 65536 + b"\r\n"),
    ),
    "compressed line": lambda: iter([HEAD + b"content-encoding: gzip\r\n" + END, BOMB]),
    "compressed JSON": lambda: iter([JSON_HEAD + b"content-encoding: gzip\r\n" + END, BOMB]),
    "compressed nothing": lambda: itertools.chain(
        [HEAD + b"content-encoding: gzip\r\n" + END + gzip.compress(b"")], itertools.repeat(b"\0" * MEGABYTE)
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_reply_of_too_many_bytes_is_given_up_in_little_memory(name: str) -> None:
    with sending(ENDLESS[name]) as port:
        llm = at(port, timeout=20)
        tracemalloc.start()
        started = time.monotonic()
        try:
            with pytest.raises(ModelUnavailable, match="1,000,000 bytes") as caught:
                llm.complete(REQUEST)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert "llm.max_reply_bytes" in caught.value.hint
    assert time.monotonic() - started < 10
    # The reply, once as bytes and once as what was made of them; the server's own pieces count too.
    assert peak < 16 * MEGABYTE


def test_limit_is_a_setting() -> None:
    stream = HEAD + END + event("x" * 3000) + b"data: [DONE]\n\n"
    with sending(lambda: iter([stream])) as port:
        assert len(at(port).complete(REQUEST).text) == 3000
        with pytest.raises(ModelUnavailable, match="2,000 bytes"):
            at(port, max_reply_bytes=2000).complete(REQUEST)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_compressed_reply_is_read(encoding: str) -> None:
    compress = gzip.compress if encoding == "gzip" else zlib.compress
    head = HEAD + b"content-encoding: " + encoding.encode() + b"\r\n" + END
    with sending(lambda: iter([head, compress(event("Paris" * 50_000) + b"data: [DONE]\n\n")])) as port:
        assert at(port).complete(REQUEST).text == "Paris" * 50_000


FOR_EVER: dict[str, Fault] = {
    "status line": lambda: dripping(b"H"),
    "headers": lambda: itertools.chain([HEAD], dripping(b"x-more: 1\r\n")),
    "100 Continue, dripping": lambda: dripping(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "100 Continue, at once": lambda: itertools.repeat(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000),
    "events": lambda: itertools.chain([HEAD + END], dripping(event("x"))),
    "empty chunks of a compressed reply": lambda: itertools.chain(
        [HEAD + b"content-encoding: gzip\r\n" + END], dripping(gzip.compress(b"")[:10], b"\0")
    ),
    "JSON": lambda: itertools.chain([JSON_HEAD + END + b"{"], dripping(b" ")),
    "refusal": lambda: itertools.chain([b"HTTP/1.1 401 No\r\n" + END], dripping(b"x")),
    "busy": lambda: itertools.chain([b"HTTP/1.1 503 Busy\r\n" + END], dripping(b"x")),
    "nothing": lambda: dripping(b""),
}


@pytest.mark.parametrize("name", FOR_EVER)
def test_reply_that_never_ends_is_left_in_time(name: str) -> None:
    with sending(FOR_EVER[name]) as port:
        started = time.monotonic()
        with pytest.raises((ModelTimeout, ModelUnavailable)) as caught:
            at(port, timeout=0.5).complete(REQUEST)
        assert time.monotonic() - started < 3
    if name != "empty chunks of a compressed reply":
        assert isinstance(caught.value, ModelTimeout) and "0.5 s" in caught.value.message


def test_time_limit_holds_in_many_threads_at_once() -> None:
    faults = itertools.cycle(FOR_EVER.values())
    with sending(lambda: next(faults)()) as port, ThreadPoolExecutor(20) as pool:
        llm = at(port, timeout=0.5)
        started = time.monotonic()
        errors = [call.exception() for call in [pool.submit(llm.complete, REQUEST) for _ in range(20)]]
        assert time.monotonic() - started < 10
    assert all(isinstance(error, ModelTimeout | ModelUnavailable) for error in errors)


def test_tls_handshake_that_never_ends_is_left_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as hole:
        started = time.monotonic()
        settings = LlmSettings(
            backend="http", model="m", base_url=f"https://127.0.0.1:{hole.getsockname()[1]}/v1", timeout=0.5
        )
        with pytest.raises(ModelTimeout):
            HttpLLM(settings).complete(REQUEST)
        assert time.monotonic() - started < 3


def test_list_of_models_is_limited_too() -> None:
    with sending(FOR_EVER["headers"]) as port, pytest.raises(ModelUnavailable, match="did not list"):
        at(port, timeout=0.5).models()
    for name in ("JSON", "compressed JSON"):
        with sending(ENDLESS[name]) as port, pytest.raises(ModelUnavailable, match="1,000,000 bytes"):
            at(port).models()


@pytest.mark.parametrize(
    "listed", ['{"data": [{"id": 1}]}', '{"data": 5}', '{"data": [[]]}', "[1]", "[" * 9999]
)
def test_list_of_models_that_is_none_is_an_error_in_our_terms(listed: str) -> None:
    with sending(lambda: iter([JSON_HEAD + END + listed.encode()])) as port, pytest.raises(ModelUnavailable):
        at(port).models()


USAGE = ['"12"', "[1]", "{}", "1e999", "-Infinity", "NaN", "-1", "1.5", "1" * 4000]
NONSENSE: dict[str, bytes] = {
    **{
        f"usage {count[:12]}": b'data: {"usage": {"prompt_tokens": %s}}\n\n' % count.encode() for count in USAGE
    },
    "usage that is text": b'data: {"usage": "12"}\n\n',
    "usage that is a list": b'data: {"usage": [12]}\n\n',
    "deep list": b"data: " + b"[" * 300_000 + b"\n\n",
    "deep object": b"data: " + b'{"a":' * 100_000 + b"\n\n",
    "deep error": b'data: {"error": ' + b"[" * 900 + b"]" * 900 + b"}\n\n",
    "long integer": b'data: {"created": ' + b"1" * 6000 + b"}\n\n",
    "error with a lone surrogate": b'data: {"error": {"message": "\\ud800 \\udfff"}}\n\n',
    "error of numbers": b'data: {"error": 5}\n\n',
    "no UTF-8": b"data: \xff\xfe\n\n",
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_an_error_that_can_be_printed(name: str) -> None:
    stream = HEAD + END + event("Paris") + NONSENSE[name] + b"data: [DONE]\n\n"
    with (
        sending(lambda: iter([stream])) as port,
        pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1") as caught,
    ):
        at(port).complete(REQUEST)
    assert caught.value.message.encode("utf-8") and len(caught.value.message) <= 500


def test_split_surrogate_pairs_are_joined() -> None:
    pieces, stream = list[str](), event("a\ud83d") + event("\ude00b")
    with sending(lambda: iter([HEAD + END + stream + b"data: [DONE]\n\n"])) as port:
        completion = at(port).complete(REQUEST, pieces.append)
    assert completion.text == "".join(pieces) == "a\U0001f600b"


@pytest.mark.parametrize("reply", ["\ud800", "a\udfff", "a\ud83db"])
def test_lone_surrogates_are_no_reply(reply: str) -> None:
    with (
        sending(lambda: iter([HEAD + END + event(reply) + b"data: [DONE]\n\n"])) as port,
        pytest.raises(ModelUnavailable, match="surrogate"),
    ):
        at(port).complete(REQUEST)


def test_prompt_with_lone_surrogates_is_sent() -> None:
    with sending(lambda: iter([HEAD + END + event("x") + b"data: [DONE]\n\n"])) as port:
        assert at(port).complete(Request([Message(role="user", content="Caf\udce9?")])).text == "x"


BROKEN: dict[str, bytes] = {
    "no HTTP": b"SSH-2.0-OpenSSH_9.6\r\n",
    "odd status": b"HTTP/1.1 99999 Odd\r\n\r\n",
    "long content-length": HEAD + b"content-length: " + b"9" * 6000 + b"\r\n\r\n",
    "negative content-length": HEAD + b"content-length: -1\r\n\r\n",
    "cut short": HEAD + b"content-length: 1000\r\n\r\n" + event("x"),
    "long header": HEAD + b"x: " + b"x" * MEGABYTE,
    "bad chunk": HEAD + b"transfer-encoding: chunked\r\n\r\nxyz\r\n",
    "unknown compression": HEAD + b"content-encoding: br\r\n" + END + b"xxx",
    "two compressions": HEAD + b"content-encoding: gzip, gzip\r\n" + END + TWO_LAYERS,
    "broken compression": HEAD + b"content-encoding: gzip\r\n" + END + b"no gzip",
    "compression cut short": HEAD + b"content-encoding: gzip\r\n" + END + gzip.compress(event("x"))[:-9],
    "redirection to nowhere": b"HTTP/1.1 307 Go\r\nlocation: http://[::1\r\n" + END,
    "redirection to a bad port": b"HTTP/1.1 307 Go\r\nlocation: http://host:99999999/\r\n" + END,
    "redirection to a bad name": b"HTTP/1.1 307 Go\r\nlocation: http://xn--\xff\xff.../\r\n" + END,
    "bad cookie": b"HTTP/1.1 403 No\r\nset-cookie: a=\xff; expires=Nonsense; max-age=x\r\n" + END,
    "no reply": b"",
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_http_is_an_error_in_our_terms(name: str) -> None:
    with sending(lambda: iter([BROKEN[name]])) as port, pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1"):
        at(port, timeout=3).complete(REQUEST)


def test_refusal_is_read_as_far_as_it_is_shown() -> None:
    head = b"HTTP/1.1 400 Bad\r\n" + END + b"maximum context length is 512 "
    with sending(lambda: itertools.chain([head], itertools.repeat(b"x" * MEGABYTE))) as port:
        with pytest.raises(ContextOverflow) as caught:
            at(port).complete(REQUEST)
        assert len(caught.value.message) <= 500


def test_long_reply_of_template_tokens_is_cleaned_in_time() -> None:
    content = json.dumps({"choices": [{"message": {"content": "<s>" * 300_000}}]}).encode()
    with sending(lambda: iter([JSON_HEAD + END + content])) as port:
        started = time.monotonic()
        assert at(port).complete(REQUEST).text == ""
        assert time.monotonic() - started < 15
