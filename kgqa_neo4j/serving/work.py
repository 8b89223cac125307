"""Worker threads for requests: limited in number and time, with progress events, cancelled if the client leaves."""

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
    """A progress event; the last one is ``done``, with the result of the work."""

    kind: str
    data: Any


_teller: ContextVar[Callable[[Event], None] | None] = ContextVar("teller", default=None)


def report(text: str) -> None:
    """Send a progress message to the client waiting for this thread's work."""
    if (tell := _teller.get()) is not None:
        tell(Event("progress", text))


def tell_text(piece: str) -> None:
    """Send a piece of the answer's text to the client waiting for this thread's work."""
    if (tell := _teller.get()) is not None:
        tell(Event("text", piece))


class Workers:
    """The worker threads of a server.

    Args:
        at_once: number of threads.
        waiting: maximum number of requests waiting for a thread; further ones are refused.
        timeout: maximum seconds per request, waiting included.

    `refused` counts the requests refused because too many were waiting.
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
        """Do the work and yield its events; closing the iterator cancels it, including its database queries.

        Raises:
            Problem: too many requests are waiting, or the work took too long.
            KgqaError: raised by the work.
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
                raise Problem(503, "shutting-down", "the server is shutting down", retry_after=5)
            yield Event("done", result)
        except TimeoutError:
            raise _overdue(self._timeout) from None
        finally:
            job.cancel()

    async def result(self, request: Request, do: Callable[[], T]) -> T:
        """Do the work and return its result; cancel it if the client disconnects.

        Raises:
            Problem: too many requests are waiting, the work took too long, or the client disconnected.
            KgqaError: raised by the work.
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
        """Start the work, wait for its first event of these kinds, and return an iterator over such events.

        Errors before the first event are raised here, while the response's status can still report them.

        Raises:
            Problem, KgqaError: see `stream`; or the client disconnected.
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
        """Cancel all running work and wait for it to end."""
        for job in list(self._running):
            job.cancel()
        deadline = time.monotonic() + _DRAIN_S
        while self._running and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def busy(self) -> int:
        """Number of requests running."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Number of requests waiting for a thread."""
        return self._waiting

    async def _enter(self) -> None:
        if self._free.locked() and self._waiting >= self._most_waiting:
            seconds = math.ceil(max(1.0, self._usual * (self._waiting + 1) / self._at_once))
            self.refused += 1
            raise Problem(
                429,
                "too-many-requests",
                f"{self._waiting:,} requests are already waiting",
                hint="try again later, or raise serve.concurrency or serve.waiting",
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
            job.future.exception()  # marks it as retrieved, to avoid a warning if nobody awaits it


class _Job:
    """Work in a thread. Created in the event loop, it runs in a copy of the current context."""

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
        """Do the work; called in the worker thread."""
        try:
            return self._context.run(self._run)
        except Cancelled:
            return None
        finally:
            self._ended.set()
            self._put(None)

    async def next(self, deadline: float) -> Event | None:
        """Return the next event; None once the work is done.

        Raises:
            TimeoutError: there was no event until `deadline`, a time of the event loop.
        """
        async with asyncio.timeout_at(deadline):
            return await self._told.get()

    def cancel(self) -> None:
        """Request cancellation of unfinished work, without waiting."""
        if not self._ended.is_set() and not self.cancelling:
            self.cancelling = True
            threading.Thread(target=self._cancel, daemon=True).start()

    def _run(self) -> Any:
        _teller.set(self._tell)
        with cancellable(self._cancellation), observing(self._tell_step):
            self._cancellation.check()
            return self._do()

    def _cancel(self) -> None:
        # Repeated, since the work may have been about to start another statement.
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
        # After the loop is closed, nobody waits for the event.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._told.put_nowait, event)


async def _unless_gone(request: Request, doing: Awaitable[T]) -> T:
    """Await a result, cancelling the work if the client disconnects."""
    work = asyncio.ensure_future(doing)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Problem(499, "client-gone", "the client disconnected before the answer")
        return work.result()
    finally:
        for task in (work, gone):
            task.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _overdue(timeout: float) -> Problem:
    return Problem(504, "took-too-long", f"no answer within {timeout:g} s", hint="raise serve.timeout")
