"""`Resources` for varying settings of one graph, sharing the connection and the models."""

from __future__ import annotations

import threading
from dataclasses import replace

from kgqa_neo4j import embedding, linking, llm
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking.base import Linker
from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.llm.cache import cached
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.question.synonyms import is_noun
from kgqa_neo4j.settings import Configuration, EmbeddingSettings, LinkingSettings, LlmSettings


class ResourcesBySettings:
    """Resources for several configurations of one graph. Each model is created once per settings. Thread-safe."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._lock = threading.Lock()
        self._llms: dict[LlmSettings, LLM] = {resources.settings.llm: resources.llm}
        self._embedders: dict[EmbeddingSettings, Embedder] = {resources.settings.embedding: resources.embedder}
        start = resources.settings
        self._linkers: dict[tuple[EmbeddingSettings, LinkingSettings], Linker] = {
            (start.embedding, start.linking): resources.linker
        }

    def of(self, configuration: Configuration) -> Resources:
        """Return the resources for `configuration`, on the same graph.

        Raises:
            ModelError: a configured model cannot be used.
        """
        settings = configuration.settings
        if settings == self._resources.settings:
            return self._resources
        with self._lock:
            if settings.llm not in self._llms:
                self._llms[settings.llm] = cached(llm.create(settings.llm), configuration)
            if settings.embedding not in self._embedders:
                self._embedders[settings.embedding] = embedding.create(settings.embedding)
            encoder = self._embedders[settings.embedding]
            key = (settings.embedding, settings.linking)
            if key not in self._linkers:
                self._linkers[key] = linking.create(settings, self._resources.graph, encoder, is_noun)
            return replace(
                self._resources,
                embedder=encoder,
                linker=self._linkers[key],
                llm=self._llms[settings.llm],
                settings=settings,
            )

    def models(self) -> list[LLM]:
        """Return the language models in use."""
        return list(self._llms.values())
