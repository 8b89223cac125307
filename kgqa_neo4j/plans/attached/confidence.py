"""How sure a query about an attached graph is: a logistic model, fitted by `training/attached.py`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from kgqa_neo4j.plans.language.property_terms import PROPERTY
from kgqa_neo4j.plans.reading.confidence import estimate, packaged_weights, signals
from kgqa_neo4j.plans.reading.reader import Reading

_MOST, _CLOSE = 3.0, 0.15


class Way(StrEnum):
    """How a question was read: as labels and values, as a question about triples, as a chain of steps, or as a question
    that was learned."""

    LABELS = "labels"
    THINGS = "things"
    CHAIN = "chain"
    LEARNED = "learned"


def attached_signals(reading: Reading, way: Way, place: int) -> dict[str, float]:
    """Return what is known of a query before it is executed.

    * ``missing``, ``skipped``, ``cost``: see `kgqa_neo4j.plans.reading.confidence.signals`; for a chain, whose scores
      are logits, only the first.
    What the query of a learned question is made of says nothing against it.

    * ``things``, ``chain``: 1 where the question was read in this way.
    * ``steps``: relationships that it walks beyond the first; ``columns``: those of its table beyond the first;
      ``made``: columns that are made of several rows, beyond the first; ``grouped``: 1 where such a column stands
      beside others; ``close``: 1 where another query is nearly as good.
    """
    told = signals(reading.proposals, place)
    chain = way is Way.CHAIN
    learned = way is Way.LEARNED
    query = reading.proposals[place].query
    columns = query.table.columns if query.table and not learned else ()
    made = sum(bool(column.summary) for column in columns)
    steps = 0 if learned else sum(not move.relation.startswith(PROPERTY) for path in query.paths for move in path)
    return {
        "missing": told["missing"],
        "skipped": 0.0 if chain else min(_MOST, told["skipped"]),
        "cost": 0.0 if chain else told["cost"],
        "things": float(way is Way.THINGS),
        "chain": float(chain),
        "steps": min(_MOST, max(0.0, steps - 1.0)),
        "columns": min(_MOST, max(0.0, len(columns) - 1.0)),
        "made": min(_MOST, max(0.0, made - 1.0)),
        "grouped": float(0 < made < len(columns) or (bool(query.group) and not learned)),
        "close": float(not chain and not learned and told["margin"] < _CLOSE),
    }


def attached_estimate(told: Mapping[str, float]) -> float:
    """Return the probability that an answer with these signals is right."""
    return estimate(told, packaged_weights("kgqa_neo4j.plans.attached"))
