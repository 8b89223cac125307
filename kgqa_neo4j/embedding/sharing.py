"""Sharing one encoder among all graphs of a process: it is large, and graphs that fail to open are retried often."""

from __future__ import annotations

import threading
from weakref import WeakValueDictionary

from kgqa_neo4j import embedding
from kgqa_neo4j.embedding.memory_cache import MemoryCachedEmbedder
from kgqa_neo4j.embedding.model_folders import locate
from kgqa_neo4j.settings import EmbeddingSettings

_shared: WeakValueDictionary[tuple[EmbeddingSettings, int], MemoryCachedEmbedder] = WeakValueDictionary()
_creating = threading.Lock()


def shared(settings: EmbeddingSettings) -> MemoryCachedEmbedder:
    """Return the encoder that the settings name, with its cache: the one in use, else a new one.

    A model whose files have changed is loaded again.

    Raises:
        ConfigError, ModelNotFound, ModelUnreadable: see `kgqa_neo4j.embedding.create`.
    """
    with _creating:
        files = locate(settings.model).path.rglob("*")
        key = settings, max((file.stat().st_mtime_ns for file in files), default=0)
        encoder = _shared.get(key)
        if encoder is None:
            encoder = _shared[key] = MemoryCachedEmbedder(embedding.create(settings))
        return encoder
