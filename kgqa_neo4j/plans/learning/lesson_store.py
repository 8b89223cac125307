"""Storing lessons in the graph: nodes in the same sets as the exemplars, without relationships to the data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime

from kgqa_neo4j.plans.learning.lessons import (
    Evidence,
    Lesson,
    Lessons,
    QueryLesson,
    WordLesson,
    entities_in,
    left_of,
    together,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.store.driver import Database, Row, Run


def read(database: Database, sets: Sequence[str] = ()) -> Lessons:
    """Return the lessons of some sets, of all if `sets` is empty."""
    found = [_lesson(row) for row in database.read("lesson_read", sets=list(sets))]
    return Lessons(
        [one for one in found if isinstance(one, WordLesson)],
        [one for one in found if isinstance(one, QueryLesson)],
    )


def write(database: Database, lessons: Iterable[Lesson]) -> None:
    """Store lessons in one transaction, merged with what another process learned about the same words and forms."""
    now = datetime.now(UTC)
    ours = {one.id: one for one in lessons}

    def work(run: Run) -> None:
        run("learn_lock")
        rows = run("lesson_of_ids", ids=list(ours))
        whole = ours | {one.id: together(one, ours[one.id]) for one in map(_lesson, rows)}
        run(
            "lesson_write",
            rows=[
                {"id": one.id, "properties": {**_properties(one), "learned_at": now}} for one in whole.values()
            ],
        )

    if ours:
        database.transact(work)


def prune(database: Database, relations: Collection[str]) -> None:
    """Drop what was learned about entities that are no longer in the graph, and about relations other than these."""
    rows = database.read("lesson_read", sets=[])
    lessons = [_lesson(row) for row in rows]
    named = sorted(entities_in(lessons))
    there = {row["id"] for row in database.read("entity_names", ids=named)} if named else set()
    gone, changed = [], []
    for one in lessons:
        left = left_of(one, relations, there)
        if left is None:
            gone.append(one.id)
        elif left != one:
            changed.append({"id": left.id, "properties": _properties(left)})
    if gone or changed:
        database.write("lesson_prune", gone=gone, rows=changed)


def _properties(lesson: Lesson) -> dict[str, object]:
    content: dict[str, object]
    if isinstance(lesson, WordLesson):
        content = {
            form: [[list(move) for move in one.moves], list(one.pairs), one.share]
            for form, one in lesson.evidence.items()
        }
        told = {"text": lesson.word, "said": lesson.said, "support": 0}
    else:
        content = {text: list(keys) for text, keys in lesson.queries.items()}
        told = {"text": lesson.form, "plan": lesson.best, "support": len(lesson.pairs), "score": 1.0}
    written = json.dumps(content, ensure_ascii=False)
    mark = hashlib.blake2b(written.encode(), digest_size=10).hexdigest()
    return {"set": lesson.set, "kind": lesson.kind, "content": written, "mark": mark, **told}


def _lesson(row: Row) -> Lesson:
    content = json.loads(row["content"])
    if row["kind"] == QueryLesson.kind:
        return QueryLesson(row["set"], row["text"], {text: tuple(keys) for text, keys in content.items()})
    evidence = {
        form: Evidence(tuple(Move(*move) for move in moves), tuple(pairs), share)
        for form, (moves, pairs, share) in content.items()
    }
    return WordLesson(row["set"], row["text"], row["said"], evidence)
