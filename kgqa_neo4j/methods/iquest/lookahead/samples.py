"""One-hop samples: a question, and the neighbours of a frontier on the way to its answers, correct or not."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.linking.resolution import Ids, resolve
from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.methods.iquest.lookahead.features import Way
from kgqa_neo4j.methods.iquest.lookahead.weak_supervision import best_path, hops_of
from kgqa_neo4j.methods.iquest.neighbours import find_neighbours
from kgqa_neo4j.question.masking import PRONOUN, mask
from kgqa_neo4j.question_sets.questions import Question
from kgqa_neo4j.store.driver import Database

OnProgress = Callable[[int, int], None]

# Questions processed in parallel; few, to spare the server.
_THREADS = 4


class LabelledNeighbour(NamedTuple):
    """A neighbour: how it is reached, its triple's similarity to the question, and whether it is correct."""

    way: Way
    similarity: float
    right: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """A step of a question: the question's index, the hop (from 1), and the masked question's vector."""

    question: int
    hop: int
    vector: Vectors
    candidates: tuple[LabelledNeighbour, ...]


@dataclass(frozen=True, slots=True)
class SampleBounds:
    """The bounds used in answering: hub bounds, neighbours scored, entities per frontier."""

    hubs: HubBounds
    candidates: int
    width: int


def make_samples(
    graph: Database,
    embedder: Embedder,
    questions: Sequence[Question],
    bounds: SampleBounds,
    seed: int,
    on_progress: OnProgress,
) -> list[Sample]:
    """Return the samples of all questions, in order.

    A question yields none if the graph lacks its topic or answers, if no path explains the answers, or if two
    paths do equally well: guessing would add noise.

    Raises:
        DatabaseError: or a subclass.
    """
    prefixes = [row["prefix"] for row in graph.read("load_prefixes")]
    names = [name for one in questions for name in (*one.topics, *one.answer_names)]
    ids = resolve(graph, names, prefixes)
    masked = _masked(graph, questions, ids)
    vectors = embedder.encode(masked)

    def work(number: int) -> list[Sample]:
        draw = random.Random(f"{seed}/{number}")
        return _samples(graph, number, questions[number], vectors[number], ids, bounds, draw)

    samples: list[Sample] = []
    with ThreadPoolExecutor(_THREADS, "kgqa-samples") as pool:
        for done, some in enumerate(pool.map(work, range(len(questions))), start=1):
            samples += some
            on_progress(done, len(questions))
    return samples


def _masked(graph: Database, questions: Sequence[Question], ids: dict[str, Ids]) -> list[str]:
    """Return the questions with their topics masked; a topic may be given by its id."""
    topics = sorted({id_ for one in questions for topic in one.topics for id_ in ids[topic]})
    names = {row["id"]: row["name"] for row in graph.read("entity_names", ids=topics)}
    return [
        mask(one.question, [*one.topics, *(names[id_] for topic in one.topics for id_ in ids[topic])], PRONOUN)
        for one in questions
    ]


def _samples(
    graph: Database,
    number: int,
    question: Question,
    vector: Vectors,
    ids: dict[str, Ids],
    bounds: SampleBounds,
    draw: random.Random,
) -> list[Sample]:
    topics = {id_ for topic in question.topics for id_ in ids[topic]}
    answers = {id_ for answer in question.answer_names for id_ in ids[answer]} - topics
    if not topics or not answers:
        return []
    path = best_path(graph, topics, answers, bounds.hubs.taken)
    if not path:
        return []
    hops = hops_of(graph, path, topics, answers, bounds=bounds.hubs, width=bounds.width, draw=draw)
    samples = []
    for hop, step in enumerate(hops, start=1):
        found, _ = find_neighbours(graph, step.frontier, vector, bounds.hubs.taken, bounds.candidates)
        candidates = tuple(
            LabelledNeighbour(Way(one.element, one.entity.id), one.score, one.triple.id in step.right)
            for one in found
            if one.embedded
        )
        # If all candidates are correct, or none is, there is nothing to learn.
        if len({candidate.right for candidate in candidates}) == 2:
            samples.append(Sample(number, hop, vector, candidates))
    return samples
