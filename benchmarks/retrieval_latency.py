"""How long retrieval takes without the language model: linking and exploration, p50 and p95.

    python benchmarks/retrieval_latency.py QUESTIONS [--count 200] [--hops 1] [--workspace .kgqa]

QUESTIONS has one question a line, or MetaQA's form (plain or .gz). Set NEO4J_URI to use another
server than the workspace's own. The first tenth warms up and is not counted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
from dataclasses import replace
from pathlib import Path

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.adaptive.method import Adaptive
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.settings import load_configuration


def questions(file: Path, count: int, *, brackets: bool) -> list[str]:
    """Return `count` questions, spread evenly over the file."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8")
    found = [line.split("\t")[0].strip() for line in text.splitlines() if line.strip()]
    found = found[:: max(1, len(found) // count)][:count]
    return found if brackets else [text.replace("[", "").replace("]", "") for text in found]


def main() -> None:
    """Ask with a model that says nothing, at a fixed depth, and print the times as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--hops", type=int, default=1)
    parser.add_argument("--gold-topic", action="store_true", help="take the topic from the brackets")
    parser.add_argument("--workspace", type=Path, default=Path(".kgqa"))
    arguments = parser.parse_args()
    configuration = load_configuration(arguments.workspace, {"adaptive.hops": arguments.hops})
    method, linking, exploration = Adaptive(), [], []
    resources = open_resources(configuration)
    with resources.graph:
        resources = replace(resources, llm=ScriptedLLM(lambda _: "?"))
        for question in questions(arguments.questions, arguments.count, brackets=arguments.gold_topic):
            answer = method.answer(question, resources)
            linking.append(answer.seconds.linking)
            exploration.append(answer.seconds.exploration)
    start = len(linking) // 10
    total = [one + other for one, other in zip(linking, exploration, strict=True)]
    result: dict[str, float] = {"questions": len(total) - start, "hops": arguments.hops}
    for name, values in (("linking", linking), ("exploration", exploration), ("retrieval", total)):
        ranked = sorted(values[start:])
        result[f"{name}_p50_ms"] = round(statistics.median(ranked) * 1000, 1)
        result[f"{name}_p95_ms"] = round(ranked[int(0.95 * len(ranked))] * 1000, 1)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
