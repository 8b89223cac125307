"""Entity linking on question sets: is the topic found, how high does it rank, how long does it take?

Questions go in without brackets. The graph is the workspace's, or that of NEO4J_URI. Example::

    python benchmarks/linking.py --questions 1-hop/qa_test.txt.gz --questions 2-hop/qa_test.txt.gz
"""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from kgqa_neo4j.embedding import create as create_embedder
from kgqa_neo4j.linking import create
from kgqa_neo4j.linking.base import Linker, Linking
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.question_sets.questions import FORMATS, Format, Question, read_questions
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
        """Return the share of questions with the topic among the first `most` candidates."""
        return sum(1 <= rank <= most for rank in self.ranks) / len(self.ranks)

    def cells(self) -> list[str]:
        """Return this score as a row of the table."""
        milliseconds = sorted(1000 * second for second in self.seconds)
        return [
            self.name,
            str(len(self.ranks)),
            f"{self.recall(1):.3f}",
            f"{self.recall(5):.3f}",
            f"{self.linked / len(self.ranks):.3f}",
            f"{self.exact / len(self.ranks):.3f}",
            f"{statistics.mean(self.topics):.2f}",
            f"{statistics.median(milliseconds):.1f}",
            f"{milliseconds[int(0.95 * (len(milliseconds) - 1))]:.1f}",
        ]


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


@click.command(help=__doc__)
@click.option(
    "--questions", "files", multiple=True, required=True, type=click.Path(exists=True, path_type=Path)
)
@click.option("--format", "format_", type=click.Choice(FORMATS), default="metaqa", show_default=True)
@click.option("--sample", default=500, show_default=True, help="Questions of each file.")
@click.option("--seed", default=0, show_default=True)
@click.option("--lower", is_flag=True, help="Ask in lower case: how much hangs on capital letters?")
@click.option("--workspace", type=click.Path(path_type=Path), default=Path(".kgqa"), show_default=True)
@click.option("--show-failures", is_flag=True, help="Print questions whose topics are not just the right one.")
def main(
    files: tuple[Path, ...],
    format_: Format,
    sample: int,
    seed: int,
    lower: bool,
    workspace: Path,
    show_failures: bool,
) -> None:
    """Print one row a file."""
    configuration = load_configuration(workspace)
    console = Console()
    table = Table(title=f"linking, brackets stripped, {sample} questions a file, seed {seed}")
    headers = ("file", "n", "recall@1", "recall@5", "linked", "only topic", "topics", "p50 ms", "p95 ms")
    for header in headers:
        table.add_column(header, justify="left" if header == "file" else "right")
    with connect(configuration) as database:
        linker = create(configuration.settings, database, create_embedder(configuration.settings.embedding))
        linker.link("Who is it?")
        for file in files:
            questions = read_questions(file, format_)
            random.Random(seed).shuffle(questions)
            name = "/".join(file.parts[-2:])
            failures = console if show_failures else None
            table.add_row(*_run(linker, questions[:sample], name, lower, failures).cells())
    console.print(table)


if __name__ == "__main__":
    main()
