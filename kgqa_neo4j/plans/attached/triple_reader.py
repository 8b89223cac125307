"""Reads questions about an attached graph with the reader and ranker for triples, and translates their queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.attached.linking import linking_of
from kgqa_neo4j.plans.attached.names import ValueNames
from kgqa_neo4j.plans.attached.schema import AttachedSchema
from kgqa_neo4j.plans.attached.translating import Translator, Untranslatable
from kgqa_neo4j.plans.candidates import Limits, candidates
from kgqa_neo4j.plans.language.chains import query_of
from kgqa_neo4j.plans.language.query import Form, Query
from kgqa_neo4j.plans.plan import Plan
from kgqa_neo4j.plans.ranking import ranker_of
from kgqa_neo4j.plans.reading.asked import unknown_words
from kgqa_neo4j.plans.reading.choice import is_known, is_sure
from kgqa_neo4j.plans.reading.labelled.label_nouns import noun_of
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import Vocabulary
from kgqa_neo4j.plans.reading.mentions import named
from kgqa_neo4j.plans.reading.reader import Proposal, Reader, Reading
from kgqa_neo4j.plans.reading.topic_positions import placed
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.plans.scoring import MaskedQuestion
from kgqa_neo4j.question.directions import goes_against
from kgqa_neo4j.question.lexicon import KINDS, names_person
from kgqa_neo4j.question.masking import mask_topics
from kgqa_neo4j.store.driver import Database

_KEPT = 10
# Amount that remains unexplained even if all words of a question mean something.
_IDLE = 0.25
_UNKNOWN = 0.5
# Penalty for a step in the direction opposite to the question.
_TURNED = 1.0
_LIMITS = Limits(hops=3, candidates=400, joined=40)


class TripleReader:
    """The triple reader: reads questions about one attached graph as triples. Safe to use from several threads."""

    def __init__(
        self,
        database: Database,
        schema: PropertyGraphSchema,
        index: ValueIndex,
        encoder: Embedder,
        vocabulary: Vocabulary,
        spacy_model: str,
        weights_file: str = "",
    ) -> None:
        self._schema = AttachedSchema(database, schema)
        self._graph = schema
        relations = self._schema.view
        self._names = ValueNames(schema, relations, index, vocabulary, self.person_share)
        self._translator = Translator(schema, relations)
        self._ranker = ranker_of(self._schema, encoder, weights_file)
        self._encoder = encoder
        self._view = GraphView(
            self._schema, self._ranker.graph, self._ranker.words, encoder, partial(named, self._names)
        )
        self._persons: dict[str, float] = {}
        self._reader = Reader(self._names, self._view, spacy_model)

    def read(self, spotted: Spotted) -> Reading:
        """Return the queries that a question may mean, the best first.

        Raises:
            DatabaseError: or a subclass: the graph cannot be read.
            ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
        """
        linking = placed(linking_of(spotted, self._names))
        if linking is None:
            return Reading()
        asked = self._reader.asked(linking)
        reading = self._reader.reading_of(asked)
        proposals = self._translated(reading.proposals)
        if spotted.operations.which:
            proposals = [
                replace(one, query=replace(one.query, form=Form.LIST)) if one.query.form is Form.EXISTS else one
                for one in proposals
            ]
        if proposals and (reading.operates or (is_known(reading) and is_sure(reading))):
            return Reading(tuple(proposals), False, reading.operates)
        return Reading((*self._chains(linking, unknown_words(asked)), *proposals), chain=True)

    def person_share(self, label: str) -> float:
        """Return how likely nodes of a label are persons, by the label and their names; 0.5 if unknown."""
        if label not in self._persons:
            self._persons[label] = self._person_share(label)
        return self._persons[label]

    def _person_share(self, label: str) -> float:
        noun = noun_of(label)
        if names_person(noun):
            return 1.0
        if any(noun in nouns for nouns in KINDS.values()) or self._is_coded(label):
            return 0.0
        ends = [move for move in self._view.ends if set(self._schema.view.arrived(move)) == {label}]
        return max(map(self._view.person, ends), default=_UNKNOWN)

    def _is_coded(self, label: str) -> bool:
        """Whether the names of nodes with a label are numbers or codes."""
        known = self._graph.label.get(label)
        naming = known.naming[:1] if known else ()
        samples = [
            text for one in (known.properties if known else ()) if one.name in naming for text in one.samples
        ]
        return bool(samples) and all(any(char.isdigit() for char in text) for text in samples)

    def _translated(self, proposals: Iterable[Proposal]) -> list[Proposal]:
        found: dict[Query, Proposal] = {}
        for one in proposals:
            try:
                query = self._translator.translated(one.query)
            except Untranslatable:
                continue
            found.setdefault(query, replace(one, query=query))
        return list(found.values())

    def _chains(self, linking: Linking, unknown: tuple[str, ...]) -> list[Proposal]:
        """Return the chains from the topics as queries, best first.

        `unknown` are the words of the question that mean nothing in the graph.
        """
        form = mask_topics(linking)
        topics = tuple({one.entity.id: one.entity for one in linking.topics}.values())
        asked = MaskedQuestion(linking.question, form, topics, self._encoder.encode([form])[0])
        found = candidates(self._schema, [one.id for one in topics], self._ranker.step_prior(asked), _LIMITS)
        if not found:
            return []
        scores = self._ranker.score(asked, found, self._schema)
        left = scores.unexplained
        proposals = []
        for place in scores.order()[: 3 * _KEPT]:
            turned = _TURNED * self._is_turned(form, found[place].plan)
            missing = (float(left[place]) if left is not None else 0.0) + max(0.0, scores.unknown - _IDLE)
            value = float(scores.values[place]) - turned
            query = query_of(found[place].plan)
            proposals.append(Proposal(query, value, unknown, missing + turned, 0.0, scores.unknown))
        proposals.sort(key=lambda one: -one.score)
        return self._translated(proposals)[:_KEPT]

    def _is_turned(self, form: str, plan: Plan) -> bool:
        """Whether the step of a single-step plan contradicts who does what to whom in the question."""
        steps = [move for chain in plan.chains for move in chain.path]
        number = self._view.words.number.get(steps[0].relation) if len(steps) == 1 else None
        if number is None:
            return False
        kind = self._graph.type.get(steps[0].relation)
        alike = kind is not None and any(way.source == way.target for way in kind.connections)
        return goes_against(form, self._view.words.wordings[number].label, steps[0].outward, alike)
