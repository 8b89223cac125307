"""The command's client of a workspace's engine; starts or replaces the engine if necessary."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from kgqa_neo4j.engine.address import EngineAddress, EngineUnavailable, engine_address, peer, places
from kgqa_neo4j.engine.messages import (
    MOST_REPLY,
    Accepted,
    Answered,
    Ask,
    Cancel,
    Channel,
    Event,
    Failed,
    GetStatus,
    Piece,
    Progress,
    Status,
    Stop,
)
from kgqa_neo4j.engine.program import program
from kgqa_neo4j.engine.start import connect, end, is_engine, start
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.progress import Report, no_progress

# Seconds for the engine to accept a question; answering has no time limit.
_PATIENCE_S = 10.0
_ATTEMPTS = 3
_VARIABLES = ("NEO4J_", "KGQA_")


class _Replace(Exception):
    """The engine is outdated or dead and must be replaced."""


class EngineClient:
    """Sends questions to the engine of one workspace.

    Raises:
        EngineUnavailable: this system cannot run an engine.
    """

    def __init__(self, workspace: Path, report: Report = no_progress) -> None:
        self._place = engine_address(workspace)
        self._report = report
        self._program = program()

    def ask(
        self,
        question: str,
        topics: Sequence[str] = (),
        settings: Mapping[str, str] | None = None,
        on_text: Callable[[str], None] | None = None,
        *,
        keep: bool = True,
    ) -> Answer:
        """Answer a question; a keyboard interrupt cancels it in the engine too.

        Arguments as in `KnowledgeGraph.ask`, with the values of settings as text.

        Raises:
            KgqaError: the question failed.
            EngineUnavailable: no engine can be started.
        """
        request = Ask(
            question=question,
            program=self._program,
            directory=str(Path.cwd()),
            topics=list(topics),
            settings=dict(settings or {}),
            environment={name: value for name, value in os.environ.items() if name.startswith(_VARIABLES)},
            keep=keep,
        )
        for _ in range(_ATTEMPTS):
            try:
                return self._asked(request, on_text)
            except _Replace:
                continue
        raise EngineUnavailable(f"it accepts no questions; see {self._place.log}")

    def start(self) -> None:
        """Start the engine unless it runs, before the first question; a failure is left for that question to report."""
        with contextlib.suppress(EngineUnavailable):
            (connect(self._place) or start(self._place)).close()

    def _asked(self, request: Ask, on_text: Callable[[str], None] | None) -> Answer:
        connection = connect(self._place) or start(self._place)
        other = peer(connection)
        channel: Channel[Event] = Channel(connection, Event, MOST_REPLY)
        try:
            self._offer(channel, connection, request, None if other is None else other[0])
            return self._await(channel, on_text)
        except KeyboardInterrupt:
            channel.send(Cancel())
            raise
        finally:
            channel.close()

    def _offer(self, channel: Channel[Event], connection: socket.socket, request: Ask, pid: int | None) -> None:
        """Send the question and wait until the engine accepts it."""
        connection.settimeout(_PATIENCE_S)
        try:
            channel.send(request)
            first = channel.receive()
        except TimeoutError:
            end(self._place, pid)
            raise _Replace from None
        except OSError:
            raise _Replace from None
        if not isinstance(first, Accepted):
            # The engine runs another version or is ending; its socket has been removed.
            raise _Replace
        connection.settimeout(None)

    def _await(self, channel: Channel[Event], on_text: Callable[[str], None] | None) -> Answer:
        streamed = False
        try:
            for event in channel:
                match event:
                    case Progress(text):
                        self._report(text)
                    case Piece(text):
                        streamed = True
                        if on_text is not None:
                            on_text(text)
                    case Answered(answer):
                        return answer
                    case Failed():
                        raise event.error()
        except (ConnectionError, ValueError):
            pass
        if streamed:
            raise KgqaError("the engine exited while answering", hint=f"ask again; see {self._place.log}")
        raise _Replace


def status(workspace: Path) -> Status | None:
    """Return the status of a workspace's engine, None if none runs; does not start one."""
    try:
        place = engine_address(workspace)
        connection = connect(place)
    except EngineUnavailable:
        return None
    if connection is None:
        return None
    channel: Channel[Event] = Channel(connection, Event, MOST_REPLY)
    connection.settimeout(_PATIENCE_S)
    try:
        channel.send(GetStatus())
        answer = channel.receive()
    except (OSError, ValueError):
        return None
    finally:
        channel.close()
    return answer if isinstance(answer, Status) else None


def stop(workspace: Path) -> bool:
    """Stop the engine of a workspace and cancel its questions; return whether one ran."""
    try:
        return _stop(engine_address(workspace))
    except EngineUnavailable:
        return False


def stop_all() -> int:
    """Stop all engines of this user; return how many ran."""
    try:
        known = places()
    except EngineUnavailable:
        return 0
    return sum(_stop(place) for place in known)


def _stop(place: EngineAddress) -> bool:
    connection = connect(place)
    if connection is None:
        place.socket.unlink(missing_ok=True)
        return False
    other = peer(connection)
    pid = None if other is None else other[0]
    channel: Channel[Event] = Channel(connection, Event, MOST_REPLY)
    connection.settimeout(_PATIENCE_S)
    try:
        channel.send(Stop())
        channel.receive()
    except (OSError, ValueError):
        pass  # an engine that does not reply is killed below
    finally:
        channel.close()
    if pid is not None and is_engine(place, pid):
        end(place, pid)
    return True


__all__ = ["EngineClient", "EngineUnavailable", "status", "stop", "stop_all"]
