"""Completion of a text that is being typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Completion:
    """A name in the graph that completes the text; `about` says in a few words what has this name, if known."""

    name: str
    kind: Literal["entity", "class", "value"]
    about: str = ""
