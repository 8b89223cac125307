"""Turning questions into pairs: names of topics and answers are resolved to ids of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.plans.learning.conditions import condition_of
from kgqa_neo4j.plans.learning.exemplars import Pair
from kgqa_neo4j.question.masking import mask
from kgqa_neo4j.question_sets.gold_values import gold_values
from kgqa_neo4j.question_sets.questions import Question, gold_ids
from kgqa_neo4j.store.driver import Database

_IDS_PER_STATEMENT = 5_000
_NUMBER = "number:"


def pairs_of(database: Database, questions: Sequence[Question]) -> list[Pair]:
    """Return the pairs of questions, in their order; topics and answers that the graph lacks have no ids.

    Raises:
        DatabaseError: the graph cannot be read.
    """
    prefixes = [row["prefix"] for row in database.read("load_prefixes")]
    wanted = [name for question in questions for name in (*question.topics, *question.answer_names)]
    ids = resolve(database, wanted, prefixes)
    topics = {name: ids[name] for question in questions for name in question.topics}
    names = _names(database, sorted(frozenset().union(*topics.values())) if topics else [])
    golds = [gold_values(question, gold_ids(question, ids)) for question in questions]
    units = _with_units(database, {id for answers in golds for one in answers for id in one})
    found = []
    for question, gold in zip(questions, golds, strict=True):
        meant = sorted(frozenset().union(*(topics[name] for name in question.topics)))
        called = [*question.topics, *(name for id in meant for name in names.get(id, ()))]
        answers = tuple(frozenset(one).union(*(units.get(id, ()) for id in one)) for one in gold)
        form = mask(question.question, called)
        found.append(Pair(form, tuple(meant), answers, condition_of(form, question.answers)))
    return found


def _with_units(database: Database, ids: set[str]) -> dict[str, list[str]]:
    """Return the values with a unit that are equal to numbers without one, by the ids of these numbers."""
    numbers = sorted(id for id in ids if id.startswith(_NUMBER) and " " not in id)
    found: dict[str, list[str]] = {}
    for start in range(0, len(numbers), _IDS_PER_STATEMENT):
        for row in database.read("learn_values", ids=numbers[start : start + _IDS_PER_STATEMENT]):
            found[row["id"]] = row["with_unit"]
    return found


def _names(database: Database, ids: Sequence[str]) -> dict[str, Iterable[str]]:
    found: dict[str, Iterable[str]] = {}
    for start in range(0, len(ids), _IDS_PER_STATEMENT):
        for row in database.read("learn_topics", ids=list(ids[start : start + _IDS_PER_STATEMENT])):
            found[row["id"]] = row["names"]
    return found
