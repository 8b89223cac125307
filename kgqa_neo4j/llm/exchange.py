"""One HTTP request and its reply, with a total deadline and a limit on the reply's size.

httpx has a timeout per read only, and no size limit: a server that sends one header per second, an endless line, or a
small compressed body that expands to gigabytes would block it forever or exhaust the memory.
"""

from __future__ import annotations

import socket
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from types import TracebackType
from typing import Any, Self

import httpx

from kgqa_neo4j.model import cancellation

CONNECT_SECONDS = 10.0
# Bytes decompressed at a time.
_STEP = 64 * 2**10
# zlib's value for "gzip or zlib, detected from the header".
_ANY_HEADER = zlib.MAX_WBITS | 32
_COMPRESSED = frozenset({"gzip", "x-gzip", "deflate"})


class Expired(Exception):
    """The deadline of the exchange has passed."""


class TooLong(Exception):
    """The reply is longer than allowed."""


class Undecodable(Exception):
    """The reply's compression is corrupt or was not requested."""


class Watch:
    """Shuts the connection down at the deadline, whatever it is waiting for.

    httpx's ``trace`` extension reports the connection as soon as it exists, before TLS and the first byte of the
    reply. Name resolution and connecting have their own time limits.
    """

    def __init__(self, seconds: float) -> None:
        self._timer = threading.Timer(max(seconds, 0.0), self.stop)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._connections: list[socket.socket] = []
        self.over = False

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Receive an event of the HTTP library."""
        if not event.endswith("connect_tcp.complete"):
            return
        connection: socket.socket = info["return_value"].get_extra_info("socket")
        with self._lock:
            # Duplicated, because TLS detaches the descriptor from the original socket.
            self._connections.append(connection.dup())
            if self.over:
                self._shut_down()

    def stop(self) -> None:
        """Shut the connection down."""
        with self._lock:
            self.over = True
            self._shut_down()

    def _shut_down(self) -> None:
        for connection in self._connections:
            # The server may have closed it already.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            while self._connections:
                self._connections.pop().close()


class Reply:
    """A reply: status and content type, and the body as it arrives."""

    def __init__(self, response: httpx.Response, watch: Watch, max_bytes: int) -> None:
        self.status = response.status_code
        self.content_type = response.headers.get("content-type", "")
        self._encoding = response.headers.get("content-encoding", "").strip().lower() or "identity"
        self._response = response
        self._watch = watch
        self._max_bytes = max_bytes

    @property
    def ok(self) -> bool:
        """Whether the status is 200."""
        return self.status == httpx.codes.OK

    def chunks(self) -> Iterator[bytes]:
        """Yield the decompressed body, about 64 KB at a time.

        Raises:
            Expired, TooLong, Undecodable.
            httpx.HTTPError: the connection failed.
        """
        for chunk in self._counted(self._decoded(self._counted(self._response.iter_raw()))):
            self._check()
            yield chunk
        # A connection that was shut down may look like one that ended normally.
        self._check()

    def beginning(self, size: int) -> bytes:
        """Return at least the first `size` bytes of the body, if it has as many; raises as `chunks`."""
        read = bytearray()
        for chunk in self.chunks():
            read += chunk
            if len(read) >= size:
                break
        return bytes(read)

    def _check(self) -> None:
        if self._watch.over:
            raise Expired

    def _counted(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        count = 0
        for chunk in chunks:
            count += len(chunk)
            if count > self._max_bytes:
                raise TooLong
            yield chunk

    def _decoded(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        if self._encoding == "identity":
            return chunks
        if self._encoding in _COMPRESSED:
            return _inflated(chunks)
        raise Undecodable(f"its content encoding {self._encoding[:40]!r} was not asked for")


@contextmanager
def exchange(
    client: httpx.Client, method: str, url: httpx.URL, body: bytes, *, seconds: float, max_bytes: int
) -> Iterator[Reply]:
    """Send a request with a JSON body, if any, and yield the reply, to be read inside the ``with`` block.

    Args:
        client: provides headers and connections; redirects are not followed.
        seconds: total time limit, from now to the end of the block.
        max_bytes: maximum size of the reply's body, both before and after decompression.

    Raises:
        Expired: the time limit was exceeded.
        TooLong, Undecodable: the body cannot be read; see `Reply.chunks`.
        httpx.HTTPError: connecting failed (`httpx.ConnectTimeout` if time is left), or the connection broke.
        Cancelled: the question was cancelled, which closes the connection.
    """
    end = time.monotonic() + seconds
    headers = {"Accept-Encoding": "identity", **({"Content-Type": "application/json"} if body else {})}
    limit = max(seconds, 0.001)
    switch = cancellation.current()
    with Watch(seconds) as watch, switch.ending(watch.stop) if switch else nullcontext():
        try:
            with client.stream(
                method,
                url,
                content=body or None,
                headers=headers,
                timeout=httpx.Timeout(limit, connect=min(limit, CONNECT_SECONDS)),
                extensions={"trace": watch.trace},
            ) as response:
                yield Reply(response, watch, max_bytes)
        except (httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            if time.monotonic() < end:
                raise
            raise Expired from error
        except httpx.TimeoutException as error:
            raise Expired from error
        except (httpx.HTTPError, httpx.StreamError) as error:
            if watch.over:
                raise Expired from error
            raise


def _inflated(chunks: Iterator[bytes]) -> Iterator[bytes]:
    decompressor = zlib.decompressobj(_ANY_HEADER)
    try:
        for chunk in chunks:
            rest = chunk
            while rest and not decompressor.eof:
                yield decompressor.decompress(rest, _STEP)
                rest = decompressor.unconsumed_tail
        yield decompressor.flush(_STEP)
    except zlib.error as error:
        raise Undecodable(f"its compression is broken: {error}") from error
    if not decompressor.eof:
        raise Undecodable("its compressed content is cut short")
