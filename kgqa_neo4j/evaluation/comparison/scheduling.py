"""Asking the questions of a comparison: paired across methods, within a budget, in parallel on request."""

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
    """One arm, to be asked from any thread: each has an instance of the method for itself."""

    def __init__(self, arm: Arm, configuration: Configuration, resources: Resources) -> None:
        self._arm = arm
        self.configuration = configuration
        self.resources = resources
        self._of_thread = threading.local()

    def __call__(self, question: str, topics: Sequence[str]) -> Answer:
        """Return the method's answer, which is kept nowhere."""
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
    """One sample of one file with all that is asked its questions: these are paired."""

    source: Source
    seed: int
    questions: list[Question]
    cells: list[Cell]

    def complete(self, question: Question) -> bool:
        """Whether every arm was asked the question."""
        return all(question.line in cell.opened.records for cell in self.cells)


# Questions that one arm is asked before the next one's turn. A model in this process keeps what it read
# of the last few prompts' constant beginnings, which changing arms at each question would drop.
TURN = 10

Round = tuple[Sample, Question]
Task = tuple[Cell, Question, Source]


def rounds(samples: Sequence[Sample], budget: Budget) -> list[Round]:
    """Return which questions to ask in which order: the first of every sample, then the second, and so on.

    So a comparison that is cut off has about as many questions of each file and seed.
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
    """Ask what was not asked yet, in turns of some questions for each arm.

    After a budget of time no new question is begun, but what was begun is asked of every arm. With
    `share_reads` what one arm read of the graph serves those after it, in one thread (`jobs` 1).

    Raises:
        KgqaError: an error that every further question would meet.
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
    """Yield what is missing of some questions, arm by arm; after `end` the first arm begins no new one."""
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
            # After an error or Ctrl-C questions on their way are ended, so that they are kept.
            stopped.set()
