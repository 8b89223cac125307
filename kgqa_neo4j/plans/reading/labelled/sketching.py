"""The base of the modules that each add one kind of thing to the sketch of a question."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch


class SketchWriter:
    """Adds to a sketch what some of a question's words ask for."""

    def __init__(
        self, schema: PropertyGraphSchema, joiner: Joiner, asked: BoundQuestion, sketch: Sketch
    ) -> None:
        """Take the graph's schema, the paths between its labels, the question, and the sketch to add to."""
        self._schema = schema
        self._joiner = joiner
        self._asked = asked
        self._sketch = sketch
