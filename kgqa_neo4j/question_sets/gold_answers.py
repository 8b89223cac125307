"""Compare answers with gold answers: entities by id, numbers, dates and booleans by value, table rows as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from kgqa_neo4j.linking.resolution import Ids
from kgqa_neo4j.model.answer import ScoredEntity
from kgqa_neo4j.question_sets.gold_tables import gold_rows, gold_units, row_units
from kgqa_neo4j.question_sets.gold_values import as_precise, gold_values, with_values
from kgqa_neo4j.question_sets.questions import Question, gold_ids

Unit = Set[str]


def units(
    question: Question,
    resolved: Mapping[str, Ids],
    entities: Sequence[ScoredEntity],
    rows: Sequence[Sequence[ScoredEntity]],
) -> tuple[list[Unit], list[Unit]]:
    """Return a unit (a set of ids) for each answer or row, and for each gold one; units that share an id agree.

    `resolved` has the ids for the names of gold answers.
    """
    if table := gold_rows(question, resolved):
        return row_units(rows, table), gold_units(table)
    golds = gold_values(question, gold_ids(question, resolved))
    return [as_precise(with_values({one.id}, one.name), golds) for one in entities], golds


def agree(found: Sequence[Unit], golds: Sequence[Unit]) -> bool:
    """Return whether every answer is a gold one and every gold answer is found; False without answers."""
    return (
        bool(found)
        and all(any(one & gold for gold in golds) for one in found)
        and all(any(one & gold for one in found) for gold in golds)
    )
