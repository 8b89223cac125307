"""The command's side: asks the engine of a workspace, which is started or replaced where need be."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

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
from kgqa_neo4j.engine.place import EngineUnavailable, Place, peer, place_of, places
from kgqa_neo4j.engine.program import program
from kgqa_neo4j.engine.start import connect, end, is_engine, start
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.progress import Report, no_progress

# Seconds in which an engine has to take a question; how long the answer takes is another matter.
_PATIENCE_S = 10.0
_ATTEMPTS = 3
_VARIABLES = ("NEO4J_", "KGQA_")


class _Replace(Exception):
    """The engine that was asked is outdated or dead: another has to be."""


class EngineClient:
    """Asks the engine of one workspace.

    Raises:
        EngineUnavailable: there can be none on this system.
    """

    def __init__(self, workspace: Path, report: Report = no_progress) -> None:
        self._place = place_of(workspace)
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
        """Answer a question; an interruption cancels it in the engine too.

        The arguments are those of `KnowledgeGraph.ask`, settings as text.

        Raises:
            KgqaError: what the question ended in.
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
        raise EngineUnavailable(f"it does not take questions; see {self._place.log}")

    def start(self) -> None:
        """Start the engine unless it runs, ahead of the first question, which reports what goes wrong here."""
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
        """Hand in the question, and have it taken."""
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
            # It is of another program, or ends just now: its socket is gone already.
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
            raise KgqaError("the engine ended while it answered", hint=f"ask again; see {self._place.log}")
        raise _Replace


def status(workspace: Path) -> Status | None:
    """Return how the engine of a workspace is; None if none runs. Starts none."""
    try:
        place = place_of(workspace)
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
    """End the engine of a workspace, with what it is at; return whether one ran."""
    try:
        return _stop(place_of(workspace))
    except EngineUnavailable:
        return False


def stop_all() -> int:
    """End all engines of this user; return how many ran."""
    try:
        known = places()
    except EngineUnavailable:
        return 0
    return sum(_stop(place) for place in known)


def _stop(place: Place) -> bool:
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
        pass  # an engine that does not answer is ended below
    finally:
        channel.close()
    if pid is not None and is_engine(place, pid):
        end(place, pid)
    return True


__all__ = ["EngineClient", "EngineUnavailable", "status", "stop", "stop_all"]
