"""Fit the confidence weights in memory, on public questions asked with and without the facts that answer them.

    python -m training.confidence DATA --out kgqa_neo4j/plans/confidence/weights.json

A quarter of the questions is asked on a graph without the end of their gold plan, so that the best remaining plan is
wrong; with nothing learned, half of these are asked on a graph without that relation anywhere. With learning, each
graph is asked after learning few and many pairs from its other questions, because scores mean less after fewer pairs.
Each graph and number of pairs has the same weight; leave-one-graph-out results are printed first. MetaQA is not used
for the weights with nothing learned, but for those of plans that omit a word, which are too few to separate by learning
state.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.discrimination import worth
from kgqa_neo4j.embedding import create
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.embedding.memory_cache import MemoryCachedEmbedder
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.candidates import Candidate, candidates
from kgqa_neo4j.plans.confidence.calibration import Weights, estimate, fit, state
from kgqa_neo4j.plans.confidence.judging import judge
from kgqa_neo4j.plans.confidence.signals import Outcome, Signals
from kgqa_neo4j.plans.learning.exemplars import ENOUGH, Exemplar, Pair
from kgqa_neo4j.plans.learning.scorer import LearnedScorer
from kgqa_neo4j.plans.learning.search import agreement
from kgqa_neo4j.plans.learning.training import train
from kgqa_neo4j.plans.plan import Chain, Move
from kgqa_neo4j.plans.plan import Path as Steps
from kgqa_neo4j.plans.ranking import Ranker
from kgqa_neo4j.plans.schema import Around, First, RelationFacts, Second
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scorer
from kgqa_neo4j.settings import EmbeddingSettings
from training.memory_graph import MemoryGraph
from training.sets import Collection, Example, load

# Question sets by graph, without and with learning.
UNTRAINED = {
    "pathquestion-2": ("pathquestion-2",),
    "pathquestion-3": ("pathquestion-3",),
    "pat": ("pat-singlehop", "pat-multihop"),
    "wikidata": ("wikidata-train",),
}
LEARNED = {
    "pathquestion-2": ("pathquestion-2",),
    "pathquestion-3": ("pathquestion-3",),
    "metaqa": ("metaqa-dev-1", "metaqa-dev-2", "metaqa-dev-3"),
}
# Questions asked per graph, numbers of pairs learned before, and share asked without the facts that answer them.
ASKED, PAIRS, SHARE = 150, (10, 40), 0.25
# Share of these for which the graph has the requested relation nowhere.
NOWHERE = 0.5
EXECUTED, RIGHT = 20, 0.5


@dataclass(frozen=True, slots=True)
class Judged:
    """The signals of an answer's confidence, and whether the answer was right."""

    signals: Signals
    right: float


Groups = Mapping[str, Sequence[Judged]]


class Lacking:
    """View of a graph without the end of one path from one topic."""

    def __init__(self, graph: MemoryGraph, topic: str, path: Steps) -> None:
        self._graph, self._topic, self._path = graph, topic, path

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity, without the path."""
        found = dict(self._graph.around(topic))
        if topic == self._topic and self._path and self._path[0] in found:
            if len(self._path) == 1:
                del found[self._path[0]]
            else:
                first = found[self._path[0]]
                second: dict[Move, Second] = {
                    move: ends for move, ends in first.second.items() if self._path[1:] != (move,)
                }
                found[self._path[0]] = replace(first, second=second)
        return found

    def answers(self, topic: str, path: Steps) -> set[str]:
        """Return the entities a path leads to; none if it starts with the missing path."""
        missing = bool(self._path) and topic == self._topic and path[: len(self._path)] == self._path
        return set() if missing else self._graph.answers(topic, path)

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return the steps that follow a step anywhere in the graph, with counts."""
        return self._graph.following(move)

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all relations."""
        return self._graph.relations()

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return False for each pair of chains: questions here have a single topic."""
        return [False] * len(pairs)


