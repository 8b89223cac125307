"""Make the weights of the untrained ranker of plans.

    python -m training.rank DATA --out kgqa_neo4j/ranking/weights/default.npz
    python -m training.rank DATA --leave-out pathquestion-2 --leave-out pathquestion-3

DATA is the folder that holds metaqa/, pathquestion/, freebase/ and wikidata/. Nothing of MetaQA is fitted to:
it is measured on with --measure metaqa. Deterministic: the same data give the same weights.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from kgqa_neo4j.embedding import create
from kgqa_neo4j.ranking import Ranker, Weights
from kgqa_neo4j.ranking.features import NAMES
from kgqa_neo4j.settings import EmbeddingSettings
from training.encoding import Remembering
from training.fitting import Table, expected_hit, fit, synthetic, tables
from training.kinds import fit_kinds
from training.sets import COLLECTIONS, EVALUATION_ONLY, load

MOST = 400
SYNTHETIC = 300
FITTED = (
    "pathquestion-2",
    "pathquestion-3",
    "pat-singlehop",
    "pat-multihop",
    "wikidata-train",
    "webquestions",
    "simplequestions",
)
GROUPS = {
    "match": ("evidence", "support", "ordered", "disorder", "first_near", "last_far", "label"),
    "explained": ("unexplained", "explained", "nodes_named"),
    "answer type": ("focus",),
    "sentence": ("sentence",),
    "length": ("two_steps", "three_steps", "steps"),
    "sharing": ("undo", "cue", "repeated"),
    "graph": ("usual", "frequency", "many"),
}


def main() -> None:
    """Fit, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, help="write the weights here")
    parser.add_argument("--leave-out", action="append", default=[], choices=sorted(COLLECTIONS))
    parser.add_argument("--measure", action="append", default=[], choices=sorted(COLLECTIONS))
    parser.add_argument("--count", type=int, default=MOST, help="questions of a set that are measured on")
    parser.add_argument("--ablate", action="store_true", help="measure without each group of features")
    options = parser.parse_args()
    used = [name for name in COLLECTIONS if name not in EVALUATION_ONLY | set(options.leave_out)]
    encoder = Remembering(create(EmbeddingSettings()))
    collections = {name: load(name, options.data) for name in dict.fromkeys([*used, *options.measure])}
    kinds = fit_kinds([collections[name] for name in used], encoder)
    empty = Weights(np.zeros(len(NAMES), np.float32), kinds, encoder.model)
    rankers = {name: Ranker(one.graph, encoder, empty) for name, one in collections.items()}
    fitted: dict[str, list[Table | None]] = {}
    for name in used:
        one, ranker = collections[name], rankers[name]
        for key, examples in one.sets.items():
            if key in FITTED:
                fitted[key] = tables(one, examples[:MOST], ranker, encoder)
        if name in SYNTHETIC_OF:
            fitted[f"synthetic {name}"] = list(synthetic(one, ranker, encoder, SYNTHETIC))
    weights = fit(fitted.values())
    measured = {}
    for name in options.measure:
        one = collections[name]
        for key, examples in one.sets.items():
            measured[key] = tables(one, examples[: options.count], rankers[name], encoder)
    print("fitted to:", ", ".join(fitted))
    report("all features", measured, weights)
    if options.ablate:
        for group, prefixes in GROUPS.items():
            kept = np.array([not name.startswith(prefixes) for name in NAMES])
            report(f"without {group}", measured, fit(without(fitted, kept).values()))
    if options.out:
        replace(empty, features=weights).save(options.out)


SYNTHETIC_OF = ("pathquestion-3", "pat", "wikidata")


def without(groups: dict[str, list[Table | None]], kept: np.ndarray) -> dict[str, list[Table | None]]:
    """Return the tables with some features put to nothing."""
    return {
        key: [table and replace(table, features=table.features * kept) for table in rows]
        for key, rows in groups.items()
    }


def report(title: str, measured: dict[str, list[Table | None]], weights: np.ndarray) -> None:
    """Print the expected Hit@1 of each set."""
    print(
        title,
        *(f"{key} {expected_hit(rows, weights):.3f}" for key, rows in measured.items()),
        sep="  ",
        flush=True,
    )


if __name__ == "__main__":
    main()
