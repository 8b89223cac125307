"""Building a BERT encoder with mean pooling as an OpenVINO network from its weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import openvino
from openvino import opset13 as ops

from kgqa_neo4j.embedding.bert import UnsupportedEncoder, Weights

_MASKED = 1e4  # subtracted from the attention scores of padding; within the range of bfloat16


def build(config: Mapping[str, Any], weights: Weights, *, normalised: bool) -> openvino.Model:
    """Return a network from ids (texts, tokens) and presence (1 or 0, same shape) to (texts, dimension).

    Raises:
        UnsupportedEncoder: weights are missing.
    """
    try:
        return _Builder(config, weights).network(normalised)
    except KeyError as error:
        raise UnsupportedEncoder(f"it has no weights {error}") from error


class _Builder:
    """Builds one network; the names of the weights are those of BERT."""

    def __init__(self, config: Mapping[str, Any], weights: Weights) -> None:
        self._weights = weights
        self._layers: int = config["num_hidden_layers"]
        self._heads: int = config["num_attention_heads"]
        self._width: int = config["hidden_size"]
        self._activation: str = config["hidden_act"]
        self._epsilon: float = config["layer_norm_eps"]

    def network(self, normalised: bool) -> openvino.Model:
        ids = ops.parameter([-1, -1], np.int32, name="ids")
        present = ops.parameter([-1, -1], np.float32, name="present")
        absent = ops.multiply(ops.subtract(present, _number(1)), _number(_MASKED))
        bias = ops.unsqueeze(absent, _whole(1, 2))
        hidden = self._embedded(ids)
        for layer in range(self._layers):
            hidden = self._layer(f"encoder.layer.{layer}", hidden, bias)
        counted = ops.unsqueeze(present, _whole(2))
        total = ops.reduce_sum(ops.multiply(hidden, counted), _whole(1))
        vectors = ops.divide(total, ops.reduce_sum(counted, _whole(1)))
        if normalised:
            vectors = ops.normalize_l2(vectors, _whole(1), 1e-24, "max")
        return openvino.Model([vectors], [ids, present])

    def _embedded(self, ids: Any) -> Any:
        words = ops.gather(_array(self._weights["embeddings.word_embeddings.weight"]), ids, _whole(0))
        # Texts are not paired, so every token is in the first segment.
        places = (
            self._weights["embeddings.position_embeddings.weight"]
            + self._weights["embeddings.token_type_embeddings.weight"][0]
        )
        length = ops.gather(ops.shape_of(ids), _whole(1), _whole(0))
        here = ops.slice(_array(places), _whole(0), length, _whole(1), _whole(0))
        return self._norm(ops.add(words, here), "embeddings.LayerNorm")

    def _layer(self, name: str, hidden: Any, bias: Any) -> Any:
        parts = [
            self._split(self._linear(hidden, f"{name}.attention.self.{part}"))
            for part in ("query", "key", "value")
        ]
        seen = ops.transpose(ops.scaled_dot_product_attention(*parts, bias), _whole(0, 2, 1, 3))
        seen = ops.reshape(seen, _whole(0, 0, self._width), True)
        mixed = ops.add(self._linear(seen, f"{name}.attention.output.dense"), hidden)
        hidden = self._norm(mixed, f"{name}.attention.output.LayerNorm")
        inner = self._active(self._linear(hidden, f"{name}.intermediate.dense"))
        return self._norm(
            ops.add(self._linear(inner, f"{name}.output.dense"), hidden), f"{name}.output.LayerNorm"
        )

    def _split(self, hidden: Any) -> Any:
        """Reshape (texts, tokens, width) to (texts, heads, tokens, width of a head)."""
        heads = ops.reshape(hidden, _whole(0, 0, self._heads, self._width // self._heads), True)
        return ops.transpose(heads, _whole(0, 2, 1, 3))

    def _active(self, hidden: Any) -> Any:
        if self._activation == "relu":
            return ops.relu(hidden)
        return ops.gelu(hidden, "ERF" if self._activation == "gelu" else "TANH")

    def _linear(self, hidden: Any, name: str) -> Any:
        product = ops.matmul(hidden, _array(self._weights[f"{name}.weight"]), False, True)
        return ops.add(product, _array(self._weights[f"{name}.bias"]))

    def _norm(self, hidden: Any, name: str) -> Any:
        scaled = ops.multiply(
            ops.mvn(hidden, _whole(-1), True, self._epsilon, "INSIDE_SQRT"),
            _array(self._weights[f"{name}.weight"]),
        )
        return ops.add(scaled, _array(self._weights[f"{name}.bias"]))


def _array(values: Any) -> Any:
    return ops.constant(np.ascontiguousarray(values))


def _whole(*values: int) -> Any:
    return ops.constant(np.array(values, np.int64))


def _number(value: float) -> Any:
    return ops.constant(np.float32(value))
