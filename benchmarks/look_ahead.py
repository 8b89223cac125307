"""Recall of the right neighbours in the top 3: with the look-ahead, without it, by similarity, and combined.

    kgqa train look-ahead --questions DEV --format metaqa --out with
    kgqa train look-ahead --questions DEV --format metaqa --no-two-hop --out without
    python -m benchmarks.look_ahead TEST... --format metaqa --network with --without without

A step is one hop on a path from a question's topic to its answers; the right neighbours are determined as in training
(docs/methods/iquest.md). Steps where all neighbours are right do not count. TEST must not be training data. `joined` is
the score that `iquest` ranks by: look-ahead and similarity, weighted by `iquest.similarity`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.harness import Parser, report
from kgqa_neo4j import embedding
from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.methods.iquest.lookahead.features import TripleFeatures
from kgqa_neo4j.methods.iquest.lookahead.network import load_network
from kgqa_neo4j.methods.iquest.lookahead.recall import network_scores, recall, recall_of_chance
from kgqa_neo4j.methods.iquest.lookahead.samples import Sample, make_samples
from kgqa_neo4j.methods.iquest.lookahead.train import TrainingTask, bounds_of, check_graph, drawn_questions
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect

Row = dict[str, str | int | float]


def main() -> None:
    """Measure each file, and all files together."""
    parser = Parser(__doc__, "questions", "--workspace", "--format", "--sample", "--seed", "--json")
    parser.add_argument("--network", type=Path, required=True, help="trained with the two-hop mean")
    parser.add_argument("--without", type=Path, required=True, help="trained with --no-two-hop")
    parser.add_argument("--top-k", type=int, default=3)
    arguments = parser.parse_args()
    configuration = load_configuration(arguments.workspace)
    embedder = embedding.create(configuration.settings.embedding)
    networks = {"look-ahead": load_network(arguments.network), "without": load_network(arguments.without)}
    rows: list[Row] = []
    with connect(configuration) as graph:
        check_graph(graph, embedder)
        features = TripleFeatures(graph, embedder.dimension)
        every: list[Sample] = []
        scores: dict[str, list[Vectors]] = {name: [] for name in (*networks, "joined")}
        for file in arguments.questions:
            plan = TrainingTask((file,), arguments.format, arguments.sample, seed=arguments.seed)
            bounds = bounds_of(configuration.settings)
            samples = make_samples(
                graph, embedder, drawn_questions(plan), bounds, arguments.seed, lambda done, of: None
            )
            here = {name: network_scores(one, features, samples) for name, one in networks.items()}
            here["joined"] = joined(samples, here["look-ahead"], configuration.settings.iquest.similarity)
            rows.append(measured(f"{file.parent.name}/{file.name}", samples, here, arguments.top_k))
            every += samples
            for name, values in here.items():
                scores[name] += values
        asked = sum(int(row["questions"]) for row in rows)
        rows.append({**measured("all", every, scores, arguments.top_k), "questions": asked})
    report(rows, arguments)


def joined(samples: list[Sample], scores: list[Vectors], share: float) -> list[Vectors]:
    """Return the scores combined with the similarity, which has the weight `share`."""
    return [
        (1 - share) * values + share * np.array([one.similarity for one in sample.candidates], np.float32)
        for sample, values in zip(samples, scores, strict=True)
    ]


def measured(name: str, samples: list[Sample], scores: dict[str, list[Vectors]], top_k: int) -> Row:
    """Return one row: the number of questions and steps, and the recall of each scoring."""
    similarity = [[one.similarity for one in sample.candidates] for sample in samples]
    found = {way: recall(samples, values, top_k) for way, values in scores.items()}
    found["similarity"] = recall(samples, similarity, top_k)
    found["chance"] = recall_of_chance(samples, top_k)
    return {
        "questions of": name,
        "questions": len({sample.question for sample in samples}),
        "steps": len(samples),
        **{way: round(value, 4) for way, value in found.items()},
    }


if __name__ == "__main__":
    main()
