"""Measure learning on attached graphs: learn pairs from one half of a question file, test on the other half.

    python -m benchmarks.attached_learning WORKSPACE=FILE ... --pairs 50 --ask 150 --seed 0

Each FILE has one `question` with its gold `cypher` per line, about the graph attached to WORKSPACE. The pairs are
learned into a separate set, which is deleted afterwards. Prints EX, EX-node and precision at half coverage before and
after, and how many questions turned right or wrong (--show lists them). With --ask 0 all remaining questions are asked.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.attached.workspace import open_attached
from kgqa_neo4j.evaluation.cypher_results import CypherRun, Scored, evaluate_cypher
from kgqa_neo4j.evaluation.cypher_task import asked
from kgqa_neo4j.methods.learned_sets import forget
from kgqa_neo4j.methods.teaching import Report, learn_file
from kgqa_neo4j.question_sets.cypher import CypherQuestion, read_cypher_questions
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.settings import Configuration, load_configuration

SET = "attached-learning"


@dataclass(frozen=True, slots=True)
class Compared:
    """Results before and after learning, and the report of learning."""

    before: CypherRun
    after: CypherRun
    report: Report

    @property
    def lost(self) -> list[str]:
        """Questions answered rightly before and wrongly after."""
        return [one.question.question for one in self._changed(before=True)]

    @property
    def gained(self) -> list[str]:
        """Questions answered wrongly before and rightly after."""
        return [one.question.question for one in self._changed(before=False)]

    def _changed(self, *, before: bool) -> list[Scored]:
        pairs = zip(self.before.scored, self.after.scored, strict=True)
        return [one for one, other in pairs if one.ex is before and other.ex is not before]


def main() -> None:
    """Print one line per graph."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", help="WORKSPACE=FILE of questions")
    parser.add_argument("--pairs", type=int, default=50, help="pairs that are learned; default %(default)s")
    parser.add_argument("--ask", type=int, default=150, help="questions that are asked; default %(default)s")
    parser.add_argument("--seed", type=int, default=0, help="halves the file; default %(default)s")
    parser.add_argument("--show", action="store_true", help="show the questions that turned right or wrong")
    chosen = parser.parse_args()
    for text in chosen.graphs:
        folder, file = text.split("=", 1)
        settings = {"ask.min_confidence": 0.0, "ask.method": "plans"}
        configuration = load_configuration(Path(folder).absolute(), settings)
        found = compared(configuration, Path(file), chosen.pairs, chosen.ask, chosen.seed)
        before, after = found.before.figures(), found.after.figures()
        print(
            f"{Path(file).name}: {found.report.learned.explained} of {found.report.learned.pairs} pairs explained, "
            f"{found.report.search_seconds:.0f} s; n {after['n']}, "
            + ", ".join(f"{name} {before[name]:.3f} -> {after[name]:.3f}" for name in ("ex", "ex_node"))
            + f", precision at half {before['precision_at_half']:.3f} -> {after['precision_at_half']:.3f}, "
            f"turned right {len(found.gained)}, wrong {len(found.lost)}"
        )
        for sign, questions in (("+", found.gained), ("-", found.lost)):
            for question in questions if chosen.show else ():
                print(f"  {sign} {question}")


def compared(configuration: Configuration, file: Path, pairs: int, ask: int, seed: int) -> Compared:
    """Learn pairs from one half of a file, and ask questions from the other half before and after."""
    questions = read_cypher_questions(file)
    random.Random(seed).shuffle(questions)
    half = len(questions) // 2 if ask else pairs
    asked_ones = questions[max(half, pairs) :][: ask or None]
    before = scored(configuration.changed({"learning.sets": "none"}, "benchmark"), asked_ones)
    learned = [
        Question(one.question, (), (), place, cypher=one.cypher)
        for place, one in enumerate(questions[:pairs], 1)
    ]
    report = learn_file(configuration, learned, SET)
    try:
        after = scored(configuration.changed({"learning.sets": SET}, "benchmark"), asked_ones)
    finally:
        forget(configuration, SET)
    return Compared(before, after, report)


def scored(configuration: Configuration, questions: list[CypherQuestion]) -> CypherRun:
    """Ask the questions and score the answers."""
    schema = open_attached(configuration).schema
    with asked(configuration) as (predict, database):
        return evaluate_cypher(questions, predict, database, schema)


if __name__ == "__main__":
    main()
