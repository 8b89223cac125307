"""Evaluation runs: a sample of a question file, asked one by one, kept as it goes, resumed at will."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock, Timeout

from kgqa_neo4j import __version__, errors
from kgqa_neo4j.answer import Answer
from kgqa_neo4j.database.driver import Database
from kgqa_neo4j.evaluation.matching import Ids, resolve
from kgqa_neo4j.evaluation.questions import Format, Question, read_questions
from kgqa_neo4j.evaluation.records import Record, failed_record, record, summarise
from kgqa_neo4j.settings import Configuration, Settings

# Question and topics in, answer out.
AskFunction = Callable[[str, Sequence[str]], Answer]
# Questions done and questions in all.
OnProgress = Callable[[int, int], None]

# Errors that every further question would meet too. The run stops, and resumes when they are mended.
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
# Settings that say where things are or how long to wait, not what is answered.
_SECTIONS_WITHOUT_EFFECT = {"neo4j", "server", "load"}
_SETTINGS_WITHOUT_EFFECT = {
    "ask": {"trace", "method"},
    "llm": {"api_key", "timeout", "threads"},
    "embedding": {"batch_size"},
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What to evaluate: which questions, by which method, with or without the gold topic.

    `sample` 0 means the whole file in its order; else as many questions, drawn without replacement
    by `seed`.
    """

    file: Path
    format: Format
    method: str
    sample: int = 0
    seed: int = 0
    topic: Literal["gold", "linked"] = "linked"

    def questions(self) -> list[Question]:
        """Return the questions of this plan, in the order in which they are asked.

        Raises:
            InputError: the file cannot be read, has too few questions, or lacks the gold topics.
        """
        questions = read_questions(self.file, self.format)
        if self.sample > len(questions):
            raise errors.InputError(f"{self.file} has {len(questions)} questions, not {self.sample}")
        if self.sample:
            questions = random.Random(self.seed).sample(questions, self.sample)
        for question in questions:
            if self.topic == "gold" and not question.topics:
                raise errors.InputError(
                    f"{self.file}:{question.line}: no topic is given", hint="evaluate with --topic linked"
                )
        return questions


class Run:
    """One plan with one configuration on one graph, kept in a folder named by all of these."""

    def __init__(
        self, plan: Plan, configuration: Configuration, database: Database, runs: Path | None = None
    ) -> None:
        self.plan = plan
        self.description: dict[str, Any] = {
            **{name: value for name, value in asdict(plan).items() if name != "file"},
            "file": plan.file.name,
            "checksum": _checksum(plan.file),
            "version": __version__,
            "graph": _graph_identity(database),
            "settings": _settings_with_effect(configuration.settings),
        }
        text = json.dumps(self.description, sort_keys=True)
        self.key = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        self.folder = (runs or configuration.workspace / "runs") / self.key
        self.predictions = self.folder / "predictions.jsonl"

    def forget(self) -> None:
        """Start over: drop the predictions that are there."""
        self.predictions.unlink(missing_ok=True)

    def execute(
        self, database: Database, ask: AskFunction, on_progress: OnProgress = lambda done, of: None
    ) -> dict[str, Any]:
        """Ask what was not asked yet and return the figures of the whole run.

        Each answer is on disk before the next question is asked, so an interrupted run loses none.
        A question that ends in an error counts as failed, which is wrong; errors that every
        question would meet end the run, which can then be resumed.

        Raises:
            KgqaError: such an error; the question file cannot be read; the run is going on elsewhere.
        """
        questions = self.plan.questions()
        with self._lock():
            records = self._kept()
            gold = _gold(database, [question for question in questions if question.line not in records])
            on_progress(len(records), len(questions))
            with self.predictions.open("a", encoding="utf-8") as file:
                for question in questions:
                    if question.line in records:
                        continue
                    answered = self._ask(database, ask, question, [gold[name] for name in question.answers])
                    file.write(json.dumps(answered, ensure_ascii=False) + "\n")
                    file.flush()
                    records[question.line] = answered
                    on_progress(len(records), len(questions))
        return summarise([records[question.line] for question in questions])

    def _ask(self, database: Database, ask: AskFunction, question: Question, gold: Sequence[Ids]) -> Record:
        topics = question.topics if self.plan.topic == "gold" else ()
        started = time.perf_counter()
        try:
            return record(database, question, gold, ask(question.question, topics))
        except _SYSTEMIC:
            raise
        except errors.KgqaError as error:
            reason = f"{type(error).__name__}: {error.message}"
            return failed_record(question, gold, reason, time.perf_counter() - started)

    def _kept(self) -> dict[int, Record]:
        """Return the records of earlier attempts by line, and cut off a last one that is not whole."""
        (self.folder / "run.json").write_text(json.dumps(self.description, indent=2) + "\n", "utf-8")
        if not self.predictions.exists():
            return {}
        data = self.predictions.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self.predictions.write_bytes(whole)
        # Not splitlines(): names may hold other line ends, such as U+2028.
        records = [json.loads(line) for line in whole.decode().split("\n") if line]
        return {row["line"]: row for row in records}

    @contextmanager
    def _lock(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.folder / "lock", timeout=0):
                yield
        except Timeout:
            raise errors.KgqaError(f"this evaluation is going on already, in {self.folder}") from None


def _gold(database: Database, questions: Sequence[Question]) -> dict[str, Ids]:
    if not questions:
        return {}
    prefixes = [row["prefix"] for row in database.read("load_prefixes")]
    return resolve(database, (name for question in questions for name in question.answers), prefixes)


def _checksum(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise errors.InputError(f"cannot read {file}: {error.strerror or error}") from error


def _graph_identity(database: Database) -> dict[str, Any]:
    rows = database.read("graph_info")
    if not rows:
        raise errors.EmptyGraph(
            "nothing was loaded into this graph yet", hint="load it first: `kgqa load --help`"
        )
    return {**rows[0], **database.read("graph_counts")[0]}


def _settings_with_effect(settings: Settings) -> dict[str, Any]:
    exclude: dict[str, Any] = {**dict.fromkeys(_SECTIONS_WITHOUT_EFFECT, True), **_SETTINGS_WITHOUT_EFFECT}
    return settings.model_dump(mode="json", exclude=exclude)
