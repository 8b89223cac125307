"""The method `iquest`: iterative sub-questions, each answered from the most promising neighbours.

After Wang and Yu, 2025 (docs/methods/iquest.md). The guiding role writes a sub-question, a two-hop look-ahead
scores the neighbours of the frontier, the answering role answers from the best ones, and these become the
frontier. n iterations take at most 4 n - 1 calls: guiding (twice after a repetition), sub-answer, sufficiency
(except after the last), and the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.embedding.base import Vectors, cosine
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.generation import compose, named_in, unoffered
from kgqa_neo4j.methods.common.lazy_vectors import LazyVectors
from kgqa_neo4j.methods.common.path_expansion import HubBounds
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun, falls_back
from kgqa_neo4j.methods.iquest.neighbours import (
    Neighbour,
    best_neighbours,
    find_neighbours,
    open_look_ahead,
    with_their_relations,
)
from kgqa_neo4j.methods.iquest.roles import SubAnswer, answer_sub_question, conclude, guide, is_enough, offered
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.question.masking import PRONOUN, mask


def most_calls(iterations: int) -> int:
    """Return the maximum number of language model calls per question."""
    return 4 * iterations - 1


class Iquest:
    """Iterative sub-questions with a two-hop look-ahead."""

    name = "iquest"
    needs_graph = True

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable, ModelError: the database, a model or the
                trained network cannot be used.
        """
        return _IquestRun(self.name, question, resources, on_text).run(topics)

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return the number of question-answer pairs that the look-ahead network was trained on.

        Raises:
            ModelNotFound, ModelUnreadable, ModelError: the trained network cannot be used.
        """
        found = open_look_ahead(
            resources.graph, resources.embedder, resources.settings.iquest, resources.workspace
        )
        return int(found.network.record.get("questions", 0)) if found else 0


class _IquestRun(QuestionRun):
    """One question: the context C, the frontier E, and the sub-questions that found nothing."""

    def __init__(self, method: str, question: str, resources: Resources, on_text: OnText | None) -> None:
        super().__init__(method, question, resources, on_text)
        self.settings = resources.settings.iquest
        # Without the fallback, sub-answers must come from the graph.
        self.own = self.settings.own_knowledge and falls_back(resources)
        self.lazy = LazyVectors(resources.graph, resources.embedder, resources.settings.retrieval.lazy_limit)
        self.look_ahead = open_look_ahead(
            resources.graph, resources.embedder, self.settings, resources.workspace, self.lazy
        )
        self.context: list[SubAnswer] = []
        self.fruitless: list[Vectors] = []
        self.frontier: dict[str, tuple[str, ...]] = {}
        self.names: set[str] = set()
        self.hop = 1

    def run(self, topics: Sequence[str]) -> Answer:
        linking = self.link(topics)
        if not linking.topics:
            self.without_graph("nothing in the question was found in the graph", linking.question)
            return self.finish()
        self.frontier = {topic.entity.id: () for topic in linking.topics}
        self.names = {name for one in linking.topics for name in (one.mention.text, one.entity.name)}
        self.whole = self.resources.embedder.encode([mask(linking.question, self.names, PRONOUN)])[0]
        try:
            self._investigate(linking.question)
            self.answer.steps += self.lazy.steps
            self._conclude(linking)
        except MODEL_FAILURES as error:
            self.fail(error)
        return self.finish()

    def _investigate(self, question: str) -> None:
        most = self.settings.max_iterations
        for number in range(1, most + 1):
            sub_question = self._next(question)
            if not sub_question:
                return
            self.step("sub-question", sub_question, number=number, frontier=sorted(self.frontier))
            self._answer(sub_question)
            if number < most and self._enough(question):
                return
        self.step("cut", f"no more than {most} sub-questions are asked", iterations=most)

    def _next(self, question: str) -> str:
        """Return the next sub-question; empty if none is needed or the model only repeats itself."""
        wanted = self._guide(question)
        if not wanted or not self._is_repetition(wanted):
            return wanted
        self.step("guard", f"not asked again, since a similar one found nothing: {wanted}", question=wanted)
        with timed(self.answer.seconds, "generation"):
            again = guide(self.calls, question, self.context, avoid=wanted)
        if again.question and not self._is_repetition(again.question):
            return again.question
        summary = "no further sub-question: the guiding role has nothing new to ask"
        self.step("guard", summary, reply=again.reply, problem=again.problem)
        return ""

    def _guide(self, question: str) -> str:
        with timed(self.answer.seconds, "generation"):
            guidance = guide(self.calls, question, self.context)
        if guidance.done and self.context:
            self.step("sub-question", "none is needed any more", reply=guidance.reply)
            return ""
        if guidance.question:
            return guidance.question
        problem = guidance.problem or "none is needed, it says, but nothing is known yet"
        self.step("fallback", f"the question itself is asked: the sub-question was unusable ({problem})")
        return question

    def _is_repetition(self, question: str) -> bool:
        if not self.fruitless:
            return False
        vector = self.resources.embedder.encode([question])[0]
        return max(cosine(vector, one) for one in self.fruitless) >= self.settings.repeat_threshold

    def _answer(self, question: str) -> None:
        """Answer a sub-question, add it to the context, and move the frontier if the graph had an answer."""
        plain, masked = self.resources.embedder.encode([question, mask(question, self.names, PRONOUN)])
        with timed(self.answer.seconds, "exploration"):
            kept, shown = self._retrieve(masked)
        result = SubAnswer(question)
        if shown or self.own:
            with timed(self.answer.seconds, "generation"):
                result, told = answer_sub_question(self.calls, question, shown, self.settings, own=self.own)
            if told.left_out:
                summary = f"{told.told:,} triples fit the prompt, {told.left_out:,} were left out"
                self.step("cut", summary, told=told.told, left_out=told.left_out)
            if result.unoffered:
                self.step("cut", unoffered(result.unoffered), unoffered=result.unoffered)
        self._record(result, shown)
        if result.entities:
            self._move(result, kept, shown)
        else:
            self.fruitless.append(plain)

    def _retrieve(self, vector: Vectors) -> tuple[list[Neighbour], list[Neighbour]]:
        """Return the kept neighbours and all neighbours shown to the answering role, best first."""
        graph, settings = self.resources.graph, self.settings
        caps = self.resources.settings.retrieval
        found, cuts = find_neighbours(
            graph, self.frontier, vector, caps.hub_cap, settings.candidates, self.lazy
        )
        self.answer.steps += cuts
        around = ""
        untrained = settings.look_ahead and self.look_ahead is None
        how = "similarity, as no look-ahead network is trained" if untrained else "similarity"
        bare = sum(not one.embedded for one in found)
        if self.look_ahead and found and not bare:
            # The network was trained on whole questions, for which the second hop matters.
            texts = [vector, self.whole] if self.settings.whole_question else [vector]
            found = self.look_ahead.rescore(found, texts, settings.similarity)
            how = "the look-ahead network" + " and similarity" * bool(settings.similarity)
            around = self.look_ahead.seen_around()
        elif self.look_ahead and bare:
            how = f"similarity, as {bare:,} of these triples have no vector"
        kept = best_neighbours(found, settings.top_k)
        shown, cut = kept, False
        if settings.expand:
            bounds, most = HubBounds(caps.hub_cap, caps.read_cap), settings.max_triples
            shown, cut = with_their_relations(graph, kept, self.frontier, vector, bounds, most)
        named = ", ".join(f"{one.entity.name} ({one.score:.2f})" for one in kept) or "none"
        step = self.step(
            "look-ahead",
            f"kept of {len(found):,} neighbours, by {how}{around and f' ({around})'}: {named}",
            by=how,
            around=around,
            kept=[one.triple.id for one in kept],
            shown=len(shown),
        )
        if cut:
            self.step("cut", f"{len(shown):,} triples of the kept relations are shown, there may be more")
        self.add_evidence(((one.triple, one.score, self.hop) for one in shown), step)
        return kept, shown

    def _record(self, result: SubAnswer, shown: Sequence[Neighbour]) -> None:
        self.context.append(result)
        if result.problem:
            used = "its words are taken as own knowledge" if result.own else "it counts as none"
            self.step("fallback", f"the sub-answer was unusable ({result.problem}): {used}")
        flag = " (the model's own knowledge, not in the evidence)" if result.own else ""
        self.step(
            "sub-answer",
            f"{result.text or 'nothing was found'}{flag}",
            question=result.question,
            reply=result.reply,
            answers=[entity.id for entity in result.entities],
            own_knowledge=bool(result.own),
            triples=[one.triple.id for one in shown],
        )

    def _move(self, result: SubAnswer, kept: Sequence[Neighbour], shown: Sequence[Neighbour]) -> None:
        """Make the top k the frontier; entities named by the sub-answer come first."""
        answers = {entity.id: entity for entity in result.entities}
        onward = list(dict.fromkeys([*answers, *(one.entity.id for one in kept)]))
        wide = min(len(answers), self.settings.frontier)
        chosen = onward[: max(self.settings.top_k, wide)]
        if not chosen:
            return
        if len(answers) > len(chosen):
            summary = (
                f"the search goes on from {len(chosen)} of the {len(answers)} entities named (iquest.frontier)"
            )
            self.step("cut", summary, named=len(answers), kept=len(chosen))
        self.frontier = {id_: _came_by(id_, shown) for id_ in chosen}
        self.names |= {one.entity.name for one in shown if one.entity.id in self.frontier}
        self.hop += 1

    def _enough(self, question: str) -> bool:
        with timed(self.answer.seconds, "generation"):
            enough, reply = is_enough(self.calls, question, self.context)
        if enough is None:
            self.step("fallback", "the reply is neither yes nor no: taken as no", reply=reply)
        else:
            self.step("sufficiency", "that suffices" if enough else "that does not suffice yet")
        return bool(enough)

    def _conclude(self, linking: Linking) -> None:
        question, found = linking.question, [one for one in self.context if one.entities]
        if not self.evidence:
            names = ", ".join(topic.entity.name for topic in linking.topics)
            self.without_graph(f"there are no triples around {names}", question)
            return
        if not found and not falls_back(self.resources):
            self.because("the triples answer none of the sub-questions")
            self.answer.status = Status.UNANSWERABLE
            return
        with timed(self.answer.seconds, "generation"):
            reply = conclude(self.calls, question, self.context, self.settings, self.on_text)
        self._answer_with(reply, found, {topic.entity.id for topic in linking.topics})

    def _answer_with(self, reply: str, found: Sequence[SubAnswer], topics: set[str]) -> None:
        """Set the answer: the entities of the evidence that the reply names, else the last sub-answer."""
        ends = (end for item in self.evidence for end in (item.triple.subject, item.triple.object))
        named = named_in(reply, [end for end in ends if end.id not in topics])
        last = next((one for one in reversed(self.context) if one.text), SubAnswer(""))
        answers: Sequence[Entity] = named or last.entities
        if not named:
            self.because("the answer mentions no entity from the evidence")
            if answers:
                self.step(
                    "fallback",
                    "the last sub-answer is the answer: the reply mentions no entity from the evidence",
                )
        if own := [one.question for one in self.context if one.own]:
            self.because(f"answered from the model's own knowledge: {' '.join(own)}")
        if not found:
            self.because("the triples answer none of the sub-questions")
        if not found or not answers:
            self.answer.status = Status.FALLBACK
        self.answer_with(answers, (entity for one in reversed(found) for entity in one.entities))
        constrained = self.settings.constrain and bool(offered(self.context))
        if answers and (constrained or not reply):
            self.answer.text = compose([entity.name for entity in answers], self.on_text)
        else:
            self.answer.text = reply
        self.step("answer", self.answer.text or "(empty)", reply=reply, named=[one.id for one in named])


def _came_by(entity: str, shown: Sequence[Neighbour]) -> tuple[str, ...]:
    """Return the triples that must not be followed back: those of the best relation that led to an entity."""
    ways = [one for one in shown if one.entity.id == entity]
    best = {(one.triple.relation, one.outward) for one in ways[:1]}
    return tuple(one.triple.id for one in ways if (one.triple.relation, one.outward) in best)
