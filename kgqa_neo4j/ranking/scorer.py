"""The untrained scorer of plans: nothing of the graph's questions was seen, only the graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.plans.candidates import Candidate, Promise, no_promise
from kgqa_neo4j.plans.plan import Move, Path, Plan
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import Asked, Scores
from kgqa_neo4j.ranking.features import NAMES, features
from kgqa_neo4j.ranking.graph_words import GraphWords, word_graph
from kgqa_neo4j.ranking.matching import Matches, match
from kgqa_neo4j.ranking.question import QuestionForm, read_form
from kgqa_neo4j.ranking.vectors import Words
from kgqa_neo4j.ranking.weights import Weights

# No set to fit these to: a plan that uses a further topic, and one that comes back to its topic.
_TOPIC_BONUS = 1.5
_REVISIT_COST = 1.0
_OF_THE_WHOLE = [NAMES.index(name) for name in ("unexplained", "unexplained_most", "explained_share")]


class Ranker:
    """Scores plans of one graph by a weighted sum of features.

    What the graph's relations are called is worked out at the first question and kept.
    """

    def __init__(
        self, schema: Schema, encoder: Embedder, weights: Weights | None = None, *, vectors_shared: bool = True
    ) -> None:
        """`vectors_shared`: the vectors of `Asked` are this encoder's."""
        self._schema = schema
        self._encoder = encoder
        self._vectors_shared = vectors_shared
        self._weights = weights or Weights.load()
        self._words = Words(encoder)
        self._graph: GraphWords | None = None
        self._last: tuple[str, QuestionForm, Matches] | None = None

    @property
    def graph(self) -> GraphWords:
        """The graph in words."""
        if self._graph is None:
            self._graph = word_graph(
                self._schema.relations(),
                self._schema.following,
                self._words,
                self._weights.kinds,
                self._encoder.encode,
            )
        return self._graph

    def promise(self, asked: Asked) -> Promise:
        """Return how well single steps fit: by any word of the question, or by the sentence as a whole."""
        if not self._schema.relations():
            return no_promise
        _, matches = self._matched(asked)
        said = matches.relation.max(axis=0, initial=0.0)
        sentence = matches.sentence.max(axis=1, initial=0.0)
        graph = self.graph

        def promise(move: Move) -> float:
            if move.relation not in graph.number:
                return 0.0
            return float(0.5 * said[graph.number[move.relation]] + 0.5 * sentence[graph.end(move)])

        return promise

    def score(self, asked: Asked, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates; `features` of the result are each feature's part in the score."""
        if not candidates:
            return Scores(np.zeros(0, np.float32))
        parts = self.table(asked, [one.plan for one in candidates]) * self._weights.features
        further = np.array([_TOPIC_BONUS * (len(one.plan.chains) - 1) for one in candidates], np.float32)
        revisited = np.array([-_REVISIT_COST * one.plan.revisited for one in candidates], np.float32)
        parts = np.concatenate([parts, further[:, None], revisited[:, None]], axis=1)
        return Scores(parts.sum(axis=1), (*NAMES, "further_topics", "revisited"), parts)

    def table(self, asked: Asked, plans: Sequence[Plan]) -> Vectors:
        """Return the features of plans, shape (plans, features). Chains of one plan are averaged."""
        form, matches = self._matched(asked)
        chains: list[Path] = []
        owners: list[int] = []
        for place, plan in enumerate(plans):
            for chain in plan.chains:
                known = tuple(move for move in chain.path if move.relation in self.graph.number)
                if known:
                    chains.append(known)
                    owners.append(place)
        rows = features(form, matches, self.graph, chains)
        table = np.zeros((len(plans), len(NAMES)), np.float32)
        np.add.at(table, owners, rows)
        counts = np.bincount(owners, minlength=len(plans))
        table /= np.maximum(counts, 1)[:, None]
        several = [place for place, count in enumerate(counts) if count > 1]
        if several:
            joined = [tuple(move for chain in plans[place].chains for move in chain.path) for place in several]
            whole = features(form, matches, self.graph, joined)
            table[np.ix_(several, _OF_THE_WHOLE)] = whole[:, _OF_THE_WHOLE]
        return table

    def _matched(self, asked: Asked) -> tuple[QuestionForm, Matches]:
        if self._last is None or self._last[0] != asked.masked:
            form = read_form(asked.masked)
            vector = asked.vector if self._vectors_shared else self._encoder.encode([asked.masked])[0]
            self._last = asked.masked, form, match(form, vector, self.graph, self._words)
        return self._last[1], self._last[2]
