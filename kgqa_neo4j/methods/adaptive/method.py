"""The method `adaptive`: exploration with similarity thresholds, to the depth predicted by a pseudo query.

After Akhavan Safaei et al. (docs/methods/adaptive.md): linking, hop prediction, exploration, generation, fallback. The
language model is called at most twice; once, for the fallback, if nothing was linked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.embedding.file_cache import FileCachedEmbedder
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.adaptive.answer_set import rank_candidates, rank_entities
from kgqa_neo4j.methods.adaptive.attached_exploration import AttachedExploration
from kgqa_neo4j.methods.adaptive.attached_linking import AttachedLinker
from kgqa_neo4j.methods.adaptive.completion import complete
from kgqa_neo4j.methods.adaptive.evidence import verbalise_evidence
from kgqa_neo4j.methods.adaptive.exploration import Exploration, explore
from kgqa_neo4j.methods.adaptive.explored_graph import EntityGraph, ExploredGraph
from kgqa_neo4j.methods.adaptive.hop_prediction import Prediction, predict, worked_example
from kgqa_neo4j.methods.adaptive.roles import PathVectors, Role, best_depth, options_of, rank_roles
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.attached_answers import AttachedParts
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.few_shot import pairs_shown, worked_examples
from kgqa_neo4j.methods.common.generation import Generated, compose, generate, unoffered
from kgqa_neo4j.methods.common.graph_parts import GraphParts
from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun
from kgqa_neo4j.model.answer import Answer, Step
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.question.masking import PRONOUN, mask_topics

# File with cached vectors in the folder of an attached graph.
VECTORS = "vectors.sqlite"


class Adaptive:
    """Adaptive exploration. One instance may answer many questions; it caches the vectors of paths."""

    name = "adaptive"
    needs_graph = True
    asks_attached = True

    def __init__(self) -> None:
        self._paths: PathVectors | None = None
        self._attached = GraphParts(_Attached)

    def answer(
        self,
        question: str,
        resources: Resources,
        topics: Sequence[str] = (),
        on_text: OnText | None = None,
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: a resource cannot be used at all. If a single model call
                fails, the answer has the status `failed` instead.
        """
        graph: ExploredGraph = EntityGraph(resources.graph)
        if resources.attached is not None:
            attached = self._attached.get(resources)
            resources, graph = attached.resources(resources), attached.explored
        return _AdaptiveRun(question, resources, graph, self._paths_for(resources), on_text).run(topics)

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return the number of question-answer pairs from which few-shot examples are taken; see `Learner`."""
        return 0 if resources.attached is not None else pairs_shown(resources)

    def _paths_for(self, resources: Resources) -> PathVectors:
        paths = self._paths
        if paths is None or paths.embedder is not resources.embedder:
            paths = self._paths = PathVectors(resources.embedder)
        return paths


class _Attached:
    """The parts for an attached graph: its linker, its exploration, an encoder with stored vectors."""

    def __init__(self, resources: Resources) -> None:
        assert resources.attached is not None
        self._embedder = FileCachedEmbedder(resources.embedder, resources.attached.folder / VECTORS)
        parts = AttachedParts(resources)
        self._linker = AttachedLinker(parts, self._embedder, resources.settings.linking)
        self.explored = AttachedExploration(resources.graph, parts.schema, self._embedder)

    def resources(self, resources: Resources) -> Resources:
        """Return `resources` with the linker and the encoder for the attached graph."""
        return replace(resources, linker=self._linker, embedder=self._embedder)


class _AdaptiveRun(QuestionRun):
    """The run of one question."""

    def __init__(
        self,
        question: str,
        resources: Resources,
        graph: ExploredGraph,
        paths: PathVectors,
        on_text: OnText | None,
    ) -> None:
        super().__init__(Adaptive.name, question, resources, on_text)
        self.graph = graph
        self.settings = resources.settings.adaptive
        self.paths = paths

    def run(self, topics: Sequence[str]) -> Answer:
        linking = self.link(topics)
        if linking.topics:
            self._from_graph(linking)
        else:
            self.without_graph("nothing in the question was found in the graph", linking.question)
        return self.finish()

    def _from_graph(self, linking: Linking) -> None:
        topics = list({candidate.entity.id: candidate.entity for candidate in linking.topics}.values())
        with timed(self.answer.seconds, "generation"):
            prediction = predict(
                self.calls,
                linking.question,
                topics,
                self.settings,
                # An attached graph has no learned questions, because these are stored in the graph.
                lambda: () if self.resources.attached else worked_examples(self, linking, worked_example),
            )
        self.answer.steps.append(prediction.step)
        self.because(prediction.reason)
        with timed(self.answer.seconds, "exploration"):
            vector = self.resources.embedder.encode([mask_topics(linking, PRONOUN)])[0]
            exploration, roles = self._explore(vector, topics, prediction)
        if not exploration.found:
            names = ", ".join(topic.name for topic in topics)
            self.without_graph(f"no fact about {names} matches the question", linking.question)
            return
        try:
            with timed(self.answer.seconds, "generation"):
                generated = self._generate(linking.question, exploration, roles)
        except MODEL_FAILURES as error:
            self.fail(error)
        else:
            self._answer_with(generated, roles, exploration, vector, {topic.id for topic in topics})
        self.add_evidence((found.triple, found.score, found.hop) for found in exploration.ranked())

    def _explore(
        self, vector: Vectors, topics: Sequence[Entity], prediction: Prediction
    ) -> tuple[Exploration, list[Role]]:
        """Explore, and rank the roles found; replace an unusable prediction by the best depth of the profile."""
        settings = self.settings
        depth = prediction.depth or settings.max_hops
        exploration = explore(self.graph, self.resources.embedder, vector, topics, depth, settings)
        scores = self.paths.scores(exploration, vector, settings.hop_penalty)
        if not prediction.depth:
            depth, profile = best_depth(scores)
            exploration.cut(depth)
            summary = (
                f"explore {depth} hop{'s' * (depth != 1)}, where the paths are most similar to the question"
            )
            self.answer.steps.append(Step("hops", summary, {"depth": depth, "profile": profile}))
        self.answer.steps += exploration.steps
        return exploration, rank_roles(exploration, topics, scores, depth, prediction.given, settings)

    def _generate(self, question: str, exploration: Exploration, roles: Sequence[Role]) -> Generated:
        """Generate the answer (the second call)."""
        llm, settings = self.resources.llm, self.settings
        # At most half of the context, which leaves room for question and reply in small ones.
        budget = min(settings.evidence_tokens, llm.context // 2)
        evidence = verbalise_evidence(exploration, roles, budget, llm.count_tokens)
        if evidence.left_out:
            told, left_out = evidence.told, evidence.left_out
            summary = f"the {told:,} most relevant triples fit the prompt, {left_out:,} were left out"
            data = {"told": told, "left_out": left_out, "budget": budget}
            self.answer.steps.append(Step("cut", summary, data))
        if settings.constrain:
            options = options_of(roles[: settings.roles])
            generated = generate(self.calls, question, evidence.text, options, True, None)
            if left := generated.unoffered:
                self.answer.steps.append(Step("cut", unoffered(left), {"unoffered": left}))
            return generated
        return generate(self.calls, question, evidence.text, options_of(roles), False, self.on_text)

    def _answer_with(
        self,
        generated: Generated,
        roles: list[Role],
        exploration: Exploration,
        vector: Vectors,
        topics: set[str],
    ) -> None:
        """Set the ranked answer set and the text from the entities that the model named."""
        answer, settings = self.answer, self.settings
        named = [entity.id for entity in generated.named]
        unnamed = "" if named else "the reply mentions no entity from the evidence"
        if unnamed and settings.constrain and roles:
            unnamed += "; the entities are ranked by similarity alone"
        self.because(unnamed)
        role = next((role for role in roles if not named or role.has(named[0])), None)
        if role is not None and (named or settings.constrain):
            if settings.expand and settings.complete:
                with timed(answer.seconds, "exploration"):
                    bounds = HubBounds(settings.hub_cap, self.resources.settings.retrieval.read_cap)
                    role, cut = complete(self.graph, vector, role, exploration, topics, bounds)
                if cut:
                    answer.steps.append(Step("cut", "more entities may stand in this role than are listed"))
            answer.entities = rank_entities(generated.named, role, settings.expand)
        answer.candidates = rank_candidates(roles, {entity.id for entity in answer.entities})
        if settings.constrain:
            answer.text = compose([entity.name for entity in answer.entities], self.on_text)
        else:
            answer.text = generated.reply.strip()
        path = role.text(exploration.relation_names()) if role else ""
        data = {"named": named, "role": path, "reply": generated.reply}
        answer.steps.append(Step("generation", f"answered with what is reached by: {path}", data))
