"""Adds the columns that "who", "whose", "which" and "where" request beside those that a question names."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person, is_place
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind
from kgqa_neo4j.question.wording import words as split_words

_THEIRS = [[joining, word] for joining in ("with", "and") for word in ("their", "its", "his", "her", "the")]
_WHAT = frozenset({"what", "which", "how"})
# Last words of properties that are the place of something, the most exact first.
_WHERE = ("location", "place", "address", "venue", "site")
_HAPPENING = frozenset({
    "happen", "happens", "happened", "happening", "occur", "occurs", "occurred", "take", "takes", "took", "place",
})  # fmt: skip
# Minimum token index of the columns of a second question.
_SECOND = 2


class QuestionWords:
    """Adds the columns that the question words of one question request."""

    def __init__(self, schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def ask_whose(self, person: str) -> None:
        """Show the persons who made what ranks first, for "whose": "whose review got the most votes"."""
        sorts = self._sketch.sorting is not None and not any(one.summary for one in self._sketch.outs)
        if person and sorts and self._asked.tokens[0].lower == "whose":
            self._sketch.outs = [SketchColumn(-1, self._sketch.variable(person, 0), None)]
            self._sketch.hidden = True

    def add(self) -> None:
        """Add the columns that the question words request to those that there are."""
        self._add_owner()
        self._keep_who()
        self._add_who()
        self._add_which()
        self._show_where()

    def _add_owner(self) -> None:
        """Show the owner of the columns if all of them follow "with their": "mining firms with their city"."""
        keywords = [
            keyword for keyword in self._asked.operations.returns if keyword.text.strip() == "with their"
        ]
        outs = self._sketch.outs
        if (
            not keywords
            or not outs
            or any(one.summary or one.place < self._asked.at(keywords[0]) for one in outs)
        ):
            return
        owners = [one.variable for one in outs if one.element is not None and one.variable is not None]
        if owners and all(one is owners[0] for one in owners):
            self._sketch.outs.insert(0, SketchColumn(-1, owners[0], None))

    def _keep_who(self) -> None:
        """Show only the persons if "who" asks for them by a superlative: "who made the heaviest statue"."""
        outs = self._sketch.outs
        plain = all(one.element is None and not one.summary and one.variable is not None for one in outs)
        persons = [one for one in outs if one.variable is not None and is_person(one.variable.label)]
        who = self._asked.tokens[0].lower in ("who", "whom")
        if who and plain and persons and self._sketch.sorting is not None:
            self._sketch.outs = persons

    def _add_who(self) -> None:
        """Show the persons as well as what they gave: "who reviewed it, and what rating did they give"."""
        outs, tokens = self._sketch.outs, self._asked.tokens
        told = [one for one in outs if one.element and one.element.kind is Kind.FACT and not one.summary]
        if tokens[0].lower not in ("who", "whom") or not told or len(told) != len(outs):
            return
        before = [token.lower for token in tokens[: min(one.place for one in told)]]
        asks = "and" in before and _WHAT.intersection(before[before.index("and") :])
        if not asks and before[-2:] not in _THEIRS:
            return
        kinds = {one.element.owner for one in told if one.element}
        ends = {
            end
            for kind in kinds
            for one in self._schema.type[kind].connections
            for end in (one.source, one.target)
            if is_person(end)
        }
        if not ends:
            # Suppliers may be firms.
            held = {one.element.owner for one in self._asked.filters}
            ends = {one.source for kind in kinds for one in self._schema.type[kind].connections} - held
        if len(ends) == 1:
            self._sketch.show(0, self._sketch.variable(ends.pop(), 0))

    def _add_which(self) -> None:
        """Show the first noun as well as what a second question asks about it: "which ward is she in, since when"."""
        outs, tokens = self._sketch.outs, [token.lower for token in self._asked.tokens]
        head = min(self._sketch.labels, default=None)
        if head is None or tokens[0] not in ("which", "what") or self._asked.spots[head].first != 1:
            return
        if not outs or any(one.element is None or one.summary or one.place < _SECOND for one in outs):
            return
        first = min(one.place for one in outs)
        second = next((at for at in range(first - 1, 0, -1) if tokens[at] in ("and", ",")), None)
        asks = second is not None and {*_WHAT, "when"}.intersection(tokens[second : first + 2])
        if asks:
            self._sketch.show(-1, self._sketch.variable(self._sketch.labels[head].element.name, 0))

    def _show_where(self) -> None:
        """Show the place that a node has as a property, for "where": "where did the accidents happen"."""
        outs = self._sketch.outs
        if self._asked.tokens[0].lower != "where" or len(outs) != 1:
            return
        (out,) = outs
        if out.element is not None or out.summary or out.variable is None or is_place(out.variable.label):
            return
        if all(one.element.name != out.variable.label for one in self._sketch.labels.values()):
            # "Where does she work" asks for her workplace.
            return
        own = self._schema.label[out.variable.label].properties
        for noun in _WHERE:
            places = [one.name for one in own if split_words(one.name)[-1:] == [noun]]
            if len(places) == 1:
                out.element = Element(Kind.PROPERTY, places[0], out.variable.label)
                said = enumerate(token.lower for token in self._asked.tokens)
                self._sketch.used.update(at for at, word in said if word in _HAPPENING)
                return
