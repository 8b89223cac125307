"""Scheduling of a comparison's questions: paired across methods, within a budget, optionally in parallel."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass

from kgqa_neo4j import methods
from kgqa_neo4j.evaluation.comparison.protocol import Arm, Budget, Source
from kgqa_neo4j.evaluation.runs import OnProgress, OpenRun, Run
from kgqa_neo4j.linking.resolution import Ids
from kgqa_neo4j.methods.asking import ask
from kgqa_neo4j.methods.base import Method, Resources
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.driver import sharing_reads


class Asker:
    """Asks one arm, from any thread; each thread has its own instance of the method."""

    def __init__(self, arm: Arm, configuration: Configuration, resources: Resources) -> None:
        self._arm = arm
        self.configuration = configuration
        self.resources = resources
        self._of_thread = threading.local()

    def __call__(self, question: str, topics: Sequence[str]) -> Answer:
        """Return the method's answer, without storing it in the history or the graph."""
        method: Method | None = getattr(self._of_thread, "method", None)
        if method is None:
            method = self._of_thread.method = methods.create(self._arm.method)
        return ask(question, self.resources, self.configuration, topics, method=method, kept=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """One arm on one sample."""

    arm: Arm
    run: Run
    opened: OpenRun
    asker: Asker


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample of one file, with the arms that are asked the same questions."""

    source: Source
    seed: int
    questions: list[Question]
    cells: list[Cell]

    def complete(self, question: Question) -> bool:
        """Whether every arm was asked the question."""
        return all(question.line in cell.opened.records for cell in self.cells)


# Number of questions that one arm is asked before the next arm's turn. A model in this process caches the constant
# prefixes of the last few prompts, and loses them if the arm changes with every question.
TURN = 10

Round = tuple[Sample, Question]
Task = tuple[Cell, Question, Source]


def rounds(samples: Sequence[Sample], budget: Budget) -> list[Round]:
    """Return the questions in the order of asking: the first of every sample, then the second, and so on.

    A comparison that is cut off thus has about equally many questions of each file and seed.
    """
    longest = max((len(sample.questions) for sample in samples), default=0)
    order = [
        (sample, sample.questions[place])
        for place in range(longest)
        for sample in samples
        if place < len(sample.questions)
    ]
    return order[: budget.questions] if budget.questions else order


def ask_all(
    order: Sequence[Round],
    resources: Resources,
    gold: Mapping[Source, Mapping[str, Ids]],
    budget: Budget,
    jobs: int,
    on_progress: OnProgress,
    *,
    share_reads: bool = False,
) -> None:
    """Ask the remaining questions, in turns of `TURN` questions per arm.

    When a time budget is used up, no new question is started, but every question already started is asked of all arms.
    With `share_reads`, later arms reuse what an earlier one read from the graph, in one thread (`jobs` 1).

    Raises:
        KgqaError: an error would recur for every further question.
    """
    of = sum(len(sample.cells) for sample, _ in order)
    done = sum(question.line in cell.opened.records for sample, question in order for cell in sample.cells)
    counting = threading.Lock()
    on_progress(done, of)

    def work(task: Task) -> None:
        nonlocal done
        cell, question, source = task
        cell.opened.ask(resources.graph, cell.asker, question, gold[source])
        with counting:
            done += 1
            on_progress(done, of)

    with sharing_reads() if share_reads else nullcontext():
        _perform(_tasks(order, budget), work, jobs)


def _tasks(order: Sequence[Round], budget: Budget) -> Iterator[Task]:
    end = time.monotonic() + budget.seconds if budget.seconds else math.inf
    for start in range(0, len(order), TURN):
        yield from _turn(order[start : start + TURN], end)
        if time.monotonic() >= end:
            return


def _turn(turn: Sequence[Round], end: float) -> Iterator[Task]:
    """Yield the tasks without a record, arm by arm; after `end`, the first arm starts no new question."""
    arms = len(turn[0][0].cells)
    for place in range(arms):
        for number, (sample, question) in enumerate(turn):
            if place == 0 and time.monotonic() >= end:
                turn = turn[:number]
                break
            if question.line not in sample.cells[place].opened.records:
                yield sample.cells[place], question, sample.source


def _perform(tasks: Iterator[Task], work: Callable[[Task], None], jobs: int) -> None:
    if jobs == 1:
        for task in tasks:
            work(task)
        return
    taking, stopped = threading.Lock(), threading.Event()

    def worker() -> None:
        while not stopped.is_set():
            with taking:
                task = next(tasks, None)
            if task is None:
                return
            work(task)

    with ThreadPoolExecutor(jobs, thread_name_prefix="compare") as pool:
        workers = [pool.submit(worker) for _ in range(jobs)]
        try:
            for done in as_completed(workers):
                done.result()
        finally:
            # After an error or Ctrl-C, questions in progress are finished, so that their records are stored.
            stopped.set()
