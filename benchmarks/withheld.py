"""Measure how well the confidence of `plans` separates right from wrong answers, also without the answer in the graph.

Part of a sample of questions is asked after deleting the facts that lead to their answers, one question at a time; the
facts are restored before the next question. The graph is unchanged afterwards, but should be a copy, because nobody
else may query or load it meanwhile. `--delete facts` deletes the last step to the answers; `relation` deletes all facts
of the topic with the first relation; `everywhere` hides the last relation from the method, as if the graph had no facts
of that kind. With several values, each applies to a part of the questions.

    python -m benchmarks.withheld ask FILE... --workspace COPY --format metaqa --records metaqa.jsonl
    python -m benchmarks.withheld report metaqa.jsonl ...
    python -m benchmarks.withheld fit kgqa_neo4j/plans/confidence/weights.json one.jsonl other.jsonl ...

`fit` gives each graph the same weight, and first evaluates each graph with weights fitted to the others.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from neo4j import Driver, GraphDatabase

from benchmarks.discrimination import worth
from benchmarks.hidden_relation import plans_without
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.model.set_metrics import f1
from kgqa_neo4j.plans.confidence.calibration import Weights, estimate, fit, state
from kgqa_neo4j.plans.confidence.signals import NAMES, Signals
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.learning.exemplars import Pair
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.plans.learning.search import explain
from kgqa_neo4j.plans.plan import Move, chain_plan
from kgqa_neo4j.question_sets.questions import FORMATS, Question, read_questions
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database

# Maximum number of facts deleted for a question; if there are more, nothing is deleted.
MOST_FACTS = 500
# Minimum F1 with the gold answers for an answer to count as right.
RIGHT = 0.5
DELETE = """
MATCH (near:Entity) WHERE near.id IN $near
MATCH (near)-[r]-(far:Entity)
WHERE type(r) = $relation AND (startNode(r) = near) = $outward AND ($far IS NULL OR far.id IN $far)
WITH DISTINCT r, elementId(startNode(r)) AS subject, type(r) AS type, elementId(endNode(r)) AS object,
  properties(r) AS properties
DELETE r
RETURN subject, type, object, properties
"""
RESTORE = """
CYPHER 25
UNWIND $facts AS fact
MATCH (subject) WHERE elementId(subject) = fact.subject
MATCH (object) WHERE elementId(object) = fact.object
CREATE (subject)-[r:$(fact.type)]->(object)
SET r = fact.properties
"""


@dataclass(frozen=True, slots=True)
class Cut:
    """Triples to delete: those of one step from the entities `near` to the entities `far` (None: to any)."""

    near: tuple[str, ...]
    move: Move
    far: tuple[str, ...] | None


def main() -> None:
    """Run the subcommand `ask`, `report` or `fit`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    asking = commands.add_parser("ask", help="ask, write records, report")
    asking.add_argument("files", type=Path, nargs="+")
    asking.add_argument("--workspace", type=Path, required=True, help="a graph that nobody else uses")
    asking.add_argument("--format", choices=FORMATS, required=True)
    asking.add_argument("--sample", type=int, default=100, help="questions of each file")
    asking.add_argument(
        "--after", type=int, default=0, help="leave out so many questions of each shuffled file"
    )
    asking.add_argument("--seed", type=int, default=0)
    asking.add_argument(
        "--delete", nargs="+", choices=("facts", "relation", "everywhere", "none"), default=["facts"]
    )
    asking.add_argument("--share", type=float, default=0.5, help="share of questions whose facts are deleted")
    asking.add_argument("--topic", choices=("gold", "linked"), default="gold")
    asking.add_argument("--learned", default="all", help="set of learned questions, or none")
    asking.add_argument("--records", type=Path, help="write what was seen here")
    asking.set_defaults(run=ask_files)
    reporting = commands.add_parser("report", help="report records by the packaged weights")
    reporting.add_argument("records", type=Path, nargs="+")
    reporting.set_defaults(run=report_records)
    fitting = commands.add_parser("fit", help="fit the packaged weights to records")
    fitting.add_argument("out", type=Path)
    fitting.add_argument("records", type=Path, nargs="+")
    fitting.set_defaults(run=fit_records)
    chosen = parser.parse_args()
    chosen.run(chosen)


