"""Compare table answers with gold tables as multisets of rows, in any order of the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import permutations

from kgqa_neo4j.linking.resolution import Ids
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.question_sets.gold_values import as_precise, gold_values, with_values
from kgqa_neo4j.question_sets.questions import Question

# A row as the set of ids of each cell.
Row = Sequence[Set[str]]
# Tables with more columns are compared in the given order only.
MOST_COLUMNS = 5


def gold_rows(question: Question, resolved: Mapping[str, Ids]) -> list[Row]:
    """Return the gold table of a question as ids of entities, numbers, dates and booleans."""
    rows: list[Row] = []
    for names in question.rows:
        cells = Question(question.question, (), names, question.line)
        rows.append(gold_values(cells, [resolved.get(name, frozenset()) for name in names]))
    return rows


def row_units(rows: Sequence[Sequence[ScoredEntity]], golds: Sequence[Row]) -> list[Set[str]]:
    """Return for each row of an answer the id of the matching gold row as a set of one, or the empty set.

    Each gold row matches at most one row. The column order with the most matches is used.
    """
    predicted = [[with_values({cell.id}, cell.name) for cell in row] for row in rows]
    width = len(golds[0])
    orders = permutations(range(width)) if width <= MOST_COLUMNS else [tuple(range(width))]
    tried = (_matched(predicted, golds, order) for order in orders)
    return max(tried, key=lambda units: sum(map(bool, units)))


def gold_units(golds: Sequence[Row]) -> list[Set[str]]:
    """Return the units of the gold rows, to be compared with those of `row_units`."""
    return [frozenset([_row_id(place)]) for place in range(len(golds))]


def _matched(predicted: Sequence[Row], golds: Sequence[Row], order: Sequence[int]) -> list[Set[str]]:
    left = dict(enumerate(golds))
    units: list[Set[str]] = []
    for row in predicted:
        found = next((place for place, gold in left.items() if _same(row, gold, order)), None)
        if found is not None:
            del left[found]
        units.append(frozenset() if found is None else frozenset([_row_id(found)]))
    return units


def _same(row: Row, gold: Row, order: Sequence[int]) -> bool:
    return len(row) == len(gold) and all(
        as_precise(row[place], [cell]) & cell for place, cell in zip(order, gold, strict=True)
    )


def _row_id(place: int) -> str:
    return f"row:{place}"
