"""Find out why answers of the method `plans` are wrong: ask questions of FILE and diagnose each miss.

A question is missed if its expected Hit@1 is below 1; `lost` is how much a cause reduces the expected Hit@1 over all
questions. The cause is the first check against the graph that applies; see `benchmarks/causes.py`. The sample is that
of `kgqa eval` with the same options. The file's topic is given to the method with ``--topic gold``; otherwise it only
serves to check whether the right topic was linked.

    python -m benchmarks.error_causes FILE --format jsonl --workspace W --topic gold --sample 300
    python -m benchmarks.error_causes FILE --format jsonl --workspace W --learned train --records causes.jsonl
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.causes import Cause, Diagnoser, Diagnosis
from benchmarks.harness import Parser, progress
from kgqa_neo4j.evaluation.records import record
from kgqa_neo4j.evaluation.runs import known_topics
from kgqa_neo4j.evaluation.task import EvaluationTask
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import DatabaseError, InputError, NoSuchTopic
from kgqa_neo4j.plans.learning.exemplars import Pair
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.question_sets.questions import FORMATS, Question
from kgqa_neo4j.settings import load_configuration

COMMONEST = 10
EXAMPLES = 2

Miss = tuple[Question, Answer, Diagnosis, float]


def main() -> None:
    """Ask the questions and print the causes of the misses."""
    chosen = arguments()
    overrides = {
        "learning.sets": chosen.learned,
        "ask.fallback": False,
        "ask.min_confidence": chosen.min_confidence,
    }
    plan = EvaluationTask(chosen.file, chosen.format, Plans.name, chosen.sample, chosen.seed, chosen.topic)
    resources = open_resources(load_configuration(chosen.workspace, overrides))
    with resources.graph:
        questions = plan.questions()
        misses = missed(questions, resources, given=chosen.topic == "gold")
    report(misses, len(questions))
    if chosen.records:
        lines = [json.dumps(as_row(*miss), ensure_ascii=False) for miss in misses]
        chosen.records.write_text("\n".join(lines) + "\n", "utf-8")


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = Parser(__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--workspace", type=Path, required=True)
    parser.add_argument("--format", choices=FORMATS, required=True)
    parser.add_argument("--topic", choices=("gold", "linked"), default="linked")
    parser.add_argument("--sample", type=int, default=0, help="questions drawn; 0 for all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--learned", default="none", help="set of learned questions, all, or none")
    parser.add_argument("--min-confidence", type=float, default=0.0)
    parser.add_argument("--records", type=Path, help="write each miss here, one JSON object a line")
    return parser.parse_args()


def missed(questions: Sequence[Question], resources: Resources, *, given: bool) -> list[Miss]:
    """Ask the questions; return the missed ones, each with its diagnosis and expected Hit@1."""
    method = Plans()
    diagnoser = Diagnoser(resources.graph, method.parts(resources).schema)
    misses = []
    pairs = pairs_of(resources.graph, questions)
    for question, pair in progress(list(zip(questions, pairs, strict=True)), "asked"):
        topics = known_topics(resources.graph, question) if given else ()
        answer = asked(method, question, topics, resources)
        right = record(resources.graph, question, pair.answers, answer)["scores"]["expected_hit_at_1"]
        if right < 1:
            misses.append(
                (question, answer, diagnosed(diagnoser, method, pair, answer, topics, resources), right)
            )
    return misses


def asked(method: Plans, question: Question, topics: Sequence[str], resources: Resources) -> Answer:
    """Return the answer; an error that concerns only this question becomes a failed answer."""
    try:
        return method.answer(question.question, resources, topics)
    except (InputError, NoSuchTopic, DatabaseError) as error:
        if isinstance(error, DatabaseError) and type(error) is not DatabaseError:
            raise  # Subclasses would affect the next question too; DatabaseError itself is a timeout.
        return Answer(question.question, method.name, Status.FAILED, reason=error.message)


def diagnosed(
    diagnoser: Diagnoser, method: Plans, pair: Pair, answer: Answer, topics: Sequence[str], resources: Resources
) -> Diagnosis:
    """Diagnose a wrong answer."""
    if answer.status is Status.FAILED:
        return diagnoser.diagnose(pair, answer, ())
    _, found, scores = method.considered(answer.question, resources, topics)
    return diagnoser.diagnose(pair, answer, [found[place] for place in scores.order()])


def report(misses: Sequence[Miss], asked: int) -> None:
    """Print the most frequent causes with two examples each."""
    by_cause: dict[Cause, list[Miss]] = defaultdict(list)
    for miss in misses:
        by_cause[miss[2].cause].append(miss)
    lost = sum(1 - right for *_, right in misses)
    print(f"{asked} questions, {len(misses)} missed, expected Hit@1 {1 - lost / asked:.3f}\n")
    order = sorted(by_cause, key=lambda cause: (-len(by_cause[cause]), list(Cause).index(cause)))
    print("| cause | questions | share of missed | lost |\n|---|---|---|---|")
    for cause in order[:COMMONEST]:
        some = by_cause[cause]
        part = sum(1 - right for *_, right in some) / asked
        print(f"| {cause} | {len(some)} | {len(some) / len(misses):.0%} | {part:.3f} |")
    if others := sum(len(by_cause[cause]) for cause in order[COMMONEST:]):
        print(f"| others | {others} | {others / len(misses):.0%} | |")
    for cause in order[:COMMONEST]:
        print(f"\n{cause}")
        for miss in by_cause[cause][:EXAMPLES]:
            print(example(*miss))


def example(question: Question, answer: Answer, diagnosis: Diagnosis, right: float) -> str:
    """Format a missed question with its answer and the right answer."""
    said = ", ".join(entity.name for entity in answer.entities[:3]) or answer.reason
    lines = [f"  {question.question}", f"    said  {said}   {diagnosis.said}"]
    place = f" (rank {diagnosis.rank})" if diagnosis.rank else ""
    lines.append(f"    right {', '.join(question.answers[:3])}   {diagnosis.right}{place}")
    return "\n".join(lines)


def as_row(question: Question, answer: Answer, diagnosis: Diagnosis, right: float) -> Mapping[str, object]:
    """Return a missed question as JSON."""
    return {
        "line": question.line,
        "question": question.question,
        "cause": diagnosis.cause.name.lower(),
        "expected_hit_at_1": round(right, 4),
        "said": diagnosis.said,
        "right": diagnosis.right,
        "rank": diagnosis.rank,
        "answers": list(question.answers),
        "predicted": [entity.id for entity in answer.entities[:10]],
        "confidence": answer.confidence,
    }


if __name__ == "__main__":
    main()
