"""A Cypher statement as text that can be pasted into Neo4j Browser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def cypher_text(statement: str, parameters: Mapping[str, Any]) -> str:
    """Return a statement as it can be pasted: its parameters, then the text."""
    given = ", ".join(f"{name}: {_literal(value)}" for name, value in parameters.items())
    return f":params {{{given}}}\n{statement};"


def _literal(value: Any) -> str:
    if isinstance(value, str) and _DAY.fullmatch(value):
        return f'date("{value}")'
    return json.dumps(value, ensure_ascii=False)