class Without:
    """View of a graph without one relation."""

    def __init__(self, graph: MemoryGraph, relation: str) -> None:
        self._graph, self._relation = graph, relation

    def around(self, topic: str) -> Around:
        """Return the first two steps around an entity, without those along the relation."""
        kept: dict[Move, First] = {}
        for move, first in self._graph.around(topic).items():
            if move.relation != self._relation:
                second = {then: ends for then, ends in first.second.items() if then.relation != self._relation}
                kept[move] = replace(first, second=second)
        return kept

    def answers(self, topic: str, path: Steps) -> set[str]:
        """Return the entities a path leads to; none if it uses the relation."""
        return (
            set() if any(move.relation == self._relation for move in path) else self._graph.answers(topic, path)
        )

    def following(self, move: Move) -> Mapping[Move, int]:
        """Return the steps that follow a step anywhere in the graph, with counts."""
        found = self._graph.following(move)
        return {then: count for then, count in found.items() if then.relation != self._relation}

    def relations(self) -> Mapping[str, RelationFacts]:
        """Return all other relations."""
        return {name: one for name, one in self._graph.relations().items() if name != self._relation}

    def joins(self, pairs: Sequence[tuple[Chain, Chain]]) -> list[bool]:
        """Return False for each pair of chains: questions here have a single topic."""
        return [False] * len(pairs)


