"""The untrained scorer of plans: nothing of the graph's questions was seen, only the graph."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.plans.candidates import Candidate, StepPrior, no_step_prior
from kgqa_neo4j.plans.plan import Move, Path, Plan
from kgqa_neo4j.plans.ranking.features import NAMES, Fit, features
from kgqa_neo4j.plans.ranking.graph_words import GraphWords, word_graph
from kgqa_neo4j.plans.ranking.matching import match
from kgqa_neo4j.plans.ranking.taught import NOTHING_TAUGHT, Lexicon, digest, numbered
from kgqa_neo4j.plans.ranking.vectors import Words
from kgqa_neo4j.plans.ranking.weights import Weights
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import Asked, Scores
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.parsing import read_form
from kgqa_neo4j.question.tenses import asks_when_now, is_over, over_asked, says_begun

# No set to fit these to: a plan that uses a further topic, one that comes back to its topic, and one that tells of
# another time than the question.
_TOPIC_BONUS = 1.5
REVISIT_COST = 1.0
_TENSE = 1.5
_OF_THE_WHOLE = [NAMES.index(name) for name in ("unexplained", "unexplained_most", "explained_share")]
# Chances from which a word is a relation's own name, and below which it is not.
_CALLED, _NOT_CALLED = 0.9, 0.3
_VALUES = [list(KINDS).index(kind) for kind in ("time", "number")]
# Nouns for persons and things, which no value is.
_THINGS = frozenset(
    noun for kind, nouns in KINDS.items() if kind not in ("time", "number", "kind") for noun in nouns
)
_UNEXPLAINED = NAMES.index("unexplained")
# What is kept of question forms: cells of one of their tables (forms times relations), and rows of one form.
_MOST_CELLS, _MOST_ROWS = 100_000, 20_000


@dataclass(slots=True)
class _Known:
    """A question form that was read and matched, with the features of the paths that it was asked about.

    `features` are where each path stands in a table, and the table, (paths, features).
    """

    fit: Fit
    features: tuple[dict[Path, int], Vectors] = field(
        default_factory=lambda: ({}, np.zeros((0, len(NAMES)), np.float32))
    )


class Ranker:
    """Scores plans of one graph by a weighted sum of features.

    What the graph's relations are called is worked out at the first question and kept.
    """

    def __init__(
        self,
        schema: Schema,
        encoder: Embedder,
        weights: Weights | None = None,
        *,
        vectors_shared: bool = True,
        lexicon: Lexicon = NOTHING_TAUGHT,
    ) -> None:
        """`vectors_shared`: the vectors of `Asked` are this encoder's. `lexicon` has the words that were learned."""
        self._schema = schema
        self._encoder = encoder
        self._vectors_shared = vectors_shared
        self._weights = weights or Weights.load()
        self._lexicon = lexicon
        self._words = Words(encoder)
        self._graph: GraphWords | None = None
        # Features depend on the form and the path alone, and people ask in few forms about many topics.
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._knowing = Lock()

    @property
    def key(self) -> str:
        """What tells this scorer from one that gives other scores."""
        return f"{type(self).__qualname__} {self._weights.digest} {digest(self._lexicon)}".rstrip()

    @property
    def words(self) -> Words:
        """The vectors of words."""
        return self._words

    @property
    def graph(self) -> GraphWords:
        """The graph in words."""
        if self._graph is None:
            graph = word_graph(
                self._schema.relations(),
                self._schema.following,
                self._words,
                self._weights.kinds,
                self._encoder.encode,
            )
            self._graph = replace(graph, taught=numbered(self._lexicon, graph.number))
        return self._graph

    def step_prior(self, asked: Asked) -> StepPrior:
        """Return how well single steps fit: by any word of the question, or by the sentence as a whole."""
        if not self._schema.relations():
            return no_step_prior
        matches = self._known_form(asked).fit.matches
        said = matches.relation.max(axis=0, initial=0.0)
        sentence = matches.sentence.max(axis=1, initial=0.0)
        graph = self.graph

        def step_prior(move: Move) -> float:
            if move.relation not in graph.number:
                return 0.0
            return float(0.5 * said[graph.number[move.relation]] + 0.5 * sentence[graph.end(move)])

        return step_prior

    def score(self, asked: Asked, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates; `features` of the result are each feature's part in the score."""
        if not candidates:
            return Scores(np.zeros(0, np.float32))
        table = self.table(asked, [one.plan for one in candidates])
        parts = table * self._weights.features
        further = np.array([_TOPIC_BONUS * (len(one.plan.chains) - 1) for one in candidates], np.float32)
        revisited = np.array([-REVISIT_COST * one.plan.revisited for one in candidates], np.float32)
        tense = self._tenses(asked.masked, [one.plan for one in candidates])
        parts = np.concatenate([parts, further[:, None], revisited[:, None], tense[:, None]], axis=1)
        names = (*NAMES, "further_topics", "revisited", "tense")
        unknown = self._known_form(asked).fit.unknown
        return Scores(parts.sum(axis=1), names, parts, unexplained=table[:, _UNEXPLAINED], unknown=unknown)

    def _tenses(self, form: str, plans: Sequence[Plan]) -> Vectors:
        """Return what it is worth that relations tell of another time than a question, or of its own; (plans,)."""
        over, now = _TENSE * over_asked(form), _TENSE * asks_when_now(form)
        number, wordings = self.graph.number, self.graph.wordings
        worth = np.zeros(len(plans), np.float32)
        for place, plan in enumerate(plans if over or now else ()):
            steps = [move.relation for chain in plan.chains for move in chain.path]
            labels = [wordings[number[step]].label for step in steps if step in number]
            worth[place] = over * any(map(is_over, labels)) - now * any(map(says_begun, labels))
        return worth

    def asked_for(self, asked: Asked, plan: Plan) -> float:
        """Return how well a plan leads over or to what the question asks for by a word of its own, in [0, 1].

        1 where question words alone ask, and where the relations of the plan are unknown.
        """
        fit = self._known_form(asked).fit
        focus, units, number = fit.form.focus, fit.form.units, self.graph.number
        path = plan.chains[0].path
        if not units or focus < 0 or units[focus].kind or not path:
            return 1.0
        if not all(move.relation in number for move in path):
            return 1.0
        end = self.graph.end(path[-1])
        kinds = self.graph.kinds[end]
        if int(np.argmax(kinds)) in _VALUES and units[focus].text in _THINGS:
            # "Which publisher" is no year of publication.
            return 0.0
        said = max(float(fit.matches.relation[focus, number[move.relation]]) for move in path)
        kind = float(fit.matches.kind[focus] @ kinds)
        return max(said, float(fit.matches.noun[focus, end]), kind)

    def names_another(self, asked: Asked, plan: Plan) -> bool:
        """Return whether a question asks by name for another relation of the graph than those of a plan."""
        fit = self._known_form(asked).fit
        focus, units, number = fit.form.focus, fit.form.units, self.graph.number
        steps = [move.relation for chain in plan.chains for move in chain.path]
        if not units or focus < 0 or units[focus].kind or not all(step in number for step in steps):
            return False
        row = fit.matches.relation[focus]
        said = max((float(row[number[step]]) for step in steps), default=0.0)
        return float(row.max(initial=0.0)) >= _CALLED and said < _NOT_CALLED

    def table(self, asked: Asked, plans: Sequence[Plan]) -> Vectors:
        """Return the features of plans, shape (plans, features). Chains of one plan are averaged."""
        counts = np.array([len(plan.chains) for plan in plans], int)
        rows = self._rows(asked, [chain.path for plan in plans for chain in plan.chains])
        several = np.flatnonzero(counts > 1).tolist()
        if not several:
            return rows
        table = np.add.reduceat(rows, np.cumsum(counts) - counts, axis=0) / counts[:, None]
        joined = [tuple(move for chain in plans[place].chains for move in chain.path) for place in several]
        table[np.ix_(several, _OF_THE_WHOLE)] = self._rows(asked, joined)[:, _OF_THE_WHOLE]
        return np.asarray(table, np.float32)

    def _rows(self, asked: Asked, paths: Sequence[Path]) -> Vectors:
        """Return the features of paths, (paths, features), each worked out once for a form."""
        known = self._known_form(asked)
        rows, table = known.features
        missing = [path for path in dict.fromkeys(paths) if path not in rows]
        if missing:
            if len(rows) > _MOST_ROWS:
                rows, table, missing = {}, table[:0], list(dict.fromkeys(paths))
            rows = {**rows, **{path: place for place, path in enumerate(missing, len(rows))}}
            table = np.concatenate([table, self._features(known.fit, missing)])
            known.features = rows, table
        return table[[rows[path] for path in paths]]

    def _features(self, fit: Fit, paths: Sequence[Path]) -> Vectors:
        """Return the features of paths; of steps by relations that are not in the graph there are none."""
        number = self.graph.number
        known = [tuple(move for move in path if move.relation in number) for path in paths]
        there = [place for place, path in enumerate(known) if path]
        table = np.zeros((len(paths), len(NAMES)), np.float32)
        if there:
            table[there] = features(fit, [known[place] for place in there])
        return table

    def _known_form(self, asked: Asked) -> _Known:
        with self._knowing:
            if asked.masked in self._known:
                self._known.move_to_end(asked.masked)
                return self._known[asked.masked]
        form = read_form(asked.masked)
        vector = asked.vector if self._vectors_shared else self._encoder.encode([asked.masked])[0]
        found = _Known(Fit(form, match(form, vector, self.graph, self._words), self.graph))
        with self._knowing:
            self._known[asked.masked] = found
            if len(self._known) > max(1, _MOST_CELLS // max(1, len(self.graph.relations))):
                self._known.popitem(last=False)
        return found
