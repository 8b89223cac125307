"""Train low-rank adapters of the encoder on questions and the steps they ask for, and measure on left-out graphs.

    python -m training.encoder DATA --leave-out freebase --save FOLDER/freebase
    python -m training.encoder DATA --save FOLDER/all

A question with its topic masked is pulled towards the sentences of the steps it asks for, and pushed away from other
steps of the same schema: those of other questions in the batch, those most similar to its own, and random ones. MetaQA
is not used. Prints how well a graph's steps are ranked for its questions, before and after training. Requires the extra
`dev`.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.embedding.memory_cache import MemoryCachedEmbedder
from kgqa_neo4j.embedding.model_folders import PACKAGED, locate
from kgqa_neo4j.plans.ranking.vectors import unit
from kgqa_neo4j.settings import EmbeddingSettings
from training.pairs import Asked, Schema, schemas

RANK, RATE, STEPS = 8, 5e-4, 300
_ADAPTED = ["query", "key", "value", "dense"]
# Questions and steps per batch, texts encoded at once, and the factor applied to cosines.
_QUESTIONS, _STEPS_OF_BATCH, _TEXTS, _SHARPNESS = 24, 24, 32, 15.0
# Weight of grammar-generated questions, and maximum number of questions measured per set.
_MADE_SHARE, _MOST_MEASURED = 0.5, 400
_LEAST_ASKED, _RIVALS, _LEAST_CHANCE = 20, 2, 8
_MOST_TOKENS = 64

Group = tuple[Schema, np.ndarray, list[Asked], float]
"""A schema, its steps ordered by similarity to each step, questions, and the sampling weight."""


class Encoder:
    """The packaged encoder with low-rank adapters, in PyTorch. Results of `vectors` carry gradients."""

    def __init__(self, rank: int) -> None:
        from peft import LoraConfig, get_peft_model
        from tokenizers import Tokenizer
        from transformers import AutoModel

        path = locate(PACKAGED).path
        config = LoraConfig(r=rank, lora_alpha=2 * rank, target_modules=_ADAPTED, lora_dropout=0.05)
        self.network: Any = get_peft_model(AutoModel.from_pretrained(path), config)
        self._tokenizer = Tokenizer.from_file(str(path / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_TOKENS)

    def vectors(self, texts: Sequence[str]) -> torch.Tensor:
        """Return unit-length vectors, (texts, dimension)."""
        ids = [one.ids for one in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
        parts = [
            self._run([ids[p] for p in order[start : start + _TEXTS]]) for start in range(0, len(order), _TEXTS)
        ]
        return torch.cat(parts)[torch.argsort(torch.tensor(order))]

    def _run(self, ids: Sequence[Sequence[int]]) -> torch.Tensor:
        rows = [torch.tensor(one) for one in ids]
        padded = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)
        present = torch.nn.utils.rnn.pad_sequence([torch.ones_like(row) for row in rows], batch_first=True)
        hidden = self.network(input_ids=padded, attention_mask=present).last_hidden_state
        mean = (hidden * present[..., None]).sum(1) / present.sum(1, keepdim=True)
        return functional.normalize(mean, dim=-1)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return vectors as arrays, (texts, dimension), without gradients."""
        self.network.eval()
        with torch.no_grad():
            return np.asarray(self.vectors(texts).numpy(), np.float32)

    def save(self, folder: Path) -> None:
        """Write the encoder with merged adapters, in the layout of sentence-transformers. No training afterwards."""
        shutil.copytree(locate(PACKAGED).path, folder, dirs_exist_ok=True)
        self.network.merge_and_unload().save_pretrained(folder)


