"""The protocol between command and engine: one JSON object per line; the client sends requests, the engine events."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError

# Maximum sizes in bytes: a request holds a question and settings, a reply an answer with its evidence.
MOST_REQUEST, MOST_REPLY = 2**20, 2**28


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message, sent as one line."""


class Ask(Message, frozen=True):
    """Answer a question; `environment` has the client's variables for settings, `keep` adds it to the history."""

    question: str
    program: str
    directory: str
    topics: list[str] = []
    settings: dict[str, str] = {}
    environment: dict[str, str] = {}
    keep: bool = True


class Cancel(Message, frozen=True):
    """Cancel the last question of this connection."""


class GetStatus(Message, frozen=True):
    """Ask for the engine's status."""


class Stop(Message, frozen=True):
    """Stop the engine and cancel its questions."""


class Accepted(Message, frozen=True):
    """The engine has accepted the question."""


class Outdated(Message, frozen=True):
    """The engine takes no more questions, as after a change of the program's files; its socket has been removed."""


class Progress(Message, frozen=True):
    """A short message about slow work, such as starting a server."""

    text: str


class Piece(Message, frozen=True):
    """A piece of the answer's text."""

    text: str


class Answered(Message, frozen=True):
    """The answer; the last event of a question."""

    answer: Answer


class Failed(Message, frozen=True):
    """The question failed; sent instead of `Answered`."""

    kind: str
    message: str
    hint: str
    exit_code: int

    @classmethod
    def of(cls, error: KgqaError) -> Failed:
        """Return the event for an error."""
        return cls(type(error).__name__, error.message, error.hint, error.exit_code)

    def error(self) -> KgqaError:
        """Return the error, as an instance of its original class."""
        kind = getattr(errors, self.kind, KgqaError)
        if not (isinstance(kind, type) and issubclass(kind, KgqaError)):
            kind = KgqaError
        # Bypass the constructor: some classes build their own message and hint.
        error = kind.__new__(kind, self.message)
        KgqaError.__init__(error, self.message, hint=self.hint)
        error.exit_code = self.exit_code
        return error


class Status(Message, frozen=True):
    """The engine's status: uptime and remaining idle time in seconds, numbers of questions ended and in progress."""

    pid: int
    program: str
    seconds: float
    questions: int
    busy: int
    idle: float


class Stopping(Message, frozen=True):
    """The engine is stopping."""


Request = Ask | Cancel | GetStatus | Stop
Event = Accepted | Outdated | Progress | Piece | Answered | Failed | Status | Stopping
T = TypeVar("T")


class Channel(Generic[T]):
    """One end of a connection: sends messages, and receives those of the types `T`."""

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
            OSError: the other end is closed, or does not read.
        """
        with self._sending:
            self._connection.sendall(self._encoder.encode(message) + b"\n")

    def receive(self) -> T | None:
        """Return the next message, None if the other end is closed.

        Raises:
            OSError: nothing arrived within the connection's timeout, or the connection broke.
            ValueError: the line is not a valid message.
        """
        line = self._lines.readline(self._most + 1)
        if not line.endswith(b"\n"):
            if len(line) > self._most:
                raise ValueError("a message that is too long")
            return None
        return self._decoder.decode(line)

    def __iter__(self) -> Iterator[T]:
        """Yield messages until the other end is closed."""
        while (message := self.receive()) is not None:
            yield message

    def close(self) -> None:
        """Close the connection."""
        self._lines.close()
        self._connection.close()


def _plain(value: object) -> object:
    """Convert a value that JSON cannot represent: NumPy scalars to numbers, anything else to text."""
    item = getattr(value, "item", None)
    return item() if callable(item) else str(value)
