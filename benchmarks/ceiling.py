"""Measure what retrieval alone loses: the methods with a stand-in model that knows each gold path.

Prints, for each method and number of hops: the share of questions with a gold answer in the evidence,
and the strict scores of the answer set. The topic is the gold one.

    python -m benchmarks.ceiling N-HOP/qa_test.txt.gz N-HOP/qa_test_qtype.txt.gz ... --workspace DIR
"""

from __future__ import annotations

import gzip
import json
import random
import time
from dataclasses import replace
from pathlib import Path

import click
from tqdm import tqdm

from benchmarks.gold_decomposition import GoldDecomposition, metaqa_path
from benchmarks.gold_partial_triples import GoldPartialTriples
from benchmarks.gold_sub_questions import GoldSubQuestions
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


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--workspace", default=".kgqa", type=click.Path(path_type=Path))
@click.option("--methods", "names", default="kg-rag,iquest,pdrr,kaping", show_default=True)
@click.option("--sample", default=300, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--set", "overrides", multiple=True, help="A setting, as in kg_rag.top_k=10.")
def main(
    files: tuple[Path, ...], workspace: Path, names: str, sample: int, seed: int, overrides: tuple[str, ...]
) -> None:
    """Files come in pairs: questions, and their gold path types."""
    configuration = load_configuration(workspace.absolute(), dict(one.split("=", 1) for one in overrides))
    resources = open_resources(configuration)
    for questions, types in zip(files[::2], files[1::2], strict=True):
        for name in names.split(","):
            click.echo(json.dumps(measure(resources, name, questions, types, sample, seed)))


def measure(
    resources: Resources, name: str, file: Path, types: Path, sample: int, seed: int
) -> dict[str, str | int | float]:
    """Return the figures of one method on one file."""
    with gzip.open(types, "rt", encoding="utf-8") as lines:
        paths = lines.read().split()
    questions = random.Random(seed).sample(read_questions(file, "metaqa"), sample)
    gold = gold_answers(resources.graph, questions)
    method, scores, calls, started = methods.create(name), [], [], time.monotonic()
    for question in tqdm(questions, desc=f"{name} {file.parent.name}"):
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