def ask_files(chosen: argparse.Namespace) -> None:
    """Ask questions, some without the facts that answer them, and report."""
    overrides = {"learning.sets": chosen.learned, "ask.fallback": False, "ask.min_confidence": 0.0}
    configuration = load_configuration(chosen.workspace, overrides)
    draw = random.Random(chosen.seed)
    questions: list[Question] = []
    for file in chosen.files:
        shuffled = read_questions(file, chosen.format)
        draw.shuffle(shuffled)
        questions += shuffled[chosen.after : chosen.after + chosen.sample]
    kinds = [draw.choice(chosen.delete) if draw.random() < chosen.share else "none" for _ in questions]
    resources = open_resources(configuration)
    asking = Asking(chosen.workspace.name, linked=chosen.topic == "linked", out=chosen.records)
    # Cached data about a topic must match the graph: first ask the questions that lose facts, each topic once, then all
    # others over a new connection without cached data.
    later, hidden = [], []
    with resources.graph as database:
        where = database.endpoint
        pairs = pairs_of(database, questions)
        method, seen = Plans(), set[str]()
        auth = where.username, where.password
        with GraphDatabase.driver(where.uri, auth=auth, notifications_min_severity="OFF") as driver:
            cuts = cuts_of(database, pairs, kinds)
            for question, pair, kind, cut in zip(questions, pairs, kinds, cuts, strict=True):
                if cut is not None and kind == "everywhere":
                    hidden.append((cut.move.relation, question, pair))
                    continue
                if cut is None or seen & set(pair.topics):
                    later.append((question, pair))
                    continue
                seen |= set(pair.topics)
                with without(driver, where.database, cut) as deleted:
                    asking.ask(method, resources, question, pair, kind if deleted else "none")
    resources, method = open_resources(configuration), Plans()
    with resources.graph:
        for question, pair in later:
            asking.ask(method, resources, question, pair, "none")
        for relation, some in groupby(sorted(hidden, key=itemgetter(0)), itemgetter(0)):
            method = plans_without(relation, resources)
            for _, question, pair in some:
                asking.ask(method, resources, question, pair, "everywhere")
    report(asking.records)


class Asking:
    """Asks questions and records the results, also to a file after each question."""

    def __init__(self, graph: str, *, linked: bool, out: Path | None) -> None:
        self.records: list[dict[str, Any]] = []
        self._graph = graph
        self._linked = linked
        self._out = out
        if out:
            out.write_text("", "utf-8")

    def ask(self, method: Plans, resources: Resources, question: Question, pair: Pair, deleted: str) -> None:
        """Ask one question; `deleted` is the kind of deletion applied to its facts."""
        answer = method.answer(question.question, resources, () if self._linked else question.topics)
        signals = next((step.data["signals"] for step in answer.steps if step.kind == "confidence"), None)
        found = {entity.id for entity in answer.entities}
        record = {
            "graph": self._graph,
            "question": question.question,
            "delete": deleted,
            "reason": answer.reason,
            "signals": signals,
            "confidence": answer.confidence,
            "right": float(agreement(found, pair) >= RIGHT),
        }
        self.records.append(record)
        if self._out:
            with self._out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")


def cuts_of(database: Database, pairs: Sequence[Pair], kinds: Sequence[str]) -> list[Cut | None]:
    """Return the deletion for each pair (None: nothing), based on the path that explains its answers best."""
    executor = Executor(database)
    found: list[Cut | None] = [None] * len(pairs)
    places = [place for place, kind in enumerate(kinds) if kind != "none"]
    chosen = [pairs[place] for place in places]
    for place, pair, paths in zip(
        places, chosen, explain(database, chosen, [False] * len(chosen)), strict=True
    ):
        best = min(paths, key=lambda path: (-paths[path], len(path), path), default=())
        if not best:
            continue
        if kinds[place] == "relation":
            found[place] = Cut(pair.topics, best[0], None)
            continue
        before = set(pair.topics)
        if len(best) > 1:
            reached = [executor.execute(chain_plan(topic, *best[:-1])) for topic in pair.topics]
            before = {entity.id for result in reached for entity in result.entities}
        found[place] = Cut(tuple(sorted(before)), best[-1], tuple(sorted(frozenset().union(*pair.answers))))
    return found


