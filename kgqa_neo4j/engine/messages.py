"""What the command and the engine say to each other: one JSON object a line, requests there, events back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError

# A request is a question and settings, a reply an answer with its evidence.
MOST_REQUEST, MOST_REPLY = 2**20, 2**28


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A line."""


class Ask(Message, frozen=True):
    """Answer a question; `environment` has the client's variables that are settings, `keep` adds it to the history."""

    question: str
    program: str
    directory: str
    topics: list[str] = []
    settings: dict[str, str] = {}
    environment: dict[str, str] = {}
    keep: bool = True


class Cancel(Message, frozen=True):
    """Give up the question that was asked last on this connection."""


class GetStatus(Message, frozen=True):
    """Say how the engine is."""


class Stop(Message, frozen=True):
    """End the engine, and what it is at."""


class Accepted(Message, frozen=True):
    """The question is being answered."""


class Outdated(Message, frozen=True):
    """The engine is of another program; it takes no more questions, and its socket is gone."""


class Progress(Message, frozen=True):
    """What takes time, in a few words."""

    text: str


class Piece(Message, frozen=True):
    """A piece of the answer's text."""

    text: str


class Answered(Message, frozen=True):
    """The answer: the last event of a question."""

    answer: Answer


class Failed(Message, frozen=True):
    """The question ended in an error, instead of an answer."""

    kind: str
    message: str
    hint: str
    exit_code: int

    @classmethod
    def of(cls, error: KgqaError) -> Failed:
        """Return the event for an error."""
        return cls(type(error).__name__, error.message, error.hint, error.exit_code)

    def error(self) -> KgqaError:
        """Return the error again, of the kind that it was."""
        kind = getattr(errors, self.kind, KgqaError)
        if not (isinstance(kind, type) and issubclass(kind, KgqaError)):
            kind = KgqaError
        # Without its constructor: some kinds make their message and hint themselves.
        error = kind.__new__(kind, self.message)
        KgqaError.__init__(error, self.message, hint=self.hint)
        error.exit_code = self.exit_code
        return error


class Status(Message, frozen=True):
    """How the engine is: its process, how long it has run, what it did, how long it waits for more."""

    pid: int
    program: str
    seconds: float
    questions: int
    busy: int
    idle: float


class Stopping(Message, frozen=True):
    """The engine ends."""


Request = Ask | Cancel | GetStatus | Stop
Event = Accepted | Outdated | Progress | Piece | Answered | Failed | Status | Stopping
T = TypeVar("T")


class Channel(Generic[T]):
    """One end of a connection: sends messages, yields those of the types `T` that come."""

    _encoder: ClassVar = msgspec.json.Encoder(enc_hook=lambda value: _plain(value))

    def __init__(self, connection: socket.socket, incoming: Any, most: int) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(incoming)
        self._most = most
        self._sending = threading.Lock()

    def send(self, message: Message) -> None:
        """Send one message.

        Raises:
            OSError: the other end is gone, or does not read.
        """
        with self._sending:
            self._connection.sendall(self._encoder.encode(message) + b"\n")

    def receive(self) -> T | None:
        """Return the next message, None when the other end is gone.

        Raises:
            OSError: it does not answer in the connection's time.
            ValueError: what came is no message.
        """
        line = self._lines.readline(self._most + 1)
        if not line.endswith(b"\n"):
            if len(line) > self._most:
                raise ValueError("a message that is too long")
            return None
        return self._decoder.decode(line)

    def __iter__(self) -> Iterator[T]:
        """Yield messages until the other end is gone."""
        while (message := self.receive()) is not None:
            yield message

    def close(self) -> None:
        """Close the connection."""
        self._lines.close()
        self._connection.close()


def _plain(value: object) -> object:
    """Return what stands for a value that JSON does not have: numbers of NumPy as numbers, all else as text."""
    item = getattr(value, "item", None)
    return item() if callable(item) else str(value)
