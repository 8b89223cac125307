"""The trained network: scoring, saving, loading.

It has three layers and runs on NumPy, because importing PyTorch would take longer than answering.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.errors import ModelError, ModelNotFound, ModelUnreadable

FOLDER = "look-ahead"
_WEIGHTS, _CONFIGURATION = "network.safetensors", "network.json"
_AGAIN = "train one with `kgqa train look-ahead`"


@dataclass(frozen=True, slots=True)
class Shape:
    """The encoder's name and dimension, the hidden size, and whether the second hop is an input."""

    encoder: str
    dimension: int
    hidden: int = 128
    two_hop: bool = True

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of each weight array by name."""
        wide, hidden = self.dimension, self.hidden
        return {
            "update.weight": (hidden, 2 * wide),
            "update.bias": (hidden,),
            "inner.weight": (hidden, hidden + wide),
            "inner.bias": (hidden,),
            "outer.weight": (2, hidden),
            "outer.bias": (2,),
        }


class Network:
    """The update h' = relu(W [h_1hop || mean(h_2hop)]) and the scorer: two layers and a softmax.

    `record` is stored with the weights: how and on what the network was trained.
    """

    def __init__(self, shape: Shape, weights: Mapping[str, Vectors], record: Mapping[str, Any]) -> None:
        self.shape = shape
        self.weights = dict(weights)
        self.record = dict(record)

    def score(self, question: Vectors, first: Vectors, second: Vectors) -> Vectors:
        """Return P(relevant) of n neighbours, shape (n,).

        Args:
            question: the sub-question's vector, shape (dimension,).
            first: the vector of the triple that leads to each, shape (n, dimension).
            second: the mean vector of the triples around each, shape (n, dimension).
        """
        weights = self.weights
        seen = second if self.shape.two_hop else np.zeros_like(second)
        update = _layer(weights, "update", np.concatenate([first, seen], axis=1))
        asked = np.broadcast_to(question, first.shape)
        inner = _layer(weights, "inner", np.concatenate([np.maximum(update, 0), asked], axis=1))
        logits = _layer(weights, "outer", np.maximum(inner, 0))
        # Two-class softmax in a form that cannot overflow.
        return np.asarray(0.5 + 0.5 * np.tanh((logits[:, 1] - logits[:, 0]) / 2), np.float32)

    def check(self, encoder: str, dimension: int) -> None:
        """Check that a graph's vectors come from the encoder that the network was trained with.

        Raises:
            ModelError: they are another encoder's.
        """
        if (encoder, dimension) != (self.shape.encoder, self.shape.dimension):
            raise ModelError(
                f"the look-ahead network was trained with vectors of {self.shape.encoder} "
                f"({self.shape.dimension}), the graph has those of {encoder} ({dimension})",
                hint=f"{_AGAIN} again, or score by similarity with --set iquest.look_ahead=off",
            )


def _layer(weights: Mapping[str, Vectors], name: str, values: Vectors) -> Vectors:
    return np.asarray(values @ weights[f"{name}.weight"].T + weights[f"{name}.bias"], np.float32)


def save_network(network: Network, folder: Path) -> None:
    """Write the network into `folder`, which is created if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    shape = network.shape
    described = {
        **network.record,
        "encoder": shape.encoder,
        "dimension": shape.dimension,
        "hidden": shape.hidden,
        "two_hop": shape.two_hop,
    }
    _replace(folder / _WEIGHTS, save(network.weights))
    _replace(folder / _CONFIGURATION, (json.dumps(described, indent=2) + "\n").encode())


def load_network(folder: Path) -> Network:
    """Read the network in `folder`. The files contain data only; no code in them is executed.

    Raises:
        ModelNotFound: there is none.
        ModelUnreadable: a file is damaged, or the two do not belong together.
    """
    try:
        described = json.loads((folder / _CONFIGURATION).read_text("utf-8"))
        weights = load((folder / _WEIGHTS).read_bytes())
    except FileNotFoundError:
        raise ModelNotFound(f"there is no look-ahead network in {folder}", hint=_AGAIN) from None
    except (OSError, ValueError, SafetensorError) as error:
        raise ModelUnreadable(
            f"cannot read the look-ahead network in {folder}: {error}", hint=_AGAIN
        ) from error
    try:
        shape = Shape(*(described.pop(name) for name in ("encoder", "dimension", "hidden", "two_hop")))
        fits = {name: array.shape for name, array in weights.items()} == shape.sizes()
    except (AttributeError, KeyError, TypeError) as error:
        raise ModelUnreadable(
            f"{folder / _CONFIGURATION} does not describe a network: {error!r}", hint=_AGAIN
        ) from error
    if not fits:
        raise ModelUnreadable(f"{folder / _WEIGHTS} does not have the shape in {_CONFIGURATION}", hint=_AGAIN)
    return Network(shape, weights, described)


def has_network(folder: Path) -> bool:
    """Whether `folder` contains a network."""
    return (folder / _CONFIGURATION).exists()


def _replace(file: Path, content: bytes) -> None:
    """Replace a file atomically."""
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    temporary.write_bytes(content)
    temporary.replace(file)
