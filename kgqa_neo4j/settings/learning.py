"""Settings of learning from questions, and of the method `auto`, which relies on confidence."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kgqa_neo4j.settings.section import Section


class LearningSettings(Section):
    """Use of what was learned from questions with answers."""

    sets: str = Field(
        "all", min_length=1, description="set of learned questions to use: its name, `all` or `none`"
    )
    examples: int = Field(
        3, ge=0, le=20, description="learned questions shown to the language model as worked examples"
    )


class AutoSettings(Section):
    """The method `auto`."""

    confident: float = Field(
        0.5, ge=0, le=1, description="confidence from which `plans` answers without the language model"
    )
    rerank: Literal["auto", "on", "off"] = Field(
        "auto", description="let the language model rerank unsure plans; auto: not with the packaged model"
    )
    plans: int = Field(
        4,
        ge=0,
        le=20,
        description="number of best plans with different answers that the model compares; 0 or 1: none",
    )
    model_weight: float = Field(
        0.2, ge=0, description="weight of the model's log-likelihood, in nats, in a plan's score"
    )
    phrase: bool = Field(False, description="let the language model phrase a short answer as a sentence")
