"""Measure rejection: wrong generations caught, right ones lost, risk and coverage, AUROC.

    python -m benchmarks.rejection cut 2H-kb.txt.gz 3H-kb.txt.gz --questions PQ-2H.txt.gz --to cut.tsv
    kgqa --workspace WHOLE load triples ...; kgqa --workspace CUT load triples cut.tsv ...
    python -m benchmarks.rejection run PQ-2H.txt.gz --sample 60 --whole WHOLE --cut CUT --strategy generate

`cut` writes a knowledge base in PathQuestion's format without the facts that answer the sampled questions: those with
an answer at one end, by the last relation of the question's gold path. On that graph every answer is wrong. Topics are
the gold ones. A query is generated once per question, without any rejection; then each policy is applied to it. The
policies accept a query if:

filter      a relation chosen for the query touches the topic (`enumerate`: a chain starts from the topic)
execution   the query runs and has a result
self        asked whether the result answers the question, the model finds "yes" more probable than "no"
all         all of these
similarity  (the score by which `enumerate` ranked the query; without a threshold, so nothing is rejected)

If the cut leaves nothing of a topic, the user is told so before anything is generated; such a question is left out on
that graph (`generated` counts the others).

A generation is right if all gold answers are in its result (the paper's Acc@1).
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from benchmarks.harness import lines, progress
from kgqa_neo4j.evaluation.metrics import mean
from kgqa_neo4j.evaluation.runs import gold_answers
from kgqa_neo4j.linking.resolution import Ids
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import Calls
from kgqa_neo4j.methods.query.method import Query
from kgqa_neo4j.methods.query.rejection import measure, risk_coverage
from kgqa_neo4j.methods.query.writing import answers_question
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import NoSuchTopic
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.model.set_metrics import harmonic_mean
from kgqa_neo4j.question_sets.questions import Question, gold_ids, read_questions
from kgqa_neo4j.settings import load_configuration

POLICIES = ("filter", "execution", "filter + execution", "self", "all", "similarity")
GENERATED_ONCE = {
    "query.filter": False,
    "query.tried": 1,
    "query.repair": False,
    "query.self_check": False,
    "ask.fallback": False,
}


@click.group()
def main() -> None:
    """Measure rejections."""


@main.command()
@click.argument("kbs", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--questions", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--sample", default=60, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--to", "target", required=True, type=click.Path(path_type=Path))
def cut(kbs: tuple[Path, ...], questions: Path, sample: int, seed: int, target: Path) -> None:
    """Write the triples of KBS without those that answer the sampled questions."""
    gold = lines(questions)
    answering = set()
    for question in _drawn(questions, sample, seed):
        relation = gold[question.line - 1].split("\t")[2].split("#")[1::2][:-1][-1]
        answering |= {(relation, fold(answer)) for answer in question.answer_names}
    kept, dropped = [], 0
    for line in dict.fromkeys(line for kb in kbs for line in lines(kb)):
        subject, relation, object_ = line.split("\t")[:3]
        if {(relation, fold(subject)), (relation, fold(object_))} & answering:
            dropped += 1
        else:
            kept.append(line)
    target.write_text("\n".join(kept) + "\n", "utf-8")
    click.echo(json.dumps({"kept": len(kept), "dropped": dropped}))


@main.command()
@click.argument("questions", type=click.Path(exists=True, path_type=Path))
@click.option("--whole", required=True, type=click.Path(path_type=Path), help="Workspace of the whole graph.")
@click.option(
    "--cut", "without", required=True, type=click.Path(path_type=Path), help="Workspace without answers."
)
@click.option(
    "--strategy", type=click.Choice(["enumerate", "generate"]), default="enumerate", show_default=True
)
@click.option("--sample", default=60, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--set", "overrides", multiple=True, help="A setting, as in query.max_hops=2.")
@click.option("--self/--no-self", "checked", default=True, help="Ask the model whether results answer.")
@click.option("--points", is_flag=True, help="Print the points of the risk-coverage curves too.")
def run(
    questions: Path,
    whole: Path,
    without: Path,
    strategy: str,
    sample: int,
    seed: int,
    overrides: tuple[str, ...],
    checked: bool,
    points: bool,
) -> None:
    """Ask the sampled QUESTIONS on both graphs, and print what each policy did."""
    drawn = _drawn(questions, sample, seed)
    settings = {**GENERATED_ONCE, "query.strategy": strategy, **dict(one.split("=", 1) for one in overrides)}
    rows = {
        name: _asked(drawn, workspace, settings, answerable=name == "whole", checked=checked)
        for name, workspace in (("whole", whole), ("cut", without))
    }
    rows["both"] = rows["whole"] + rows["cut"]
    result: dict[str, Any] = {"questions": len(drawn), "strategy": strategy}
    result["generated"] = {name: len(some) for name, some in rows.items()}
    result["right"] = {name: sum(row["right"] for row in some) for name, some in rows.items()}
    result["f1"] = round(mean([row["f1"] for row in rows["whole"]]), 4)
    for policy in [one for one in POLICIES if checked or one not in ("self", "all")]:
        result[policy] = {}
        for name, some in rows.items():
            scores = [row[policy] for row in some]
            right = [row["right"] for row in some]
            threshold = -math.inf if policy == "similarity" else 0.5
            figures: dict[str, Any] = {
                key: None if value is None else round(value, 3)
                for key, value in asdict(measure(scores, right, threshold)).items()
            }
            if points:
                curve = risk_coverage(scores, right)
                figures["curve"] = [(round(coverage, 3), round(risk, 3)) for coverage, risk in curve]
            result[policy][name] = figures
    click.echo(json.dumps(result, indent=1))


def _asked(
    questions: list[Question], workspace: Path, settings: dict[str, Any], *, answerable: bool, checked: bool
) -> list[dict[str, Any]]:
    configuration = load_configuration(workspace, settings)
    resources = open_resources(configuration)
    rows = []
    with resources.graph:
        gold = gold_answers(resources.graph, questions)
        # One instance for all questions, to reuse its schema.
        method = Query()
        for question in progress(questions, workspace.name):
            try:
                answer = method.answer(question.question, resources, question.topics)
            except NoSuchTopic:
                # All facts of the topic were cut, so nothing is generated.
                continue
            expected = gold_ids(question, gold)
            rows.append(_judged(resources, question, answer, expected, answerable=answerable, checked=checked))
    return rows


def _judged(
    resources: Resources,
    question: Question,
    answer: Answer,
    gold: list[Ids],
    *,
    answerable: bool,
    checked: bool,
) -> dict[str, Any]:
    predicted = {entity.id for entity in answer.entities}
    found = [bool(ids & predicted) for ids in gold]
    right = answerable and bool(gold) and all(found)
    ran = next((step for step in answer.steps if step.kind == "query"), None)
    rejections = [step for step in answer.steps if step.kind == "rejection"]
    written = ran or next((step for step in rejections if "query" in step.data), None)
    executed = float(ran is not None)
    touching = float(_touches(resources, answer)) if written else 0.0
    said = 0.0
    if written and checked:
        names = [entity.name for entity in answer.entities] or ["nothing"]
        calls = Calls(resources.llm, resources.settings.llm)
        meaning = written.summary.split(": ")[0] if ran else written.summary.split(" answers ")[-1]
        said = _share(answers_question(calls, question.question, meaning, names, resources.settings.llm))
    hits = sum(found)
    precision = hits / len(predicted) if predicted else 0.0
    recall = hits / len(gold) if gold else 0.0
    similarity = max((item.score for item in answer.evidence), default=-1.0)
    return {
        "right": right,
        "f1": harmonic_mean(precision, recall) if answerable else 0.0,
        "filter": touching,
        "execution": executed,
        "filter + execution": touching * executed,
        "self": said,
        "all": touching * executed * said,
        "similarity": similarity,
    }


def _touches(resources: Resources, answer: Answer) -> bool:
    chosen = next(
        (step.data["chosen"] for step in answer.steps if step.data.get("prompt") == "query_relations"), None
    )
    if chosen is None:
        return True
    ids = [topic.id for topic in answer.topics]
    cap = resources.settings.retrieval.read_cap
    return bool(resources.graph.read("query_touching", ids=ids, relations=chosen, read_cap=cap))


def _share(difference: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, difference))))


def _drawn(file: Path, sample: int, seed: int) -> list[Question]:
    questions = read_questions(file, "pathquestion")
    return random.Random(seed).sample(questions, min(sample, len(questions)))


if __name__ == "__main__":
    main()
