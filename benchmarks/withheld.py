"""Does the confidence of `plans` tell right answers from wrong ones, also where the answer is not in the graph?

Of some questions of FILE a part is drawn to be withheld: the facts that lead to their answers are deleted
from the workspace's graph, which must be a copy that may be spoilt. Then all are asked with their gold topics.
Prints the area under the ROC curve of confidence against correctness (F1 at least one half), the share of wrong
answers below the confidence that keeps 95 % of the right ones, and the risk-coverage curve.

    python benchmarks/withheld.py --workspace COPY --format metaqa --count 200 FILE [FILE ...]

``--fit WEIGHTS.json`` also fits the weights of the confidence to what it saw and writes them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from neo4j import GraphDatabase
from scipy.stats import rankdata

from kgqa_neo4j.asking import open_tools
from kgqa_neo4j.confidence.calibration import fit
from kgqa_neo4j.confidence.signals import Signals
from kgqa_neo4j.database.driver import Database
from kgqa_neo4j.evaluation.questions import FORMATS, read_questions
from kgqa_neo4j.learning.exemplars import Pair
from kgqa_neo4j.learning.pairs import pairs_of
from kgqa_neo4j.learning.search import explain
from kgqa_neo4j.methods.plans import Plans
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.plan import chain_plan
from kgqa_neo4j.settings import load_configuration

RISKS = (0.2, 0.4, 0.6, 0.8, 1.0)


def main() -> None:
    """Ask, and print what the confidence was worth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--workspace", type=Path, required=True, help="a copy of the graph that may be spoilt")
    parser.add_argument("--format", choices=FORMATS, required=True)
    parser.add_argument("--count", type=int, default=100, help="questions of each file")
    parser.add_argument("--share", type=float, default=0.5, help="of these, the share whose facts are deleted")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--learned", default="all", help="set of learnt questions, or none")
    parser.add_argument("--fit", type=Path, help="fit the weights and write them here")
    chosen = parser.parse_args()
    configuration = load_configuration(
        chosen.workspace, {"learning.sets": chosen.learned, "ask.fallback": False, "ask.min_confidence": 0.0}
    )
    tools = open_tools(configuration)
    draw = random.Random(chosen.seed)
    questions = [
        question
        for file in chosen.files
        for question in draw.sample(read_questions(file, chosen.format), chosen.count)
    ]
    with tools.graph as database:
        pairs = pairs_of(database, questions)
        withheld = set(draw.sample(range(len(pairs)), round(chosen.share * len(pairs))))
        deleted = delete_answers(database, [pairs[place] for place in sorted(withheld)])
        method = Plans()
        seen: list[Signals] = []
        said: list[float] = []
        right: list[float] = []
        silent = 0
        for question, pair in zip(questions, pairs, strict=True):
            answer = method.answer(question.question, tools, question.topics)
            if answer.confidence is None:
                silent += 1
                continue
            found = {entity.id for entity in answer.entities}
            signals = next(step.data["signals"] for step in answer.steps if step.kind == "confidence")
            seen.append(Signals(**signals))
            said.append(answer.confidence)
            right.append(float(agreement(found, pair) >= 0.5))
    report(said, right, {"questions": len(pairs), "facts_deleted": deleted, "without_answer": silent})
    if chosen.fit:
        weights = fit(seen, right)
        chosen.fit.write_text(json.dumps({"weights": weights}, indent=2) + "\n", "utf-8")


def delete_answers(database: Database, pairs: Sequence[Pair]) -> int:
    """Delete the last step of the path that explains each pair's answers; return how many facts that were."""
    executor = Executor(database)
    ids: set[str] = set()
    for pair, paths in zip(pairs, explain(database, pairs, [False] * len(pairs)), strict=True):
        best = min(paths, key=lambda path: (-paths[path], len(path), path), default=())
        wanted = frozenset().union(*pair.answers)
        for topic in pair.topics if best else ():
            for triple, hop in executor.execute(chain_plan(topic, *best)).evidence:
                if hop == len(best) and wanted & {triple.subject.id, triple.object.id}:
                    ids.add(triple.id)
    endpoint = database.endpoint
    with GraphDatabase.driver(endpoint.uri, auth=(endpoint.username, endpoint.password)) as driver:
        driver.execute_query(
            "MATCH (:Entity)-[r]->(:Entity) WHERE r.id IN $ids DELETE r",
            ids=sorted(ids),
            database_=endpoint.database,
        )
    return len(ids)


def agreement(found: set[str], pair: Pair) -> float:
    """Return the F1 of what was answered with the gold answers."""
    wanted = frozenset().union(*pair.answers)
    hits = len(found & wanted)
    return 2 * hits / (len(found) + len(wanted)) if hits else 0.0


def report(said: Sequence[float], right: Sequence[float], counts: dict[str, int]) -> None:
    """Print the figures as one JSON object."""
    confidence, correct = np.array(said), np.array(right, bool)
    good, bad = int(correct.sum()), int((~correct).sum())
    ranks = rankdata(confidence)
    area = (ranks[correct].sum() - good * (good + 1) / 2) / (good * bad) if good and bad else float("nan")
    least = float(np.quantile(confidence[correct], 0.05)) if good else 0.0
    order = np.argsort(-confidence, kind="stable")
    risks = {
        f"{share:.0%}": round(1 - float(correct[order[: max(1, round(share * len(order)))]].mean()), 4)
        for share in RISKS
    }
    figures = {
        **counts,
        "right": good,
        "wrong": bad,
        "auroc": round(float(area), 4),
        "least_confidence_for_95_percent_of_right": round(least, 4),
        "wrong_withheld": round(float((confidence[~correct] < least).mean()), 4) if bad else None,
        "risk_at_coverage": risks,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
