"""The parts of the method `plans` that are kept between questions, for one graph."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.plans.constraint_plans import Values
from kgqa_neo4j.model.single_flight import SingleFlight
from kgqa_neo4j.plans.candidates import Limits as CandidateLimits
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.graph_schema import schema_of
from kgqa_neo4j.plans.language.execution import QueryExecutor
from kgqa_neo4j.plans.learning.lessons import Lessons
from kgqa_neo4j.plans.learning.scorer import LearnedScorer, create, lessons_for
from kgqa_neo4j.plans.ranking.scorer import Ranker
from kgqa_neo4j.plans.reading.mentions import named
from kgqa_neo4j.plans.reading.names import DatabaseNames
from kgqa_neo4j.plans.reading.reader import Reader
from kgqa_neo4j.plans.reading.topic_positions import placed
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import Scorer
from kgqa_neo4j.question.masking import mask_topics
from kgqa_neo4j.settings import PlansSettings
from kgqa_neo4j.store.driver import Database

MakeScorer = Callable[[Resources], Scorer]


class Parts:
    """Schema, scorer, lessons, executors and reader for one graph, kept between questions."""

    def __init__(self, resources: Resources, make_scorer: MakeScorer) -> None:
        settings = resources.settings.plans
        self.graph: Database = resources.graph
        self.schema: Schema = schema_of(resources.graph)
        self.executor = Executor(resources.graph, execution_limits(settings))
        self.scorer = make_scorer(resources)
        self.lessons: Lessons = lessons_for(resources.graph, resources.settings)
        self.values = Values(self.schema, resources.embedder)
        self._spacy_model = resources.settings.linking.spacy_model
        self._embedder = resources.embedder
        self.queries = QueryExecutor(resources.graph, self.schema, execution_limits(settings))
        self.beside = ThreadPoolExecutor(thread_name_prefix="kgqa-plans")
        self._reader = SingleFlight[Reader | None]()

    @property
    def ranker(self) -> Ranker | None:
        """The packaged ranker, which matches the question's words with relations; None if another scorer is used."""
        ranker = self.scorer.untrained if isinstance(self.scorer, LearnedScorer) else self.scorer
        return ranker if isinstance(ranker, Ranker) else None

    def has_learned(self, linking: Linking) -> bool:
        """Whether the template of a linked question was learned, with a plan of chains or with a query."""
        question = placed(linking)
        if question is not None and self.lessons.has_form(question):
            return True
        return isinstance(self.scorer, LearnedScorer) and self.scorer.has_learned(
            mask_topics(linking), self.schema
        )

    @property
    def reader(self) -> Reader | None:
        """The reader for questions that no plan of chains expresses; None without the ranker or without relations."""
        return self._reader.get(self._make_reader)

    def _make_reader(self) -> Reader | None:
        ranker = self.ranker
        if ranker is None or not self.schema.relations():
            return None
        names = DatabaseNames(self.graph)
        view = GraphView(self.schema, ranker.graph, ranker.words, self._embedder, partial(named, names))
        return Reader(names, view, self._spacy_model)


def candidate_limits(settings: PlansSettings) -> CandidateLimits:
    """Return the bounds of the enumeration of candidates."""
    return CandidateLimits(settings.max_hops, settings.candidates, settings.joined)


def execution_limits(settings: PlansSettings) -> Limits:
    """Return the bounds of execution."""
    return Limits(settings.reads, settings.entities, settings.proved)


def default_scorer(resources: Resources) -> Scorer:
    """Return the scorer of plans, including the learned sets that the settings select."""
    return create(resources.graph, resources.embedder, resources.settings, resources.workspace)
