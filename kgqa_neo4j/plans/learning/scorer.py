"""A plan scorer that adds what the graph's exemplars teach to an untrained scorer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kgqa_neo4j.embedding.base import Embedder, Vectors
from kgqa_neo4j.plans.candidates import Candidate, StepPrior
from kgqa_neo4j.plans.graph_schema import GraphSchema
from kgqa_neo4j.plans.learning import lesson_store, store
from kgqa_neo4j.plans.learning.fitted_models import FittedModels
from kgqa_neo4j.plans.learning.knn_voting import Openness, openness
from kgqa_neo4j.plans.learning.lessons import Lessons
from kgqa_neo4j.plans.learning.model import Model, only_path
from kgqa_neo4j.plans.learning.training import OnDone, train
from kgqa_neo4j.plans.plan import Move, Plan, chain_plan
from kgqa_neo4j.plans.ranking import create as untrained_scorer
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import WORDS, MaskedQuestion, Scorer, Scores
from kgqa_neo4j.settings import Settings
from kgqa_neo4j.store.driver import Database

# Changes when models are fitted differently, so that models of older code are refitted.
FORM = "3"
# Maximum number of learned paths that the topic lacks and that are scored too, to see whether one of them is meant.
_BEYOND = 30


class LearnedScorer:
    """Adds what was learned to the scores of another scorer; without exemplars it changes nothing.

    The model is fitted when it is first needed, and kept until the exemplars change.

    Args:
        untrained: the scorer that has learned nothing.
        database: the graph with the exemplars.
        embedder: encodes question forms.
        sets: the sets of exemplars to use; empty for all.
        workspace: where fitted models are kept besides the graph; None for nowhere.
    """

    def __init__(
        self,
        untrained: Scorer,
        database: Database,
        embedder: Embedder,
        sets: Sequence[str] = store.ALL,
        workspace: Path | None = None,
    ) -> None:
        self._untrained = untrained
        self._database = database
        self._embedder = embedder
        self._sets = tuple(sets)
        self._fitted = FittedModels(database, workspace)
        self._model: Model | None = None
        self._open: tuple[MaskedQuestion, Openness] | None = None
        mark, self.pairs = store.fingerprint(database, self._sets)
        # Models are fitted on top of the untrained scores, so other weights need another model.
        base = getattr(untrained, "key", type(untrained).__qualname__)
        key = "\x1f".join((FORM, mark, embedder.model, base))
        self.key = hashlib.blake2b(key.encode(), digest_size=10).hexdigest() if mark else ""

    @classmethod
    def of(cls, untrained: Scorer, model: Model) -> LearnedScorer:
        """Return a scorer with a fitted model, for a graph that is not in a database."""
        scorer = cls.__new__(cls)
        scorer._untrained, scorer._model, scorer._open = untrained, model, None
        scorer.key, scorer.pairs = "fitted", model.pairs
        return scorer

    @property
    def untrained(self) -> Scorer:
        """The underlying scorer, without what was learned."""
        return self._untrained

    def step_prior(self, asked: MaskedQuestion) -> StepPrior:
        """Return how well single steps fit; see `Scorer`. Learned scores are only added once there is a model."""
        untrained = self._untrained.step_prior(asked)
        model = self._model
        if model is None:
            return untrained
        said = model.said(asked.masked, asked.vector)

        def step_prior(move: Move) -> float:
            return model.scale * untrained(move) + float(model.learned(said, [chain_plan("", move)])[0])

        return step_prior

    def score(self, asked: MaskedQuestion, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        """Score the candidates; see `Scorer`."""
        if not self.key:
            return self._untrained.score(asked, candidates, schema)
        model = self.model(schema)
        said = model.said(asked.masked, asked.vector)
        missing = _missing(model, asked, candidates)
        base = self._untrained.score(asked, [*candidates, *missing], schema)
        plans: list[Plan] = [one.plan for one in (*candidates, *missing)]
        untrained = model.scale * base.values
        explained = base.part(WORDS)
        if self._open is None or self._open[0] is not asked:
            # Plans that the topic lacks are scored in a later call, by the openness of the first one.
            self._open = asked, openness(untrained[: len(candidates)], explained[: len(candidates)])
        voted = self._open[1].gained(said.votes, [only_path(plan) for plan in plans], explained)
        learned = model.learned(said, plans) + model.remembered(asked.masked, plans) + voted
        values = untrained + learned
        parts = [untrained[:, None], learned[:, None]] + ([] if base.features is None else [base.features])
        count = len(candidates)
        _, nearest = model.nearest(asked.vector) if model.known else (0, 0.0)
        return Scores(
            values[:count],
            ("untrained", "learned", *base.names),
            np.asarray(np.hstack(parts)[:count], np.float32),
            _log_sum(values[count:]),
            nearest,
            Scores(base.values[:count]),
            None if base.unexplained is None else base.unexplained[:count],
            base.unknown,
        )

    def has_learned(self, form: str, schema: Schema) -> bool:
        """Return whether this very question form was learned."""
        return bool(self.key) and self.model(schema).has_form(form)

    def model(self, schema: Schema, on_done: OnDone = lambda done, of: None) -> Model:
        """Return the model of the current exemplars: a stored one, or one that is fitted now."""
        if self._model is None:
            self._model = self._fitted.find(self.key)
        if self._model is None:
            exemplars = store.read(self._database, self._sets)
            self._model = train(exemplars, self._embedder, self._untrained, schema, on_done)
            self._fitted.keep(self.key, self._model)
        return self._model


def create(database: Database, embedder: Embedder, settings: Settings, workspace: Path | None) -> Scorer:
    """Return the plan scorer with the exemplars that the settings choose, if there are any.

    Raises:
        ConfigError: the settings name a set that was not learned.
    """
    sets = store.chosen(database, settings.learning.sets)
    if sets is None:
        return untrained_scorer(database, embedder, settings.plans.weights)
    lexicon = lesson_store.read(database, sets).lexicon
    untrained = untrained_scorer(database, embedder, settings.plans.weights, lexicon)
    return LearnedScorer(untrained, database, embedder, sets, workspace)


def lessons_for(database: Database, settings: Settings) -> Lessons:
    """Return what the sets that the settings choose teach about words and question forms.

    Raises:
        ConfigError: the settings name a set that was not learned.
    """
    sets = store.chosen(database, settings.learning.sets)
    return Lessons() if sets is None else lesson_store.read(database, sets)


def fit_model(database: Database, embedder: Embedder, workspace: Path, on_done: OnDone) -> None:
    """Fit the model of all exemplars and store it, so that the next question need not wait.

    Raises:
        DatabaseError: or a subclass.
    """
    untrained = untrained_scorer(database, embedder, lexicon=lesson_store.read(database).lexicon)
    learned = LearnedScorer(untrained, database, embedder, store.ALL, workspace)
    if learned.key:
        learned.model(GraphSchema(database), on_done)


def _missing(model: Model, asked: MaskedQuestion, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return plans for learned paths that do not exist around the topic."""
    there = {chain.path for one in candidates for chain in one.plan.chains}
    topic = asked.topics[0].id if asked.topics else ""
    paths = [path for path in model.paths if path not in there][:_BEYOND]
    return [Candidate(chain_plan(topic, *path), 1.0, False) for path in paths]


def _log_sum(values: Vectors) -> float:
    if not len(values):
        return -np.inf
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))
