"""An answer piece by piece, from a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextvars import copy_context

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError

_END = object()


class _Stopped(Exception):
    """Nobody reads on: unwinds the thread that answers."""


class AnswerStream:
    """Iterates over the pieces of an answer's text; `answer` is the whole once they have come.

    `close` ends the work at its next piece of text; leaving a ``for`` loop early should be followed by it.
    """

    def __init__(self, work: Callable[[Callable[[str], None]], Answer]) -> None:
        self._work = work
        self._pieces: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._answer: Answer | None = None
        self._thread = threading.Thread(target=copy_context().run, args=(self._run,), daemon=True)
        self._started = False

    @property
    def answer(self) -> Answer:
        """The answer.

        Raises:
            KgqaError: the pieces were not read to their end.
        """
        if self._answer is None:
            raise KgqaError("the answer is not complete yet", hint="read the stream to its end first")
        return self._answer

    def __iter__(self) -> Iterator[str]:
        """Yield the pieces as they come.

        Raises:
            KgqaError: what the question ended in.
        """
        if not self._started:
            self._started = True
            self._thread.start()
        while (piece := self._pieces.get()) is not _END:
            if isinstance(piece, BaseException):
                raise piece
            assert isinstance(piece, str)
            yield piece

    def close(self) -> None:
        """Stop the work, if it still goes on."""
        self._stopped.set()

    def _run(self) -> None:
        try:
            self._answer = self._work(self._take)
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again where the pieces are read
            self._pieces.put(error)
        self._pieces.put(_END)

    def _take(self, piece: str) -> None:
        if self._stopped.is_set():
            raise _Stopped
        self._pieces.put(piece)
