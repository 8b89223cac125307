"""Measure retrieval time without the language model: linking and exploration, p50 and p95.

    python -m benchmarks.retrieval_latency QUESTIONS [--sample 200] [--hops 1] [--workspace .kgqa]

QUESTIONS has one question per line, or MetaQA's format (plain or .gz). Set NEO4J_URI to use a server other than the
workspace's own. The first tenth counts as warm-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.harness import Parser, percentiles, report, silent, spread_questions, warmed
from kgqa_neo4j.methods.adaptive.method import Adaptive
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.settings import load_configuration


def retrieval(answers: Sequence[Answer]) -> dict[str, float]:
    """Return percentiles of linking, exploration and their sum, in milliseconds."""
    seconds = [answer.seconds for answer in answers]
    return {
        **percentiles([one.linking for one in seconds], "linking"),
        **percentiles([one.exploration for one in seconds], "exploration"),
        **percentiles([one.linking + one.exploration for one in seconds], "retrieval"),
    }


def main() -> None:
    """Ask at a fixed depth, without a real language model."""
    parser = Parser(__doc__, "questions", "--workspace", "--sample", "--json", sample=200)
    parser.add_argument("--hops", type=int, default=1)
    parser.add_argument("--gold-topic", action="store_true", help="take the topic from the brackets")
    arguments = parser.parse_args()
    resources = open_resources(load_configuration(arguments.workspace, {"adaptive.hops": arguments.hops}))
    method, rows = Adaptive(), []
    with resources.graph:
        resources = replace(resources, llm=silent())
        for file in arguments.questions:
            asked = spread_questions(file, arguments.sample, brackets=arguments.gold_topic)
            answers = warmed([method.answer(question, resources) for question in asked])
            row = {"file": str(file), "questions": len(answers), "hops": arguments.hops}
            rows.append(row | retrieval(answers))
    report(rows, arguments)


if __name__ == "__main__":
    main()
