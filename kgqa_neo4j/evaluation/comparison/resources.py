"""The shared parts for each combination of swept settings; what they have in common is made once."""

from __future__ import annotations

from dataclasses import replace

from kgqa_neo4j import embedding, linking, llm
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.llm.cache import cached
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.settings import Configuration, EmbeddingSettings, LlmSettings


class ResourcesBySettings:
    """Gives tools for configurations; a model is made once for all that name it with the same settings."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._llms: dict[LlmSettings, LLM] = {resources.settings.llm: resources.llm}
        self._embedders: dict[EmbeddingSettings, Embedder] = {resources.settings.embedding: resources.embedder}

    def of(self, configuration: Configuration) -> Resources:
        """Return the tools for `configuration`, on the same graph.

        Raises:
            ModelError: a model that its settings name cannot be used.
        """
        settings = configuration.settings
        if settings == self._resources.settings:
            return self._resources
        if settings.llm not in self._llms:
            self._llms[settings.llm] = cached(llm.create(settings.llm), configuration)
        if settings.embedding not in self._embedders:
            self._embedders[settings.embedding] = embedding.create(settings.embedding)
        encoder = self._embedders[settings.embedding]
        return replace(
            self._resources,
            embedder=encoder,
            linker=linking.create(settings, self._resources.graph, encoder),
            llm=self._llms[settings.llm],
            settings=settings,
        )

    def models(self) -> list[LLM]:
        """Return the language models in use."""
        return list(self._llms.values())
