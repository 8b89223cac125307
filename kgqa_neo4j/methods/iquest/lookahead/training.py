"""Training: cross entropy on correct and incorrect neighbours, with early stopping on a held-out part."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.methods.iquest.lookahead.features import TripleFeatures
from kgqa_neo4j.methods.iquest.lookahead.network import Network, Shape
from kgqa_neo4j.methods.iquest.lookahead.samples import LabelledNeighbour, Sample

OnProgress = Callable[[int, int], None]

# Maximum number of correct neighbours per sample, so that a relation with a hundred answers has no extra weight.
MOST_RIGHT = 4
_BATCH, _RATE, _DECAY = 256, 1e-3, 1e-5
# Samples per batch of feature reads.
_WINDOW = 200


@dataclass(frozen=True, slots=True)
class Course:
    """Maximum epochs, incorrect neighbours per sample, epochs without improvement before stopping, seed."""

    epochs: int = 60
    negatives: int = 12
    patience: int = 5
    seed: int = 0


class Epoch(NamedTuple):
    """One line of the loss curve: mean cross entropy of the training and the held-out part."""

    number: int
    training: float
    held_out: float


class Examples(NamedTuple):
    """Neighbours as tensors: questions, h_1hop, mean(h_2hop), each (n, dimension), and classes (n,)."""

    questions: torch.Tensor
    first: torch.Tensor
    second: torch.Tensor
    classes: torch.Tensor


class LookAheadModule(nn.Module):
    """The network in PyTorch, for training; `Network` is the same network for scoring."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.update = nn.Linear(2 * shape.dimension, shape.hidden)
        self.inner = nn.Linear(shape.hidden + shape.dimension, shape.hidden)
        self.outer = nn.Linear(shape.hidden, 2)

    def forward(self, questions: torch.Tensor, first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        """Return the logits of "not relevant" and "relevant", shape (n, 2)."""
        updated = torch.relu(self.update(torch.cat([first, second], dim=1)))
        logits: torch.Tensor = self.outer(torch.relu(self.inner(torch.cat([updated, questions], dim=1))))
        return logits


def make_examples(
    samples: Sequence[Sample], features: TripleFeatures, shape: Shape, course: Course, on_progress: OnProgress
) -> Examples:
    """Sample correct and incorrect neighbours of each sample, by the seed, and read their vectors.

    Raises:
        DatabaseError: or a subclass.
    """
    draw = random.Random(course.seed)
    chosen = [_drawn(sample, course.negatives, draw) for sample in samples]
    firsts: list[Vectors] = []
    seconds: list[Vectors] = []
    for start in range(0, len(chosen), _WINDOW):
        some = [one.way for candidates in chosen[start : start + _WINDOW] for one in candidates]
        first, second = features.of(some)
        firsts.append(first)
        seconds.append(second if shape.two_hop else np.zeros_like(second))
        on_progress(min(start + _WINDOW, len(chosen)), len(chosen))
    sizes = [len(candidates) for candidates in chosen]
    questions = np.repeat(np.stack([sample.vector for sample in samples]), sizes, axis=0)
    classes = np.array([int(one.right) for candidates in chosen for one in candidates])
    return Examples(
        torch.from_numpy(questions),
        torch.from_numpy(np.concatenate(firsts)),
        torch.from_numpy(np.concatenate(seconds)),
        torch.from_numpy(classes),
    )


def train(
    training: Examples, held_out: Examples, shape: Shape, course: Course, on_progress: OnProgress
) -> tuple[Network, list[Epoch]]:
    """Return the network of the epoch with the lowest held-out loss, and the loss curve.

    The same examples and seed give the same network on the same machine.
    """
    torch.manual_seed(course.seed)
    module = LookAheadModule(shape)
    optimiser = torch.optim.AdamW(module.parameters(), lr=_RATE, weight_decay=_DECAY)
    order = torch.Generator().manual_seed(course.seed)
    curve: list[Epoch] = []
    best = copy.deepcopy(module.state_dict())
    for number in range(1, course.epochs + 1):
        curve.append(Epoch(number, _epoch(module, optimiser, training, order), _loss(module, held_out)))
        least = min(curve, key=lambda epoch: epoch.held_out)
        if least.number == number:
            best = copy.deepcopy(module.state_dict())
        on_progress(number, course.epochs)
        if number - least.number >= course.patience:
            break
    weights = {name: np.ascontiguousarray(tensor.numpy()) for name, tensor in best.items()}
    return Network(shape, weights, {}), curve


def _epoch(
    module: LookAheadModule, optimiser: torch.optim.Optimizer, examples: Examples, order: torch.Generator
) -> float:
    module.train()
    total = 0.0
    shuffled = torch.randperm(len(examples.classes), generator=order)
    for start in range(0, len(shuffled), _BATCH):
        rows = shuffled[start : start + _BATCH]
        optimiser.zero_grad()
        logits = module(examples.questions[rows], examples.first[rows], examples.second[rows])
        loss = nn.functional.cross_entropy(logits, examples.classes[rows])
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        total += float(loss.detach()) * len(rows)
    return total / len(shuffled)


def _loss(module: LookAheadModule, examples: Examples) -> float:
    module.eval()
    with torch.no_grad():
        logits = module(examples.questions, examples.first, examples.second)
        return float(nn.functional.cross_entropy(logits, examples.classes))


def _drawn(sample: Sample, negatives: int, draw: random.Random) -> list[LabelledNeighbour]:
    right = [one for one in sample.candidates if one.right]
    wrong = [one for one in sample.candidates if not one.right]
    return draw.sample(right, min(MOST_RIGHT, len(right))) + draw.sample(wrong, min(negatives, len(wrong)))
