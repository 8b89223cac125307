"""The engine: listens on its socket and answers until it is idle, stopped or outdated."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import struct
import threading
import time
from contextvars import ContextVar

from kgqa_neo4j.engine.address import EngineAddress, peer
from kgqa_neo4j.engine.graphs import Graphs
from kgqa_neo4j.engine.messages import (
    MOST_REQUEST,
    Accepted,
    Answered,
    Ask,
    Cancel,
    Channel,
    Event,
    Failed,
    GetStatus,
    Outdated,
    Piece,
    Progress,
    Request,
    Status,
    Stop,
    Stopping,
)
from kgqa_neo4j.engine.program import program
from kgqa_neo4j.model.cancellation import Cancellation, Cancelled, cancellable
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.redaction import Redactor
from kgqa_neo4j.settings import load_configuration, secrets_in

log = logging.getLogger(__name__)

_LOOK_S = 0.5
_CANCEL_AGAIN_S = 0.3
# Seconds after which a client that does not read its reply is considered gone.
_SEND_S = 30
# Seconds that questions in progress may still take when the engine ends.
_DRAIN_S = 600.0

_asking: ContextVar[_Question | None] = ContextVar("question", default=None)


class Engine:
    """Answers questions about one workspace until it is idle, stopped or outdated."""

    def __init__(self, place: EngineAddress) -> None:
        self.place = place
        self.program = program()
        self.graphs = Graphs(place.workspace, _report)
        self.idle = load_configuration(place.workspace).settings.engine.idle
        self.redactor = Redactor()
        self.questions = 0
        self._started = self._last = time.monotonic()
        self._lock = threading.Lock()
        self._busy: set[_Question] = set()
        self._ended = threading.Event()
        self._listener = _listen(place)
        self._inode = place.socket.stat().st_ino

    def serve(self) -> None:
        """Answer until the engine ends, then let questions in progress finish."""
        log.info("process %d listens on %s", os.getpid(), self.place.socket)
        try:
            while not self._ended.is_set() and not self._forgotten():
                try:
                    connection, _ = self._listener.accept()
                except TimeoutError:
                    continue
                except OSError:
                    break
                threading.Thread(target=self._converse, args=(connection,), daemon=True).start()
        finally:
            self.retire()
            deadline = time.monotonic() + _DRAIN_S
            while self._busy and time.monotonic() < deadline:
                time.sleep(_LOOK_S / 5)
            self.graphs.close()
            log.info("process %d ended after %d questions", os.getpid(), self.questions)

    def retire(self) -> None:
        """Stop accepting questions, so that another engine may take over the socket's path."""
        with self._lock:
            if self._ended.is_set():
                return
            self._ended.set()
            # Removed before anyone can notice that the engine ends, so it is never the successor's socket.
            with contextlib.suppress(OSError):
                if self.place.socket.stat().st_ino == self._inode:
                    self.place.socket.unlink()
            self._listener.close()

    def stop(self) -> None:
        """Stop the engine, and cancel the questions in progress."""
        self.retire()
        for question in list(self._busy):
            question.cancel()

    def status(self) -> Status:
        """Return the engine's status."""
        waited = 0.0 if self._busy else time.monotonic() - self._last
        return Status(
            pid=os.getpid(),
            program=self.program,
            seconds=time.monotonic() - self._started,
            questions=self.questions,
            busy=len(self._busy),
            idle=max(0.0, self.idle - waited),
        )

    def begin(self, question: _Question) -> bool:
        """Register a question and return True, or False if the engine is ending."""
        with self._lock:
            if self._ended.is_set():
                return False
            self._busy.add(question)
            return True

    def end(self, question: _Question) -> None:
        """Unregister a question that has ended."""
        with self._lock:
            self._busy.discard(question)
            self.questions += 1
            self._last = time.monotonic()

    def _forgotten(self) -> bool:
        """Whether the engine has been idle for too long, or its socket or workspace is gone."""
        if not self._busy and time.monotonic() - self._last > self.idle:
            return True
        try:
            return self.place.socket.stat().st_ino != self._inode or not self.place.workspace.is_dir()
        except OSError:
            return True

    def _converse(self, connection: socket.socket) -> None:
        """Serve the requests of one connection; its question is cancelled when the connection closes."""
        other = peer(connection)
        if other is not None and other[1] != os.getuid():
            connection.close()
            return
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", _SEND_S, 0))
        channel: Channel[Request] = Channel(connection, Request, MOST_REQUEST)
        question: _Question | None = None
        try:
            for request in channel:
                match request:
                    case Ask():
                        if question is not None:
                            question.thread.join()
                        question = self._ask(request, channel)
                    case Cancel() if question is not None:
                        question.cancel()
                    case GetStatus():
                        channel.send(self.status())
                    case Stop():
                        self.stop()
                        channel.send(Stopping())
        except (OSError, ValueError) as error:
            log.debug("a connection ended: %s", error)
        finally:
            if question is not None and question.thread.is_alive():
                question.cancel()
                question.thread.join()
            channel.close()

    def _ask(self, request: Ask, channel: Channel[Request]) -> _Question | None:
        if request.program != self.program:
            self.retire()
        question = _Question(self, request, channel)
        if not self.begin(question):
            channel.send(Outdated())
            return None
        question.thread.start()
        return question


