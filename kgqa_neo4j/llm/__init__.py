"""Language models; `create` returns the configured one."""

from __future__ import annotations

from collections.abc import Callable

from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.model.registry import Registry
from kgqa_neo4j.settings import LlmSettings

BACKENDS: Registry[Callable[[LlmSettings], LLM]] = Registry(
    "language model backend",
    "kgqa_neo4j.llms",
    {
        "llama-cpp": "kgqa_neo4j.llm.llamacpp:create",
        "http": "kgqa_neo4j.llm.http:create",
        "scripted": "kgqa_neo4j.llm.scripted:create",
    },
)


def create(settings: LlmSettings) -> LLM:
    """Create the configured language model; its weights are loaded on first use.

    Raises:
        ConfigError: the backend does not exist, or lacks a setting.
        ModelNotFound, ModelUnreadable: the model's file is missing or invalid.
    """
    return BACKENDS.get(settings.backend)(settings)
