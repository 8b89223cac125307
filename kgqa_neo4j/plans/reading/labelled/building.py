"""Builds queries from the spots of a question: variables of labels, joined and filtered, and columns of a table."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.reading.labelled.assembling import Assembly
from kgqa_neo4j.plans.reading.labelled.authorship import Authoring
from kgqa_neo4j.plans.reading.labelled.columns import Columns
from kgqa_neo4j.plans.reading.labelled.comparing import Comparing
from kgqa_neo4j.plans.reading.labelled.conditions import Conditions
from kgqa_neo4j.plans.reading.labelled.flows import Flows
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.naming import LIKELY_LABEL, UNLIKELY_LABEL, Naming
from kgqa_neo4j.plans.reading.labelled.property_comparisons import Rivalling
from kgqa_neo4j.plans.reading.labelled.reduced_clauses import Tying
from kgqa_neo4j.plans.reading.labelled.shared_nodes import Looping
from kgqa_neo4j.plans.reading.labelled.sharing import Sharing
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch
from kgqa_neo4j.plans.reading.labelled.vocabulary import Vocabulary


class Builder:
    """Builds queries for questions about one graph. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema, vocabulary: Vocabulary, joiner: Joiner) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._joiner = joiner
        self._flows = Flows(schema)

    def queries(self, asked: BoundQuestion) -> Iterator[tuple[Query, Sketch]]:
        """Yield the queries that a question may mean, each with its sketch."""
        flows = self._flows.roles(asked.tokens, asked.spots)
        # If the labels cannot be joined, the second attempt prefers to read them as properties.
        for label_prior in (LIKELY_LABEL, UNLIKELY_LABEL):
            sketch = Sketch(flows=flows)
            query = self._query(asked, sketch, label_prior)
            if query is not None:
                yield query, sketch
                return

    def _query(self, asked: BoundQuestion, sketch: Sketch, label_prior: float) -> Query | None:
        """Fill a sketch and return its query; None if the named nodes cannot be joined or compared."""
        Naming(self._schema, asked, sketch, label_prior).name()
        Tying(self._joiner, asked, sketch).tie()
        Rivalling(self._schema, asked, sketch).compare()
        comparing = Comparing(self._schema, self._vocabulary, self._joiner, asked, sketch)
        comparing.outnumber()
        Conditions(self._schema, self._joiner, asked, sketch).hold()
        if not comparing.compare():
            return None
        Looping(self._joiner, asked, sketch).close()
        if not Sharing(self._schema, self._joiner, asked, sketch).share():
            Columns(self._schema, self._vocabulary, self._joiner, asked, sketch).choose()
        Authoring(self._schema, asked, sketch).relate()
        return Assembly(self._schema, self._joiner, asked, sketch).query()
