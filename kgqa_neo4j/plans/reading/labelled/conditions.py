"""Adds the conditions of a question: constants, counts, negations and boolean properties."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Branch, FactTest, Pattern, Quantifier, ValueTest
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.alternatives import Alternatives
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.dating import is_years
from kgqa_neo4j.plans.reading.labelled.denying import Denying, have
from kgqa_neo4j.plans.reading.labelled.joining import Joiner, Variable
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.ordinals import hold_ordinals
from kgqa_neo4j.plans.reading.labelled.origin_destination import headed
from kgqa_neo4j.plans.reading.labelled.pairing import Pairing
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.sketching import SketchWriter
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.unlabelled import made_by
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, is_end
from kgqa_neo4j.question.lexicon import BEING
from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.wording import is_participle

_OF_TRUTHS = frozenset({"status", "flag", "value", "state", "of", "property", "and", ","})
# Maximum number of characters between a property and words for whether it has a value.
_BEFORE = 12
_OPEN = frozenset({"open", "active", "unresolved", "unfinished", "ongoing", "running", "outstanding", "going"})
_SAYING = frozenset({"is", "are", "was", "were", "that", "which", "who"})
# Score of a type that the preposition before a name expresses.
_HEADED = 0.85
_STILL = frozenset({"still", "currently", "yet"})
_HAVING = frozenset({"with", "has", "have", "having", "had"})
_GETTING = frozenset({
    "win", "wins", "won", "winning", "get", "gets", "got", "receive", "received", "earn", "earned", "take", "took",
    "taken",
})  # fmt: skip
_OF = frozenset({"of", "by"})
# Bonus for listed values of one property.
_OF_ONE = 0.1
_RELATIVE = frozenset({"that", "which", "who", "whom"})
_DOES = frozenset({"do", "does", "did"})
_ANY = frozenset({"a", "an", "any", "some"})
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

    def hold(self) -> None:
        """Add the conditions of constants, negations, missing values, boolean properties and ordinals."""
        self._apply_filters()
        self._hold_known()
        self._hold_left()
        self._hold_open()
        for keyword in self._asked.operations.nots:
            self._denying.deny(keyword)
        self._hold_truths()
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

    def _hold_known(self) -> None:
        """Require that nodes have a value, or none: "with a phone number", "whose end date is missing"."""
        for keyword, known in self._asked.operations.known:
            ends = {
                self._asked.tokens[self._asked.spots[place].last - 1].end: place
                for place, named in self._sketch.properties.items()
                if named.element.kind is Kind.PROPERTY
            }
            before = [end for end in ends if end <= keyword.end and keyword.start - end < _BEFORE]
            if before:
                have(self._asked, self._sketch, ends[max(before)], known)
        head = min(self._sketch.labels, default=None)
        for place, named in sorted(self._sketch.properties.items()):
            first = self._asked.spots[place].first
            said = [token.lower for token in self._asked.tokens[max(0, first - 2) : first]]
            if head is None or place < head or len(said) < 2:
                continue
            if named.element.kind is Kind.FACT:
                got = said[0] in _GETTING and said[1] in _ANY
                if got or self._is_had(first):
                    # "Has a share in" is a relationship, not a column.
                    del self._sketch.properties[place]
                if got:
                    # "Won a medal" means any medal.
                    any_value = FactTest(named.element.name, ValueTest(Comparison.UNEQUAL, ""))
                    self._sketch.need(named.element.owner)
                    self._sketch.facts.append((named.element.owner, any_value))
                continue
            truth = property_of(self._schema, named.element).type is ValueType.BOOLEAN
            if said[0] in _HAVING and said[1] in _ANY and not truth:
                have(self._asked, self._sketch, place, True)

    def _is_had(self, first: int) -> bool:
        """Return whether a relative clause with "have" leads up to a token: "that have a"."""
        said = [token.lower for token in self._asked.tokens[max(0, first - 3) : first]]
        return len(said) > 2 and said[0] in _RELATIVE and said[1] in _HAVING and said[2] in _ANY

    def _hold_left(self) -> None:
        """Require that a number is zero, or above zero: "out of stock", "no seats left", "is it in stock"."""
        tokens = [token.lower for token in self._asked.tokens]
        for place, named in list(self._sketch.properties.items()):
            spot, element = self._asked.spots[place], named.element
            if element.kind is not Kind.PROPERTY or self._is_no_number(element):
                continue
            before, after = tokens[max(0, spot.first - 2) : spot.first], tokens[spot.last : spot.last + 1]
            if before == ["out", "of"] or (before[-1:] == ["no"] and after == ["left"]):
                comparison = Comparison.EQUAL
            elif before[-1:] == ["in"] and self._tells_state(before[:-1]):
                comparison = Comparison.GREATER
            else:
                continue
            del self._sketch.properties[place]
            move = Move(property_relation(element.name), True)
            pattern = Pattern(tests=(ValueTest(comparison, 0),))
            self._sketch.variable(element.owner, spot.first).branches.append(Branch((move,), pattern))

    def _tells_state(self, before: list[str]) -> bool:
        """Return whether words before "in" state something about nodes, rather than ask for a quantity."""
        operations = self._asked.operations
        if operations.counts or operations.functions or operations.nots:
            return False
        return bool(operations.whether) or not BEING.isdisjoint(before)

    def _is_no_number(self, element: Element) -> bool:
        return property_of(self._schema, element).type is not ValueType.NUMBER

    def _hold_open(self) -> None:
        """Require that nodes have no end date yet: "which incidents are still open?"."""
        head = min(self._sketch.labels, default=None)
        said = [at for at, token in enumerate(self._asked.tokens) if token.lower in _OPEN]
        if head is None or not said or self._asked.operations.nots:
            return
        label = self._schema.label[self._sketch.labels[head].element.name]
        ends = [
            one
            for one in label.properties
            if (one.type.is_time or is_years(one)) and one.present < 1 and is_end(one.name)
        ]
        before = [token.lower for token in self._asked.tokens[max(0, said[-1] - 2) : said[-1]]]
        held = {at for one in self._asked.filters for at in self._places(one)}
        if (
            len(ends) != 1
            or said[-1] in held
            or not (BEING.intersection(before) or _STILL.intersection(before))
        ):
            return
        for place in list(self._sketch.properties):
            if self._asked.spots[place].first == said[-1]:
                del self._sketch.properties[place]
        self._sketch.used.add(said[-1])
        move = Move(property_relation(ends[0].name), True)
        self._sketch.variable(label.name, 0).branches.append(Branch((move,), Pattern(), Quantifier.NONE))

    def _places(self, one: Filter) -> range:
        return range(self._asked.spots[one.spot].first, self._asked.spots[one.spot].last)

    def _hold_truths(self) -> None:
        """Turn boolean properties into conditions: "which groups are high value", "is X enabled"."""
        for place, named in list(self._sketch.properties.items()):
            element = named.element
            if property_of(self._schema, element).type is not ValueType.BOOLEAN:
                continue
            spot = self._asked.spots[place]
            if element.kind is Kind.FACT:
                # "The lead officer" is the one who leads.
                adjective = any(self._is_beside(place, one) for one in self._sketch.labels)
                asks = self._asks_nodes() and not self._asked.returned(spot.first)
                counts = bool(self._asked.operations.counts)
                # "Who has been charged" asks for persons.
                persons = self._asked.tokens[0].lower == "who" and is_participle(spot.text.lower())
                if self._asked.operations.whether or asks or adjective or counts or persons:
                    if not counts or self._sketch.labels:
                        # Kept for "how many were passed", which counts the property.
                        del self._sketch.properties[place]
                    truth = FactTest(element.name, ValueTest(Comparison.EQUAL, spot.truth))
                    self._sketch.facts.append((element.owner, truth))
                continue
            asked = any(one.element.name == element.owner for one in self._sketch.labels.values())
            says_which = any(
                self._is_beside(place, one) and named.element.name == element.owner
                for one, named in self._sketch.labels.items()
            )
            after = self._asked.tokens[spot.last].lower if spot.last < len(self._asked.tokens) else ""
            said = [token.lower for token in self._asked.tokens[max(0, spot.first - 2) : spot.first]]
            says_which = says_which or (len(said) > 1 and said[0] in _HAVING and said[1] in _ANY)
            # "Who" asks for persons, not for boolean values.
            persons = self._asked.tokens[0].lower == "who"
            says_which = says_which or persons or self._is_kind_of_node(spot) or self._is_manner(spot)
            # "How many of her listings come with parking" counts listings.
            says_which = says_which or (
                not self._sketch.labels and (spot.first <= 1 or bool(self._asked.operations.counts))
            )
            asks_whether = any(
                token.lower == "whether" for token in self._asked.tokens[max(0, spot.first - 4) : spot.first]
            )
            if (
                spot.quoted
                or asks_whether
                or (after in _OF_TRUTHS and not (after in ("and", ",") and self._is_said_of(spot.first)))
                or not (self._asked.operations.whether or says_which or (asked and self._asks_nodes()))
            ):
                continue
            del self._sketch.properties[place]
            pattern = Pattern(tests=(ValueTest(Comparison.EQUAL, spot.truth),))
            move = Move(property_relation(element.name), True)
            self._sketch.variable(element.owner, spot.first).branches.append(Branch((move,), pattern))

    def _is_manner(self, spot: Spot) -> bool:
        """Return whether a boolean property is named by an adverb: "who work remotely"."""
        return spot.last - spot.first == 1 and self._asked.tokens[spot.first].lower.endswith("ly")

    def _is_kind_of_node(self, spot: Spot) -> bool:
        """Return whether a plural noun for a boolean property means the nodes that have it: "our VIPs"."""
        word = self._asked.tokens[spot.last - 1].lower
        return spot.last - spot.first == 1 and word.endswith("s") and is_plural(word) and spot.first > 0

    def _is_beside(self, place: int, label: int) -> bool:
        """Return whether a label follows a spot, directly or after values: "irrigated clay fields"."""
        held = {at for one in self._asked.filters for at in self._places(one)}
        first, last = self._asked.spots[place].last, self._asked.spots[label].first
        return first <= last and all(at in held for at in range(first, last))

    def _is_said_of(self, first: int) -> bool:
        """Return whether the words before a token apply it to a noun: "that are", "which have a", "the cars built
        here"."""
        if any(self._asked.spots[place].last == first for place in self._sketch.labels):
            return True
        before = [token.lower for token in self._asked.tokens[max(0, first - 3) : first]]
        return bool(_SAYING.intersection(before))

    def _asks_nodes(self) -> bool:
        """Return whether a question names a label before any property."""
        first = min(self._sketch.labels, default=None)
        return first is not None and first < min(self._sketch.properties, default=len(self._asked.spots))

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
        before = _RELATIVE | _DOES
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
