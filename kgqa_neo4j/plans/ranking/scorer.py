"""The untrained scorer of plans, which knows the graph but no questions about it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.model.single_flight import SingleFlight
from kgqa_neo4j.plans.candidates import Candidate, StepPrior, no_step_prior
from kgqa_neo4j.plans.plan import Move, Path, Plan
from kgqa_neo4j.plans.ranking.features import NAMES, Fit, features
from kgqa_neo4j.plans.ranking.graph_words import GraphWords, word_graph
from kgqa_neo4j.plans.ranking.matching import match
from kgqa_neo4j.plans.ranking.taught import NOTHING_TAUGHT, Lexicon, digest, numbered
from kgqa_neo4j.plans.ranking.vectors import Words
from kgqa_neo4j.plans.ranking.weights import Weights
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scores
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.parsing import read_form
from kgqa_neo4j.question.tenses import asks_when_now, is_over, over_asked, says_begun

# Set by hand, as no question set was available to fit them: the bonus for each further topic, the cost of a plan that
# returns to its topic, and the weight of the tense of relation names.
_TOPIC_BONUS = 1.5
REVISIT_COST = 1.0
_TENSE = 1.5
_OF_THE_WHOLE = [NAMES.index(name) for name in ("unexplained", "unexplained_most", "explained_share")]
# Minimum chance of a word that is a relation's own name, and maximum chance of one that is not.
_CALLED, _NOT_CALLED = 0.9, 0.3
_VALUES = [list(KINDS).index(kind) for kind in ("time", "number")]
# Nouns for persons and things, as opposed to times and numbers.
_THINGS = frozenset(
    noun for kind, nouns in KINDS.items() if kind not in ("time", "number", "kind") for noun in nouns
)
_UNEXPLAINED = NAMES.index("unexplained")
# Cache limits: cells over all question templates (templates times relations), and rows per template.
_MOST_CELLS, _MOST_ROWS = 100_000, 20_000


@dataclass(slots=True)
class _Known:
    """A question template, parsed and matched, with the features of the paths scored for it.

    `features` are the row of each path, and the table, (paths, features).
    """

    fit: Fit
    features: tuple[dict[Path, int], Vectors] = field(
        default_factory=lambda: ({}, np.zeros((0, len(NAMES)), np.float32))
    )


class Ranker:
    """Scores plans of one graph by a weighted sum of features.

    The words of the graph are computed at the first question and kept.
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
        """`vectors_shared`: the vectors of `MaskedQuestion` are from this encoder. `lexicon` has the learned words."""
        self._schema = schema
        self._encoder = encoder
        self._vectors_shared = vectors_shared
        self._weights = weights or Weights.load()
        self._lexicon = lexicon
        self._words = Words(encoder)
        self._graph = SingleFlight[GraphWords]()
        # Features depend only on the template and the path, and people use few templates for many topics.
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._knowing = Lock()

    @property
    def key(self) -> str:
        """A key that differs from that of any scorer with other scores."""
        return f"{type(self).__qualname__} {self._weights.digest} {digest(self._lexicon)}".rstrip()

    @property
    def words(self) -> Words:
        """The vectors of words."""
        return self._words

    @property
    def graph(self) -> GraphWords:
        """The words of the graph."""
        return self._graph.get(self._word_graph)

    def _word_graph(self) -> GraphWords:
        graph = word_graph(
            self._schema.relations(),
            self._schema.following,
            self._words,
            self._weights.kinds,
            self._encoder.encode,
        )
        return replace(graph, taught=numbered(self._lexicon, graph.number))

    def step_prior(self, asked: MaskedQuestion) -> StepPrior:
        """Return how well single steps fit: half by the best word of the question, half by the whole sentence."""
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

    def score(self, asked: MaskedQuestion, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates; `features` of the result are the weighted features."""
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
        """Return (plans,): the bonus or cost of relation names whose tense agrees or disagrees with the question's."""
        over, now = _TENSE * over_asked(form), _TENSE * asks_when_now(form)
        number, wordings = self.graph.number, self.graph.wordings
        worth = np.zeros(len(plans), np.float32)
        for place, plan in enumerate(plans if over or now else ()):
            steps = [move.relation for chain in plan.chains for move in chain.path]
            labels = [wordings[number[step]].label for step in steps if step in number]
            worth[place] = over * any(map(is_over, labels)) - now * any(map(says_begun, labels))
        return worth

    def asked_for(self, asked: MaskedQuestion, plan: Plan) -> float:
        """Return how well the relations or the end of a plan match the word for the answer, in [0, 1].

        1 if the question has only a question word for the answer, or if the relations of the plan are unknown.
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
            # The answer to "which publisher" is not a year of publication.
            return 0.0
        said = max(float(fit.matches.relation[focus, number[move.relation]]) for move in path)
        kind = float(fit.matches.kind[focus] @ kinds)
        return max(said, float(fit.matches.noun[focus, end]), kind)

    def names_another(self, asked: MaskedQuestion, plan: Plan) -> bool:
        """Whether the question's word for the answer is the name of a relation that the plan does not use."""
        fit = self._known_form(asked).fit
        focus, units, number = fit.form.focus, fit.form.units, self.graph.number
        steps = [move.relation for chain in plan.chains for move in chain.path]
        if not units or focus < 0 or units[focus].kind or not all(step in number for step in steps):
            return False
        row = fit.matches.relation[focus]
        said = max((float(row[number[step]]) for step in steps), default=0.0)
        return float(row.max(initial=0.0)) >= _CALLED and said < _NOT_CALLED

    def table(self, asked: MaskedQuestion, plans: Sequence[Plan]) -> Vectors:
        """Return the features of plans, shape (plans, features), averaged over the chains of a plan."""
        counts = np.array([len(plan.chains) for plan in plans], int)
        rows = self._rows(asked, [chain.path for plan in plans for chain in plan.chains])
        several = np.flatnonzero(counts > 1).tolist()
        if not several:
            return rows
        table = np.add.reduceat(rows, np.cumsum(counts) - counts, axis=0) / counts[:, None]
        joined = [tuple(move for chain in plans[place].chains for move in chain.path) for place in several]
        table[np.ix_(several, _OF_THE_WHOLE)] = self._rows(asked, joined)[:, _OF_THE_WHOLE]
        return np.asarray(table, np.float32)

    def _rows(self, asked: MaskedQuestion, paths: Sequence[Path]) -> Vectors:
        """Return the features of paths, (paths, features), each computed once per template."""
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
        """Return the features of paths, ignoring steps whose relations are not in the graph."""
        number = self.graph.number
        known = [tuple(move for move in path if move.relation in number) for path in paths]
        there = [place for place, path in enumerate(known) if path]
        table = np.zeros((len(paths), len(NAMES)), np.float32)
        if there:
            table[there] = features(fit, [known[place] for place in there])
        return table

    def _known_form(self, asked: MaskedQuestion) -> _Known:
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
