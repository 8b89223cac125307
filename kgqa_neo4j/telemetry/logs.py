"""Logging with question ids, as lines of text or JSON."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Literal

from kgqa_neo4j.telemetry.asking import ask_id

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class AskIdFilter(logging.Filter):
    """Adds `ask_id`, the id of the current context's question, to records."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id; every record passes."""
        if not hasattr(record, "ask_id"):
            record.ask_id = ask_id()
        return True


class TextFormatter(logging.Formatter):
    """A line of text, followed by the question id in brackets, if any."""

    def __init__(self) -> None:
        super().__init__(TEXT)

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        id = getattr(record, "ask_id", "")
        return super().format(record) + (f" [{id}]" if id else "")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON: ``at``, ``level``, ``logger``, ``message``, ``ask_id`` and ``exception``."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if id := getattr(record, "ask_id", ""):
            line["ask_id"] = id
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def handler(form: Literal["text", "json"]) -> logging.Handler:
    """Return a handler that writes records to standard error in the given format."""
    made = logging.StreamHandler()
    made.addFilter(AskIdFilter())
    made.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    return made
