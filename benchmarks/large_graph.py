"""Measure retrieval time on a graph of millions of triples, with a hub of a million.

    python -m benchmarks.large_graph QUESTIONS [--workspace bulk-benchmark/whole/workspace] [--hops 1 2 3]

The graph is the one kept by `bulk_load.py --keep`; its relations are embedded first (level `relations`). QUESTIONS is a
MetaQA file (plain or .gz); each topic is replaced by its counterpart in a random copy. A share of the questions is
about the hub itself. Times linking and retrieval by `plans`, and by `adaptive` with so many hops, without a real
language model; prints times in milliseconds.
"""

from __future__ import annotations

import random
import re
import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.bulk_load import HUB, codes
from benchmarks.harness import Parser, lines, machine, report, silent, warmed
from benchmarks.retrieval_latency import retrieval
from kgqa_neo4j.engine.process import tune_for_latency
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.methods import METHODS
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.settings import load_configuration

HUB_QUESTIONS = (
    f"what is in the collection {HUB}?",
    f"name something that belongs to the collection {HUB}",
    f"who directed the films in {HUB}?",
)


def questions(file: Path, count: int, copies: int, hub_share: float, chance: random.Random) -> list[str]:
    """Return questions about topics of random copies, a share of them about the hub."""
    words = codes(copies)
    found = []
    for line in chance.sample(lines(file), count):
        if chance.random() < hub_share:
            found.append(chance.choice(HUB_QUESTIONS))
        else:
            asked = line.split("\t")[0]
            found.append(re.sub(r"\[(.*?)\]", rf"\1 {chance.choice(words)}", asked))
    return found


def main() -> None:
    """Ask the questions; report the times of all, and of those about ordinary topics and about the hub."""
    parser = Parser(__doc__, "--workspace", "--json", workspace=Path("bulk-benchmark/whole/workspace"))
    parser.add_argument("questions", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--copies", type=int, default=30)
    parser.add_argument("--hub-share", type=float, default=0.2)
    parser.add_argument("--hops", type=int, nargs="+", default=[1, 2, 3])
    arguments = parser.parse_args()
    tune_for_latency()
    configuration = load_configuration(arguments.workspace, {"load.embed": "relations"})
    source = arguments.workspace.parent / "triples.txt.gz"
    started = time.monotonic()
    load_source(configuration, "triples", str(source), {"prefix": "big", "delimiter": "|"}, quiet=True)
    result: dict[str, Any] = {"embedding_seconds": round(time.monotonic() - started, 1)}
    for hops in (0, *arguments.hops):
        settings = {"adaptive.hops": hops} if hops else {"ask.min_confidence": 0}
        name = f"adaptive, {hops} hops" if hops else "plans"
        method = METHODS.get("adaptive" if hops else "plans")()
        resources = open_resources(load_configuration(arguments.workspace, settings))
        asked = questions(
            arguments.questions, arguments.count, arguments.copies, arguments.hub_share, random.Random(hops)
        )
        with resources.graph:
            resources = replace(resources, llm=silent())
            kept = warmed([method.answer(question, resources) for question in asked])
        about_hub = [answer for answer in kept if HUB in answer.question]
        result[name] = {
            "questions": len(kept),
            **retrieval(kept),
            "evidence": round(statistics.mean(len(answer.evidence) for answer in kept), 1),
            "ordinary": retrieval([answer for answer in kept if HUB not in answer.question]),
            "hub": {"questions": len(about_hub), **retrieval(about_hub)},
            **machine(),
        }
    report(result, arguments)


if __name__ == "__main__":
    main()
