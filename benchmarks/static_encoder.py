"""Compare a static encoder distilled from the packaged one with the original: speed and overlap of nearest triples.

The recipe is model2vec's: encode each token of the vocabulary alone, centre the vectors, keep the first principal
components, and weight them by the logarithm of the token's rank in the vocabulary, which is sorted by frequency. A text
is the mean of its tokens.

    python -m benchmarks.static_encoder kb.txt.gz 1-hop/qa_dev.txt.gz 2-hop/qa_dev.txt.gz 3-hop/qa_dev.txt.gz
"""

from __future__ import annotations

import argparse
import gzip
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from kgqa_neo4j.embedding import Embedder, Vectors, create
from kgqa_neo4j.embedding.model_folders import locate
from kgqa_neo4j.model.graph import verbalise
from kgqa_neo4j.settings import EmbeddingSettings

DIMENSION = 256
NEAREST = 30


class StaticEncoder:
    """Encodes a text as the mean of its token vectors; only the tokens of `texts` have vectors."""

    def __init__(self, encoder: Embedder, texts: Sequence[str]) -> None:
        self._tokenizer = Tokenizer.from_file(str(locate("packaged").path / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        used = sorted({token for text in texts for token in self._ids(text)})
        alone = encoder.encode([str(self._tokenizer.id_to_token(token)).replace("##", "") for token in used])
        centred = alone - alone.mean(axis=0)
        components = np.linalg.svd(centred, full_matrices=False)[2][:DIMENSION]
        self._vectors = (centred @ components.T) * np.log(1 + np.array(used))[:, None]
        self._places = {token: place for place, token in enumerate(used)}

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return unit-length vectors of shape (len(texts), DIMENSION)."""
        means = [
            self._vectors[[self._places[token] for token in self._ids(text)]].mean(axis=0) for text in texts
        ]
        vectors = np.stack(means)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)


def main() -> None:
    """Print both speeds and the mean overlap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kb", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--triples", type=int, default=6000)
    parser.add_argument("--each", type=int, default=100, help="questions of each file")
    arguments = parser.parse_args()
    random = np.random.default_rng(0)
    lines = _some(arguments.kb, arguments.triples, random)
    texts = list(dict.fromkeys(verbalise(*line.split("|")) for line in lines))
    asked = [line for file in arguments.questions for line in _some(file, arguments.each, random)]
    questions = [line.split("\t")[0].replace("[", "").replace("]", "") for line in asked]
    encoder = create(EmbeddingSettings())
    static = StaticEncoder(encoder, [*texts, *questions])
    whole, whole_rate = _timed(encoder.encode, texts)
    distilled, static_rate = _timed(static.encode, texts)
    overlaps = [
        len(_nearest(whole, one) & _nearest(distilled, other)) / NEAREST
        for one, other in zip(encoder.encode(questions), static.encode(questions), strict=True)
    ]
    print(f"load average {os.getloadavg()[0]:.1f}; {len(texts):,} triples, {len(questions):,} questions")
    print(f"texts/s: {whole_rate:,.0f}, static {static_rate:,.0f}")
    print(f"overlap of the nearest {NEAREST}: {np.mean(overlaps):.3f}")


def _some(file: Path, number: int, random: np.random.Generator) -> list[str]:
    with gzip.open(file, "rt", encoding="utf-8") as stream:
        lines = [line.rstrip("\n") for line in stream]
    return [lines[place] for place in random.choice(len(lines), number, replace=False)]


def _timed(encode: Callable[[Sequence[str]], Vectors], texts: Sequence[str]) -> tuple[Vectors, float]:
    began = time.perf_counter()
    vectors = encode(texts)
    return vectors, len(texts) / (time.perf_counter() - began)


def _nearest(vectors: Vectors, vector: Vectors) -> set[int]:
    return {int(place) for place in np.argsort(-vectors @ vector)[:NEAREST]}


if __name__ == "__main__":
    main()
