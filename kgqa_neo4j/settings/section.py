"""Base class of the settings sections, and value types shared by several."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

_DURATION = re.compile(
    r"\s*(\d+(?:\.\d+)?)\s*(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)\s*", re.IGNORECASE
)
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


class Section(BaseModel):
    """A section of the settings: rejects unknown names, immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class InSeconds(BeforeValidator):
    """Marker of a duration: a number of seconds, or text with a unit such as ``15min``."""

    unit = "s"


def _seconds(value: object) -> object:
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    return float(match[1]) * _SECONDS[match[2][0].lower()] if match else value


Seconds = Annotated[float, InSeconds(_seconds)]
"""A duration in seconds, optionally written with a unit."""