class _Question:
    """A question in progress, in its own thread."""

    def __init__(self, engine: Engine, request: Ask, channel: Channel[Request]) -> None:
        self._engine = engine
        self._request = request
        self._channel = channel
        self._cancellation = Cancellation()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def cancel(self) -> None:
        """Start cancelling the question, without waiting."""
        threading.Thread(target=self._cancel, daemon=True).start()

    def report(self, text: str) -> None:
        """Send a progress message to the client."""
        self._send(Progress(text))

    def _cancel(self) -> None:
        # Repeated, because the question may have been about to start another statement.
        while self.thread.is_alive():
            try:
                self._cancellation.cancel()
            except Exception:
                # Whatever the driver raises: retry, or the question would run to its end.
                log.exception("cancelling failed")
            self.thread.join(_CANCEL_AGAIN_S)

    def _run(self) -> None:
        _asking.set(self)
        started = time.monotonic()
        try:
            self._send(Accepted())
            event = self._event()
            log.info("%s after %.3f s", type(event).__name__.lower(), time.monotonic() - started)
            self._send(event)
        except Cancelled:
            log.info("cancelled after %.3f s", time.monotonic() - started)
        finally:
            self._engine.end(self)

    def _event(self) -> Answered | Failed:
        engine = self._engine
        try:
            with cancellable(self._cancellation):
                configuration = engine.graphs.configuration(self._request)
                engine.redactor.add(secrets_in(configuration.settings))
                engine.idle = configuration.settings.engine.idle
                return Answered(engine.graphs.ask(self._request, configuration, self._take))
        except KgqaError as error:
            return Failed.of(engine.redactor.error(error))
        except Exception as error:
            log.exception("a question failed")
            hint = f"please report this; {engine.place.log} says where it happened"
            return Failed("KgqaError", engine.redactor.text(f"{type(error).__name__}: {error}"), hint, 1)

    def _take(self, piece: str) -> None:
        self._cancellation.check()
        self._send(Piece(piece))

    def _send(self, event: Event) -> None:
        try:
            self._channel.send(event)
        except OSError:
            # The client is gone; the reading thread notices as well, and cancels.
            raise Cancelled from None


def _report(text: str) -> None:
    question = _asking.get()
    if question is not None:
        question.report(text)


def _listen(place: EngineAddress) -> socket.socket:
    """Open the socket. The starting command holds the lock and has checked that no engine listens there."""
    place.socket.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(place.socket))
    place.socket.chmod(0o600)
    listener.listen(64)
    listener.settimeout(_LOOK_S)
    return listener
