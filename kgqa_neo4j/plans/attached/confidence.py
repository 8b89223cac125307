"""Estimates the confidence of a query about an attached graph, by a logistic model from `training/attached.py`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.language.query import Branch, Form, Query
from kgqa_neo4j.plans.reading.confidence import estimate, packaged_weights, signals
from kgqa_neo4j.plans.reading.reader import Reading

_MOST, _FITS, _CLOSE = 3.0, 4.0, 0.15
# Confidence of a question with the template of a learned one, if its query has rows: all 41 such answers about two
# graphs were right.
_RECALLED = 0.97


class ReadingMode(StrEnum):
    """How a question was read: as labels and values, as a question about triples, as a chain of steps, or as a learned
    question."""

    LABELS = "labels"
    THINGS = "things"
    CHAIN = "chain"
    LEARNED = "learned"


def attached_signals(reading: Reading, way: ReadingMode, place: int) -> dict[str, float]:
    """Return the confidence signals of a query, before it is executed.

    * ``missing``, ``skipped``, ``cost``: see `kgqa_neo4j.plans.reading.confidence.signals`; only the first for a chain,
      whose scores are logits.
    * ``things``, ``chain``: 1 if the question was read as one about triples, as a chain.
    * ``whole``: as ``missing`` if all nodes of a label are returned: the unexplained words may select among these.
    * ``fits``: the score of a chain, a logit.
    * ``steps``: relationships beyond the first; ``columns``: visible columns beyond the first; ``made``: aggregated
      columns beyond the first; ``grouped``: 1 if there are aggregated and other columns; ``close``: 1 if another
      query scores nearly as well.
    """
    told = signals(reading.proposals, place)
    chain = way is ReadingMode.CHAIN
    query = reading.proposals[place].query
    columns = query.table.columns if query.table else ()
    made = sum(bool(column.summary) for column in columns)
    steps = sum(not move.relation.startswith(PROPERTY) for path in query.paths for move in path)
    return {
        "missing": told["missing"],
        "whole": told["missing"] if _takes_all(query) else 0.0,
        "skipped": 0.0 if chain else min(_MOST, told["skipped"]),
        "cost": 0.0 if chain else told["cost"],
        "things": float(way is ReadingMode.THINGS),
        "chain": float(chain),
        "fits": max(-_MOST, min(_FITS, reading.proposals[place].score)) if chain else 0.0,
        "steps": min(_MOST, max(0.0, steps - 1.0)),
        "columns": min(_MOST, max(0.0, sum(not one.hidden for one in columns) - 1.0)),
        "made": min(_MOST, max(0.0, made - 1.0)),
        "grouped": float(0 < made < len(columns) or bool(query.group)),
        "close": float(not chain and told["margin"] < _CLOSE),
    }


def _takes_all(query: Query) -> bool:
    """Whether a query selects and measures nothing: it returns all nodes of a label, or that a named node exists."""
    if query.compared or query.order or query.aggregate or query.group or query.columns or query.pattern.either:
        return False
    columns = query.table.columns if query.table else ()
    if any(column.path or column.of or column.fact for column in columns):
        return False
    branches = query.pattern.branches
    return all(map(_is_name, branches)) if query.form is Form.EXISTS else not branches


def _is_name(branch: Branch) -> bool:
    """Whether a branch requires a property of the node itself to have one value."""
    tests = branch.pattern.tests
    own = len(branch.path) == 1 and branch.path[0].relation.startswith(PROPERTY)
    return own and any(test.comparison is Comparison.EQUAL for test in tests)


def attached_estimate(told: Mapping[str, float], way: ReadingMode = ReadingMode.LABELS) -> float:
    """Return the probability that an answer with these signals is right."""
    if way is ReadingMode.LEARNED:
        return _RECALLED
    return estimate(told, packaged_weights("kgqa_neo4j.plans.attached"))
