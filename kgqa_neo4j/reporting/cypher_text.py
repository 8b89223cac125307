"""A Cypher statement as text to paste into Neo4j Browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def cypher_text(statement: str, parameters: Mapping[str, Any]) -> str:
    """Return a ``:params`` command followed by the statement."""
    given = ", ".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in parameters.items())
    return f":params {{{given}}}\n{statement};"
