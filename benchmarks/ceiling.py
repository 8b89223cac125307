"""Measure the upper bound that retrieval sets: the methods with a stand-in model that knows each gold path.

Prints for each method and number of hops the share of questions with a gold answer in the evidence, and the strict
scores of the answer set. Topics are the gold ones.

    python -m benchmarks.ceiling N-HOP/qa_test.txt.gz N-HOP/qa_test_qtype.txt.gz ... --workspace DIR
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.gold_decomposition import GoldDecomposition, metaqa_path
from benchmarks.gold_partial_triples import GoldPartialTriples
from benchmarks.gold_sub_questions import GoldSubQuestions
from benchmarks.harness import Parser, lines, overrides, progress, report
from kgqa_neo4j import methods
from kgqa_neo4j.evaluation.metrics import mean, score
from kgqa_neo4j.evaluation.runs import gold_answers
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.question_sets.questions import gold_ids, read_questions
from kgqa_neo4j.settings import load_configuration

PLAYERS = {
    "kaping": GoldDecomposition,
    "kg-rag": GoldDecomposition,
    "iquest": GoldSubQuestions,
    "pdrr": GoldPartialTriples,
}
FIGURES = ("answer_in_evidence", "hit_at_1", "expected_hit_at_1", "f1", "em")


def main() -> None:
    """Measure each method on each pair of files: questions and their gold path types."""
    parser = Parser(__doc__, "questions", "--workspace", "--sample", "--seed", "--set", "--json")
    parser.add_argument("--methods", default="kg-rag,iquest,pdrr,kaping", help="default %(default)s")
    chosen = parser.parse_args()
    resources = open_resources(load_configuration(chosen.workspace.absolute(), overrides(chosen)))
    with resources.graph:
        rows = [
            measure(resources, name, questions, types, chosen.sample, chosen.seed)
            for questions, types in zip(chosen.questions[::2], chosen.questions[1::2], strict=True)
            for name in chosen.methods.split(",")
        ]
    report(rows, chosen)


def measure(
    resources: Resources, name: str, file: Path, types: Path, sample: int, seed: int
) -> dict[str, str | int | float]:
    """Return the figures of one method on one file."""
    paths = lines(types)
    questions = random.Random(seed).sample(read_questions(file, "metaqa"), sample)
    gold = gold_answers(resources.graph, questions)
    method, scores, calls, started = methods.create(name), [], [], time.monotonic()
    for question in progress(questions, f"{name} {file.parent.name}"):
        player = PLAYERS[name](question.topics[0], metaqa_path(paths[question.line - 1]))
        answer = method.answer(question.question, replace(resources, llm=ScriptedLLM(player)), question.topics)
        nodes = {end.id for item in answer.evidence for end in (item.triple.subject, item.triple.object)}
        predicted = [frozenset([entity.id]) for entity in answer.entities]
        scores.append(score(predicted, gold_ids(question, gold), nodes))
        calls.append(answer.llm.calls)
    seconds = (time.monotonic() - started) / len(questions)
    figures = {figure: round(mean([getattr(one, figure) for one in scores]), 4) for figure in FIGURES}
    return {
        "method": name,
        "file": str(Path(*file.parts[-2:])),
        "n": len(questions),
        **figures,
        "llm_calls": round(mean(calls), 2),
        "seconds": round(seconds, 3),
    }


if __name__ == "__main__":
    main()