def main() -> None:
    """Judge answers on all graphs, print results on left-out graphs, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--asked", type=int, default=ASKED)
    parser.add_argument(
        "--keep", type=Path, help="write what was judged here, and read it from here if it is there"
    )
    chosen = parser.parse_args()
    encoder = MemoryCachedEmbedder(create(EmbeddingSettings()), most=None, at_once=None)
    groups: dict[str, dict[str, list[Judged]]] | None = (
        _kept(chosen.keep) if chosen.keep and chosen.keep.exists() else None
    )
    if groups is None:
        groups = {
            "untrained": {
                name: judged
                for name, sets in UNTRAINED.items()
                for judged in [list(_untrained(load(name, chosen.data), sets, encoder, chosen.asked))]
            },
            "learned": {
                f"{name} {pairs}": judged
                for name, sets in LEARNED.items()
                for collection in [load(name, chosen.data)]
                for pairs in PAIRS
                for judged in [list(_learned(collection, sets, pairs, encoder, chosen.asked // 2))]
            },
        }
    if chosen.keep:
        _keep(groups, chosen.keep)
    every: dict[str, Groups] = {**groups, "omitting": _omitting(groups)}
    weights = {title: _report(title, some) for title, some in every.items()}
    if chosen.out:
        chosen.out.write_text(json.dumps(dict(sorted(weights.items())), indent=2) + "\n", "utf-8")


def _omitting(groups: Mapping[str, Groups]) -> Groups:
    """Return all answers by plans that omit a word as one group, because they are few."""
    judged = [one for some in groups.values() for of_graph in some.values() for one in of_graph]
    return {"all": [one for one in judged if state(one.signals) == "omitting"]}


def _report(title: str, groups: Groups) -> Weights:
    for left_out in dict.fromkeys(name.split()[0] for name in groups):
        others = {name: some for name, some in groups.items() if name.split()[0] != left_out}
        if not others:
            continue
        weights = _fitted(others)
        for name, some in groups.items():
            if name.split()[0] == left_out:
                print(title, name, "left out:", _worth(some, weights), flush=True)
    weights = _fitted(groups)
    for name, some in groups.items():
        print(title, name, "fitted:", _worth(some, weights), flush=True)
    return weights


def _fitted(groups: Groups) -> Weights:
    judged = [one for some in groups.values() for one in some]
    counts = [len(judged) / len(groups) / len(some) for some in groups.values() for _ in some]
    return fit([one.signals for one in judged], [one.right for one in judged], counts)


def _worth(judged: Sequence[Judged], weights: Weights) -> dict[str, float]:
    seen = worth([estimate(one.signals, weights) for one in judged], [one.right for one in judged])
    return {
        "right": seen.right,
        "wrong": seen.wrong,
        "auroc": round(seen.auroc, 3),
        "calibration_error": round(seen.calibration_error, 3),
        "brier": round(seen.brier, 3),
    }


def _untrained(collection: Collection, sets: Sequence[str], encoder: Embedder, asked: int) -> Iterator[Judged]:
    ranker = Ranker(collection.graph, encoder)
    print("asking", collection.name, flush=True)
    for example in _drawn(collection, sets, asked):
        yield from _judged(collection, example, ranker, encoder)


def _learned(
    collection: Collection, sets: Sequence[str], pairs: int, encoder: Embedder, asked: int
) -> Iterator[Judged]:
    print("asking", collection.name, "with", pairs, "pairs learned", flush=True)
    drawn = _drawn(collection, sets, asked + pairs)
    ranker = Ranker(collection.graph, encoder)
    exemplars = _exemplars(collection, drawn[asked:])
    model = train(exemplars, encoder, ranker, collection.graph)
    scorer = LearnedScorer.of(ranker, model)
    for example in drawn[:asked]:
        yield from _judged(collection, example, scorer, encoder)


def _drawn(collection: Collection, sets: Sequence[str], many: int) -> list[Example]:
    found = [example for name in sets for example in collection.sets[name][: many // len(sets)]]
    random.Random(0).shuffle(found)
    return found


def _judged(collection: Collection, example: Example, scorer: Scorer, encoder: Embedder) -> Iterator[Judged]:
    graph = collection.graph
    vector = encoder.encode([example.masked])[0]
    topic = Entity(example.topic, collection.names.get(example.topic, example.topic))
    asked = MaskedQuestion(example.masked, example.masked, (topic,), vector)
    drawn = random.Random(example.masked + example.topic).random()
    missing = (example.path or _gold_path(graph, example)) if drawn < SHARE else ()
    schema: Lacking | Without = Lacking(graph, example.topic, missing)
    if missing and drawn < SHARE * NOWHERE and isinstance(scorer, Ranker):
        schema = Without(graph, missing[-1].relation)
        scorer = Ranker(schema, encoder)
    found = candidates(schema, [example.topic], scorer.step_prior(asked))
    scores = scorer.score(asked, found, schema)
    for rank, place in enumerate(scores.order()[:EXECUTED] if found else ()):
        answers = _answers(schema, example.topic, found[place])
        if answers:
            linking = Linking(example.masked, vector)
            _, signals = judge(asked, linking, scorer, schema, found, scores, Outcome(place, rank, False))
            hits = len(answers & example.answers)
            right = agreement(hits, len(answers), len(example.answers)) >= RIGHT
            yield Judged(replace(signals, linking=1.0), float(right))
            return


def _answers(schema: Lacking | Without, topic: str, candidate: Candidate) -> set[str]:
    return schema.answers(topic, candidate.plan.chains[0].path) or (
        {topic} if candidate.plan.revisited else set()
    )


def _gold_path(graph: MemoryGraph, example: Example) -> Steps:
    paths = _explained(graph, example)
    return min(paths, key=lambda path: (-paths[path], len(path), path), default=())


def _explained(graph: MemoryGraph, example: Example) -> dict[Steps, float]:
    found: dict[Steps, float] = {}
    for one in candidates(graph, [example.topic]):
        path = one.plan.chains[0].path
        reached = graph.answers(example.topic, path)
        if hits := len(reached & example.answers):
            found[path] = agreement(hits, len(reached), len(example.answers))
    return found


def _exemplars(collection: Collection, examples: Sequence[Example]) -> list[Exemplar]:
    found: dict[str, Exemplar] = {}
    for example in examples:
        exemplar = found.get(example.masked) or Exemplar("fitted", example.masked)
        pair = Pair(
            example.masked, (example.topic,), tuple(frozenset([one]) for one in sorted(example.answers))
        )
        paths = _explained(collection.graph, example) if exemplar.searched < ENOUGH else None
        found[example.masked] = exemplar.with_found(pair, paths)
    return list(found.values())


def _keep(groups: Mapping[str, Groups], file: Path) -> None:
    plain = {
        state: {name: [[list(one.signals.values), one.right] for one in some] for name, some in of.items()}
        for state, of in groups.items()
    }
    file.write_text(json.dumps(plain), "utf-8")


def _kept(file: Path) -> dict[str, dict[str, list[Judged]]]:
    plain = json.loads(file.read_text("utf-8"))
    return {
        state: {name: [Judged(Signals(*values), right) for values, right in some] for name, some in of.items()}
        for state, of in plain.items()
    }


if __name__ == "__main__":
    main()
