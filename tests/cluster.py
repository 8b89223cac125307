"""A cluster for the client's eyes: members that pass Bolt on to one real server, and tell a routing table of their own.

Each member is a port that writes down what it is asked. Only the addresses in the replies to ROUTE are changed, and a
member that is no leader refuses to write, as in a cluster. What no single server can show is not shown here:
members that lag behind each other, and an election.
"""

from __future__ import annotations

import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from neo4j._codec.packstream import v1

HOST = "127.0.0.1"
# The driver's own, which has no types.
packstream: Any = v1
RUN, BEGIN, SUCCESS, RESET, FAILURE = 0x10, 0x11, 0x70, 0x0F, 0x7F
NOT_A_LEADER = "Neo.ClientError.Cluster.NotALeader"
# Version 6.0 alone: replies to a list of versions differ in form.
_PROPOSED = bytes([0, 0, 0, 6]) + bytes(12)


@dataclass
class Asked:
    """What a member was asked: a statement, whether it may write, and with which bookmarks."""

    member: str
    statement: str
    writes: bool
    bookmarks: list[str]


@dataclass
class Cluster:
    """Members by name, the first of them the leader. `asked` is what they were asked, in order."""

    server: int
    names: tuple[str, ...] = ("leader", "reader1", "reader2")
    asked: list[Asked] = field(default_factory=list)
    bookmarks: list[str] = field(default_factory=list)
    """Those that the server gave for writes, in order."""
    tls: ssl.SSLContext | None = None
    """What members encrypt with."""
    invalid: set[str] = field(default_factory=set)
    """Bookmarks that members refuse as those of another database."""

    def __post_init__(self) -> None:
        self.leader = self.names[0]
        self.members = {name: Member(self, name) for name in self.names}

    @property
    def uri(self) -> str:
        """The address of the last member, which is a reader."""
        return f"neo4j://{self.address(self.names[-1])}"

    def address(self, name: str) -> str:
        return f"{HOST}:{self.members[name].port}"

    def table(self) -> list[dict[str, Any]]:
        """Return the routing table: members that are lost stay in it, as for a while in a cluster."""
        readers = [self.address(name) for name in self.names if name != self.leader]
        return [
            {"role": "WRITE", "addresses": [self.address(self.leader)]},
            {"role": "READ", "addresses": readers},
            {"role": "ROUTE", "addresses": [self.address(name) for name in self.names]},
        ]

    def of(self, name: str) -> list[Asked]:
        """Return what one member was asked."""
        return [one for one in self.asked if one.member == name]

    def close(self) -> None:
        for member in self.members.values():
            member.lose()


class Member:
    """A port in front of the server."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self._cluster, self._name = cluster, name
        self._open: list[socket.socket] = []
        self.before: Callable[[Asked], object] = lambda asked: None
        """Called with what is asked before it is passed on."""
        self.port = 0
        self.restore()

    def restore(self) -> None:
        """Take connections, again."""
        self._listening = socket.create_server((HOST, self.port))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def lose(self) -> None:
        """Break all connections, and take no more."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                client, _ = listening.accept()
                server = socket.create_connection((HOST, self._cluster.server))
            except OSError:
                return
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._open.append(one)
            threading.Thread(target=self._serve, args=(client, server), daemon=True).start()

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        # A connection that ends on one side ends on the other.
        with suppress(OSError, EOFError), client, server:
            if self._cluster.tls is not None:
                client = self._cluster.tls.wrap_socket(client, server_side=True)
                self._open.append(client)
            hello = _read(client, 20)
            server.sendall(hello[:4] + _PROPOSED)
            client.sendall(_read(server, 4))
            writing = threading.Event()
            down = threading.Thread(target=self._down, args=(client, server, writing), daemon=True)
            down.start()
            refusing = False
            for message in _messages(client):
                refusing = self._up(message, client, server, writing, refusing)

    def _up(
        self,
        message: bytes,
        client: socket.socket,
        server: socket.socket,
        writing: threading.Event,
        refusing: bool,
    ) -> bool:
        """Pass a message of the client on; return whether what follows on it is ignored, as after a failure."""
        tag = message[1]
        if tag in (RUN, BEGIN) and not refusing:
            fields = _fields(message)
            about = fields[-1]
            if tag == BEGIN or "db" in about or "mode" in about or "bookmarks" in about:
                asked = Asked(
                    self._name,
                    fields[0] if tag == RUN else "BEGIN",
                    about.get("mode", "w") != "r",
                    list(about.get("bookmarks", [])),
                )
                self._cluster.asked.append(asked)
                self.before(asked)
                writing.set() if asked.writes else writing.clear()
                refused = ""
                if asked.writes and self._cluster.leader != self._name:
                    refused = NOT_A_LEADER
                elif self._cluster.invalid & set(asked.bookmarks):
                    refused = "Neo.ClientError.Transaction.InvalidBookmark"
                if refused:
                    # Whatever the client sent behind it is ignored until it resets; the server never hears of it.
                    client.sendall(_failure(refused))
                    return True
        if tag == RESET:
            refusing = False
        if refusing:
            client.sendall(_chunked(bytes([0xB0, 0x7E])))
        else:
            server.sendall(_chunked(message))
        return refusing

    def _down(self, client: socket.socket, server: socket.socket, writing: threading.Event) -> None:
        with suppress(OSError, EOFError):
            for message in _messages(server):
                if message[1] == SUCCESS:
                    (told,) = _fields(message)
                    if writing.is_set() and told.get("bookmark"):
                        self._cluster.bookmarks.append(told["bookmark"])
                    if "rt" in told:
                        told["rt"]["servers"] = self._cluster.table()
                        message = _packed(SUCCESS, told)
                client.sendall(_chunked(message))
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)


@contextmanager
def cluster(uri: str, tls: ssl.SSLContext | None = None) -> Iterator[Cluster]:
    """Give a cluster in front of the server at `uri`."""
    made = Cluster(int(uri.rsplit(":", 1)[1]), tls=tls)
    try:
        yield made
    finally:
        made.close()


def _read(connection: socket.socket, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


def _messages(connection: socket.socket) -> Iterator[bytes]:
    """Yield whole messages, put together from their chunks."""
    message = bytearray()
    while True:
        (size,) = struct.unpack(">H", _read(connection, 2))
        if size:
            message += _read(connection, size)
        elif message:
            yield bytes(message)
            message.clear()


def _chunked(message: bytes) -> bytes:
    parts = [message[start : start + 0xFFFF] for start in range(0, len(message), 0xFFFF)]
    return b"".join(struct.pack(">H", len(part)) + part for part in parts) + b"\0\0"


def _fields(message: bytes) -> list[Any]:
    unpacker = packstream.Unpacker(packstream.UnpackableBuffer(message[2:]))
    return [unpacker.unpack() for _ in range(message[0] & 0x0F)]


def _packed(tag: int, *fields: Any) -> bytes:
    buffer = packstream.PackableBuffer()
    packstream.Packer(buffer).pack_struct(bytes([tag]), fields)
    return bytes(buffer.data)


def _failure(code: str) -> bytes:
    told = {
        "neo4j_code": code,
        "message": "refused by the cluster of a test",
        "gql_status": "50N42",
        "description": "error: general processing exception",
    }
    return _chunked(_packed(FAILURE, told))
