"""Relates persons through what they write: "who replied to Ann" means with a post, to one of Ann's posts."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.plans.language.query import Branch, Pattern
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.labelled.joining import Variable
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.name_matching import is_passive
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, SketchColumn
from kgqa_neo4j.plans.reading.labelled.unlabelled import made_by
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind

# Minimum score of a type named by a word.
_SAID = 0.55
_HELPING = frozenset({"do", "does", "did", "has", "have", "had"})
_WHO = frozenset({"who", "whom"})


class Authoring:
    """Relates the persons of one question through what they made."""

    def __init__(self, schema: PropertyGraphSchema, asked: BoundQuestion, sketch: Sketch) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch

    def relate(self) -> None:
        """Join the requested person to the named one through what they made, if the question names a type for that."""
        named = [one for one in self._sketch.order if one.branches and is_person(one.label)]
        if len(named) != 1:
            return
        (person,) = named
        for kind, place in self._said():
            path = self._path(kind, person.label, self._does(person, place))
            if path is not None and (other := self._asked_for(person)) is not None:
                self._tie(other, person, path)
                return

    def _said(self) -> list[tuple[str, int]]:
        """Return the types that words name well, with their token indexes, best first."""
        found = [
            (named.score, named.element.name, spot.first)
            for spot in self._asked.spots
            for named in spot.of(Kind.TYPE)
            if named.score >= _SAID and not spot.of(Kind.LABEL)
        ]
        return [(kind, place) for _, kind, place in sorted(found, key=lambda one: -one[0])]

    def _path(self, kind: str, label: str, done: bool) -> Path | None:
        """Return the path from the requested person to the named one, over a type between what they made, or None.

        `done`: whether the named person is the agent.
        """
        for one in self._schema.type[kind].connections:
            made = made_by(self._schema, one.source)
            if made is None or made.kind == kind or made.person != label:
                continue
            if one.target == one.source:
                way: Path = (made.move, Move(kind, True), made.move.back)
            elif one.target == label:
                way = (made.move, Move(kind, True))
            else:
                continue
            turned = done is not is_passive(kind)
            return tuple(move.back for move in reversed(way)) if turned else way
        return None

    def _does(self, person: Variable, verb: int) -> bool:
        """Return whether a named person is the agent of a verb: "who did Ann quote", "who was quoted by Ann"."""
        tokens = [token.lower for token in self._asked.tokens]
        before = [one for one in tokens[max(0, person.place - 2) : person.place] if one != "the"]
        passive = tokens[verb + 1 : person.place] == ["by"]
        return passive or (before[-1:] != [] and before[-1] in _HELPING and person.place < verb)

    def _asked_for(self, person: Variable) -> Variable | None:
        """Return the requested person, other than the named one; None if the question asks for something else."""
        others = [one for one in self._sketch.order if one.label == person.label and one is not person]
        if len(others) > 1 or any(one.branches for one in others):
            return None
        other = next(iter(others), None)
        if other is not None and any(out.variable is other for out in self._sketch.outs):
            return other
        if self._asked.tokens[0].lower not in _WHO:
            return None
        if other is None:
            other = self._sketch.variable(person.label, 0, fresh=True)
            self._sketch.guessed = False
        self._sketch.outs = [SketchColumn(0, other, None)]
        return other

    def _tie(self, other: Variable, person: Variable, path: Path) -> None:
        """Require a path from the requested person to the named one, and drop the variables that it replaces."""
        other.branches.append(Branch(path, Pattern(label=person.label, branches=tuple(person.branches))))
        shown = {id(out.variable) for out in self._sketch.outs}
        self._sketch.order = [
            one
            for one in self._sketch.order
            if one is other or (one is not person and (one.branches or id(one) in shown))
        ]
        self._sketch.root = other
        self._sketch.needed = []
        walked = {move.relation for move in path}
        for spot in self._asked.spots:
            if any(named.element.name in walked for named in spot.of(Kind.TYPE)) or spot.first == person.place:
                self._sketch.note(spot)