@contextmanager
def without(driver: Driver, database: str, cut: Cut) -> Iterator[int]:
    """Delete facts temporarily and yield their number; if there are more than `MOST_FACTS`, delete none."""
    facts: list[dict[str, Any]] = []
    try:
        with driver.session(database=database) as session, session.begin_transaction() as transaction:
            rows = transaction.run(
                DELETE,
                near=list(cut.near),
                far=cut.far and list(cut.far),
                relation=cut.move.relation,
                outward=cut.move.outward,
            )
            read = [dict(row) for row in rows]
            if len(read) <= MOST_FACTS:
                facts = read
                transaction.commit()
        yield len(facts)
    finally:
        if facts:
            driver.execute_query(RESTORE, facts=facts, database_=database)


def agreement(found: set[str], pair: Pair) -> float:
    """Return the F1 of the found entities with the gold answers; any id of a gold answer counts as a hit."""
    hits = sum(bool(found & answer) for answer in pair.answers)
    extra = len(found - frozenset().union(*pair.answers))
    return f1(hits, hits + extra, len(pair.answers))


def report_records(chosen: argparse.Namespace) -> None:
    """Report records with the packaged weights, by graph and by learning state."""
    records = read_records(chosen.records)
    for key, some in grouped(records).items():
        print(" ".join(key))
        report(some, {key[1]: None})


def fit_records(chosen: argparse.Namespace) -> None:
    """Fit weights, giving each graph the same weight, and evaluate them on left-out graphs."""
    groups = grouped(read_records(chosen.records))
    # States without records keep their weights.
    weights: dict[str, Weights] = json.loads(chosen.out.read_text("utf-8")) if chosen.out.exists() else {}
    for one in sorted({one for _, one in groups}):
        graphs = {graph: some for (graph, other), some in groups.items() if other == one}
        for left_out, some in graphs.items():
            others = {graph: rest for graph, rest in graphs.items() if graph != left_out}
            if others:
                print(f"{one}: {left_out}, by weights fitted to {', '.join(others)}")
                report(some, {one: fitted(others)})
        weights[one] = fitted(graphs)
        for graph, some in graphs.items():
            print(f"{one}: {graph}, among what the weights were fitted to")
            report(some, {one: weights[one]})
    chosen.out.write_text(json.dumps(weights, indent=2) + "\n", "utf-8")


def fitted(graphs: dict[str, list[dict[str, Any]]]) -> Weights:
    """Return weights fitted to records, each graph with the same total weight."""
    signals, right, counts = [], [], []
    whole = sum(len(some) for some in graphs.values())
    for some in graphs.values():
        judged = [one for one in some if one["signals"]]
        signals += [signals_of(one) for one in judged]
        right += [one["right"] for one in judged]
        counts += [whole / len(graphs) / len(judged)] * len(judged)
    return fit(signals, right, counts)


def read_records(files: Sequence[Path]) -> list[dict[str, Any]]:
    """Return the records of several files."""
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def signals_of(record: dict[str, Any]) -> Signals:
    """Return the signals of a record, without those that only older versions had."""
    return Signals(**{name: record["signals"][name] for name in NAMES})


def grouped(records: Sequence[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Return the records that have signals, by graph and by learning state."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for one in records:
        if one["signals"]:
            found[one["graph"], state(signals_of(one))].append(one)
    return found


def report(records: Sequence[dict[str, Any]], weights: dict[str, Weights | None] | None = None) -> None:
    """Print the figures as JSON objects: for all answers, and for those with nothing deleted."""
    for name, some in (
        ("all", records),
        ("nothing deleted", [one for one in records if one["delete"] == "none"]),
    ):
        judged = [one for one in some if one["signals"]]
        if not judged:
            continue
        said = []
        for one in judged:
            signals = signals_of(one)
            said.append(estimate(signals, (weights or {}).get(state(signals))))
        counts = {
            "of": name,
            "questions": len(some),
            "deleted": dict(Counter(one["delete"] for one in some)),
            "no_answer": dict(Counter(one["reason"] for one in some if not one["signals"])),
        }
        figures = asdict(worth(said, [one["right"] for one in judged]))
        print(json.dumps(counts | rounded(figures)))
    sys.stdout.flush()


def rounded(figures: dict[str, Any]) -> dict[str, Any]:
    """Return the figures rounded to four decimals."""
    return {
        name: rounded(value) if isinstance(value, dict) else round(value, 4) for name, value in figures.items()
    }


if __name__ == "__main__":
    main()
