"""Fit the weights of the untrained plan ranker, and measure them.

    python -m training.rank DATA --out kgqa_neo4j/plans/ranking/weights/default.npz
    python -m training.rank DATA --leave-out pathquestion --measure pathquestion-2 --measure pathquestion-3
    python -m training.rank DATA --tables --out default.npz --variants FOLDER

DATA is the folder with metaqa/, pathquestion/, freebase/ and wikidata/. MetaQA is not used for fitting.
Deterministic: the same data give the same weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.embedding.memory_cache import MemoryCachedEmbedder
from kgqa_neo4j.plans.ranking import Ranker, Weights
from kgqa_neo4j.plans.ranking.features import NAMES
from kgqa_neo4j.settings import EmbeddingSettings
from training.fitting import Measured, Table, expected_hit, fit, measured, synthetic, tables
from training.kinds import fit_kinds
from training.sets import COLLECTIONS, EVALUATION_ONLY, NATURAL, Collection, load

MOST = 200
# Question sets used for fitting, and graphs with generated questions, by graph name.
FITTED = {
    "pathquestion-2": ("pathquestion-2",),
    "pathquestion-3": ("pathquestion-3",),
    "pat": ("pat-singlehop", "pat-multihop"),
    "wikidata": ("wikidata-train",),
    "freebase": ("webquestions", "simplequestions"),
    **{name: (name,) for name in NATURAL},
}
SYNTHETIC_OF = ("pathquestion-3", "pat", "wikidata")
# Graphs that are left out together: the two graphs of PathQuestion share their relations.
FAMILIES = {
    "pathquestion": ("pathquestion-2", "pathquestion-3"),
    "pat": ("pat",),
    "wikidata": ("wikidata",),
    "freebase": ("freebase",),
    "natural": NATURAL,
}
GROUPS = {
    "match": ("evidence", "support", "ordered", "disorder", "first_near", "last_far", "label"),
    "ownership": ("owned",),
    "explained": ("unexplained", "explained", "nodes_named"),
    "answer type": ("focus",),
    "names of what is asked for": ("focus_named",),
    "sentence": ("sentence",),
    "length": ("two_steps", "three_steps", "steps"),
    "sharing": ("undo", "cue", "repeated"),
    "graph": ("usual", "frequency", "many"),
}


# Total weight of the natural questions (each other set has 1), and the features they carry no information about: they
# ask for short chains, mostly in one order, and not for entities that share something with the topic. The weights of
# the sentence cosine and of the number of steps are kept as well: fitted to so few graphs, they would outweigh listed
# synonyms elsewhere.
NATURAL_SHARE = 8.0
TOLD_BY_OTHERS = frozenset(
    {
        "ordered", "disorder", "first_near", "last_far", "undo", "undo_cued", "cue_unused", "repeated", "usual",
        "frequency", "many", "sentence_mean", "sentence_last", "sentence_first", "sentence_best", "two_steps",
        "three_steps", "steps_over", "steps_under",
    }
)  # fmt: skip

Groups = Mapping[tuple[str, str], list[Table | None]]
"""Tables by graph and set."""


def main() -> None:
    """Fit the weights, write them, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, help="write the weights here")
    parser.add_argument("--leave-out", action="append", default=[], choices=sorted(FAMILIES))
    parser.add_argument("--measure", action="append", default=[], choices=sorted(COLLECTIONS))
    parser.add_argument("--count", type=int, default=MOST, help="questions of a set that are measured on")
    parser.add_argument("--most", type=int, default=MOST, help="questions of a set that are fitted to")
    parser.add_argument("--one-by-one", action="store_true", help="also fit without each graph in turn")
    parser.add_argument("--variants", type=Path, help="folder for the weights fitted without each graph")
    parser.add_argument("--ablate", action="store_true", help="also fit without each group of features")
    parser.add_argument("--tables", action="store_true", help="all that docs/ranking.md tells, in one run")
    options = parser.parse_args()
    if options.tables:
        options.one_by_one = options.ablate = True
        options.measure = options.measure or list(COLLECTIONS)
    left = EVALUATION_ONLY.union(*(FAMILIES[name] for name in options.leave_out))
    used = [name for name in COLLECTIONS if name not in left]
    encoder = MemoryCachedEmbedder(create(EmbeddingSettings()), most=None, at_once=None)
    collections = {name: load(name, options.data) for name in dict.fromkeys([*used, *options.measure])}
    kinds = fit_kinds([collections[name] for name in used if name not in NATURAL], encoder)
    empty = Weights(np.zeros(len(NAMES), np.float32), kinds, encoder.model)
    rankers = {name: Ranker(one.graph, encoder, empty) for name, one in collections.items()}
    groups: dict[tuple[str, str], list[Table | None]] = {}
    for name in used:
        one = collections[name]
        for key in FITTED[name]:
            groups[name, key] = tables(one, one.sets[key][: options.most], rankers[name], encoder)
        if name in SYNTHETIC_OF:
            groups[name, "synthetic"] = list(synthetic(one, rankers[name], encoder, options.most))
        print("read", name, flush=True)
    weights = fitted(groups)
    if options.out:
        replace(empty, features=weights).save(options.out)
    tests: dict[str, list[Measured]] = {}
    for name in options.measure:
        for key, examples in collections[name].sets.items():
            tests[key] = measured(collections[name], examples[: options.count], rankers[name], encoder)
            print("read", key, flush=True)
    report("all", tests, weights)
    if not options.leave_out:
        one_left_out(collections, rankers, encoder, groups)
    if options.one_by_one or options.variants:
        for family, names in FAMILIES.items():
            rest = {key: rows for key, rows in groups.items() if key[0] not in names}
            without = fitted(rest)
            report(f"without graphs of {family}", tests, without)
            if options.variants:
                options.variants.mkdir(parents=True, exist_ok=True)
                replace(empty, features=without).save(options.variants / f"without-{family}.npz")
        made = {key: rows for key, rows in groups.items() if key[1] == "synthetic"}
        report("synthetic questions alone", tests, fitted(made))
        asked = {key: rows for key, rows in groups.items() if key[1] != "synthetic"}
        report("no synthetic questions", tests, fitted(asked))
    if options.ablate:
        for group, prefixes in GROUPS.items():
            kept = np.array([not name.startswith(prefixes) for name in NAMES])
            report(f"without features: {group}", tests, fitted(_without(groups, kept)))


