"""Measure the time of `plans` on a graph of five million triples with over six hundred relation types.

    python -m benchmarks.many_relations DATA --folder FOLDER [--count 300]
    python -m benchmarks.many_relations DATA --folder FOLDER --copies 150 --relation-sets 4    # fifty million, 1,252

DATA is the folder with freebase/ and wikidata/. FB15k-237 and the graph of Wikidata SimpleQuestions are written
--copies times with different entity names; the copies take turns with --relation-sets sets of relations, so there are
so many times 237 + 76. The graph is bulk-loaded into FOLDER/workspace at the level `relations`, unless it exists. The
questions are those of WebQuestions and SimpleQuestions (dev) that contain the topic's name, about random copies. The
first tenth counts as warm-up. Prints one JSON object; times as in plans_latency.py, and this process's memory after a
fifth of the questions and after all. With --hops, they are asked by `adaptive` with so many hops, too, without a real
language model.
"""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from benchmarks.bulk_load import codes
from benchmarks.harness import Parser, machine, report, resident_mb, silent, warmed
from benchmarks.plans_latency import measured
from benchmarks.retrieval_latency import retrieval
from kgqa_neo4j.engine.process import tune_for_latency
from kgqa_neo4j.methods import METHODS
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.settings import load_configuration
from training.sets import Collection, load

# What the names of a set's relations end with.
OTHERWISE = ("", " otherwise", " elsewhere", " formerly")
# The Wikidata graph is a tenth of the size of Freebase's.
SETS = {"freebase": "webquestions", "wikidata": "wikidata-dev"}


def write_graph(collections: Sequence[Collection], file: Path, copies: int, sets: int) -> None:
    """Write the triples, gzipped; the file appears only when complete."""
    unfinished = file.with_suffix(".tmp")
    with gzip.open(unfinished, "wt", encoding="utf-8", compresslevel=1) as out:
        for number, code in enumerate(codes(copies)):
            other = OTHERWISE[number % sets]
            for one in collections:
                for subject, relation, object_ in one.triples:
                    names = (plain(one.names.get(node, node)) for node in (subject, object_))
                    first, last = (f"{name} {code}" for name in names)
                    out.write(f"{first}\t{relation}{other}\t{last}\n")
    unfinished.replace(file)


def plain(name: str) -> str:
    """Return a name without column separators and topic brackets."""
    return " ".join(name.replace("[", "(").replace("]", ")").split())


def questions(collections: Sequence[Collection], copies: int, count: int) -> list[str]:
    """Return questions with their topics in brackets, equally many for each graph."""
    chance = random.Random(0)
    known = codes(copies)
    found: list[str] = []
    for one in collections:
        asked = [example for example in one.sets[SETS[one.name]] if MASK in example.masked.split()]
        for example in asked[: count // len(collections)]:
            topic = f"[{plain(one.names[example.topic])} {chance.choice(known)}]"
            found.append(example.masked.replace(MASK, topic, 1))
    chance.shuffle(found)
    return found


def explored(asked: Sequence[str], workspace: Path, hops: int) -> dict[str, Any]:
    """Return the times of retrieval by `adaptive`."""
    method = METHODS.get("adaptive")()
    resources = open_resources(load_configuration(workspace, {"adaptive.hops": hops}))
    with resources.graph:
        silenced = replace(resources, llm=silent())
        return retrieval(warmed([method.answer(question, silenced) for question in asked]))


def main() -> None:
    """Write and load the graph if it is missing, then ask."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("data", type=Path)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--copies", type=int, default=17)
    parser.add_argument("--relation-sets", type=int, choices=range(1, len(OTHERWISE) + 1), default=2)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--hops", type=int, nargs="*", default=[])
    chosen = parser.parse_args()
    tune_for_latency()
    collections = [load(name, chosen.data) for name in SETS]
    chosen.folder.mkdir(parents=True, exist_ok=True)
    file, workspace = chosen.folder / "triples.tsv.gz", chosen.folder / "workspace"
    if not file.exists():
        write_graph(collections, file, chosen.copies, chosen.relation_sets)
    kgqa = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()", "--workspace", str(workspace)]
    loading = ["load", "triples", str(file), "--prefix", "many", "--delimiter", "tab", "--embed", "relations"]
    if not workspace.exists():
        subprocess.run([*kgqa, *loading, "--bulk"], check=True, stdout=subprocess.DEVNULL)
    asked = questions(collections, chosen.copies, chosen.count)
    measured(asked[: len(asked) // 5], workspace)
    memory = {"memory_fifth_mb": resident_mb(psutil.Process())}
    times = measured(asked, workspace)
    memory["memory_end_mb"] = resident_mb(psutil.Process())
    adaptive = {f"adaptive, {hops} hops": explored(asked, workspace, hops) for hops in chosen.hops}
    report({**times, **memory, **adaptive, **machine()}, chosen)


if __name__ == "__main__":
    main()
