"""Selection of entities and relations for a query: lexical and vector search, then a choice by the model.

See docs/methods/query.md, steps 1 and 2. Candidates come from Neo4j's full-text indexes on names, aliases
and descriptions (BM25) and from vector search, merged by rank; the model reads them as a numbered list
and replies with reasons and numbers ("RetReason"). Neo4j's BM25 is Lucene's, with its fixed k1 = 1.2 and b = 0.75.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.linking import lucene
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.linking.lookup import EntityIndex
from kgqa_neo4j.llm.grammar import one_of
from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.methods.common.chains import chain_text
from kgqa_neo4j.methods.common.few_shot import WorkedExample
from kgqa_neo4j.model.errors import IndexPopulating
from kgqa_neo4j.model.graph import Entity, Relation
from kgqa_neo4j.plans.learning.few_shot import FewShotExample
from kgqa_neo4j.store.driver import Database

# The constant of reciprocal rank fusion.
_FUSION = 60
_CHOICE = re.compile(r"\d{1,3}")
# Maximum characters of a description in a list, and of the reasons before the numbers.
_DESCRIBED = 80
_REASONS = 160

T = TypeVar("T", Entity, Relation)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The model's choice: indexes from 0, its reasons, and what was wrong with the reply, if anything."""

    places: list[int]
    reasons: str
    fallback: str = ""


def worked_example(example: FewShotExample) -> WorkedExample:
    """Return a learned question and its chain of relations, formatted like an enumerated query's meaning."""
    return {"question": example.question}, chain_text(example.topic, example.steps)


def entity_candidates(graph: Database, embedder: Embedder, linking: Linking, most: int) -> list[Entity]:
    """Return entities that the question may be about, best first: linked ones, then by search.

    Raises:
        DatabaseError: or a subclass.
    """
    linked = [one.entity for one in [*linking.topics, *linking.candidates]]
    words = [linking.question]
    index = EntityIndex(graph, embedder)
    worded = [one.entity for one in index.worded(words, linking.vector)]
    described: list[Entity] = []
    nearest: list[Entity] = []
    if query := lucene.resembling(words):
        # If the graph was loaded before descriptions were indexed, only names are searched.
        with suppress(IndexPopulating):
            rows = graph.read("query_described", query=query, limit=most)
            described = [
                Entity(row["id"], row["name"], tuple(row["aliases"]), row["description"]) for row in rows
            ]
    # The graph may have no entity vectors.
    with suppress(IndexPopulating):
        nearest = [one.entity for group in index.nearest(words, linking.vector) for one, _ in group]
    # Linked entities come first, because linking uses the question's structure.
    return _distinct([*linked, *_fused([worded, described, nearest])])[:most]


def relation_candidates(graph: Database, question: str, vector: Vectors, most: int) -> list[Relation]:
    """Return relations that the question may ask for, best first; `vector` is the question's vector.

    Raises:
        DatabaseError: or a subclass.
    """
    worded: list[Relation] = []
    if query := lucene.resembling([question]):
        # A graph may have been loaded before relations were indexed.
        with suppress(IndexPopulating):
            worded = _relations(graph.read("query_relations_worded", query=query, limit=most))
    near = graph.read("query_relations_nearest", vector=Vector.from_numpy(vector), limit=most)
    return _fused([_relations(near), worded])[:most]


def choose(
    calls: Calls,
    prompt: str,
    question: str,
    options: Sequence[Entity | Relation],
    most: int,
    *,
    reasons: bool,
    constrain: bool,
    max_tokens: int,
) -> Chosen:
    """Let the model choose at most `most` options; the first ones if its reply is unusable.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    lines = [f"{number}. {_line(option)}" for number, option in enumerate(options, 1)]
    reply = calls.complete(
        prompt,
        {"question": question, "options": "\n".join(lines)},
        sampling=Sampling(max_tokens=max_tokens),
        grammar=choice_grammar(len(options), most, reasons=reasons) if constrain else None,
    ).strip()
    said, _, last = reply.rpartition("\n")
    numbers = [int(number) for number in _CHOICE.findall(last)]
    places = [number - 1 for number in dict.fromkeys(numbers) if 1 <= number <= len(options)][:most]
    if not places:
        shown = " ".join(reply.split())[:60]
        return Chosen(
            list(range(min(most, len(options)))), "", f"no number was chosen; the reply was {shown!r}"
        )
    return Chosen(places, " ".join(said.split()))


def choice_grammar(options: int, most: int, *, reasons: bool) -> str:
    """Return the grammar of a line of reasons (with `reasons`) and a line of numbers."""
    before = f'[^\\n]{{1,{_REASONS}}} "\\n" ' if reasons else ""
    further = f' (", " number){{0,{most - 1}}}' if most > 1 else ""
    numbers = one_of(str(number) for number in range(1, options + 1))
    return f'root ::= {before}"Choice: " number{further}\n' + numbers.replace("root ::=", "number ::=", 1)


def _line(option: Entity | Relation) -> str:
    described = " ".join(option.description.split())[:_DESCRIBED]
    name = " ".join(option.name.split())[:_DESCRIBED]
    return f"{name} - {described}" if described else name


def _relations(rows: Iterable[dict[str, str]]) -> list[Relation]:
    return [Relation(row["id"], row["name"], row["description"]) for row in rows]


def _fused(lists: Sequence[Sequence[T]]) -> list[T]:
    """Merge ranked lists by reciprocal rank fusion: the sum of 1 / (60 + rank) over the lists."""
    scores: dict[str, float] = {}
    known: dict[str, T] = {}
    for ranked in lists:
        for rank, one in enumerate(_distinct(ranked)):
            scores[one.id] = scores.get(one.id, 0.0) + 1 / (_FUSION + rank)
            known.setdefault(one.id, one)
    return [known[id_] for id_ in sorted(scores, key=lambda id_: (-scores[id_], id_))]


def _distinct(ranked: Iterable[T]) -> list[T]:
    return list({one.id: one for one in reversed(list(ranked))}.values())[::-1]
