"""Measure entity linking on question sets: recall and rank of the topic, and time.

Brackets are removed from the questions. The graph is the workspace's, or that of NEO4J_URI. Example::

    python -m benchmarks.linking 1-hop/qa_test.txt.gz 2-hop/qa_test.txt.gz
"""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass, field

from rich.console import Console

from benchmarks.harness import Parser, percentiles, report
from kgqa_neo4j.embedding import create as create_embedder
from kgqa_neo4j.linking import create
from kgqa_neo4j.linking.base import Linker, Linking
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.question_sets.questions import Question, read_questions
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect


@dataclass
class Score:
    """Sums over the questions of one file."""

    name: str
    ranks: list[int] = field(default_factory=list)
    topics: list[int] = field(default_factory=list)
    linked: int = 0
    exact: int = 0
    seconds: list[float] = field(default_factory=list)

    def recall(self, most: int) -> float:
        """Return the share of questions whose topic is among the first `most` candidates."""
        return sum(1 <= rank <= most for rank in self.ranks) / len(self.ranks)

    def row(self) -> dict[str, object]:
        """Return the score as a table row."""
        return {
            "file": self.name,
            "n": len(self.ranks),
            "recall@1": round(self.recall(1), 3),
            "recall@5": round(self.recall(5), 3),
            "linked": round(self.linked / len(self.ranks), 3),
            "only topic": round(self.exact / len(self.ranks), 3),
            "topics": round(statistics.mean(self.topics), 2),
            **percentiles(self.seconds),
        }


def _is(entity: Entity, topics: tuple[str, ...]) -> bool:
    names = {entity.id, entity.id.partition(":")[2], entity.name, *entity.aliases}
    return bool(names & set(topics))


def _add(score: Score, question: Question, linking: Linking, seconds: float) -> bool:
    found = [_is(one.entity, question.topics) for one in linking.candidates]
    right = [_is(one.entity, question.topics) for one in linking.topics]
    score.ranks.append(found.index(True) + 1 if any(found) else 0)
    score.topics.append(len(linking.topics))
    score.linked += any(right)
    score.exact += bool(right) and all(right)
    score.seconds.append(seconds)
    return bool(right) and all(right)


def _run(linker: Linker, questions: list[Question], name: str, lower: bool, failures: Console | None) -> Score:
    score = Score(name)
    for question in questions:
        text = question.question.lower() if lower else question.question
        started = time.perf_counter()
        linking = linker.link(text)
        right = _add(score, question, linking, time.perf_counter() - started)
        if failures and not right:
            best = [(one.entity.name, one.match, round(one.score, 2)) for one in linking.candidates[:4]]
            shown = [one.entity.name for one in linking.topics]
            failures.print(f"{text!r} wants {question.topics}: topics {shown}, candidates {best}", markup=False)
    return score


def main() -> None:
    """Link the questions of each file and report the scores."""
    parser = Parser(__doc__, "questions", "--workspace", "--format", "--sample", "--seed", "--json", sample=500)
    parser.add_argument("--lower", action="store_true", help="ask in lower case: how much hangs on capitals?")
    parser.add_argument(
        "--show-failures", action="store_true", help="print questions with other topics as well"
    )
    arguments = parser.parse_args()
    configuration = load_configuration(arguments.workspace)
    failures = Console() if arguments.show_failures else None
    rows = []
    with connect(configuration) as database:
        linker = create(configuration.settings, database, create_embedder(configuration.settings.embedding))
        linker.link("Who is it?")
        for file in arguments.questions:
            questions = read_questions(file, arguments.format)
            random.Random(arguments.seed).shuffle(questions)
            name = "/".join(file.parts[-2:])
            rows.append(_run(linker, questions[: arguments.sample], name, arguments.lower, failures).row())
    report(rows, arguments, "linking, brackets stripped")


if __name__ == "__main__":
    main()