def fitted(groups: Groups) -> Vectors:
    """Fit weights without the natural questions, then refit with them, regularised towards the first weights."""
    others = [rows for key, rows in groups.items() if key[0] not in NATURAL]
    natural = [table for key, rows in groups.items() if key[0] in NATURAL for table in rows]
    weights = fit(others)
    if not natural:
        return weights
    shares = [1.0] * len(others) + [NATURAL_SHARE]
    return fit([*others, natural], shares=shares, near=weights, held=TOLD_BY_OTHERS)


def one_left_out(
    collections: Mapping[str, Collection], rankers: Mapping[str, Ranker], encoder: Embedder, groups: Groups
) -> None:
    """Print the expected Hit@1 of each natural graph with weights fitted to all other graphs, and the mean."""
    hits: list[float] = []
    for name in NATURAL:
        rows = measured(collections[name], collections[name].sets[name], rankers[name], encoder)
        weights = fitted({key: group for key, group in groups.items() if key[0] != name})
        print(f"without {name}  {expected_hit(rows, weights):.3f} of {len(rows)}", flush=True)
        hits += [row.expected_hit(weights) for row in rows]
    print(f"natural questions, each graph left out  {sum(hits) / len(hits):.3f} of {len(hits)}", flush=True)


def _without(groups: Groups, kept: np.ndarray) -> Groups:
    return {
        key: [table and replace(table, features=table.features * kept) for table in rows]
        for key, rows in groups.items()
    }


def report(title: str, tests: Mapping[str, list[Measured]], weights: np.ndarray) -> None:
    """Print the expected Hit@1 of each set."""
    print(
        title,
        *(f"{key} {expected_hit(rows, weights):.3f}" for key, rows in tests.items()),
        sep="  ",
        flush=True,
    )


if __name__ == "__main__":
    main()
