"""The audit log: one JSON line per question with user, time and outcome. Off by default."""

from __future__ import annotations

import json
import logging
import os
import threading
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import AuditSettings
from kgqa_neo4j.telemetry.asking import ask_id, who

FILE = "audit.log"
_lock = threading.Lock()
_handlers: dict[tuple[Path, AuditSettings], _Handler] = {}


class _Handler(RotatingFileHandler):
    """A rotating log file that only its owner can read, and that raises write errors instead of swallowing them."""

    def _open(self):  # type: ignore[no-untyped-def]
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - of `logging`
        raise


def audit(
    settings: AuditSettings, workspace: Path, graph: str, question: str, outcome: dict[str, object]
) -> None:
    """Append a line to the workspace's audit log, if that is enabled.

    Args:
        settings: whether the log is enabled, and its size limits.
        workspace: the workspace.
        graph: name of the graph.
        question: the question as asked.
        outcome: method, status, confidence and seconds; or the error.

    Raises:
        ConfigError: the log cannot be written; the answer is then withheld, so that none is missing from the log.
    """
    if not settings.use:
        return
    line = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "who": who(),
        "ask_id": ask_id(),
        "graph": graph,
        "question": question,
        **outcome,
    }
    text = json.dumps(line, ensure_ascii=False)
    file = workspace / FILE
    try:
        _handler(file, settings).handle(logging.makeLogRecord({"msg": text, "levelno": logging.INFO}))
    except OSError as error:
        raise ConfigError(
            f"the audit log {file} cannot be written: {error.strerror}",
            hint="free some space or fix its permissions, or switch it off: `kgqa config set audit.use off`",
        ) from error


def _handler(file: Path, settings: AuditSettings) -> _Handler:
    key = (file, settings)
    with _lock:
        if key not in _handlers:
            file.parent.mkdir(parents=True, exist_ok=True)
            _handlers[key] = _Handler(
                file, maxBytes=settings.max_mb * 1_000_000, backupCount=settings.files, encoding="utf-8"
            )
        return _handlers[key]
