"""What every section of settings is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A section of the settings: unknown names are refused, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)
