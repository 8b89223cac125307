"""Parsing of chat completions, streamed or not, into text and token counts.

No input from an endpoint is assumed to be well-formed.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from kgqa_neo4j.model.text import well_formed

_LINE_END = re.compile(rb"[\r\n]")
# Larger JSON numbers are not exact in every implementation.
_MOST_TOKENS = 2**53


class Malformed(Exception):
    """The reply is not a chat completion."""


class TextDecoder:
    """Joins the halves of surrogate pairs, which servers may send in separate pieces."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-16-le")()

    def feed(self, piece: str) -> str:
        """Return the text that `piece` completes.

        Raises:
            Malformed: it contains an unpaired surrogate.
        """
        return self._decoded(piece.encode("utf-16-le", "surrogatepass"))

    def finish(self) -> str:
        """Return an empty text, or raise `Malformed` if half of a surrogate pair is left over."""
        return self._decoded(b"", final=True)

    def _decoded(self, data: bytes, *, final: bool = False) -> str:
        try:
            return self._decoder.decode(data, final)
        except UnicodeDecodeError:
            raise Malformed("half of a surrogate pair, which is no text") from None


def read_events(content_type: str, chunks: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a stream of server-sent events, or the one object of a plain reply.

    Raises:
        Malformed: the content is something else, reports an error, or ended early.
    """
    if "json" in content_type:
        yield parse_object(b"".join(chunks))
        return
    started = finished = False
    for line in _lines(chunks):
        field, _, value = line.partition(b":")
        if field != b"data":
            continue
        if value.strip() == b"[DONE]":
            return
        started, event = True, parse_object(value)
        finished = finished or any(choice.get("finish_reason") for choice in _choices(event))
        yield event
    if started and not finished:
        raise Malformed("the stream ended in the middle")


def parse_object(content: bytes) -> dict[str, Any]:
    """Return the JSON object in `content`.

    Raises:
        Malformed: the content is something else, cannot be parsed, or reports an error.
    """
    text = content.decode("utf-8", "replace").strip()
    try:
        value = json.loads(text)
    # Python itself refuses numbers with thousands of digits, and deep nesting.
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON that can be read: {text!r}") from error
    if not isinstance(value, dict):
        raise Malformed(f"not a JSON object: {text!r}")
    if reported := value.get("error"):
        message = reported.get("message") if isinstance(reported, dict) else reported
        raise Malformed(well_formed(message) if isinstance(message, str) else text)
    return value


def delta(event: dict[str, Any]) -> str:
    """Return the piece of the reply's text in an event, "" if there is none."""
    for choice in _choices(event):
        part = choice.get("delta") or choice.get("message")
        content = part.get("content") if isinstance(part, dict) else None
        return content if isinstance(content, str) else ""
    return ""


def usage(event: dict[str, Any]) -> dict[str, int]:
    """Return the counts ``prompt_tokens`` and ``completion_tokens``, as far as an event reports them.

    Raises:
        Malformed: a count is not a valid number of tokens.
    """
    reported = event.get("usage") or {}
    if not isinstance(reported, dict):
        raise Malformed("its usage is not a JSON object")
    counts = {name: reported.get(name) for name in ("prompt_tokens", "completion_tokens")}
    return {name: _tokens(name, count) for name, count in counts.items() if count is not None}


def _tokens(name: str, count: object) -> int:
    # The range check comes before `int`, because it is false for NaN.
    if isinstance(count, int | float) and 0 <= count <= _MOST_TOKENS and count == int(count):
        return int(count)
    raise Malformed(f"its usage.{name} is not a number of tokens")


def _choices(event: dict[str, Any]) -> list[dict[str, Any]]:
    choices = event.get("choices")
    return [choice for choice in choices if isinstance(choice, dict)] if isinstance(choices, list) else []


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the non-empty lines."""
    pending = bytearray()
    for chunk in chunks:
        searched = len(pending)
        pending += chunk
        while end := _LINE_END.search(pending, searched):
            if end.start():
                yield bytes(pending[: end.start()])
            del pending[: end.end()]
            searched = 0
    if pending:
        yield bytes(pending)
