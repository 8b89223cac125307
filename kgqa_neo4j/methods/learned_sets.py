"""List and delete the learned sets of a graph, loaded or attached.

A learned set is a named collection of lessons from `kgqa learn`: question templates, pairs, word meanings.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kgqa_neo4j.attached.workspace import AttachedGraph, open_attached
from kgqa_neo4j.methods.teaching import learned_words
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.attached.learning.lessons import lessons_of, told_preferences
from kgqa_neo4j.plans.attached.learning.memory import LearnedSet, Memory
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.plans.learning.learn import LearnedWord
from kgqa_neo4j.plans.ranking.taught import word_key
from kgqa_neo4j.settings import Configuration, attached_graph
from kgqa_neo4j.store.connect import connect, require_store


@dataclass(frozen=True, slots=True)
class SetContents:
    """Contents of a learned set.

    Numbers of question templates (`forms`), pairs and distinct plans, mean F1 of the plans (`score`), learned words and
    preferred forms of answers.
    """

    name: str
    forms: int
    pairs: int
    plans: int
    score: float
    learned_at: datetime
    words: tuple[LearnedWord, ...] = ()
    preferred: tuple[str, ...] = ()


def learned_sets(configuration: Configuration) -> list[SetContents]:
    """Return the learned sets of the graph in a workspace.

    Raises:
        KgqaError: the graph cannot be queried or, if it is attached, the file of lessons cannot be read.
    """
    if attached_graph(configuration) is not None:
        attached = open_attached(configuration)
        known = Memory(attached.lessons_file).sets()
        return [_contents(name, one, attached) for name, one in known.items()]
    require_store(configuration)
    with connect(configuration) as database:
        return [
            SetContents(
                one.name,
                one.forms,
                one.pairs,
                one.plans,
                one.score,
                one.learned_at,
                tuple(learned_words(database, one.name)),
            )
            for one in store.summaries(database)
        ]


def _contents(name: str, learned: LearnedSet, attached: AttachedGraph) -> SetContents:
    lessons = lessons_of([learned], attached.schema)
    explained = [pair for pair in learned.pairs.values() if pair.query]
    words = [
        LearnedWord(said, key, sum(bool(one.keys) for one in learned.words[word_key(said)].evidence))
        for said, keys in lessons.meanings.items()
        for key in keys
    ]
    return SetContents(
        name,
        len(lessons.templates),
        len(learned.pairs),
        len({pair.query for pair in explained}),
        len(explained) / len(learned.pairs) if learned.pairs else 0.0,
        datetime.fromisoformat(learned.learned_at),
        tuple(words),
        tuple(told_preferences(lessons)),
    )


def forget(configuration: Configuration, name: str) -> tuple[int, int]:
    """Delete a learned set of the graph in a workspace, or `all`; return the numbers of templates and pairs removed.

    Raises:
        InputError: there is no such set.
        KgqaError: see `learned_sets`.
    """
    if attached_graph(configuration) is not None:
        memory = Memory(open_attached(configuration).lessons_file)
        return memory.forget(_chosen(name, list(memory.sets())))
    require_store(configuration)
    with connect(configuration) as database:
        chosen = _chosen(name, [one.name for one in store.summaries(database)])
        return store.forget(database, store.ALL if name == store.ALL_NAME else chosen)


def _chosen(name: str, known: list[str]) -> list[str]:
    if name == store.ALL_NAME:
        return known
    if name not in known:
        raise InputError(
            f"no set is called {name!r}",
            hint=f"known sets: {', '.join(known)}" if known else "no set was learned yet",
        )
    return [name]
