"""The method `pdrr`: predict the type of a question, decompose it, retrieve, and reason.

After Zhu et al., 2025 (docs/methods/pdrr.md). At most `MAX_CALLS` calls of the language model: for the type, the
partial triples, a chain's path, and the answer. If nothing is retrieved, no path is needed and the model answers
without the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.linking.lookup import EntityIndex
from kgqa_neo4j.llm.grammar import list_of
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.calls import Sampling, timed
from kgqa_neo4j.methods.common.few_shot import pairs_shown, worked_examples
from kgqa_neo4j.methods.common.generation import compose, named_in, offered_names, unoffered
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES, OnText, QuestionRun
from kgqa_neo4j.methods.common.sub_answers import MAX_NAMES
from kgqa_neo4j.methods.common.verbalization import verbalise_triples
from kgqa_neo4j.methods.pdrr.known_ends import resolve
from kgqa_neo4j.methods.pdrr.lookup import Lookup, RetrievalOutcome
from kgqa_neo4j.methods.pdrr.partial_triples import Decomposition, Term, single
from kgqa_neo4j.methods.pdrr.replies import CHAIN, PdrrReplies, worked_example
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.question.masking import PRONOUN, mask_topics

MAX_CALLS = 4


class Pdrr:
    """Predict, decompose, retrieve, reason."""

    name = "pdrr"
    needs_graph = True

    def answer(
        self, question: str, resources: Resources, topics: Sequence[str] = (), on_text: OnText | None = None
    ) -> Answer:
        """Answer `question`; see `kgqa_neo4j.methods.base.Method`.

        Raises:
            NoSuchTopic: an explicit topic is not in the graph.
            DatabaseError, ModelNotFound, ModelUnreadable: the database or a model cannot be used.
        """
        return _PdrrRun(question, resources, on_text).run(topics)

    def qa_pairs_used(self, resources: Resources) -> int:
        """Return the number of question-answer pairs that the few-shot examples come from; see `Learner`."""
        return pairs_shown(resources)


class _PdrrRun(QuestionRun):
    def __init__(self, question: str, resources: Resources, on_text: OnText | None) -> None:
        super().__init__(Pdrr.name, question, resources, on_text)
        self.settings = resources.settings.pdrr
        self.replies = PdrrReplies(self.calls, self.settings)
        self.index = EntityIndex(resources.graph, resources.embedder)

    def run(self, topics: Sequence[str]) -> Answer:
        linking = self.link(topics)
        question = linking.question
        parts, known = self._decompose(linking)
        found = Lookup(self, self.replies, question).find(parts, known) if known else RetrievalOutcome()
        if found.told:
            self._reason(question, parts, found)
        else:
            self.without_graph("no partial triple led to anything in the graph", question)
        return self.finish()

    def _decompose(self, linking: Linking) -> tuple[Decomposition, dict[Term, list[Entity]]]:
        """Return the partial triples, and the entities that their names refer to."""
        names = list(dict.fromkeys(topic.entity.name for topic in linking.topics))
        with timed(self.answer.seconds, "generation"):
            kind = self.replies.type(linking.question)
            examples = worked_examples(self, linking, worked_example) if kind == CHAIN else []
            parts = self.replies.decomposition(linking.question, names, kind, examples)
        self.step("type", f"the question is treated as a {kind} question", type=kind)
        known = self._known(parts, linking) if parts else {}
        if parts and not known:
            self.replies.fallbacks.append("no name in the partial triples is in the graph")
        if not known and names:
            parts = single(names[0], mask_topics(linking, PRONOUN))
            known = self._known(parts, linking)
            self.replies.fallbacks.append("one partial triple stands for the whole question")
        self.fallbacks(self.replies.taken())
        parts = parts or Decomposition(())
        operation = f" ({parts.operation})" if parts.operation else ""
        self.step(
            "decomposition",
            f"partial triples{operation}: {' '.join(map(str, parts.triples)) or 'none'}",
            triples=[str(partial) for partial in parts.triples],
            operation=str(parts.operation or ""),
            known={term.text: [entity.id for entity in entities] for term, entities in known.items()},
        )
        return parts, known

    def _known(self, parts: Decomposition, linking: Linking) -> dict[Term, list[Entity]]:
        """Resolve the names in partial triples, without those that are not in the graph."""
        known: dict[Term, list[Entity]] = {}
        top_k = self.resources.settings.linking.top_k
        with timed(self.answer.seconds, "linking"):
            for end in dict.fromkeys(end for partial in parts.triples for end in partial.ends):
                if end.unknown:
                    continue
                entities, exact = resolve(end.text, linking, self.index, top_k)
                if entities:
                    known[end] = entities
                if entities and not exact:
                    meant = ", ".join(dict.fromkeys(entity.name for entity in entities))
                    self.replies.fallbacks.append(f"{end.text!r} is not a name in the graph: taken as {meant}")
        return known

    def _reason(self, question: str, parts: Decomposition, found: RetrievalOutcome) -> None:
        """Ask for the answer, and set the answer set from the entities that it names."""
        settings = self.settings
        options = _distinct(entity for group in found.groups for entity in group) or found.others
        answers = found.groups[0] if found.groups else options
        names, more = offered_names(answers)
        constrain = settings.constrain and bool(names)
        if constrain and more:
            self.step("cut", unoffered(more), unoffered=more)
        try:
            with timed(self.answer.seconds, "generation"):
                reply = self.calls.complete(
                    "pdrr_answer",
                    {
                        "question": question,
                        "partial": " ".join(map(str, parts.triples)),
                        "evidence": self._told(found),
                    },
                    sampling=Sampling(settings.temperature, settings.answer_max_tokens),
                    grammar=list_of(names, min(len(names), MAX_NAMES)) if constrain else None,
                    on_text=None if constrain else self.on_text,
                ).strip()
        except MODEL_FAILURES as error:
            self.fail(error)
            return
        self._conclude(reply, found, answers if constrain else options)
        entities = [entity.name for entity in self.answer.entities]
        self.answer.text = compose(entities, self.on_text) if constrain else reply

    def _conclude(self, reply: str, found: RetrievalOutcome, options: Sequence[Entity]) -> None:
        named = named_in(reply, options)
        self.step("answer", reply or "(empty)", named=[entity.id for entity in named])
        if not named and found.groups:
            self.fallbacks(["the reply mentions no entity that was found: what was looked up is the answer"])
        elif not named:
            self.because("the reply mentions no entity that was found")
        entities = named
        if found.groups:
            ids = {named[0].id} if named else set()
            same = next((group for group in found.groups if ids & {one.id for one in group}), found.groups[0])
            if found.settled:
                entities = found.groups[0]
            elif self.settings.expand or not named:
                entities = [*named, *same]
        self.answer_with(entities, [*options, *found.others])

    def _told(self, found: RetrievalOutcome) -> str:
        """Return the retrieved triples for the prompt, those that prove the answers first."""
        budget = min(self.settings.evidence_tokens, self.calls.llm.context // 2)
        links = list({link.triple.id: link for link in found.told}.values())
        walked = [(link.triple, link.way.outward) for link in links]
        told = verbalise_triples(walked, budget, self.calls.llm.count_tokens)
        if told.left_out:
            self.step(
                "cut",
                f"{told.told:,} completed triples fit the prompt, {told.left_out:,} were left out",
                told=told.told,
                left_out=told.left_out,
                budget=budget,
            )
        return f"{told.text}\nResult: {found.result}" if found.result else told.text

    def alone(self, question: str) -> None:
        """Let the model answer alone, step by step; see `QuestionRun.alone`."""
        try:
            with timed(self.answer.seconds, "generation"):
                sampling = Sampling(self.settings.temperature, self.settings.answer_max_tokens)
                values = {"question": question}
                reply = self.calls.complete("pdrr_alone", values, sampling=sampling, on_text=self.on_text)
        except MODEL_FAILURES as error:
            self.fail(error)
            return
        self.answer.text = reply.strip()
        self.step("generation", "the language model thought out an answer without the graph")


def _distinct(entities: Iterable[Entity]) -> list[Entity]:
    return list({entity.id: entity for entity in entities}.values())
