"""Reading the shape and the weights of a BERT encoder with mean pooling from disk, without PyTorch.

The backends that run such encoders use this, because the libraries' own converters import torch and transformers, which
takes several times longer than reading the weights.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kgqa_neo4j.model.errors import ModelUnreadable

ACTIVATIONS = ("gelu", "gelu_new", "relu")

Weights = Mapping[str, npt.NDArray[np.float32]]


class UnsupportedEncoder(ModelUnreadable):
    """The model is not of the kind that can be read here; the message says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"only torch can run this encoder: {reason}", hint="set embedding.backend to torch, or to auto"
        )


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """What backends need besides the network: vector size, where texts are cut, whether vectors are normalised."""

    dimension: int
    max_tokens: int
    normalised: bool


def inspect(path: Path) -> EncoderShape:
    """Return the shape of the model in `path`.

    Raises:
        UnsupportedEncoder: it is not a BERT encoder with mean pooling in safetensors.
    """
    try:
        modules = json.loads((path / "modules.json").read_text("utf-8"))
        config = json.loads((path / "config.json").read_text("utf-8"))
        kinds = [module["type"].rsplit(".", 1)[1] for module in modules]
        if kinds not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
            raise UnsupportedEncoder(f"its modules are {', '.join(kinds)}")
        pooling = json.loads((path / modules[1]["path"] / "config.json").read_text("utf-8"))
        sentence = json.loads((path / "sentence_bert_config.json").read_text("utf-8"))
        limit = sentence.get("max_seq_length") or config["max_position_embeddings"]
        shape = EncoderShape(config["hidden_size"], limit, kinds[-1] == "Normalize")
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise UnsupportedEncoder(f"its configuration cannot be read ({error})") from error
    means = pooling.get("pooling_mode") == "mean" or [
        key for key, on in pooling.items() if key.startswith("pooling_mode_") and on
    ] == ["pooling_mode_mean_tokens"]
    if config.get("model_type") != "bert" or not means:
        raise UnsupportedEncoder("it is not a BERT encoder with mean pooling")
    if config.get("position_embedding_type", "absolute") != "absolute":
        raise UnsupportedEncoder("its positions are relative")
    if config.get("hidden_act") not in ACTIVATIONS:
        raise UnsupportedEncoder(f"its activation is {config.get('hidden_act')}")
    for name in ("tokenizer.json", "model.safetensors"):
        if not (path / name).is_file():
            raise UnsupportedEncoder(f"it has no {name}")
    return shape


def read(path: Path) -> tuple[dict[str, Any], Weights]:
    """Return the configuration of the model in `path`, and its weights by name, without the prefix `bert.`.

    Raises:
        UnsupportedEncoder: the weights are truncated, or cannot be read as numbers.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        config = json.loads((path / "config.json").read_text("utf-8"))
        loaded = load_file(path / "model.safetensors")
    except (SafetensorError, OSError, ValueError) as error:
        raise UnsupportedEncoder(f"its weights cannot be read ({error})") from error
    return config, {
        name.removeprefix("bert."): array.astype(np.float32, copy=False) for name, array in loaded.items()
    }
