"""A TCP proxy that injects faults into connections to a server, for fault tests and benchmarks."""

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
"""Bytes per second of a throttled connection."""


@dataclass
class FaultyProxy:
    """Forwards bytes between clients of `port` and the server at port `server`, and injects `fault`.

    The fault hits a connection once more than `after` bytes from the server have passed on it. It hits `times`
    connections (None: all); the others are not disturbed. `disturb` switches to another fault.
    """

    server: int
    fault: Fault = "none"
    after: int = 0
    times: int | None = None
    seed: int = 0
    met: int = 0
    """Number of connections hit by the fault."""
    port: int = field(init=False)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._chance = random.Random(self.seed)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def disturb(self, fault: Fault, after: int = 0, times: int | None = None) -> None:
        """Switch to another fault; open connections keep the byte count from their beginning."""
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
        """Forward bytes from the client, unless the connection is stalled."""
        with suppress(OSError):
            while data := client.recv(_CHUNK):
                if not silent.is_set():
                    server.sendall(data)
            server.shutdown(socket.SHUT_WR)

    def _down(self, server: socket.socket, client: socket.socket, silent: threading.Event) -> None:
        """Forward bytes from the server, up to the fault."""
        passed, hit = 0, False
        with suppress(OSError):
            while data := server.recv(_CHUNK):
                passed += len(data)
                if not hit and self._befalls(passed):
                    hit = True
                    if self.fault == "reset":
                        # Without lingering, closing sends a reset.
                        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        # While the other thread waits for the client, closing sends nothing.
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
