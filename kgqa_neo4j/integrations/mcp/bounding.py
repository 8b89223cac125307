"""Limiting results to a number of tokens, by cutting the ends of lists and shortening long texts."""

from __future__ import annotations

import json
from typing import Any

# UTF-8 bytes counted as one token: about four in English, fewer in JSON and names.
_BYTES = 3
_LONG_TEXT = 400
_ELLIPSIS = "…"
CUT = "truncated"
"""Key of a result that marks it as cut."""


def tokens(text: str) -> int:
    """Return an estimate of a text's tokens, too high for most texts."""
    return -(-len(text.encode("utf-8", "replace")) // _BYTES)


def shortened(text: str, limit: int) -> str:
    """Return a text within `limit` tokens, ending with an ellipsis if it was cut."""
    if tokens(text) <= limit:
        return text
    room = limit * _BYTES - len(_ELLIPSIS.encode())
    if room < 0:
        return ""
    return text.encode("utf-8", "replace")[:room].decode("utf-8", "ignore") + _ELLIPSIS


def bounded(result: dict[str, Any], limit: int) -> dict[str, Any]:
    """Return a result within `limit` tokens as JSON; its key `CUT` tells whether something is left out.

    Texts over `_LONG_TEXT` characters are shortened first, then the largest list is cut repeatedly.
    """
    if _size(result) <= limit:
        return result | {CUT: False}
    result = {key: _with_short_texts(value) for key, value in result.items()} | {CUT: True}
    while (size := _size(result)) > limit:
        lists = [key for key, value in result.items() if isinstance(value, list) and value]
        if lists:
            largest = max(lists, key=lambda key: _size(result[key]))
            values = result[largest]
            over = size - limit
            share = 1 - over / max(over, _size(values))
            result[largest] = values[: min(len(values) - 1, int(len(values) * share))]
            continue
        texts = [key for key, value in result.items() if isinstance(value, str) and value]
        if not texts:
            return result
        longest = max(texts, key=lambda key: len(result[key]))
        result[longest] = shortened(result[longest], tokens(result[longest]) // 2)
    return result


def _size(value: Any) -> int:
    return tokens(json.dumps(value, ensure_ascii=False))


def _with_short_texts(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= _LONG_TEXT else value[: _LONG_TEXT - 1] + _ELLIPSIS
    if isinstance(value, list):
        return [_with_short_texts(one) for one in value]
    if isinstance(value, dict):
        return {key: _with_short_texts(one) for key, one in value.items()}
    return value
