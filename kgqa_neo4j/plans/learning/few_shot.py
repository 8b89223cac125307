"""Learned question forms as worked examples for a language model: a question, and the path to its answers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.graph import relation_name
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.store.driver import Database

# A path that explains less of the answers than this is a bad example.
_LEAST = 0.5
# Neighbours read per example, because forms of other sets and unexplained ones are among the nearest too.
_LOOKED_AT = 10


@dataclass(frozen=True, slots=True)
class FewShotExample:
    """A learned question, asked about an entity of the graph.

    `steps` are the names of the relations from the topic to the answers, each with whether it is walked along its
    direction.
    """

    question: str
    topic: str
    steps: tuple[tuple[str, bool], ...]


def nearest(
    database: Database, vector: Vectors, count: int, sets: Sequence[str] = store.ALL
) -> list[FewShotExample]:
    """Return the learned questions nearest to one, the nearest last, because models follow what they read last.

    Args:
        database: the graph with the exemplars.
        vector: the vector of the question with its topics masked, shape (dimension,).
        count: maximum number of examples; each path occurs once.
        sets: the sets of exemplars to use; empty for all.
    """
    rows = database.read(
        "exemplar_nearest", vector=Vector(vector), sets=list(sets), least=_LEAST, near=_LOOKED_AT * count
    )
    paths: dict[tuple[tuple[str, bool], ...], tuple[str, str]] = {}
    for row in rows:
        (path, _), *_ = json.loads(row["paths"])
        paths.setdefault(tuple((relation, outward) for relation, outward in path), (row["form"], row["topic"]))
    chosen = list(paths.items())[:count]
    ids = sorted({relation for path, _ in chosen for relation, _ in path})
    names = {row["id"]: row["name"] for row in database.read("exemplar_relations", ids=ids)}
    return [
        FewShotExample(
            _asked_about(form, topic),
            topic,
            tuple((names.get(relation) or relation_name(relation), outward) for relation, outward in path),
        )
        for path, (form, topic) in reversed(chosen)
    ]


def _asked_about(form: str, topic: str) -> str:
    return re.sub(rf"(?<!\w){MASK}(?!\w)", lambda _: topic, form)
