"""Streaming an answer's text, piece by piece, from a background thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextvars import copy_context

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError

_END = object()


class _Stopped(Exception):
    """The reader closed the stream; unwinds the answering thread."""


class AnswerStream:
    """An iterator over the pieces of an answer's text; afterwards, `answer` is the complete `Answer`.

    `close` stops the work at the next piece of text. Call it after leaving a ``for`` loop early.
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
        """The complete answer.

        Raises:
            KgqaError: the stream was not read to its end.
        """
        if self._answer is None:
            raise KgqaError("the answer is not complete yet", hint="read the stream to its end first")
        return self._answer

    def __iter__(self) -> Iterator[str]:
        """Yield the pieces as they arrive, each once: a further iteration yields none.

        Raises:
            KgqaError: the question failed.
        """
        if not self._started:
            self._started = True
            self._thread.start()
        while (piece := self._pieces.get()) is not _END:
            if isinstance(piece, BaseException):
                raise piece
            assert isinstance(piece, str)
            yield piece
        # Another iteration must end too.
        self._pieces.put(_END)

    def close(self) -> None:
        """Stop the work if it is still running."""
        self._stopped.set()

    def _run(self) -> None:
        try:
            self._answer = self._work(self._take)
        except _Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - reraised in the reader's thread
            self._pieces.put(error)
        self._pieces.put(_END)

    def _take(self, piece: str) -> None:
        if self._stopped.is_set():
            raise _Stopped
        self._pieces.put(piece)
