"""Values that many threads need at once."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from kgqa_neo4j import DatabaseDown
from kgqa_neo4j.model.cancellation import Cancelled
from kgqa_neo4j.model.single_flight import SingleFlight

THREADS = 8


class Making:
    """Makes numbers slowly enough for all threads to wait, after failing as often as it is told to."""

    def __init__(self, *failures: BaseException) -> None:
        self.calls = 0
        self._failures = list(failures)
        self._began = threading.Barrier(THREADS)

    def all_at_once(self, flight: SingleFlight[int]) -> list[int | BaseException]:
        def one(_: int) -> int | BaseException:
            self._began.wait(10)
            try:
                return flight.get(self._make)
            except (DatabaseDown, Cancelled) as error:
                return error

        with ThreadPoolExecutor(THREADS) as pool:
            return list(pool.map(one, range(THREADS)))

    def _make(self) -> int:
        self.calls += 1
        time.sleep(0.3)
        if self._failures:
            raise self._failures.pop(0)
        return self.calls


def test_one_thread_makes_the_value_of_all() -> None:
    flight, making = SingleFlight[int](), Making()
    assert making.all_at_once(flight) == [1] * THREADS
    assert making.all_at_once(flight) == [1] * THREADS


def test_an_error_is_that_of_all_who_wait_and_the_next_call_tries_again() -> None:
    flight, error = SingleFlight[int](), DatabaseDown("the server was killed")
    making = Making(error)
    assert making.all_at_once(flight) == [error] * THREADS
    assert making.calls == 1
    assert making.all_at_once(flight) == [2] * THREADS


def test_a_cancelled_question_leaves_the_value_to_another() -> None:
    flight, making = SingleFlight[int](), Making(Cancelled())
    found = making.all_at_once(flight)
    assert sum(isinstance(one, Cancelled) for one in found) == 1
    assert found.count(2) == THREADS - 1


@pytest.mark.parametrize("make", [lambda: 0, lambda: None])
def test_a_value_that_is_false_is_made_once(make: Callable[[], int | None]) -> None:
    calls = []
    flight: SingleFlight[int | None] = SingleFlight()
    for _ in range(2):
        assert flight.get(lambda: calls.append(1) or make()) == make()  # type: ignore[func-returns-value]
    assert len(calls) == 1
