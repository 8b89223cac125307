"""Recording a statement's parameters: as plain JSON values, short enough to read."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from neo4j.vector import Vector

# Maximum items of a list or map.
MOST = 50


def recorded(value: object) -> object:
    """Return any parameter as a JSON value.

    Vectors are omitted, at any depth: hundreds of numbers that nobody reads. Long lists are truncated. Values that JSON
    does not support (a date, a point, infinity) become text.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Vector):
        return f"<vector of {len(value)}>"
    if isinstance(value, bytes | bytearray):
        return f"<{len(value)} bytes>"
    if isinstance(value, Mapping):
        shown = {str(key): recorded(item) for key, item in list(value.items())[:MOST]}
        return shown | ({"...": f"{len(value) - MOST} more"} if len(value) > MOST else {})
    if isinstance(value, list | tuple | set | frozenset):
        return _list(value)
    return str(value)


def _list(items: Collection[object]) -> list[object]:
    shown = [recorded(item) for item in list(items)[:MOST]]
    return [*shown, f"... {len(items) - MOST} more"] if len(items) > MOST else shown
