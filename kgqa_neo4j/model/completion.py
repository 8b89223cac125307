"""A name that a text being typed may become."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Completion:
    """A name of the graph; `about` tells in a few words what bears it, "" where nothing is known."""

    name: str
    kind: Literal["entity", "class", "value"]
    about: str = ""
