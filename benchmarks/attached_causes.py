"""Classify wrong answers on attached graphs by how their rows differ from the gold rows.

    python -m benchmarks.attached_causes WORKSPACE=FILE ... [--sample 100] [--seed 0] [--json]

Each FILE has one `question` with its gold `cypher` per line, about the graph attached to WORKSPACE. A sample of each is
answered by `plans`, with nothing learned and no answer withheld. The cause of a wrong answer is the first check that
applies. The table has a column for each file and one for all of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.harness import Parser, report
from kgqa_neo4j.evaluation.cypher_results import GOLD_SECONDS, gold_rows, predicted_rows
from kgqa_neo4j.evaluation.cypher_rows import order_keys
from kgqa_neo4j.evaluation.cypher_task import asked
from kgqa_neo4j.question_sets.cypher import drawn, read_cypher_questions
from kgqa_neo4j.question_sets.same_rows import Comparing, same_rows
from kgqa_neo4j.settings import load_configuration

Rows = Sequence[Mapping[str, Any]]
_EXACT = Comparing()
# All subsets of columns are compared only for tables of at most this many columns.
_COLUMNS = 6


class Cause(StrEnum):
    """Differences between a result and the gold rows, in the order in which they are checked."""

    RIGHT = "right"
    NONE = "no answer"
    ORDER = "the same rows in another order"
    REPEATED = "the same rows, one of them given more or less often"
    LACKING = "a column is missing"
    FURTHER = "a column too many"
    NUMBER = "one number, and another one is right"
    GROUPS = "the same groups with other numbers"
    SOME = "rows are missing"
    MORE = "rows too many"
    OTHERS = "other rows, some of them right"
    ELSE = "nothing of it is right"


def main() -> None:
    """Print the number of answers for each cause."""
    parser = Parser(__doc__, "--sample", "--seed", "--json", sample=100)
    parser.add_argument("graphs", nargs="+", help="WORKSPACE=FILE of questions")
    chosen = parser.parse_args()
    counts: dict[str, Counter[Cause]] = {}
    for text in chosen.graphs:
        folder, file = text.split("=", 1)
        found = causes(Path(folder).absolute(), Path(file), chosen.sample, chosen.seed)
        counts[Path(file).name.partition(".")[0]] = Counter(found)
    report(
        [
            {"cause": str(cause), **{name: some[cause] for name, some in counts.items()}}
            | {"all": sum(some[cause] for some in counts.values())}
            for cause in Cause
        ],
        chosen,
    )


def causes(workspace: Path, file: Path, sample: int, seed: int) -> Iterator[Cause]:
    """Yield the cause for each sampled question that has gold rows."""
    settings = {"ask.min_confidence": 0.0, "ask.method": "plans", "learning.sets": "none"}
    with asked(load_configuration(workspace, settings)) as (predict, database):
        for question in drawn(read_cypher_questions(file), sample, seed):
            gold = gold_rows(database, question, defaultdict(list))
            if gold is not None:
                _, rows = predicted_rows(database, question, predict, GOLD_SECONDS)
                yield cause_of(gold, rows or (), order_keys(question.cypher, list(gold[0])))


def cause_of(gold: Rows, rows: Rows, keys: Sequence[int] | None) -> Cause:
    """Return how rows differ from the gold rows, which are ordered by the columns `keys` (None: unordered)."""
    if not rows:
        return Cause.NONE
    if same_rows(gold, rows, _EXACT, keys):
        return Cause.RIGHT
    if same_rows(gold, rows, _EXACT):
        return Cause.ORDER
    if _same_set(gold, rows):
        return Cause.REPEATED
    wide, narrow = len(gold[0]), len(rows[0])
    if narrow < wide and any(_same_set(one, rows) for one in _parts(gold, narrow)):
        return Cause.LACKING
    if narrow > wide and any(_same_set(gold, one) for one in _parts(rows, wide)):
        return Cause.FURTHER
    if len(gold) == len(rows) == 1 and wide == narrow == 1 and _is_number(gold[0]) and _is_number(rows[0]):
        return Cause.NUMBER
    if wide == narrow > 1 and len(gold) == len(rows) and _same_groups(gold, rows):
        return Cause.GROUPS
    right, other = _plain(gold), _plain(rows)
    if wide == narrow and other < right:
        return Cause.SOME
    if wide == narrow and other > right:
        return Cause.MORE
    return Cause.OTHERS if right & other else Cause.ELSE


def _plain(rows: Rows) -> set[tuple[Any, ...]]:
    return {tuple(sorted(repr(_EXACT.value(one)) for one in row.values())) for row in rows}


def _same_set(gold: Rows, rows: Rows) -> bool:
    """Whether both results have the same distinct rows."""
    return same_rows(_once(gold), _once(rows), _EXACT)


def _once(rows: Rows) -> list[Mapping[str, Any]]:
    return list({tuple(map(repr, map(_EXACT.value, row.values()))): row for row in rows}.values())


def _parts(rows: Rows, width: int) -> Iterator[Rows]:
    """Yield the rows restricted to each choice of `width` columns."""
    names = list(rows[0])
    for some in combinations(names, width) if len(names) <= _COLUMNS else ():
        yield [{name: row[name] for name in some} for row in rows]


def _same_groups(gold: Rows, rows: Rows) -> bool:
    """Whether all columns but one agree."""
    width = len(gold[0]) - 1
    return any(_same_set(one, other) for one in _parts(gold, width) for other in _parts(rows, width))


def _is_number(row: Mapping[str, Any]) -> bool:
    return all(isinstance(one, int | float) and not isinstance(one, bool) for one in row.values())


if __name__ == "__main__":
    main()
