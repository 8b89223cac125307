"""Keeping the secrets of the settings out of whatever leaves the program.

An endpoint may echo the key it was sent, in an error or in a reply. Each exit (errors, answers, cached replies, log
lines) passes its text through a `Redactor`, which recognises a secret in the forms that servers echo: as it is, escaped
for JSON, for a URL or for HTML, or as Python shows it.
"""

from __future__ import annotations

import dataclasses
import html
import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import quote, quote_plus

from kgqa_neo4j.model.errors import KgqaError

MARK = "[redacted]"
# Shorter ones, such as "none" or "EMPTY", are placeholders that occur in ordinary text.
SHORTEST = 6
_SCHEME = "Bearer "
_HEX = re.compile(r"%[0-9A-F]{2}")

T = TypeVar("T")


class Redactor:
    """Replaces secrets in text. A secret shorter than `SHORTEST` is only replaced after ``Bearer``."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._replacements: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None
        self.add(secrets)

    def add(self, secrets: Iterable[str]) -> None:
        """Redact these secrets too."""
        replacements = dict(self._replacements)
        for secret in secrets:
            if len(secret) >= SHORTEST:
                replacements |= dict.fromkeys(_forms(secret), MARK)
            elif secret:
                replacements[_SCHEME + secret] = _SCHEME + MARK
        longest_first = sorted(replacements, key=lambda form: (-len(form), form))
        self._replacements = replacements
        self._pattern = re.compile("|".join(map(re.escape, longest_first))) if replacements else None

    @property
    def forms(self) -> Iterable[str]:
        """The texts that are replaced."""
        return self._replacements.keys()

    def text(self, text: str) -> str:
        """Return `text` with `MARK` in place of every secret."""
        return self._pattern.sub(lambda found: self._replacements[found[0]], text) if self._pattern else text

    def value(self, value: T) -> T:
        """Return a value with every string in it redacted, in lists, tuples, dictionaries and dataclasses too."""
        if self._pattern is None:
            return value
        redacted: T = self._value(value)
        return redacted

    def error(self, error: KgqaError) -> KgqaError:
        """Redact the message and the hint of `error`, in place."""
        error.message, error.hint = self.text(error.message), self.text(error.hint)
        error.args = self.value(error.args)
        return error

    def _value(self, value: Any) -> Any:
        match value:
            case str():
                redacted = self.text(value)
                # The same object if nothing changed, because it may be a member of an enumeration.
                return redacted if redacted != value else value
            case dict():
                return {self._value(key): self._value(item) for key, item in value.items()}
            case list():
                return [self._value(item) for item in value]
            case tuple():
                items = [self._value(item) for item in value]
                return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            names = [field.name for field in dataclasses.fields(value) if field.init]
            return dataclasses.replace(value, **{name: self._value(getattr(value, name)) for name in names})
        return value


class StreamRedactor:
    """Redacts streamed text; holds back what may be the beginning of a secret."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._pending = ""

    def feed(self, piece: str) -> str:
        """Add a piece; return the text that can be shown by now."""
        self._pending = self._redactor.text(self._pending + piece)
        end = len(self._pending) - self._held_back()
        shown, self._pending = self._pending[:end], self._pending[end:]
        return shown

    def finish(self) -> str:
        """Return the rest of the text."""
        shown, self._pending = self._pending, ""
        return shown

    def _held_back(self) -> int:
        longest = 0
        for form in self._redactor.forms:
            for size in range(min(len(form) - 1, len(self._pending)), longest, -1):
                if self._pending.endswith(form[:size]):
                    longest = size
                    break
        return longest


@contextmanager
def redacted_logs(redactor: Redactor) -> Iterator[None]:
    """Redact what is logged to standard error if no other logging is configured, as in the command."""
    handler, redacting = logging.lastResort, RedactingFilter(redactor)
    if handler is None:
        yield
        return
    handler.addFilter(redacting)
    try:
        yield
    finally:
        handler.removeFilter(redacting)


class RedactingFilter(logging.Filter):
    """Redacts log records before a handler writes them."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the record's message; let every record pass."""
        record.msg, record.args = self._redactor.text(record.getMessage()), ()
        return True


def _forms(secret: str) -> Iterator[str]:
    plain = {secret, repr(secret)[1:-1], html.escape(secret), *_json_forms(secret)}
    yield from plain
    # JSON within a JSON string, as when a proxy quotes another server's error.
    for form in plain:
        yield from _json_forms(form)
    for quoted in (quote(secret), quote(secret, safe=""), quote_plus(secret)):
        yield quoted
        yield _HEX.sub(lambda found: found[0].lower(), quoted)


def _json_forms(text: str) -> set[str]:
    escaped = {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
    return escaped | {form.replace("/", r"\/") for form in escaped}
