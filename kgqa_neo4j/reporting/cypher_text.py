"""A Cypher statement as text that can be pasted into Neo4j Browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def cypher_text(statement: str, parameters: Mapping[str, Any]) -> str:
    """Return a statement as it can be pasted: its parameters, then the text."""
    given = ", ".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in parameters.items())
    return f":params {{{given}}}\n{statement};"
