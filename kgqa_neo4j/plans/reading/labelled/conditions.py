"""Adds the conditions of a question: those of its constants here, of its other words by the modules for them."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, Quantifier, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.alternatives import Alternatives
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.denying import Denying
from kgqa_neo4j.plans.reading.labelled.joining import Joiner, Variable
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.ordinals import hold_ordinals
from kgqa_neo4j.plans.reading.labelled.origin_destination import headed
from kgqa_neo4j.plans.reading.labelled.pairing import Pairing
from kgqa_neo4j.plans.reading.labelled.property_states import PropertyStates
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.unlabelled import made_by
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind
from kgqa_neo4j.question.lexicon import DOING, RELATIVE_PRONOUNS

# Score of a type that the preposition before a name expresses.
_HEADED = 0.85
_OF = frozenset({"of", "by"})
# Bonus for listed values of one property.
_OF_ONE = 0.1
# Minimum score for a word to name a type that relates nodes of one label.
_SAID = 0.8
# The same for a noun in the thesaurus: "pupils" of `TAUGHT`.
_LISTED = 0.75
# Minimum score for a verb between two names to name a type.
_VERB = 0.7
_APPOSED = frozenset({"named", "called", "titled", "the", "with", "name", "is", "of", "node"})


class Conditions(SketchWriter):
    """Adds the conditions of one question."""

    def __init__(
        self, schema: PropertyGraphSchema, joiner: Joiner, asked: BoundQuestion, sketch: Sketch
    ) -> None:
        super().__init__(schema, joiner, asked, sketch)
        self._alternatives = Alternatives(schema, asked, sketch)
        self._pairing = Pairing(joiner, asked, sketch)
        self._denying = Denying(schema, joiner, asked, sketch)
        self._states = PropertyStates(schema, joiner, asked, sketch)

    def hold(self) -> None:
        """Add the conditions of constants, negations, missing values, boolean properties and ordinals."""
        self._apply_filters()
        self._states.hold_known()
        self._states.hold_left()
        self._states.hold_open()
        for keyword in self._asked.operations.nots:
            self._denying.deny(keyword)
        self._states.hold_truths()
        hold_ordinals(self._schema, self._asked, self._sketch)

    def _upper(self, one: Filter) -> Spot | None:
        """Return the upper bound of a range whose lower bound is the constant of a filter; None for other filters."""
        behind = self._asked.spots[one.spot + 1 : one.spot + 2]
        own = any(other.spot == one.spot + 1 for other in self._asked.filters)
        ranged = len(one.tests) > 1 and self._asked.spots[one.spot].until is None
        return behind[0] if ranged and behind and behind[0].constant and not own else None

    def _apply_filters(self) -> None:
        taken: dict[Element, Variable] = {}
        alternatives = self._alternatives.lists()
        for one in self._asked.filters:
            if one.against is not None:
                continue
            spot = self._asked.spots[one.spot]
            self._sketch.score += one.score
            self._sketch.note(spot)
            if (upper := self._upper(one)) is not None:
                self._sketch.note(upper)
            if one.counted:
                # "At least five others" needs a variable of its own.
                variable = self._sketch.variable(one.element.name, spot.first, one.called < 0)
                self._sketch.used.update(range(spot.first, spot.last + 1))
                self._sketch.counted[id(variable)] = one.tests[0]
                continue
            if one.element.kind is Kind.FACT:
                self._sketch.need(one.element.owner)
                self._sketch.facts += [
                    (one.element.owner, FactTest(one.element.name, test)) for test in one.tests
                ]
                continue
            same = alternatives.get(one, ())
            if same and same[0] is not one:
                continue
            held = (
                [test for branch in taken[one.element].branches for test in branch.pattern.tests]
                if (one.element in taken)
                else []
            )
            # "Bought tea but no coffee" is about two nodes, the second of which is negated.
            without = one.tests[0].comparison is Comparison.UNEQUAL and any(
                test.comparison is Comparison.EQUAL for test in held
            )
            fresh = one.element in taken and (without or one.tests[0].comparison is Comparison.EQUAL)
            listed = one.element in taken and self._is_list(one.element)
            fresh = (fresh and not listed) or self._apart(one)
            variable = self._sketch.party(one.element.owner, one.spot, spot.first, fresh)
            kinds = headed(self._joiner, self._asked.tokens, spot, one.element.owner)
            kinds |= self._making(spot, one.element.owner)
            for kind in kinds:
                self._sketch.said.setdefault(kind, []).append((_HEADED, spot.first))
            beside = fresh and one.element in taken and not kinds and one.spot not in self._sketch.ties
            beside = beside and variable.part == taken[one.element].part
            if (
                beside
                and not self._verb_between(taken[one.element].place, spot.first)
                and not self._pairing.relates(taken[one.element], spot)
            ):
                variable.beside = taken[one.element]
            taken.setdefault(one.element, variable)
            move = Move(property_relation(one.element.name), True)
            tests = one.tests
            if same:
                # "In 1996 and 1997" is about one date rather than two.
                self._sketch.score += _OF_ONE
                either = tuple(
                    Branch((Move(property_relation(other.element.name), True),), Pattern(tests=other.tests))
                    for other in same
                )
                variable.branches.append(Branch((), Pattern(either=either)))
                named = self._schema.label[one.element.owner].naming
                split = self._alternatives.is_split(same)
                self._sketch.split += [(variable, one.element)] if split else []
                together = split or self._alternatives.is_of_all(same) or self._alternatives.is_summed(same)
                chooses = one.element.name in named and not together
                self._sketch.chosen = variable if chooses else self._sketch.chosen
            elif without and fresh:
                inner = Pattern(tests=(ValueTest(Comparison.EQUAL, tests[0].value),))
                variable.branches.append(Branch((move,), inner))
                variable.negated = True
            elif len(tests) == 1 and tests[0].comparison is Comparison.UNEQUAL:
                inner = Pattern(tests=(ValueTest(Comparison.EQUAL, tests[0].value),))
                variable.branches.append(Branch((move,), inner, Quantifier.NONE))
            else:
                variable.branches.append(Branch((move,), Pattern(tests=tests)))

    def _making(self, spot: Spot, person: str) -> set[str]:
        """Return the type by which persons made what the noun before "of" and a name means: "a question of Ann"."""
        if not spot.first or self._asked.tokens[spot.first - 1].lower not in _OF:
            return set()
        for place, named in self._sketch.labels.items():
            if self._asked.spots[place].last == spot.first - 1:
                made = made_by(self._schema, named.element.name)
                return {made.kind} if made is not None and made.person == person else set()
        return set()

    def _is_list(self, element: Element) -> bool:
        """Return whether a node may have several values of a property: "knows both welding and lambing"."""
        return property_of(self._schema, element).type is ValueType.LIST

    def _verb_between(self, first: int, last: int) -> bool:
        """Return whether a verb for a type stands between two token indexes: "appeared in X and died in Y"."""
        return any(
            first < spot.first < last and not spot.of(Kind.LABEL) and spot.best(Kind.TYPE) >= _VERB
            for spot in self._asked.spots
        )

    def _apart(self, one: Filter) -> bool:
        """Return whether a name is of a different node than the noun for the same label."""
        label = self._schema.label.get(one.element.owner)
        if label is None or label.naming[:1] != (one.element.name,) or one.called >= 0:
            return False
        if one.spot in self._sketch.ties:
            return self._sketch.ties[one.spot].noun.label == label.name
        own = [place for place, named in self._sketch.labels.items() if named.element.name == label.name]
        if not own:
            return False
        spot = self._asked.spots[one.spot]
        before = [token.lower for token in self._asked.tokens[max(0, spot.first - 2) : spot.first]]
        if is_person(label.name) and (before[-1:] == ["with"] or before == ["with", "both"]):
            # "Who worked with Ann" means somebody else.
            return True
        if self._acts_itself(one.spot, label.name) or any(self._do_so(place, label.name) for place in own):
            return True
        nearest = min(own, key=lambda place: abs(self._asked.spots[place].last - spot.first))
        between = self._asked.tokens[self._asked.spots[nearest].last : spot.first]
        if nearest < one.spot and all(token.lower in _APPOSED for token in between if token.kind == "word"):
            return False
        if nearest < one.spot and self._asked.tokens[spot.last - 1].possessive and self._is_owner(one.spot):
            # The guests on "Ann's show" do not include Ann.
            return True
        return any(
            self._asked.spots[place].of(Kind.TYPE) or place in self._sketch.labels
            for place in range(nearest + 1, one.spot)
        )

    def _is_owner(self, place: int) -> bool:
        """Return whether a label stands right after a name: "Ann's show"."""
        labels = self._sketch.labels
        return any(self._asked.spots[one].first == self._asked.spots[place].last for one in labels)

    def _acts_itself(self, place: int, label: str) -> bool:
        """Return whether a named node acts on others of its label: "the services that Checkout calls", "which services
        does Checkout call"."""
        spots, tokens = self._asked.spots, self._asked.tokens
        spot = spots[place]
        before = RELATIVE_PRONOUNS | DOING
        if place + 1 >= len(spots) or not spot.first or tokens[spot.first - 1].lower not in before:
            return False
        return spots[place + 1].first == spot.last and self._relates(place + 1, label)

    def _do_so(self, place: int, label: str) -> bool:
        """Return whether a noun means those who do something to others of their label: "followers"."""
        return not self._asked.spots[place].of(Kind.LABEL) and self._relates(place, label, _LISTED)

    def _relates(self, place: int, label: str, least: float = _SAID) -> bool:
        """Return whether a spot names a type that relates nodes of one label to each other."""
        kinds = {one.element.name for one in self._asked.spots[place].of(Kind.TYPE) if one.score >= least}
        return any(end == label and move.relation in kinds for move, end, _ in self._joiner.steps_of(label))
