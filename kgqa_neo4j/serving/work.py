"""Work for one request, in a thread: bounded in number and time, heard of while it goes on, ended when unwanted."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import Request

from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.model.cancellation import Cancellation, Cancelled, cancellable
from kgqa_neo4j.model.observing import observing
from kgqa_neo4j.serving.problems import Problem

T = TypeVar("T")

log = logging.getLogger(__name__)
_CANCEL_AGAIN_S = 0.3
_DRAIN_S = 20.0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on the way; the last one is ``done``, with what the work returned."""

    kind: str
    data: Any


_teller: ContextVar[Callable[[Event], None] | None] = ContextVar("teller", default=None)


def report(text: str) -> None:
    """Tell whoever waits for the work of this thread what takes time."""
    if (tell := _teller.get()) is not None:
        tell(Event("progress", text))


def tell_text(piece: str) -> None:
    """Tell whoever waits for the work of this thread a piece of the answer's text."""
    if (tell := _teller.get()) is not None:
        tell(Event("text", piece))


class Workers:
    """The threads of a server.

    Args:
        at_once: threads.
        waiting: requests that may wait for one; beyond these they are refused.
        timeout: seconds that a request may take, waiting included.

    `refused` is how many requests were refused because too many waited.
    """

    def __init__(self, at_once: int, waiting: int, timeout: float) -> None:
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="kgqa-serve")
        self._free = asyncio.Semaphore(at_once)
        self._at_once, self._most_waiting, self._timeout = at_once, waiting, timeout
        self._waiting = 0
        self.refused = 0
        self._running: set[_Job] = set()
        self._usual = 0.2

    async def stream(self, do: Callable[[], T]) -> AsyncIterator[Event]:
        """Do the work, and yield its events; closing the iterator cancels it, on the database as well.

        Raises:
            Problem: there is too much to do, or it took too long.
            KgqaError: what the work ended in.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._timeout
        try:
            async with asyncio.timeout_at(deadline):
                await self._enter()
        except TimeoutError:
            raise _overdue(self._timeout) from None
        job = _Job(do)
        self._running.add(job)
        started = loop.time()
        job.future = loop.run_in_executor(self._threads, job.run)
        job.future.add_done_callback(lambda _: self._left(job, loop.time() - started))
        try:
            while (event := await job.next(deadline)) is not None:
                yield event
            result = await asyncio.shield(job.future)
            if job.cancelling:
                raise Problem(503, "shutting-down", "the server ends", retry_after=5)
            yield Event("done", result)
        except TimeoutError:
            raise _overdue(self._timeout) from None
        finally:
            job.cancel()

    async def result(self, request: Request, do: Callable[[], T]) -> T:
        """Do the work for a client that waits; it is cancelled when the client goes.

        Raises:
            Problem: there is too much to do, it took too long, or the client went.
            KgqaError: what the work ended in.
        """

        async def finished() -> T:
            async with aclosing(self.stream(do)) as events:  # type: ignore[type-var]
                async for event in events:
                    if event.kind == "done":
                        found: T = event.data
                        return found
            raise AssertionError("work ends with what it returned")

        return await _unless_gone(request, finished())

    async def begun(
        self, request: Request, do: Callable[[], T], kinds: Collection[str]
    ) -> AsyncIterator[Event]:
        """Do the work, and return an iterator over its events of these kinds, once the first is there.

        What the work ends in before is raised here, when a response can still say so.

        Raises:
            Problem, KgqaError: see `stream`; or the client went.
        """
        events = self.stream(do)

        async def wanted() -> AsyncIterator[Event]:
            async with aclosing(events) as told:  # type: ignore[type-var]
                async for event in told:
                    if event.kind in kinds:
                        yield event

        chosen = wanted()
        first = await _unless_gone(request, anext(chosen))

        async def all_of_them() -> AsyncIterator[Event]:
            async with aclosing(chosen) as rest:  # type: ignore[type-var]
                yield first
                async for event in rest:
                    yield event

        return all_of_them()

    async def close(self) -> None:
        """Cancel what is still at work, and wait for it."""
        for job in list(self._running):
            job.cancel()
        deadline = time.monotonic() + _DRAIN_S
        while self._running and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def busy(self) -> int:
        """How many requests are at work."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many requests wait for a thread."""
        return self._waiting

    async def _enter(self) -> None:
        if self._free.locked() and self._waiting >= self._most_waiting:
            seconds = math.ceil(max(1.0, self._usual * (self._waiting + 1) / self._at_once))
            self.refused += 1
            raise Problem(
                429,
                "too-many-requests",
                f"{self._waiting:,} requests wait already",
                hint="try again later; serve.concurrency and serve.waiting are the bounds",
                retry_after=min(seconds, 60),
            )
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1

    def _left(self, job: _Job, seconds: float) -> None:
        self._running.discard(job)
        self._usual += 0.1 * (seconds - self._usual)
        self._free.release()
        if not job.future.cancelled():
            job.future.exception()  # heard of, whether or not somebody still waits for it


class _Job:
    """Work in a thread. It is made in the event loop, and runs in a copy of its context."""

    future: asyncio.Future[Any]

    def __init__(self, do: Callable[[], Any]) -> None:
        self._told: asyncio.Queue[Event | None] = asyncio.Queue()
        self._do = do
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()
        self._cancellation = Cancellation()
        self._ended = threading.Event()
        self.cancelling = False

    def run(self) -> Any:
        """Do the work: what the thread calls."""
        try:
            return self._context.run(self._run)
        except Cancelled:
            return None
        finally:
            self._ended.set()
            self._put(None)

    async def next(self, deadline: float) -> Event | None:
        """Return what is told next, None once the work is done.

        Raises:
            TimeoutError: nothing is told until `deadline`, a time of the event loop.
        """
        async with asyncio.timeout_at(deadline):
            return await self._told.get()

    def cancel(self) -> None:
        """Cancel the work unless it is done; returns at once."""
        if not self._ended.is_set() and not self.cancelling:
            self.cancelling = True
            threading.Thread(target=self._cancel, daemon=True).start()

    def _run(self) -> Any:
        _teller.set(self._tell)
        with cancellable(self._cancellation), observing(self._tell_step):
            self._cancellation.check()
            return self._do()

    def _cancel(self) -> None:
        # It may have been about to begin the next statement, which is to be ended as well.
        while not self._ended.is_set():
            try:
                self._cancellation.cancel()
            except Exception:
                log.exception("cancelling failed")
            self._ended.wait(_CANCEL_AGAIN_S)

    def _tell_step(self, step: Step) -> None:
        self._tell(Event("step", {"kind": step.kind, "summary": step.summary, "data": step.data}))

    def _tell(self, event: Event) -> None:
        self._cancellation.check()
        self._put(event)

    def _put(self, event: Event | None) -> None:
        # Once the loop is closed nobody waits for it.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._told.put_nowait, event)


async def _unless_gone(request: Request, doing: Awaitable[T]) -> T:
    """Wait for something that ends with the client; what is thrown into it then is a cancellation."""
    work = asyncio.ensure_future(doing)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Problem(499, "client-gone", "the client went before it was answered")
        return work.result()
    finally:
        for task in (work, gone):
            task.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _overdue(timeout: float) -> Problem:
    return Problem(
        504, "took-too-long", f"there was no answer within {timeout:g} s", hint="serve.timeout is the limit"
    )
