"""A listener on this machine that counts who connects, and what a database holds as one number."""

import hashlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CORPUS = Path(__file__).parent / "corpus"


class Listener:
    """Takes connections on a port of this machine and notes what it is sent."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/evil.csv"
        self.received: list[bytes] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(1)
                self.received.append(connection.recv(4096))
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\na,b\n")

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listening = Listener()
    yield listening
    listening.close()


def corpus(name: str) -> list[dict[str, str]]:
    lines = (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def fingerprint(cypher: Callable[..., list[dict[str, Any]]]) -> str:
    """Return a hash of all nodes, relationships, indexes, constraints and users."""
    state = [
        cypher("MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties ORDER BY elementId(n)"),
        cypher(
            "MATCH (a)-[r]->(b) RETURN type(r), properties(r), elementId(a), elementId(b) ORDER BY elementId(r)"
        ),
        cypher("SHOW INDEXES YIELD name, state RETURN name, state ORDER BY name"),
        cypher("SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name"),
        cypher(
            "SHOW USERS YIELD user, passwordChangeRequired RETURN user, passwordChangeRequired ORDER BY user"
        ),
        cypher(
            "SHOW DATABASES YIELD name, access, currentStatus RETURN name, access, currentStatus ORDER BY name"
        ),
    ]
    return hashlib.sha256(json.dumps(state, default=str, sort_keys=True).encode()).hexdigest()
