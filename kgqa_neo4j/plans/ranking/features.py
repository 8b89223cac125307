"""Computes the features of how well plans fit a question, which mean the same on every graph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.plans.plan import Path
from kgqa_neo4j.plans.ranking.graph_words import GraphWords
from kgqa_neo4j.plans.ranking.matching import Matches
from kgqa_neo4j.question.lexicon import KINDS, SHARING
from kgqa_neo4j.question.parsing import QuestionForm, Unit

Array = npt.NDArray[Any]

NAMES = (
    # Match: optimal assignment of a different word to each step.
    "evidence_mean",
    "evidence_least",
    "evidence_missing",
    "support_least",
    "support_missing",
    "ordered",
    "disorder",
    "first_near",
    "last_far",
    "label_words",
    "label_last",
    # Possessive chain: one step for each link, in order.
    "owned_mean",
    "owned_least",
    "owned_over",
    "owned_under",
    "owned_alone",
    # Words explained by steps.
    "unexplained",
    "unexplained_most",
    "explained_share",
    "nodes_named",
    # Answer type: the word for the answer against the end of the plan.
    "focus_role",
    "focus_noun",
    "focus_kind",
    "focus_any",
    "focus_named",
    # Sentence: the whole question.
    "sentence_mean",
    "sentence_last",
    "sentence_first",
    "sentence_best",
    # Length.
    "two_steps",
    "three_steps",
    "steps_over",
    "steps_under",
    # Sharing: undoing the previous step, and words that ask for that.
    "undo",
    "undo_cued",
    "cue_unused",
    "repeated",
    # Statistics of the graph.
    "usual",
    "frequency",
    "many",
    "many_asked",
    "class_unasked",
)
"""The columns of `features`; docs/ranking.md explains the groups."""

# Words considered for each step in the assignment.
_TOP = 3
# A noun or a kind is weaker evidence for a step than a word for its relation.
_NOUN_EVIDENCE = 0.6
_KIND_EVIDENCE = 0.5
_NOUN_EXPLAINS = 0.85
_SURE = 0.4
_MOST_STEPS = 4.0
_NEVER_SEEN = 1e-3


class Fit:
    """A question matched with a graph: everything that is the same for all paths."""

    def __init__(self, form: QuestionForm, matches: Matches, graph: GraphWords) -> None:
        self.form, self.matches, self.graph = form, matches, graph
        # A question that is only a topic gets one row of zeros, so that the maxima below exist.
        empty = not form.units
        self.relations = np.zeros((1, len(graph.relations)), np.float32) if empty else matches.relation
        self.nouns = np.zeros((1, 2 * len(graph.relations)), np.float32) if empty else matches.noun
        self.kinds = np.zeros((1, len(KINDS)), np.float32) if empty else matches.kind
        self.distance = np.array([one.distance for one in form.units] or [0.0], np.float32)
        kindly = self.kinds @ graph.kinds.T
        weaker = np.maximum(_NOUN_EVIDENCE * self.nouns, _KIND_EVIDENCE * kindly)
        once = said_once(self.relations, form.units)
        self.said = ranked(once, self.distance)
        self.meant = ranked(np.maximum(np.repeat(once, 2, axis=1), weaker), self.distance)
        sure = once.max(axis=1)
        self.expected = float(np.clip(sure[sure > _SURE].sum(), 1.0, _MOST_STEPS))
        sure = self.relations.max(axis=1)
        # A word counts as unexplained only as far as some plan of the graph could explain it.
        self.known = np.maximum(sure, _NOUN_EXPLAINS * self.nouns.max(axis=1))
        meaning = np.array([not one.kind and SHARING.get(one.text, 0.0) < 1 for one in form.units] or [False])
        # Number of words without a match in the graph, except question words and words such as "share", which name no
        # relation.
        self.unknown = float((1.0 - np.minimum(self.known, 1.0))[meaning].sum())
        self.names_object = np.array([wording.names_object for wording in graph.wordings])

    @cached_property
    def named(self) -> Array:
        """For each end, the similarity of its names to the word for the answer, relative to the best end of its kind.

        A country and a city are both places, but their names differ. All 0 for question words, which ask only for a
        kind.
        """
        nearness = np.zeros(2 * len(self.graph.relations))
        if self.form.units[self.form.focus].kind:
            return nearness
        leading = self.graph.kinds.argmax(axis=1)
        named = self.graph.names.any(axis=1)
        for kind in np.unique(leading[named]):
            ends = named & (leading == kind)
            nearness[ends] = self.matches.named[self.form.focus][ends]
            nearness[ends] -= nearness[ends].max()
        return nearness


def features(fit: Fit, paths: Sequence[Path]) -> Vectors:
    """Return one row per path, shape (len(paths), len(NAMES)), with columns as in `NAMES`."""
    table = np.zeros((len(paths), len(NAMES)), np.float32)
    lengths = np.array([len(path) for path in paths], int)
    for length in np.unique(lengths).tolist():
        chosen = np.flatnonzero(lengths == length).tolist()
        some = _Paths(fit, [paths[place] for place in chosen])
        values = some.values()
        table[chosen] = np.stack([values[name] for name in NAMES], axis=1)
    return table


class _Paths:
    """Paths of equal length, as arrays (paths, steps)."""

    def __init__(self, fit: Fit, paths: Sequence[Path]) -> None:
        self.fit, self.form, self.matches, self.graph = fit, fit.form, fit.matches, fit.graph
        self.relations, self.nouns, self.kinds = fit.relations, fit.nouns, fit.kinds
        graph = fit.graph
        self.count, self.length = len(paths), len(paths[0])
        self.relation = np.array([[graph.number[move.relation] for move in path] for path in paths])
        self.outward = np.array([[move.outward for move in path] for path in paths])
        self.arrive = 2 * self.relation + self.outward
        self.depart = 2 * self.relation + ~self.outward
        before, after = self.relation[:, :-1], self.relation[:, 1:]
        self.undo = ((before == after) & (self.outward[:, :-1] != self.outward[:, 1:])).any(axis=1)

    def values(self) -> dict[str, Array]:
        """Return each feature by name, shape (paths,)."""
        said = self.relations[:, self.relation]  # units, paths, steps
        return {
            **self._steps(said),
            **self._owned(said),
            **self._words(said),
            **self._answer_type(),
            **self._sentence(),
            **self._length(),
            **self._sharing(),
            **self._graph_alone(said),
        }

    def _steps(self, said: Array) -> dict[str, Array]:
        evidence, best, ordered = assigned(self.fit.said, self.relation)
        support, _, _ = assigned(self.fit.meant, self.arrive)
        distance = self.fit.distance
        near = 1.0 / (1.0 + distance)
        far = distance / max(1.0, float(distance.max()))
        labels = self.matches.label[self.relation]
        return {
            "evidence_mean": evidence.mean(axis=1),
            "evidence_least": evidence.min(axis=1),
            "evidence_missing": (1.0 - evidence).sum(axis=1),
            "support_least": support.min(axis=1),
            "support_missing": (1.0 - support).sum(axis=1),
            "ordered": ordered / self.length,
            "disorder": (best - ordered) / self.length,
            "first_near": (said[:, :, 0] * near[:, None]).max(axis=0),
            "last_far": (said[:, :, -1] * far[:, None]).max(axis=0),
            "label_words": labels.mean(axis=1),
            "label_last": labels[:, -1],
        }

    def _owned(self, said: Array) -> dict[str, Array]:
        owned = self.form.owned
        nothing = np.zeros(self.count)
        if not owned:
            return dict.fromkeys((name for name in NAMES if name.startswith("owned")), nothing)
        steps = np.zeros((len(owned), self.count), np.float32)
        for place in range(min(len(owned), self.length)):
            steps[place] = said[owned[place], :, place]
        # There are as many steps as links only if the question contains nothing else.
        surely = float(self.form.wholly_owned)
        return {
            "owned_mean": steps.mean(axis=0),
            "owned_least": steps.min(axis=0),
            "owned_over": nothing + surely * max(self.length - len(owned), 0),
            "owned_under": nothing + surely * max(len(owned) - self.length, 0),
            # Other words take another step: "where does X 's mother work".
            "owned_alone": nothing + (1.0 - surely) * max(len(owned) + 1 - self.length, 0),
        }

    def _words(self, said: Array) -> dict[str, Array]:
        named = np.maximum(self.nouns[:, self.arrive].max(axis=2), self.nouns[:, self.depart].max(axis=2))
        explained = np.maximum(said.max(axis=2), _NOUN_EXPLAINS * named)
        missing = np.maximum(self.fit.known[:, None] - explained, 0.0)
        return {
            "unexplained": missing.sum(axis=0),
            "unexplained_most": missing.max(axis=0),
            "explained_share": explained.sum(axis=0) / max(1e-3, float(self.fit.known.sum())),
            "nodes_named": self.nouns[:, self.arrive].max(axis=0).mean(axis=1),
        }

    def _answer_type(self) -> dict[str, Array]:
        last = self.arrive[:, -1]
        if not 0 <= self.form.focus < len(self.form.units):
            nothing = np.zeros(self.count)
            names = ("focus_role", "focus_noun", "focus_kind", "focus_any", "focus_named")
            return dict.fromkeys(names, nothing)
        names_answer = self.fit.names_object[self.relation[:, -1]] == self.outward[:, -1]
        role = self.relations[self.form.focus][self.relation[:, -1]] * names_answer
        noun = self.nouns[self.form.focus][last]
        return {
            "focus_role": role,
            "focus_noun": noun,
            "focus_kind": self.graph.kinds[last] @ self.kinds[self.form.focus],
            "focus_any": np.maximum(role, noun),
            "focus_named": self.fit.named[last],
        }

    def _sentence(self) -> dict[str, Array]:
        nearest = self.matches.sentence[self.arrive].max(axis=2)
        return {
            "sentence_mean": nearest.mean(axis=1),
            "sentence_last": nearest[:, -1],
            "sentence_first": nearest[:, 0],
            "sentence_best": nearest.max(axis=1),
        }

    def _length(self) -> dict[str, Array]:
        expected = self.fit.expected
        ones = np.ones(self.count)
        return {
            "two_steps": ones * (self.length == 2),
            "three_steps": ones * (self.length > 2),
            "steps_over": ones * max(self.length - expected, 0.0),
            "steps_under": ones * max(expected - self.length, 0.0),
        }

    def _sharing(self) -> dict[str, Array]:
        cue = self.form.sharing
        same_end = self.arrive[:, 1:] == self.arrive[:, :-1]
        return {
            "undo": self.undo.astype(float),
            "undo_cued": self.undo * cue,
            "cue_unused": ~self.undo * cue * (self.length > 1),
            "repeated": same_end.sum(axis=1).astype(float),
        }

    def _graph_alone(self, said: Array) -> dict[str, Array]:
        usual = self.graph.usual[self.arrive[:, :-1], self.depart[:, 1:]]
        counts = self.graph.counts
        fans = np.where(self.outward, self.graph.fans[self.relation, 1], self.graph.fans[self.relation, 0])
        return {
            "usual": np.log(usual + _NEVER_SEEN).sum(axis=1),
            "frequency": (np.log1p(counts[self.relation]) - np.log1p(counts.max())).mean(axis=1),
            "many": np.log1p(fans[:, -1]),
            "many_asked": np.log1p(fans[:, -1]) * self.form.number,
            "class_unasked": (self.graph.classes[self.relation] * (1.0 - said.max(axis=0))).sum(axis=1),
        }


def said_once(relations: Array, units: Sequence[Unit]) -> Array:
    """Return the chances of units (units, relations), changed so that adjacent words stand for one step of a relation.

    "PhD supervisor" means one doctoral advisor, not the advisor's advisor: the first word loses its chances for
    relations that the second one stands for too.
    """
    once = relations.copy()
    for place, (one, other) in enumerate(pairwise(units)):
        both = (relations[place] > _SURE) & (relations[place + 1] > _SURE)
        if one.end + 1 == other.place:
            once[place, both] = 0.0
    return once


class Ranked(NamedTuple):
    """The best few units for each kind of step, (few, kinds): indices, chances, distances from the topic."""

    units: Array
    chances: Array
    distance: Array


def ranked(chances: Array, distance: Array) -> Ranked:
    """Return the best units by `chances` (units, kinds of step); `distance` (units,) is that from the topic."""
    order = np.argsort(-chances, axis=0, kind="stable")[:_TOP]
    return Ranked(order, np.take_along_axis(chances, order, axis=0), distance[order])


def assigned(best: Ranked, paths: Array) -> tuple[Array, Array, Array]:
    """Optimally assign a different unit to each step of each path; `paths` (paths, steps) are kinds of step.

    Returns the chances assigned to the steps, (paths, steps); their sum, (paths,); and the greatest sum of an
    assignment in which later steps have units farther from the topic, (paths,).
    """
    count, length = paths.shape
    few = len(best.units)

    def by_place(table: Array) -> list[Array]:
        # One axis for the choice at each step, so that broadcasting enumerates all assignments.
        axes = [[few if axis == place else 1 for axis in range(length)] for place in range(length)]
        return [table[:, paths[:, place]].reshape(*axes[place], count) for place in range(length)]

    units, values, far = by_place(best.units), by_place(best.chances), by_place(best.distance)
    ways = (few,) * length
    total = np.zeros((*ways, count), np.float32)
    ordered = np.ones((*ways, count), bool)
    for place in range(length):
        for earlier in range(place):
            # A unit assigned to an earlier step is worth nothing to a later one.
            values[place] = np.where(units[earlier] == units[place], np.float32(0), values[place])
            ordered &= far[earlier] < far[place]
        total += values[place]
    best_way = total.reshape(-1, count).argmax(axis=0)
    every = np.arange(count)
    evidence = np.stack(
        [np.broadcast_to(value, total.shape).reshape(-1, count)[best_way, every] for value in values], axis=1
    )
    best_ordered = np.where(ordered, total, np.float32(0)).reshape(-1, count).max(axis=0)
    return evidence, total.reshape(-1, count)[best_way, every], best_ordered
