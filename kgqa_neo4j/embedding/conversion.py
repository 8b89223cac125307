"""Converting a BERT encoder's weights to CTranslate2's format, once per model, without PyTorch."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kgqa_neo4j.embedding.bert import ACTIVATIONS, UnsupportedEncoder, Weights, read
from kgqa_neo4j.embedding.imports import without
from kgqa_neo4j.embedding.model_folders import ModelFolder, fingerprint

_ACTIVATIONS = dict(zip(ACTIVATIONS, ("GELU", "GELUTanh", "RELU"), strict=True))
_LAYOUT = "1"  # part of the cache key: raise it when what is written here changes


def converted(folder: ModelFolder, precision: str) -> Path:
    """Return the folder with the converted model, from the user's cache if it was converted before.

    Raises:
        UnsupportedEncoder: the weights are truncated, or not those of a BERT encoder.
    """
    import ctranslate2  # type: ignore[import-untyped]

    # Imported here, because the module provisions the server, and asking should not load all of that.
    from kgqa_neo4j.store.provision import cache_directory

    key = f"{fingerprint(folder.path)[:16]}-{precision}-{ctranslate2.__version__}-{_LAYOUT}"
    target = cache_directory() / "encoders" / key
    if not (target / "model.bin").is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="making-", dir=target.parent))
        try:
            _convert(folder.path, made, precision)
            # Another process may have been faster, with the same result.
            if not target.exists():
                made.rename(target)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return target


def _convert(source: Path, target: Path, precision: str) -> None:
    config, weights = read(source)
    tokenizer = json.loads((source / "tokenizer.json").read_text("utf-8"))
    try:
        spec = _specification(config, weights)
    except KeyError as error:
        raise UnsupportedEncoder(f"it has no weights {error}") from error
    words = tokenizer["model"]["vocab"]
    tokens = sorted(words, key=words.__getitem__)
    spec.register_vocabulary(tokens + [f"<extra_id_{n}>" for n in range(config["vocab_size"] - len(tokens))])
    spec.config.unk_token = tokenizer["model"].get("unk_token")
    spec.config.layer_norm_epsilon = config["layer_norm_eps"]
    spec.validate()
    spec.optimize(quantization=precision)
    spec.save(str(target))


def _specification(config: Mapping[str, Any], weights: Weights) -> Any:
    """Arrange the weights as the library's encoder; its specification classes are untyped."""
    # The library would import PyTorch if it is installed, for formats that are not written here.
    with without("torch"):
        from ctranslate2.specs import common_spec, transformer_spec  # type: ignore[import-untyped]

    encoder = transformer_spec.TransformerEncoderSpec(
        config["num_hidden_layers"],
        config["num_attention_heads"],
        pre_norm=False,
        activation=getattr(common_spec.Activation, _ACTIVATIONS[config["hidden_act"]]),
        layernorm_embedding=True,
        num_source_embeddings=2,
        embeddings_merge=common_spec.EmbeddingsMerge.ADD,
    )
    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = weights["embeddings.word_embeddings.weight"]
    encoder.embeddings[1].weight = weights["embeddings.token_type_embeddings.weight"]
    encoder.position_encodings.encodings = weights["embeddings.position_embeddings.weight"]
    _norm(encoder.layernorm_embedding, weights, "embeddings.LayerNorm")
    for number, layer in enumerate(encoder.layer):
        here = f"encoder.layer.{number}"
        parts = [f"{here}.attention.self.{name}" for name in ("query", "key", "value")]
        _linear(layer.self_attention.linear[0], weights, *parts)
        _linear(layer.self_attention.linear[1], weights, f"{here}.attention.output.dense")
        _norm(layer.self_attention.layer_norm, weights, f"{here}.attention.output.LayerNorm")
        _linear(layer.ffn.linear_0, weights, f"{here}.intermediate.dense")
        _linear(layer.ffn.linear_1, weights, f"{here}.output.dense")
        _norm(layer.ffn.layer_norm, weights, f"{here}.output.LayerNorm")
    return transformer_spec.TransformerEncoderModelSpec(encoder)


def _linear(spec: Any, weights: Weights, *names: str) -> None:
    spec.weight = np.concatenate([weights[f"{name}.weight"] for name in names])
    spec.bias = np.concatenate([weights[f"{name}.bias"] for name in names])


def _norm(spec: Any, weights: Weights, name: str) -> None:
    spec.gamma, spec.beta = weights[f"{name}.weight"], weights[f"{name}.bias"]
