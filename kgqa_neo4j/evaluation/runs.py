"""Evaluation runs: questions asked one by one, with each result stored at once so that a run can be resumed."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from kgqa_neo4j.evaluation.identity import (
    code_identity,
    graph_identity,
    learned_identity,
    settings_with_effect,
    trained_parts,
)
from kgqa_neo4j.evaluation.records import Record, by_kind, failed_record, record, summarise, without_texts
from kgqa_neo4j.evaluation.task import EvaluationTask
from kgqa_neo4j.linking.resolution import Ids, resolve
from kgqa_neo4j.model import errors
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.question_sets.checksum import checksum
from kgqa_neo4j.question_sets.questions import Question, gold_ids
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.version import __version__

# Maps a question and its topics to the answer.
AskFunction = Callable[[str, Sequence[str]], Answer]
# Receives (done, total) numbers of questions.
OnProgress = Callable[[int, int], None]

# Errors that would recur for every further question. They stop the run, which can be resumed when they are fixed.
_SYSTEMIC = (
    errors.ConfigError,
    errors.DatabaseDown,
    errors.DatabaseStarting,
    errors.EmptyGraph,
    errors.IndexPopulating,
    errors.ModelNotFound,
    errors.ModelUnavailable,
    errors.ModelUnreadable,
    errors.ServerError,
    errors.ServerTooOld,
    errors.UnknownDatabase,
    errors.WrongDimension,
    errors.WrongPassword,
)


class OpenRun:
    """A run that this process has locked, with its records. Thread-safe.

    `records` maps lines of the question file to the fields that metrics need; see `without_texts`.
    """

    def __init__(self, plan: EvaluationTask, predictions: Path) -> None:
        self.plan = plan
        self.predictions = predictions
        self.records = _kept(predictions)
        self._writing = threading.Lock()

    def ask(self, database: Database, ask: AskFunction, question: Question, gold: Mapping[str, Ids]) -> None:
        """Ask one question, and write its record to disk before returning.

        An error is recorded as a failure of the question, unless it would recur for every question.

        Args:
            database: the graph.
            ask: the method.
            question: one of the plan's questions.
            gold: ids by name of gold answer, from `gold_answers`.

        Raises:
            KgqaError: an error that would recur for every question; nothing is recorded.
        """
        answers = gold_ids(question, gold)
        started = time.perf_counter()
        try:
            topics = known_topics(database, question) if self.plan.topic == "gold" else ()
            answered = record(database, question, answers, ask(question.question, topics), gold)
        except _SYSTEMIC:
            raise
        except Exception as error:  # noqa: BLE001 - even a bug in a method fails one question, not the run
            message = error.message if isinstance(error, errors.KgqaError) else str(error)
            reason = f"{type(error).__name__}: {message}"
            answered = failed_record(question, answers, reason, time.perf_counter() - started)
        with self._writing:
            with self.predictions.open("a", encoding="utf-8") as file:
                file.write(json.dumps(answered, ensure_ascii=False) + "\n")
            self.records[question.line] = without_texts(answered)


class Run:
    """One plan with one configuration on one graph, stored in a folder named by a hash of all of these.

    `runs` is a folder for runs instead of the workspace's. `model` is the language model's identity, if it has one,
    because a file of the same name may contain other weights.
    """

    def __init__(
        self,
        plan: EvaluationTask,
        configuration: Configuration,
        database: Database,
        runs: Path | None = None,
        model: str = "",
    ) -> None:
        self.plan = plan
        self.description: dict[str, Any] = {
            **{name: value for name, value in asdict(plan).items() if name != "file"},
            "file": plan.file.name,
            "checksum": checksum(plan.file),
            "version": __version__,
            "code": code_identity(),
            "graph": graph_identity(database),
            "model": model,
            "trained": trained_parts(configuration),
            "learned": learned_identity(database, configuration.settings),
            "settings": settings_with_effect(configuration.settings),
        }
        text = json.dumps(self.description, sort_keys=True)
        self.key = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        self.folder = (runs or configuration.workspace / "runs") / self.key
        self.predictions = self.folder / "predictions.jsonl"

    def forget(self) -> None:
        """Delete the stored predictions, to start over."""
        self.predictions.unlink(missing_ok=True)

    @contextmanager
    def opened(self) -> Iterator[OpenRun]:
        """Lock the run and yield it, with the records of earlier attempts.

        Raises:
            KgqaError: the run is already in progress elsewhere.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / "lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise errors.KgqaError(f"this evaluation is already running in {self.folder}") from None
        try:
            (self.folder / "run.json").write_text(json.dumps(self.description, indent=2) + "\n", "utf-8")
            self.predictions.touch()
            yield OpenRun(self.plan, self.predictions)
        finally:
            lock.release()

    def execute(
        self, database: Database, ask: AskFunction, on_progress: OnProgress = lambda done, of: None
    ) -> dict[str, Any]:
        """Ask the questions that have no record yet or failed, and return the metrics of the whole run.

        Each record is on disk before the next question is asked, so an interrupted run loses none.

        Raises:
            KgqaError: an error would recur for every question (the run can be resumed); the question file cannot be
                read; or the run is already in progress elsewhere.
        """
        questions = self.plan.questions()
        with self.opened() as run:
            missing = [question for question in questions if question.line not in run.records]
            gold = gold_answers(database, missing)
            on_progress(len(run.records), len(questions))
            for question in missing:
                run.ask(database, ask, question, gold)
                on_progress(len(run.records), len(questions))
            records = [run.records[question.line] for question in questions]
        kinds = by_kind(records)
        return {**summarise(records), **({"by_kind": kinds} if kinds else {})}


def gold_answers(database: Database, questions: Sequence[Question]) -> dict[str, Ids]:
    """Return the graph's ids for each name of a gold answer in the questions."""
    if not questions:
        return {}
    names = (name for question in questions for name in question.answer_names)
    return resolve(database, names, _prefixes(database))


def known_topics(database: Database, question: Question) -> tuple[str, ...]:
    """Return a question's topics that are in the graph; if none is, all of them, so that the method fails."""
    if len(question.topics) < 2:
        return question.topics
    found = resolve(database, question.topics, _prefixes(database))
    return tuple(topic for topic in question.topics if found[topic]) or question.topics


def _prefixes(database: Database) -> list[str]:
    return [row["prefix"] for row in database.read("load_prefixes")]


def _kept(predictions: Path) -> dict[int, Record]:
    """Return the records of earlier attempts by line, and remove from the file those to be asked again.

    These are an incomplete last line and all failures: an endpoint that went down fails all remaining questions, which
    should not require asking the others again.
    """
    data = predictions.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    # Not splitlines(), because names may contain other line separators, such as U+2028.
    rows = [(line, json.loads(line)) for line in whole.decode().split("\n") if line]
    kept = [(line, row) for line, row in rows if row["status"] != Status.FAILED.value]
    if len(whole) < len(data) or len(kept) < len(rows):
        temporary = predictions.with_suffix(".tmp")
        temporary.write_text("".join(f"{line}\n" for line, _ in kept), "utf-8", newline="")
        temporary.replace(predictions)
    return {row["line"]: without_texts(row) for _, row in kept}
