"""How long retrieval takes on a graph of millions of triples, a hub of a million included.

    python benchmarks/large_graph.py QUESTIONS [--workspace bulk-benchmark/whole/workspace] [--hops 1 2 3]

The graph is the one that `bulk_load.py --keep` leaves behind; it is brought to the level `relations`
first. QUESTIONS is a MetaQA file (plain or .gz); the topic of each question becomes that of one of the
copies at random. A share of the questions is about the hub itself. Linking and exploration by `adaptive`
are timed, with a language model that says nothing; prints one JSON object, milliseconds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from bulk_load import HUB, codes

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.methods import METHODS
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.settings import load_configuration

HUB_QUESTIONS = (
    f"what is in the collection {HUB}?",
    f"name something that belongs to the collection {HUB}",
    f"who directed the films in {HUB}?",
)


def questions(file: Path, count: int, copies: int, hub_share: float, chance: random.Random) -> list[str]:
    """Return questions about one copy's topic each, every so many of them about the hub."""
    data = file.read_bytes()
    lines = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8").splitlines()
    words = codes(copies)
    found = []
    for line in chance.sample(lines, count):
        if chance.random() < hub_share:
            found.append(chance.choice(HUB_QUESTIONS))
        else:
            asked = line.split("\t")[0]
            found.append(re.sub(r"\[(.*?)\]", rf"\1 {chance.choice(words)}", asked))
    return found


def measured(answers: list[Answer]) -> dict[str, Any]:
    """Return percentiles of what retrieval took."""
    result: dict[str, Any] = {"questions": len(answers)}
    for name, values in (
        ("linking", [answer.seconds.linking for answer in answers]),
        ("exploration", [answer.seconds.exploration for answer in answers]),
        ("retrieval", [answer.seconds.linking + answer.seconds.exploration for answer in answers]),
    ):
        if values:
            ranked = sorted(values)
            result[f"{name}_p50_ms"] = round(statistics.median(ranked) * 1000)
            result[f"{name}_p95_ms"] = round(ranked[int(0.95 * len(ranked))] * 1000)
    return result


def main() -> None:
    """Ask, and print the times of all questions and of those about the hub."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--workspace", type=Path, default=Path("bulk-benchmark/whole/workspace"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--copies", type=int, default=30)
    parser.add_argument("--hub-share", type=float, default=0.2)
    parser.add_argument("--hops", type=int, nargs="+", default=[1, 2, 3])
    arguments = parser.parse_args()
    configuration = load_configuration(arguments.workspace, {"load.embed": "relations"})
    source = arguments.workspace.parent / "triples.txt.gz"
    started = time.monotonic()
    load_source(configuration, "triples", str(source), {"prefix": "big", "delimiter": "|"}, quiet=True)
    result: dict[str, Any] = {"embedding_seconds": round(time.monotonic() - started, 1)}
    for hops in arguments.hops:
        configuration = load_configuration(arguments.workspace, {"adaptive.hops": hops})
        method = METHODS.get("adaptive")()
        resources = open_resources(configuration)
        asked = questions(
            arguments.questions, arguments.count, arguments.copies, arguments.hub_share, random.Random(hops)
        )
        with resources.graph:
            silent = replace(resources, llm=ScriptedLLM(lambda _: "?"))
            answers = [method.answer(question, silent) for question in asked]
        # The first tenth warms up.
        kept = answers[len(answers) // 10 :]
        about_hub = [answer for answer in kept if HUB in answer.question]
        result[f"{hops} hops"] = {
            **measured(kept),
            "evidence": round(statistics.mean(len(answer.evidence) for answer in kept), 1),
            "hub": measured(about_hub),
            "load_average": round(os.getloadavg()[0], 1),
        }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
