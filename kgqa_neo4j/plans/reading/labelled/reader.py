"""Reads a question about a property graph into ranked queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.plans.language.query import Query, labels_of
from kgqa_neo4j.plans.reading.labelled.binding import Binder, Filter
from kgqa_neo4j.plans.reading.labelled.building import Builder
from kgqa_neo4j.plans.reading.labelled.date_parts import of_date_parts, of_ends
from kgqa_neo4j.plans.reading.labelled.eliminating import Eliminating
from kgqa_neo4j.plans.reading.labelled.headcounts import as_headcount, headcounts
from kgqa_neo4j.plans.reading.labelled.hyphens import parted_words
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.narrow_labels import narrower_labels, of_wider
from kgqa_neo4j.plans.reading.labelled.operating import spotted_operations
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token, tokens_of
from kgqa_neo4j.plans.reading.labelled.spotting import spots_of
from kgqa_neo4j.plans.reading.labelled.stored import StoredWords, called_once
from kgqa_neo4j.plans.reading.labelled.unexplained import UNDONE, Spotted, unexplained
from kgqa_neo4j.plans.reading.labelled.unsupported import undone
from kgqa_neo4j.plans.reading.labelled.value_lists import agreeing
from kgqa_neo4j.plans.reading.labelled.value_nouns import with_labels
from kgqa_neo4j.plans.reading.labelled.vocabulary import Vocabulary
from kgqa_neo4j.plans.reading.reader import Proposal, Reading

# Words that are ordinals at the end of a question, and name no property.
_AT_LAST = frozenset({"first", "last"})
_KEPT, _COMBINED, _MOST = 20, 24, 2000
_QUERY_COST = 0.01
# Cost of an answer that no word of the question names, in unexplained words.
_GUESSED = 0.5
# Cost of each label in the query that no word of the question names.
_PASSED = 0.05
# Number of assignments tried for a noun that is read as a label it does not name.
_FEW = 4


class LabelledReader:
    """Reads questions about one property graph. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema, index: ValueIndex, encoder: Embedder) -> None:
        self.vocabulary = Vocabulary(schema, encoder)
        self._index = index
        self._parted = parted_words(schema)
        self._narrower = narrower_labels(schema)
        self._headcounts = headcounts(schema)
        self.joiner = joiner = Joiner(schema)
        self._binder = Binder(schema, joiner)
        self._builder = Builder(schema, self.vocabulary, joiner)
        self._eliminating = Eliminating(schema, joiner)

    def spotted(self, question: str) -> Spotted:
        """Return what the words of a question mean by themselves: its operations, and what it names of the graph."""
        tokens = tokens_of(question, self._parted)
        stored = StoredWords(tokens, self._index)
        named = self.vocabulary.whole_names([one.lower for one in tokens]) | stored.names()
        operations = spotted_operations(question, tokens, named)
        spots = spots_of(tokens, self.vocabulary, stored, operations.taken)
        kept = [spot for spot in spots if not any(operations.taken[spot.first : spot.last]) or spot.quoted]
        if kept and kept[-1].last == len(tokens) and kept[-1].text.lower() in _AT_LAST:
            # "Who was born first" asks for no first name.
            kept.pop()
        for spot in kept:
            spot.values = called_once(spot.values, self.vocabulary.schema)
        kept = as_headcount(of_wider(kept, self._narrower), self._headcounts)
        kept = of_date_parts(kept, tokens, operations.taken, self.vocabulary.schema)
        kept = of_ends(kept, tokens, operations.taken)
        kept = with_labels(kept, tokens, self.vocabulary)
        return Spotted(question, tuple(tokens), operations, tuple(kept))

    def read(self, spotted: Spotted) -> Reading:
        """Return the queries that a question may mean, best first; none if it names nothing of the graph."""
        found = self._proposals(spotted)
        taken, cost = self._eliminating.taken(spotted, self._worth)
        if cost:
            found |= self._proposals(taken, cost)
        ranked = sorted(found.values(), key=lambda one: -one.score)
        return Reading(tuple(ranked[:_KEPT]), False, True)

    def _worth(self, spotted: Spotted) -> float | None:
        """Return the score of the best query; None if there is none."""
        return max((one.score for one in self._proposals(spotted, most=_FEW).values()), default=None)

    def _proposals(self, spotted: Spotted, more: float = 0.0, most: int = _COMBINED) -> dict[Query, Proposal]:
        """Return the queries that a question may mean; `more` is added to the unexplained words."""
        question, tokens, operations, spots = (
            spotted.question,
            spotted.tokens,
            spotted.operations,
            spotted.spots,
        )
        found: dict[Query, Proposal] = {}
        named = {one.element.owner or one.element.name for spot in spots for one in spot.named}
        for filters in islice(self._choices(question, tokens, spots), most):
            spoken = named | {one.element.owner or one.element.name for one in filters}
            for query, sketch in self._builder.queries(BoundQuestion(tokens, spots, filters, operations)):
                missing = unexplained(spotted, sketch.used)
                missing += [("", _GUESSED)] if sketch.guessed else []
                missing += [(word, UNDONE) for word in undone(spotted, query)]
                left = sum(weight for _, weight in missing) + more
                passed = _PASSED * len(labels_of(query.pattern) - spoken)
                total = sketch.score - left - _QUERY_COST * len(query.paths) - passed
                words = tuple(word for word, weight in missing if weight > 0.5)
                if query not in found or found[query].score < total:
                    found[query] = Proposal(query, total, words, left, -sketch.score)
        return found

    def _choices(
        self, question: str, tokens: Sequence[Token], spots: Sequence[Spot]
    ) -> Iterator[tuple[Filter, ...]]:
        """Yield the good assignments of a question's constants to properties, best first."""
        options = agreeing(self._binder.filters(question, tokens, spots), tokens, spots)
        kept: list[list[Filter | None]] = []
        for some in options:
            best = sorted(some, key=lambda one: -one.score)[: 4 if len(options) < 3 else 2]
            # What only looks like a value may be none.
            kept.append([*best] if spots[some[0].spot].quoted else [*best, None])
        combined = sorted(
            (tuple(one for one in some if one is not None) for some in islice(product(*kept), _MOST)),
            key=lambda some: -sum(one.score for one in some),
        )
        yield from combined[:_COMBINED]
