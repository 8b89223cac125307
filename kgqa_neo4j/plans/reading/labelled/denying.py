"""Applies the negations of a question: a node, a relationship or a value does not exist."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.attached.model import ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, Quantifier, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.dating import dated_by
from kgqa_neo4j.plans.reading.labelled.joining import Edge, Variable
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.name_matching import is_passive
from kgqa_neo4j.plans.reading.labelled.operating import Keyword
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind, Named
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.wording import stem_match

# Maximum number of characters between a negation and what it negates.
_DENIED = 40
_CLOSE = 20
# Auxiliaries of the passive, and the maximum number of tokens between them and the participle.
_BEING, _BEFORE = frozenset({"been", "was", "were", "is", "are", "being"}), 3
_ARTICLES = frozenset({"a", "an", "the", "yet", "any"})
_NEITHER = "neither"
_NOBODY = frozenset({"nothing", "none", "nobody", "no one"})
# Words before an intermediate node of a negated path: "no card on any of their accounts".
_PASSED = frozenset({"any", "their", "its", "his", "her"})
# Minimum score of a type whose relationships are negated.
_SAID = 0.8
# Minimum certainty that two words are forms of one.
_FORM = 0.95


class Denying(SketchWriter):
    """Applies the negations of one question."""

    def deny(self, keyword: Keyword) -> None:
        """Negate what is named after a negation keyword: there is no such node, relationship or value."""
        spot = next(
            (one for one in self._asked.spots if self._asked.tokens[one.first].start >= keyword.end), None
        )
        if spot is None and keyword.text in _NOBODY and self._asked.spots:
            # "Who ordered nothing" negates the preceding word.
            spot = self._asked.spots[-1]
        place = self._asked.spots.index(spot) if spot else -1
        if spot and self._sketch.order and abs(self._asked.tokens[spot.first].start - keyword.end) < _CLOSE:
            head = self._sketch.order[0]
            after = self._asked.spots[place + 1] if place + 1 < len(self._asked.spots) else None
            kinds = [named.element.name for named in spot.of(Kind.TYPE)]
            if not after and self._deny_date(spot, head):
                return
            sure = spot.best(Kind.TYPE) >= _SAID and not spot.of(Kind.LABEL)
            plural = is_plural(spot.text.lower())
            if sure and (keyword.text in _NOBODY or plural):
                # In "nobody has given it a rating" and "no ratings", there is no such relationship.
                self._sketch.properties.pop(place, None)
            steps = {move.relation: move for move, _, _ in self._joiner.steps_of(head.label)}
            steps |= self._own_steps(head.label, spot, keyword)
            if (
                kinds
                and kinds[0] in steps
                and place not in self._sketch.labels
                and place not in self._sketch.properties
                and not after
            ):
                head.branches.append(Branch((steps[kinds[0]],), Pattern(), Quantifier.NONE))
                self._sketch.said.pop(kinds[0], None)
                return
            if self._deny_fact(place, head) or self._deny_truth(place, keyword):
                return
            if (
                place in self._sketch.properties
                and not after
                and self._sketch.properties[place].element.kind is Kind.PROPERTY
            ):
                have(self._asked, self._sketch, place, known=False)
                return
        named_behind = [
            (place, named)
            for place, named in sorted(self._sketch.labels.items())
            if self._asked.tokens[self._asked.spots[place].first].start >= keyword.end
        ]
        if not named_behind:
            self._deny_held(keyword)
        for at, (place, named) in enumerate(named_behind):
            if at and not self._is_neither(place):
                return
            token = self._asked.tokens[self._asked.spots[place].first]
            variable = self._sketch.variable(named.element.name, 0)
            first = place == min(self._sketch.labels) or variable is self._sketch.order[0]
            if (not first or self._asks_persons(named)) and (at or token.start - keyword.end < _DENIED):
                variable.negated = True

    def _deny_date(self, spot: Spot, head: Variable) -> bool:
        """Require that the date named after a participle is missing: "orders that have not been shipped yet"."""
        dated = dated_by(self._schema, spot.text.lower(), head.label)
        verbs = [
            one
            for one in spot.of(Kind.TYPE)
            if stem_match(spot.text.lower(), one.element.name.lower()) >= _FORM
        ]
        if dated is None or verbs:
            return False
        move = Move(property_relation(dated.name), True)
        head.branches.append(Branch((move,), Pattern(), Quantifier.NONE))
        for named in spot.of(Kind.TYPE):
            self._sketch.said.pop(named.element.name, None)
        return True

    def _is_neither(self, place: int) -> bool:
        """Return whether a spot shares the negation of what precedes it: "neither a fee nor a fine"."""
        first = self._asked.spots[place].first
        return "nor" in [token.lower for token in self._asked.tokens[max(0, first - _BEFORE) : first]]

    def _asks_persons(self, named: Named) -> bool:
        """Return whether unnamed persons are asked for, and a label is not one of persons: "who never acted"."""
        return self._asked.tokens[0].lower == "who" and not is_person(named.element.name)

    def _own_steps(self, label: str, spot: Spot, keyword: Keyword) -> dict[str, Move]:
        """Return the steps between nodes of a label, in the direction that the voice of the verb gives.

        Who "never referred anybody" is the agent, who "was never referred" is not.
        """
        before = {token.lower for token in self._asked.tokens[max(0, spot.first - _BEFORE) : spot.first]}
        # In "nobody reporting to them", "nobody" is the agent.
        first = self._asked.tokens[spot.first].start
        done = bool(before & _BEING) or (keyword.text in _NOBODY and keyword.end <= first)
        return {
            move.relation: move
            for move, end, _ in self._joiner.steps_of(label)
            if end == label and move.outward is (done is is_passive(move.relation))
        }

    def _deny_truth(self, place: int, keyword: Keyword) -> bool:
        """Negate the boolean property that a noun or adjective names: "vets who aren't surgeons"."""
        named = self._sketch.properties.get(place)
        if named is None or named.element.kind is not Kind.PROPERTY:
            return False
        between = self._asked.tokens[self._asked.at(keyword) + 1 : self._asked.spots[place].first]
        if property_of(self._schema, named.element).type is not ValueType.BOOLEAN:
            return False
        if not all(token.lower in _ARTICLES | _BEING for token in between):
            return False
        del self._sketch.properties[place]
        test = ValueTest(Comparison.EQUAL, "yes" if self._asked.spots[place].denied else "no")
        move = Move(property_relation(named.element.name), True)
        self._sketch.variable(named.element.owner, 0).branches.append(Branch((move,), Pattern(tests=(test,))))
        self._sketch.used.add(self._asked.at(keyword))
        return True

    def _deny_fact(self, place: int, head: Variable) -> bool:
        """Negate a relationship with a boolean property: "who never passed an exam"."""
        element = self._sketch.properties[place].element if place in self._sketch.properties else None
        if element is None or element.kind is not Kind.FACT or self._asked.filters:
            return False
        if property_of(self._schema, element).type is not ValueType.BOOLEAN:
            return False
        moves = [move for move, _, _ in self._joiner.steps_of(head.label) if move.relation == element.owner]
        behind = [one for one in self._sketch.labels if one > place]
        if not moves or behind:
            return False
        truth = ValueTest(Comparison.EQUAL, self._asked.spots[place].truth)
        test = FactTest(element.name, truth)
        head.branches.append(Branch((moves[0],), Pattern(), Quantifier.NONE, facts=(test,)))
        del self._sketch.properties[place]
        self._sketch.said.pop(element.owner, None)
        if element.owner in self._sketch.needed:
            self._sketch.needed.remove(element.owner)
        return True

    def _deny_held(self, keyword: Keyword) -> None:
        """Negate the node of a constant after a negation: "never visited a park".

        "Neither A nor B" negates both, even if A is the first node that the question names.
        """
        neither = keyword.text == _NEITHER
        denied = False
        for one in self._asked.filters:
            spot = self._asked.spots[one.spot]
            behind = self._asked.tokens[spot.first].start - keyword.end
            near = 0 <= behind < _DENIED or (denied and self._is_neither(one.spot))
            if not near or one.element.kind is not Kind.PROPERTY:
                continue
            others = self._sketch.order[not neither :]
            held = next((known for known in others if known.place == spot.first), None)
            if held is not None:
                held.negated = denied = True
                if not neither:
                    return


def have(asked: BoundQuestion, sketch: Sketch, place: int, known: bool) -> None:
    """Require that nodes have a value of the property that a spot names (`known`), or that they have none."""
    element = sketch.properties.pop(place).element
    move = Move(property_relation(element.name), True)
    quantifier = Quantifier.SOME if known else Quantifier.NONE
    branch = Branch((move,), Pattern(), quantifier)
    sketch.variable(element.owner, asked.spots[place].first).branches.append(branch)


def negate_whole_paths(asked: BoundQuestion, sketch: Sketch, edges: Sequence[Edge]) -> None:
    """Extend each negation to the whole path: customers "without a card" have no account with one."""
    arriving = {id(edge.end): edge for edge in edges}
    for end in [edge.end for edge in edges if edge.end.negated]:
        at = end
        while (middle := arriving[id(at)].start) is not None and _only_leads(asked, sketch, middle, arriving):
            at.negated, middle.negated = False, True
            at = middle


def _only_leads(asked: BoundQuestion, sketch: Sketch, middle: Variable, arriving: dict[int, Edge]) -> bool:
    """Return whether a node is only an intermediate step: it is not named, or only as "any of their"."""
    if id(middle) not in arriving or middle.branches or len(middle.steps) > 1:
        return False
    shown = any(out.variable is middle for out in sketch.outs)
    said = asked.tokens[middle.place - 1].lower if middle.place else ""
    return not shown and (not any(one is middle for one in sketch.order) or said in _PASSED)
