"""The method `plans`: enumerates the plans that the graph around the topics allows, ranks them, executes the best.

This project's own. No language model is called: the answer is the result of the executed plan, with the triples that
prove it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.attached_answers import AttachedParts, AttachedRun, lessons_in
from kgqa_neo4j.methods.common.graph_parts import GraphParts
from kgqa_neo4j.methods.common.question_run import OnText
from kgqa_neo4j.methods.plans.parts import MakeScorer, Parts, default_scorer
from kgqa_neo4j.methods.plans.plan_search import NAME
from kgqa_neo4j.methods.plans.planning import Planning
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.plans.candidates import Candidate
from kgqa_neo4j.plans.learning.scorer import LearnedScorer
from kgqa_neo4j.plans.scoring import Scores


class Plans:
    """Ranked query plans. One instance may answer many questions; it caches what it reads of the graph."""

    name = NAME
    needs_graph = True
    asks_attached = True

    def __init__(self, make_scorer: MakeScorer | None = None) -> None:
        make = make_scorer or default_scorer
        self._parts = GraphParts(lambda resources: Parts(resources, make))
        self._attached = GraphParts(AttachedParts)

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: a resource cannot be used at all.
        """
        if resources.attached is not None:
            return self.answer_attached(question, resources, on_text)
        return self.begin(question, resources, on_text).run(topics)

    def answer_attached(
        self, question: str, resources: Resources, on_text: OnText | None = None, method: str = name
    ) -> Answer:
        """Answer a question from an attached property graph; `method` is the name in the answer.

        Raises:
            DatabaseError, ModelNotFound, ModelUnreadable: see `answer`.
        """
        return AttachedRun(method, question, resources, self.attached_parts(resources), on_text).run()

    def attached_parts(self, resources: Resources) -> AttachedParts:
        """Return the cached parts for the attached graph of `resources`."""
        return self._attached.get(resources)

    def begin(self, question: str, resources: Resources, on_text: OnText | None = None) -> Planning:
        """Return the run of a question, not yet started; afterwards it holds the candidates and their scores."""
        return Planning(question, resources, self.parts(resources), on_text)

    def considered(
        self, question: str, resources: Resources, topics: Sequence[str] = ()
    ) -> tuple[Linking, list[Candidate], Scores]:
        """Return the linked question, and all candidates with their scores, in the order of enumeration.

        Raises:
            NoSuchTopic, DatabaseError, ModelNotFound, ModelUnreadable: see `answer`.
        """
        planning = self.begin(question, resources)
        try:
            return planning.consider(topics)
        finally:
            planning.settle()

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return the number of question-answer pairs that its scores were learned from; see `Learner`."""
        if resources.attached is not None:
            return lessons_in(resources.attached, resources.settings.learning.sets).pairs
        scorer = self.parts(resources).scorer
        return scorer.pairs if isinstance(scorer, LearnedScorer) else 0

    def parts(self, resources: Resources) -> Parts:
        """Return the cached parts for the graph of `resources`."""
        return self._parts.get(resources)