def main() -> None:
    """Train, measure the left-out graph, and write the encoder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--leave-out", default="", help="graph or file of queries that nothing is learned from")
    parser.add_argument("--steps", type=int, default=STEPS, help="batches; default %(default)s")
    parser.add_argument("--rank", type=int, default=RANK, help="of the adapters; default %(default)s")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--save", type=Path, help="write the encoder here, a folder as embedding.model takes it"
    )
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    base = MemoryCachedEmbedder(create(EmbeddingSettings()), most=None, at_once=None)
    found = schemas(chosen.data, base)
    families = {schema.family for schema in found}
    if chosen.leave_out and chosen.leave_out not in families:
        parser.error(f"--leave-out is one of {', '.join(sorted(families))}")
    encoder = Encoder(chosen.rank)
    train(encoder, [schema for schema in found if schema.family != chosen.leave_out], base, chosen.steps)
    for schema in found:
        if schema.family == chosen.leave_out:
            report(schema, base, encoder)
    if chosen.save:
        encoder.save(chosen.save)


def train(encoder: Encoder, some: Sequence[Schema], base: Embedder, steps: int) -> None:
    """Train the adapters; deterministic for given schemas, up to rounding."""
    torch.manual_seed(0)
    chance = random.Random(0)
    groups = [group for schema in some for group in _groups(schema, base)]
    learned = [one for one in encoder.network.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(learned, lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    encoder.network.train()
    for number in range(1, steps + 1):
        schema, near, asked, _ = chance.choices(groups, [group[3] for group in groups])[0]
        loss = _loss(encoder, schema, near, chance.sample(asked, min(_QUESTIONS, len(asked))), chance)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
        if number % 50 == 0:
            print(f"batch {number}: loss {loss.item():.3f}", flush=True)


def _groups(schema: Schema, base: Embedder) -> list[Group]:
    styles = len(schema.sentences[0])
    flat = base.encode([text for step in schema.sentences for text in step])
    means = flat.reshape(len(schema.sentences), styles, -1).mean(axis=1)
    centred = unit(means - means.mean(axis=0))
    near = np.argsort(-(centred @ centred.T), axis=1, kind="stable")
    kinds = ((schema.asked, 1.0), (schema.made, _MADE_SHARE))
    usable = [([one for one in some if not one.measured_only], share) for some, share in kinds]
    return [
        (schema, near, some, share * math.sqrt(len(some))) for some, share in usable if len(some) > _LEAST_ASKED
    ]


def _loss(
    encoder: Encoder, schema: Schema, near: np.ndarray, asked: Sequence[Asked], chance: random.Random
) -> torch.Tensor:
    steps = _steps_of_batch(asked, near, len(schema.sentences), chance)
    place = {step: number for number, step in enumerate(steps)}
    sentences = [chance.choice(schema.sentences[step]) for step in steps]
    vectors = encoder.vectors([*(one.masked for one in asked), *sentences])
    questions, sentences_ = vectors[: len(asked)], vectors[len(asked) :]
    middle = sentences_.detach().mean(0)
    scores = (
        functional.normalize(questions - middle, dim=-1) @ functional.normalize(sentences_ - middle, dim=-1).T
    )
    losses = []
    for row, one in zip(_SHARPNESS * scores, asked, strict=True):
        right = sorted({place[step] for step in one.steps})
        wrong = torch.ones(len(steps), dtype=torch.bool)
        wrong[right] = False
        losses.append(functional.softplus(torch.logsumexp(row[wrong], 0) - row[right]).mean())
    return torch.stack(losses).mean()


def _steps_of_batch(asked: Sequence[Asked], near: np.ndarray, count: int, chance: random.Random) -> list[int]:
    """Return the steps asked for, those most similar to them, and random others."""
    right = sorted({step for one in asked for step in one.steps})
    rivals = [int(rival) for step in right for rival in near[step, 1 : 1 + _RIVALS]]
    rivals = [rival for rival in dict.fromkeys(rivals) if rival not in right]
    chosen = [*right, *rivals][: max(len(right), 2 * _STEPS_OF_BATCH)]
    rest = [step for step in range(count) if step not in chosen]
    chance.shuffle(rest)
    return [*chosen, *rest[: max(_LEAST_CHANCE, _STEPS_OF_BATCH - len(chosen))]]


def report(schema: Schema, base: Embedder, encoder: Encoder) -> None:
    """Print how well the requested relations are ranked, before and after training."""
    sources: dict[str, list[Asked]] = {}
    for one in schema.asked:
        sources.setdefault(one.source.split()[0], []).append(one)
    for source, asked in sources.items():
        some = random.Random(1).sample(asked, min(_MOST_MEASURED, len(asked)))
        told = []
        for encode in (base.encode, encoder.encode):
            ranks = np.array(ranked(schema, some, encode))
            told.append(f"MRR {(1 / ranks).mean():.3f} top-1 {(ranks == 1).mean():.3f}")
        print(
            f"{schema.name} {source}: {told[0]}, trained {told[1]}, of {len(ranks)} relations asked for",
            flush=True,
        )


def ranked(schema: Schema, asked: Sequence[Asked], encode: Callable[[Sequence[str]], Vectors]) -> list[int]:
    """Return the rank of each requested relation among the schema's relations that are not requested."""
    sentences = encode([text for step in schema.sentences for text in step])
    middle = sentences.mean(axis=0)
    questions = unit(encode([one.masked for one in asked]) - middle)
    scores = (questions @ unit(sentences - middle).T).reshape(len(asked), len(schema.sentences), -1).max(axis=2)
    ends = 2 if schema.two_ended else 1
    by_relation = scores.reshape(len(asked), -1, ends).max(axis=2)
    found = []
    for row, one in zip(by_relation, asked, strict=True):
        right = sorted({step // ends for step in one.steps})
        others = np.delete(row, right)
        found += [1 + int((others > row[relation]).sum()) for relation in right]
    return found


if __name__ == "__main__":
    main()
