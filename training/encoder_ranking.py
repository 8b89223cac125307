"""Measure the ranker with sentences compared by trained encoders, each on the graph left out of its training.

    for graph in pathquestion pat wikidata freebase; do
      python -m training.encoder DATA --leave-out $graph --save FOLDER/$graph
    done
    python -m training.encoder_ranking DATA FOLDER

The ranker's weights are refitted: a graph's questions use the encoder trained without that graph, and are ranked with
weights fitted to the other graphs. Words, nouns and names keep the packaged encoder. Graphs without an encoder in
FOLDER are neither used for fitting nor measured. Prints the expected Hit@1 with the packaged encoder and with the
trained ones, and a 95 % bootstrap interval of the difference.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np

from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.embedding.memory_cache import MemoryCachedEmbedder
from kgqa_neo4j.plans.ranking import Ranker, Weights
from kgqa_neo4j.plans.ranking.graph_words import GraphWords, step_sentences
from kgqa_neo4j.plans.ranking.vectors import unit
from kgqa_neo4j.settings import EmbeddingSettings
from training.fitting import Measured, Table, fit, measured, synthetic, tables
from training.rank import FAMILIES, FITTED, MOST, SYNTHETIC_OF
from training.sets import Collection, load

_DRAWS = 4000


class SentenceRanker(Ranker):
    """A ranker that compares whole questions and sentences with a different encoder than words."""

    def __init__(self, collection: Collection, words: Embedder, weights: Weights, sentences: Embedder) -> None:
        super().__init__(collection.graph, words, weights)
        self._sentences = sentences

    @cached_property
    def graph(self) -> GraphWords:
        """The graph's words, with sentence vectors from the other encoder."""
        plain = super().graph
        texts = [text for step in step_sentences(plain.wordings, plain.nouns) for text in step]
        vectors = self._sentences.encode(texts)
        middle = vectors.mean(axis=0)
        return replace(plain, sentences=unit(vectors - middle).reshape(plain.sentences.shape), middle=middle)


def main() -> None:
    """Fit and measure with the packaged and with the trained encoders, and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("encoders", type=Path, help="holds a folder for each graph that an encoder left out")
    parser.add_argument("--count", type=int, default=1000, help="questions of a set that are measured on")
    chosen = parser.parse_args()
    families = [name for name in FAMILIES if (chosen.encoders / name).is_dir()]
    collections = {name: load(name, chosen.data) for family in families for name in FAMILIES[family]}
    plain = _encoder("packaged")
    trained = {
        name: _encoder(str(chosen.encoders / family)) for family in families for name in FAMILIES[family]
    }
    worth = []
    for encoders in (dict.fromkeys(collections, plain), trained):
        worth.append(_worth(collections, plain, encoders, families, chosen.count))
    chance = np.random.default_rng(0)
    for key, before in worth[0].items():
        gain = worth[1][key] - before
        drawn = gain[chance.integers(0, len(gain), (_DRAWS, len(gain)))].mean(axis=1)
        low, high = np.percentile(drawn, (2.5, 97.5))
        print(
            f"{key}: {before.mean():.3f}, trained {worth[1][key].mean():.3f}, difference {gain.mean():+.3f}",
            f"({low:+.3f} to {high:+.3f}), {(gain > 0).sum()} better, {(gain < 0).sum()} worse of {len(gain)}",
        )


def _encoder(model: str) -> Embedder:
    return MemoryCachedEmbedder(create(EmbeddingSettings(model=model)), most=None, at_once=None)


def _worth(
    collections: dict[str, Collection],
    words: Embedder,
    encoders: dict[str, Embedder],
    families: list[str],
    count: int,
) -> dict[str, np.ndarray]:
    """Return the expected Hit@1 of each question by set, with weights fitted to other graphs."""
    groups: dict[tuple[str, str], list[Table | None]] = {}
    tests: dict[tuple[str, str], list[Measured]] = {}
    for name, collection in collections.items():
        encoder = encoders[name]
        ranker = SentenceRanker(collection, words, Weights.load(), encoder)
        for key in FITTED[name]:
            groups[name, key] = tables(collection, collection.sets[key][:MOST], ranker, encoder)
        if name in SYNTHETIC_OF:
            groups[name, "synthetic"] = list(synthetic(collection, ranker, encoder, MOST))
        for key, examples in collection.sets.items():
            tests[name, key] = measured(collection, examples[:count], ranker, encoder)
    found = {}
    for family in families:
        weights = fit([rows for (name, _), rows in groups.items() if name not in FAMILIES[family]])
        for (name, key), some in tests.items():
            if name in FAMILIES[family]:
                found[key] = np.array([one.expected_hit(weights) for one in some])
    return found


if __name__ == "__main__":
    main()
