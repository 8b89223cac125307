"""The complete training run, called by `kgqa train look-ahead`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kgqa_neo4j import embedding
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.methods.iquest.lookahead.curve import write_curve
from kgqa_neo4j.methods.iquest.lookahead.features import TripleFeatures
from kgqa_neo4j.methods.iquest.lookahead.network import FOLDER, Network, Shape, save_network
from kgqa_neo4j.methods.iquest.lookahead.recall import network_scores, recall, recall_of_chance
from kgqa_neo4j.methods.iquest.lookahead.samples import Sample, SampleBounds, make_samples
from kgqa_neo4j.model.errors import ConfigError, InputError
from kgqa_neo4j.question_sets.checksum import checksum
from kgqa_neo4j.question_sets.questions import Format, Question, read_questions
from kgqa_neo4j.settings import Configuration, Settings
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database
from kgqa_neo4j.store.health import check_ready

# Stage, done, total.
OnStage = Callable[[str, int, int], None]

HELD_OUT = 0.1
# Maximum number of held-out samples for the reported recall.
_MEASURED = 300


@dataclass(frozen=True, slots=True)
class TrainingTask:
    """What to train on and how.

    `sample` is the number of questions drawn from each file, 0 for all; `negatives` the number of incorrect
    neighbours per sample; without `two_hop` the network sees only the triple that leads to a neighbour.
    """

    files: tuple[Path, ...]
    format: Format
    sample: int = 1000
    epochs: int = 60
    hidden: int = 128
    negatives: int = 12
    seed: int = 0
    two_hop: bool = True


@dataclass(frozen=True, slots=True)
class Trained:
    """The result: the folder, and the record stored in it."""

    folder: Path
    record: dict[str, Any] = field(default_factory=dict)


def train_look_ahead(
    plan: TrainingTask,
    configuration: Configuration,
    out: Path | None = None,
    on_stage: OnStage = lambda *_: None,
) -> Trained:
    """Train a network on the workspace's graph and save it in `out`, or in the workspace.

    Raises:
        InputError: a file cannot be read (says file:line), or yields too few samples.
        ConfigError: the graph has no vectors of triples.
        DatabaseError, ModelError: or a subclass.
    """
    # Read the files first, so that a bad one is reported before a server is started.
    questions = drawn_questions(plan)
    data = [{"file": file.name, "sha256": checksum(file)} for file in plan.files]
    settings = configuration.settings
    embedder = embedding.create(settings.embedding)
    with connect(configuration) as graph:
        check_graph(graph, embedder)
        samples = make_samples(
            graph, embedder, questions, bounds_of(settings), plan.seed, lambda *n: on_stage("samples", *n)
        )
        network, record = _train(plan, graph, embedder, samples, on_stage)
    network.record = {**record, "questions": len(questions), "data": data}
    folder = out or configuration.workspace / FOLDER
    save_network(network, folder)
    write_curve(record["curve"], folder)
    return Trained(folder, network.record)


def drawn_questions(plan: TrainingTask) -> list[Question]:
    """Return the questions of the task, `plan.sample` from each file, sampled with its seed.

    Raises:
        InputError: a file cannot be read; the message gives file:line.
    """
    questions: list[Question] = []
    for file in plan.files:
        read = read_questions(file, plan.format)
        every = [question for question in read if question.topics]
        if not every:
            raise InputError(f"{file}: no question has a topic", hint="give the topic of each question")
        few = plan.sample and plan.sample < len(every)
        questions += random.Random(plan.seed).sample(every, plan.sample) if few else every
    return questions


def bounds_of(settings: Settings) -> SampleBounds:
    """Return the bounds used in answering."""
    hubs = HubBounds(settings.retrieval.hub_cap, settings.retrieval.read_cap)
    return SampleBounds(hubs, settings.iquest.candidates, settings.iquest.top_k)


def check_graph(graph: Database, embedder: Embedder) -> None:
    """Check that the graph has triple vectors of this encoder.

    Raises:
        ConfigError: it has none.
        DatabaseError: or a subclass, see `check_ready`.
    """
    info = check_ready(
        graph, model=embedder.model, dimension=embedder.dimension, normalised=embedder.normalised
    )
    if info.embed_level != "triples":
        raise ConfigError(
            f"the graph has vectors of {info.embed_level} only; the look-ahead network needs those of triples",
            hint="create them with `kgqa load --embed triples`",
        )


def _train(
    plan: TrainingTask, graph: Database, embedder: Embedder, samples: Sequence[Sample], on_stage: OnStage
) -> tuple[Network, dict[str, Any]]:
    # Imported late: importing PyTorch takes seconds, and errors in files should be reported before.
    from kgqa_neo4j.methods.iquest.lookahead.training import Course, make_examples, train

    training, held_out = _split(samples, plan.seed)
    shape = Shape(embedder.model, embedder.dimension, plan.hidden, plan.two_hop)
    course = Course(plan.epochs, plan.negatives, seed=plan.seed)
    features = TripleFeatures(graph, embedder.dimension)
    parts = [
        make_examples(part, features, shape, course, lambda *n, name=name: on_stage(name, *n))
        for name, part in (("vectors", training), ("vectors held out", held_out))
    ]
    network, curve = train(parts[0], parts[1], shape, course, lambda *n: on_stage("epochs", *n))
    measured = held_out[:_MEASURED]
    by_similarity = [[one.similarity for one in sample.candidates] for sample in measured]
    figures = {
        "network": recall(measured, network_scores(network, features, measured), 3),
        "similarity": recall(measured, by_similarity, 3),
        "chance": recall_of_chance(measured, 3),
    }
    settings = {
        name: value for name, value in asdict(plan).items() if name not in ("files", "hidden", "two_hop")
    }
    return network, {
        **settings,
        "samples": len(training),
        "held_out": len(held_out),
        "recall_at_3": {name: round(value, 4) for name, value in figures.items()},
        "curve": [epoch._asdict() for epoch in curve],
    }


def _split(samples: Sequence[Sample], seed: int) -> tuple[list[Sample], list[Sample]]:
    """Split by question: all hops of a question are on the same side.

    Raises:
        InputError: too few questions yielded samples.
    """
    numbers = sorted({sample.question for sample in samples})
    if len(numbers) < 2:
        raise InputError(
            f"only {len(numbers)} of the questions can be learned from",
            hint="check that the topics and answers of the questions are in the graph",
        )
    random.Random(seed).shuffle(numbers)
    apart = set(numbers[: max(1, round(HELD_OUT * len(numbers)))])
    training = [sample for sample in samples if sample.question not in apart]
    return training, [sample for sample in samples if sample.question in apart]
