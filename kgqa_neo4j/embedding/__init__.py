"""Text encoders: `create` returns the one that the settings name."""

from __future__ import annotations

from collections.abc import Callable

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.embedding.model_folders import ModelFolder, locate
from kgqa_neo4j.model.registry import Registry
from kgqa_neo4j.settings import EmbeddingSettings

__all__ = ["BACKENDS", "Embedder", "ModelFolder", "Vectors", "create"]

BACKENDS: Registry[Callable[[ModelFolder, EmbeddingSettings], Embedder]] = Registry(
    "embedding backend",
    "kgqa_neo4j.embedders",
    {
        "auto": "kgqa_neo4j.embedding.automatic:automatic",
        "torch": "kgqa_neo4j.embedding.torch:TorchEmbedder",
        "ctranslate2": "kgqa_neo4j.embedding.ctranslate:CTranslateEmbedder",
        "ctranslate2-int8": "kgqa_neo4j.embedding.ctranslate:int8",
        "openvino": "kgqa_neo4j.embedding.openvino:OpenVinoEmbedder",
    },
)


def create(settings: EmbeddingSettings) -> Embedder:
    """Load the encoder that the settings name.

    Raises:
        ConfigError: there is no such backend.
        ModelNotFound: the model is not on this machine, and cannot be fetched.
        ModelUnreadable: the folder does not hold a model that can be loaded.
    """
    return BACKENDS.get(settings.backend)(locate(settings.model), settings)
