"""Measure what learning from a few questions about a graph gains, and whether it harms other questions.

Of the development half of the natural questions about each graph (`benchmarks/natural.py`), a random half is learned
and the other half is asked before and after. Reports the share answered with exactly the gold set, the questions that
turned from right to wrong, those of them that share no learned word with any pair, and the expected calibration error.
With `--pairs`, that many pairs are learned instead, each number into a new set.

The questions were written to differ from one another, so the halves have few words in common. `--renamed` measures the
value of learned words: words that name relations and occur in several questions are replaced by invented ones.

    python -m benchmarks.learning FOLDER [--graphs company family] [--pairs 10 20 50] [--seeds 0 1] [--renamed] [--json]

The folder contains the workspaces of `benchmarks.natural`.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.discrimination import worth
from benchmarks.harness import Parser, report
from benchmarks.natural import FILES, prepared, stopped, written
from kgqa_neo4j.evaluation.metrics import mean
from kgqa_neo4j.evaluation.records import record
from kgqa_neo4j.evaluation.runs import gold_answers
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.methods.teaching import learn_file
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.plans.learning import lesson_store, store
from kgqa_neo4j.plans.ranking.taught import word_key
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.wording import stem_match, words
from kgqa_neo4j.question_sets.questions import Question, gold_ids, read_questions
from kgqa_neo4j.settings import Configuration, load_configuration

Row = dict[str, Any]
# Words to rename: minimum number of letters, of questions, and similarity to a word of a relation's name.
_LEAST_LETTERS, _LEAST_USES, _FORM = 4, 3, 0.95
# Sounds of which invented words are made.
_SOUNDS = ("fl", "gr", "sn", "bl", "pl", "tr", "kl", "dr", "sk", "br", "v", "m")


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to a question: whether it is exactly right, its confidence (None: not answered), and its text."""

    right: bool
    confidence: float | None
    text: str


def main() -> None:
    """Learn and ask, and print one row for each graph, seed and number of pairs."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("folder", type=Path, help="holds the graphs' workspaces, and keeps them")
    parser.add_argument("--graphs", nargs="+", choices=FILES, default=list(FILES), metavar="GRAPH")
    parser.add_argument(
        "--pairs", nargs="+", type=int, default=[0], help="pairs to learn; 0, the default: half"
    )
    parser.add_argument("--seeds", nargs="+", type=int, default=[0], help="draw the pairs; default 0")
    parser.add_argument(
        "--renamed", action="store_true", help="call relations by invented words in all questions"
    )
    parser.add_argument("--changed", action="store_true", help="list the questions whose answers changed")
    chosen = parser.parse_args()
    rows, changed = [], []
    for graph in chosen.graphs:
        for row, some in measured(graph, chosen):
            rows.append(row)
            changed += some
    report(rows, chosen)
    if chosen.changed:
        report(changed or {"changed": 0}, chosen)


def measured(graph: str, chosen: argparse.Namespace) -> Iterator[tuple[Row, list[Row]]]:
    """Yield for each seed and number of pairs the row of one graph, and the questions whose answers changed."""
    workspace, own = prepared(graph, chosen.folder, "dev")
    if chosen.renamed:
        own = renamed(own, FILES[graph])
    questions = read_questions(written(workspace, "renamed" if chosen.renamed else "dev", own), "jsonl")
    settings = {"ask.min_confidence": 0.0, "ask.method": "plans", "learning.sets": "none"}
    configuration = load_configuration(workspace, settings)
    before = answered(configuration, questions)
    for seed in chosen.seeds:
        for count in chosen.pairs:
            pairs = drawn_pairs(questions, count or len(questions) // 2, seed)
            lines = {one.line for one in pairs}
            name = f"seed{seed}-{count or 'half'}"
            yield compared(
                graph,
                seed,
                configuration,
                pairs,
                name,
                before,
                [one for one in questions if one.line not in lines],
            )
    stopped(workspace)


def answered(configuration: Configuration, questions: Sequence[Question]) -> dict[int, Told]:
    """Return the answer to each question, by its line."""
    resources = open_resources(configuration)
    found = {}
    with resources.graph as database:
        method, gold = Plans(), gold_answers(database, questions)
        for question in questions:
            answer = method.answer(question.question, resources)
            row = record(database, question, gold_ids(question, gold), answer, gold)
            confidence = answer.confidence if answer.status is Status.ANSWERED else None
            found[question.line] = Told(row["scores"]["em"] == 1.0, confidence, answer.text)
    return found


def renamed(own: Sequence[Row], file: Path) -> list[Row]:
    """Replace words that name a relation, and occur in no entity's name, by invented words."""
    lines = [re.split("[\t,]", line) for line in file.read_text("utf-8").splitlines()]
    labels = {part for line in lines for part in words(line[1])} - FUNCTION_WORDS
    names = {word_key(part) for line in lines for end in (line[0], line[-1]) for part in words(end)}
    texts = [re.findall(r"[^\W\d_]+", one["question"].lower()) for one in own]
    counts = Counter(word_key(word) for text in texts for word in set(text) if len(word) >= _LEAST_LETTERS)
    named = sorted(
        key
        for key, count in counts.items()
        if count >= _LEAST_USES
        and key not in names
        and any(stem_match(key, label) >= _FORM for label in labels)
    )
    pairs = zip(named, _SOUNDS, reversed(_SOUNDS), strict=False)
    invented = {key: f"{one}ur{other}" for key, one, other in pairs}

    def replaced(match: re.Match[str]) -> str:
        word = invented.get(word_key(match[0]))
        return match[0] if word is None else word + ("s" if match[0].endswith("s") else "")

    return [{**one, "question": re.sub(r"[^\W\d_]+", replaced, one["question"])} for one in own]


