"""Storing exemplars in the graph: nodes with a vector index, without relationships to the data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from neo4j.vector import Vector

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.model.errors import ConfigError, InputError
from kgqa_neo4j.plans.learning import lesson_store
from kgqa_neo4j.plans.learning.exemplars import Exemplar, Found
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.text import path_text
from kgqa_neo4j.store import schema
from kgqa_neo4j.store.driver import Database, Row, Run

ALL: tuple[str, ...] = ()
"""No names of sets: means all sets."""
ALL_NAME, NONE = "all", "none"
"""Values of the setting `learning.sets` for all sets, and for no set."""


@dataclass(frozen=True, slots=True)
class SetSummary:
    """The contents of a set: numbers of question forms, pairs, different plans and words; mean F1 of the plans."""

    name: str
    forms: int
    pairs: int
    plans: int
    score: float
    words: int
    learned_at: datetime


def chosen(database: Database, name: str) -> Sequence[str] | None:
    """Return the sets chosen by the setting `learning.sets`, None if there is nothing learned to use.

    Raises:
        ConfigError: no set of that name was learned.
    """
    if name == NONE:
        return None
    known = [one.name for one in summaries(database)]
    if name == ALL_NAME:
        return ALL if known else None
    if name not in known:
        told = f"learned so far: {', '.join(known)}" if known else "nothing was learned yet"
        raise ConfigError(f"no set of learned questions is called {name!r}", hint=told)
    return (name,)


def check_name(name: str) -> None:
    """Check that a set may have this name.

    Raises:
        InputError: the name is blank, or means all sets or none.
    """
    if not name.strip() or name in (ALL_NAME, NONE):
        raise InputError(
            f"a set cannot be called {name!r}", hint="use another name; `all` and `none` are reserved"
        )


def prepare(database: Database, dimension: int) -> None:
    """Create the constraint and the vector index that exemplars need, and wait for the index."""
    schema.create_constraints(database)
    schema.await_indexes(database, [schema.create_node_vector_index(database, "Exemplar", dimension)])


def read(database: Database, sets: Sequence[str] = ALL) -> list[Exemplar]:
    """Return the exemplars of some sets, always in the same order."""
    return [_exemplar(row) for row in database.read("exemplar_read", sets=list(sets))]


def add(
    database: Database, set_name: str, found: Mapping[str, Sequence[Found]], vectors: Vectors
) -> list[Exemplar]:
    """Add pairs to the forms of a set in one transaction, and return the updated exemplars.

    They are added to what is in the graph by then, because another process may have learned the same forms meanwhile.

    Args:
        database: the graph.
        set_name: the set.
        found: the pairs of each form, each with the paths that explain it, None if these were not searched.
        vectors: the vectors of the forms, shape (n, dimension).
    """
    now = datetime.now(UTC)
    empty = [Exemplar(set_name, form) for form in found]

    def work(run: Run) -> list[Exemplar]:
        run("learn_lock")
        rows = run("exemplar_of_ids", ids=[one.id for one in empty])
        known = {one.id: one for one in map(_exemplar, rows)}
        exemplars = [known.get(one.id, one).with_new(found[one.form]) for one in empty]
        run(
            "exemplar_write",
            rows=[
                {"id": one.id, "properties": {**_properties(one), "learned_at": now}, "vector": Vector(vector)}
                for one, vector in zip(exemplars, vectors, strict=True)
            ],
        )
        return exemplars

    return database.transact(work)


def fingerprint(database: Database, sets: Sequence[str] = ALL) -> tuple[str, int]:
    """Return a text that changes whenever the contents of some sets do, and their number of pairs."""
    rows = database.read("exemplar_known", sets=list(sets))
    return "".join(f"{row['id']}{row['mark']}" for row in rows), sum(row["support"] for row in rows)


def summaries(database: Database) -> list[SetSummary]:
    """Return summaries of all sets, by name."""
    return [
        SetSummary(
            row["set"],
            row["forms"],
            row["pairs"],
            row["plans"],
            row["score"] or 0.0,
            row["words"],
            row["learned_at"].to_native(),
        )
        for row in database.read("exemplar_sets")
    ]


def forget(database: Database, sets: Sequence[str] = ALL) -> tuple[int, int]:
    """Forget some sets; return the numbers of forms and pairs in them."""
    row = database.write("exemplar_forget", sets=list(sets))[0]
    return row["forms"], row["pairs"]


def prune(database: Database) -> None:
    """Drop what was learned about entities and relations that are no longer in the graph."""
    topics = {row["id"] for row in database.read("exemplar_topics")}
    relations = {row["id"] for row in database.read("relation_types")}
    gone, rows = [], []
    for one in read(database):
        left = replace(
            one,
            topics=tuple(topic for topic in one.topics if topic in topics),
            paths={
                path: mean
                for path, mean in one.paths.items()
                if all(move.relation in relations for move in path)
            },
        )
        if bool(left.topics) < bool(one.topics) or bool(left.paths) < bool(one.paths):
            gone.append(one.id)
        elif left != one:
            rows.append({"id": one.id, "properties": _properties(left)})
    if gone or rows:
        database.write("exemplar_prune", gone=gone, rows=rows)
    lesson_store.prune(database, relations)


def _properties(exemplar: Exemplar) -> dict[str, object]:
    path, score = exemplar.best
    return {
        "set": exemplar.set,
        "form": exemplar.form,
        "plan": path_text(path) if path else "",
        "score": score,
        "support": exemplar.support,
        "searched": exemplar.searched,
        "mark": exemplar.mark,
        "pairs": list(exemplar.pairs),
        "topics": list(exemplar.topics),
        "paths": json.dumps([[list(path), mean] for path, mean in exemplar.paths.items()], ensure_ascii=False),
    }


def _exemplar(row: Row) -> Exemplar:
    paths: dict[Path, float] = {
        tuple(Move(*move) for move in path): mean for path, mean in json.loads(row["paths"])
    }
    return Exemplar(row["set"], row["form"], tuple(row["pairs"]), tuple(row["topics"]), row["searched"], paths)
