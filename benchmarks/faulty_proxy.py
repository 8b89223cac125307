"""A TCP proxy in front of a server that disturbs what passes: for the tests and benchmarks of faults."""

from __future__ import annotations

import random
import socket
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, Self

Fault = Literal["none", "reset", "stall", "half-close", "throttle", "corrupt"]
FAULTS: tuple[Fault, ...] = ("reset", "stall", "half-close", "throttle", "corrupt")
_CHUNK = 1 << 14
_THROTTLED = 200_000
"""Bytes that a throttled connection passes in a second."""


@dataclass
class FaultyProxy:
    """Passes bytes between clients and the server at `port`, and does `fault` to them.

    The fault befalls a connection once `after` bytes of the server's have passed on it. It befalls `times`
    connections (None for every one); the others are left alone. `disturb` begins another one.
    """

    server: int
    fault: Fault = "none"
    after: int = 0
    times: int | None = None
    seed: int = 0
    met: int = 0
    """Connections that the fault befell."""
    port: int = field(init=False)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._chance = random.Random(self.seed)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def disturb(self, fault: Fault, after: int = 0, times: int | None = None) -> None:
        """Let another fault befall what passes from now on; open connections count from their beginning."""
        with self._lock:
            self.fault, self.after, self.times, self.met = fault, after, times, 0

    def close(self) -> None:
        """Close all connections and the port."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        for one in (self._listening, *self._open):
            one.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.server))
            except OSError:
                client.close()
                continue
            self._open += [client, server]
            silent = threading.Event()
            threading.Thread(target=self._up, args=(client, server, silent), daemon=True).start()
            threading.Thread(target=self._down, args=(server, client, silent), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket, silent: threading.Event) -> None:
        """Pass on what the client says, while the connection has not fallen silent."""
        with suppress(OSError):
            while data := client.recv(_CHUNK):
                if not silent.is_set():
                    server.sendall(data)
            server.shutdown(socket.SHUT_WR)

    def _down(self, server: socket.socket, client: socket.socket, silent: threading.Event) -> None:
        """Pass on what the server says, up to the fault."""
        passed, hit = 0, False
        with suppress(OSError):
            while data := server.recv(_CHUNK):
                passed += len(data)
                if not hit and self._befalls(passed):
                    hit = True
                    if self.fault == "reset":
                        # Not lingering makes the close a reset.
                        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        # The other thread waits for the client; while it does, a close sends nothing.
                        client.shutdown(socket.SHUT_RD)
                        server.close()
                        client.close()
                        return
                    if self.fault == "half-close":
                        client.shutdown(socket.SHUT_WR)
                        return
                    if self.fault == "corrupt":
                        data = self._chance.randbytes(len(data))
                    if self.fault == "stall":
                        silent.set()
                if hit and self.fault == "throttle":
                    time.sleep(len(data) / _THROTTLED)
                if not silent.is_set():
                    client.sendall(data)
            client.shutdown(socket.SHUT_WR)

    def _befalls(self, passed: int) -> bool:
        with self._lock:
            if (
                self.fault == "none"
                or passed <= self.after
                or (self.times is not None and self.met >= self.times)
            ):
                return False
            self.met += 1
            return True