def compared(
    graph: str,
    seed: int,
    configuration: Configuration,
    pairs: Sequence[Question],
    name: str,
    before: dict[int, Told],
    asked: Sequence[Question],
) -> tuple[Row, list[Row]]:
    """Learn some pairs into a set, ask other questions, and return the row and the changed questions.

    Args:
        graph: the name of the graph.
        seed: the seed with which the pairs were drawn.
        configuration: the workspace of the graph.
        pairs: the questions to learn.
        name: the name of the set, which is deleted first.
        before: the answers with nothing learned, by line.
        asked: the questions to ask.
    """
    _forget(configuration, name)
    done = learn_file(configuration, pairs, name)
    after = answered(configuration.changed({"learning.sets": name}, "benchmark"), asked)
    taught = {word for one in done.learned.words for word in one.word.split()}
    shared = {_content(one.question, taught) for one in pairs}
    told = frozenset().union(*shared)
    lost = [one for one in asked if before[one.line].right and not after[one.line].right]
    unrelated = [one for one in lost if not _content(one.question, taught) & told]
    old = [before[one.line] for one in asked]
    new = [after[one.line] for one in asked]
    row = {
        "graph": graph,
        "seed": seed,
        "learned": len(pairs),
        "explained": sum(one.pairs for one in done.learned.outcomes if one.plan),
        "words": len(done.learned.words),
        "asked": len(asked),
        "before": round(mean([one.right for one in old]), 3),
        "after": round(mean([one.right for one in new]), 3),
        "gained": sum(n.right and not o.right for o, n in zip(old, new, strict=True)),
        "lost": len(lost),
        "unrelated lost": len(unrelated),
        "ece before": _error(old),
        "ece after": _error(new),
        "seconds": round(done.search_seconds + done.fit_seconds, 1),
    }
    changed = [
        {
            "graph": graph,
            "learned": len(pairs),
            "question": one.question,
            "was": f"{before[one.line].right:d} {before[one.line].text[:40]}",
            "is": f"{after[one.line].right:d} {after[one.line].text[:40]}",
        }
        for one in asked
        if before[one.line].right != after[one.line].right
    ]
    return row, changed


def drawn_pairs(questions: Sequence[Question], count: int, seed: int) -> list[Question]:
    """Return `count` questions with answers, the first in an order that depends only on the seed."""
    usable = [one for one in questions if one.answers or one.rows]
    random.Random(seed).shuffle(usable)
    return usable[:count]


def _content(question: str, taught: set[str]) -> frozenset[str]:
    """Return the learned words that occur in a question."""
    keys = {word_key(word) for word in taught}
    return frozenset(word_key(one) for one in words(question) if one not in FUNCTION_WORDS) & keys


def _error(told: Sequence[Told]) -> float:
    judged = [one for one in told if one.confidence is not None]
    if not judged:
        return 0.0
    seen = worth(
        [one.confidence for one in judged if one.confidence is not None], [one.right for one in judged]
    )
    return round(seen.calibration_error, 3)


def _forget(configuration: Configuration, name: str) -> None:
    with open_resources(configuration).graph as database:
        store.forget(database, [name])
        assert not lesson_store.read(database, [name]).words


if __name__ == "__main__":
    main()
