"""The method `query`: text to Cypher, guarded and executed, with rejection of unanswerable questions.

After Alekseev et al., 2025 (docs/methods/query.md): entities and relations are retrieved and chosen, questions
without a possible answer are rejected before a query is written, and an error or an empty result is a rejection
too. The strategy `generate` lets the model write the query; `enumerate` ranks the queries that the graph allows.
At most `MAX_CALLS` calls of the model; none with `enumerate` ranked by similarity. On an attached property graph
the model always writes a statement, which `attached_hybrid` compares with the plans.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.attached_answers import AttachedParts
from kgqa_neo4j.methods.common.few_shot import pairs_shown
from kgqa_neo4j.methods.common.graph_parts import GraphParts
from kgqa_neo4j.methods.common.question_run import OnText
from kgqa_neo4j.methods.query.attached_hybrid import HybridRun
from kgqa_neo4j.methods.query.enumerate_strategy import Enumerating
from kgqa_neo4j.methods.query.generate_strategy import Generating
from kgqa_neo4j.methods.query.query_run import NAME
from kgqa_neo4j.methods.query.relation_similarity import RelationSimilarity
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.plans.compiling import Limits
from kgqa_neo4j.plans.execution import Executor
from kgqa_neo4j.plans.graph_schema import schema_of
from kgqa_neo4j.plans.ranking import Ranker, Weights
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import Scorer

MAX_CALLS = 5


class Query:
    """Questions as Cypher, with rejection. Caches the graph's schema."""

    name = NAME
    needs_graph = True
    asks_attached = True

    def __init__(self, make_scorer: Callable[[Resources], Scorer] | None = None) -> None:
        self._make_scorer = make_scorer or default_scorer
        self._parts = GraphParts(self._make_parts)
        self._attached = GraphParts(AttachedParts)

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: the database or a model cannot be used.
        """
        if resources.attached is not None:
            return HybridRun(self.name, question, resources, self._attached.get(resources), on_text).run()
        strategy = Generating if resources.settings.query.strategy == "generate" else Enumerating
        return strategy(question, resources, on_text, *self._parts.get(resources)).run(topics)

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return the number of question-answer pairs that the few-shot examples come from; see `Learner`."""
        return 0 if resources.attached is not None else pairs_shown(resources)

    def _make_parts(self, resources: Resources) -> tuple[Schema, Scorer, Executor]:
        plans, limit = resources.settings.plans, resources.settings.query.limit
        # Conditions and extremes consider more entities than are shown.
        most = max(plans.entities, limit)
        executor = Executor(resources.graph, Limits(plans.reads, most, most))
        return schema_of(resources.graph), self._make_scorer(resources), executor


def default_scorer(resources: Resources) -> Scorer:
    """Return the scorer of enumerated queries.

    The ranker's weights belong to one encoder; with another encoder, queries are ranked by similarity alone.
    """
    weights = Weights.load()
    if weights.encoder != resources.embedder.model:
        return RelationSimilarity(resources.embedder)
    return Ranker(schema_of(resources.graph), resources.embedder, weights)
