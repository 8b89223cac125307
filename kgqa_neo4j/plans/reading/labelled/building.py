"""Queries of what the words of a question mean: variables of labels, joined and filtered, and columns of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_cypher import property_relation
from kgqa_neo4j.plans.language.query import (
    Branch,
    Column,
    FactTest,
    Form,
    Measure,
    Order,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.joining import Edge, Joiner, Said, Variable
from kgqa_neo4j.plans.reading.labelled.operating import Doing, Sign
from kgqa_neo4j.plans.reading.labelled.spotting import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import DOERS, Element, Kind, Named, Vocabulary, singular
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.value_constraints import degree_of
from kgqa_neo4j.question.wording import is_participle
from kgqa_neo4j.question.wording import words as split_words

_LABEL_PRIOR, _NO_LABEL = 0.15, -0.5
_OWNER_UNSAID = -0.3
_MEASURED = (ValueType.NUMBER, ValueType.DATE, ValueType.DATETIME)
_SURE = 0.55
_FAR, _COORDINATED = 0.012, 0.15
# Words at most between a word for a property and its value.
_LEADING = 3
_LISTED, _ABOVE = 0.85, 2.0
# Characters between words that belong together.
_BESIDE = 2
# What a relationship type costs that is named and not walked.
_UNWALKED = 0.5
_HELPING = frozenset(
    (
        "also",
        "have",
        "has",
        "had",
        "been",
        "be",
        "is",
        "are",
        "was",
        "were",
        "who",
        "that",
        "which",
        "which",
        "either",
    )
)


@dataclass(slots=True)
class _Out:
    """A column to be: where it is said, of which variable, which property or fact, and what is made of it."""

    place: int
    variable: Variable | None
    element: Element | None
    summary: Summary = Summary.EACH
    distinct: bool = False


@dataclass(slots=True)
class _Sketch:
    """A query while it is put together."""

    variables: dict[str, list[Variable]] = field(default_factory=dict)
    order: list[Variable] = field(default_factory=list)
    facts: list[tuple[str, FactTest]] = field(default_factory=list)
    needed: list[str] = field(default_factory=list)
    counted: dict[int, ValueTest] = field(default_factory=dict)
    outs: list[_Out] = field(default_factory=list)
    sorting: tuple[_Out, bool, int] | None = None
    score: float = 0.0
    used: set[int] = field(default_factory=set)

    def variable(self, label: str, place: int, fresh: bool = False) -> Variable:
        """Return the variable of a label, a new one where there is none or it has to be `fresh`."""
        known = self.variables.setdefault(label, [])
        if not known or fresh:
            known.append(Variable(label, place))
            self.order.append(known[-1])
        return known[-1] if fresh else known[0]


class Builder:
    """Builds the queries of questions about one graph."""

    def __init__(self, schema: PropertyGraphSchema, vocabulary: Vocabulary, joiner: Joiner) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._joiner = joiner

    def queries(
        self,
        question: str,
        tokens: Sequence[Token],
        spots: Sequence[Spot],
        filters: Sequence[Filter],
        doing: Doing,
    ) -> Iterator[tuple[Query, float, set[int]]]:
        """Yield the queries that the spots make with these filters, each with its score and the tokens that it uses."""
        work = _Work(self._schema, self._vocabulary, self._joiner, question, tokens, spots, filters, doing)
        found = work.query()
        if found is None:
            # A label that nothing joins to the others may be a property of one of them.
            work = _Work(
                self._schema, self._vocabulary, self._joiner, question, tokens, spots, filters, doing, _NO_LABEL
            )
            found = work.query()
        if found is not None:
            yield found, work.sketch.score, work.sketch.used


class _Work:
    """One question with one choice of filters."""

    def __init__(
        self,
        schema: PropertyGraphSchema,
        vocabulary: Vocabulary,
        joiner: Joiner,
        question: str,
        tokens: Sequence[Token],
        spots: Sequence[Spot],
        filters: Sequence[Filter],
        doing: Doing,
        label_prior: float = _LABEL_PRIOR,
    ) -> None:
        self._schema = schema
        self._label_prior = label_prior
        self._vocabulary = vocabulary
        self._joiner = joiner
        self._question = question
        self._tokens = tokens
        self._spots = spots
        self._filters = filters
        self._doing = doing
        self._bound = {one.spot for one in filters} | {one.called for one in filters if one.called >= 0}
        self.sketch = _Sketch()
        self._labels: dict[int, Named] = {}
        self._properties: dict[int, Named] = {}
        self._said: dict[str, list[Said]] = {}

    # What each spot is

    def query(self) -> Query | None:
        self._name_spots()
        self._add_variables()
        self._apply_filters()
        self._choose_outputs()
        return self._joined()

    def _name_spots(self) -> None:
        """Decide for each spot that is no constant whether it is a label, a property or a type."""
        firm = {one.element.owner for one in self._filters if one.element.kind is Kind.PROPERTY}
        for place, spot in enumerate(self._spots):
            labels = spot.of(Kind.LABEL)
            if place not in self._bound and labels and not spot.of(Kind.PROPERTY, Kind.FACT):
                firm.add(labels[0].element.name)
        for place, spot in enumerate(self._spots):
            for named in spot.of(Kind.TYPE):
                if place not in self._bound or spot.of(Kind.LABEL):
                    self._said.setdefault(named.element.name, []).append((named.score, spot.first))
            if place in self._bound or self._tells_constant(spot):
                self._note(spot)
                continue
            label = next(iter(self._best_labels(spot, firm)), None)
            owned = max(
                (
                    Named(one.element, one.score + self._owned(place, one.element, firm))
                    for one in self._of_name(spot)
                ),
                key=lambda one: one.score,
                default=None,
            )
            kind = spot.best(Kind.TYPE)
            said = spot.best(Kind.PROPERTY, Kind.FACT)
            if owned and kind >= said and (is_participle(spot.text.lower()) or kind > said):
                # A verb rather relates things than it names a property.
                owned = None
            if kind > (label.score if label else 0.0) and owned is None and self._role(place, spot):
                self.sketch.score += 0.5 * kind
                self._note(spot)
                continue
            if label and (own := self._listed(place, spot, label)):
                owned = own
            if owned and owned.score >= (label.score + self._label_prior if label else _SURE):
                self._properties[place] = owned
                self.sketch.score += 0.5 * min(1.2, owned.score)
                self._note(spot)
            elif label and label.score >= kind - 0.1:
                self._labels[place] = label
                self.sketch.score += 0.5 * label.score
                self._note(spot)
            elif kind:
                self.sketch.score += 0.3 * kind
                self._note(spot)

    def _listed(self, place: int, spot: Spot, label: Named) -> Named | None:
        """Return the property of a label that words name which stand in a list with another of its properties.

        "The phone number and provider" are two properties, whatever is called a phone number besides.
        """
        own = [one for one in spot.of(Kind.PROPERTY) if one.element.owner == label.element.name]
        beside = self._spots[place + 1] if place + 1 < len(self._spots) else None
        if not own or own[0].score < _LISTED or beside is None or beside.of(Kind.LABEL):
            return None
        between = [token.lower for token in self._tokens[spot.last : beside.first]]
        others = [one for one in beside.of(Kind.PROPERTY) if one.element.owner == label.element.name]
        if not others or not between or not all(word in ("and", ",", "the") for word in between):
            return None
        return Named(own[0].element, _ABOVE)

    def _tells_constant(self, spot: Spot) -> bool:
        """Return whether a spot only says what the constant behind it is: "in the year 2021"."""
        elements = {named.element for named in spot.of(Kind.PROPERTY, Kind.FACT)}
        return any(
            one.element in elements and self._leads(spot.last, self._spots[one.spot].first, one.element)
            for one in self._filters
        )

    def _leads(self, first: int, last: int, element: Element) -> bool:
        """Return whether between two places there are only words that join, and other words for a property."""
        if not 0 <= last - first <= _LEADING:
            return False
        own = {
            at
            for spot in self._spots
            if any(named.element == element for named in spot.named)
            for at in range(spot.first, spot.last)
        }
        return all(at in own or self._tokens[at].lower in FUNCTION_WORDS for at in range(first, last))

    def _role(self, place: int, spot: Spot) -> bool:
        """Take a noun for whoever does what a type says, as what has its label: "actors" act."""
        word = singular(spot.text.lower())
        if not word.endswith(DOERS) or len(word) < 5:
            return False
        for named in spot.of(Kind.TYPE):
            sources = {one.source for one in self._schema.type[named.element.name].connections}
            if len(sources) == 1:
                self._labels[place] = Named(Element(Kind.LABEL, sources.pop()), named.score)
                self._need(named.element.name)
                return True
        return False

    def _note(self, spot: Spot) -> None:
        self.sketch.used.update(range(spot.first, spot.last))

    def _best_labels(self, spot: Spot, firm: set[str]) -> list[Named]:
        found = spot.of(Kind.LABEL)
        return sorted(found, key=lambda one: -(one.score + 0.2 * (one.element.name in firm)))

    def _of_name(self, spot: Spot) -> list[Named]:
        """Return the properties that a spot may name; "name" is what names a node, whatever it is called."""
        found = spot.of(Kind.PROPERTY, Kind.FACT)
        if singular(spot.text.lower()) == "name":
            known = {one.element.owner for one in found if one.score >= 1.0}
            found = [one for one in found if one.score >= 1.0]
            for label in self._schema.labels:
                if label.naming and label.name not in known:
                    found.append(Named(Element(Kind.PROPERTY, label.naming[0], label.name), 0.9))
        return found

    def _owned(self, place: int, element: Element, firm: set[str]) -> float:
        """Return what speaks for the owner of a property, by where it is named."""
        best = _OWNER_UNSAID
        if element.owner in firm:
            best = 0.0
        spot = self._spots[place]
        for other, one in enumerate(self._spots):
            for named in one.of(Kind.LABEL, Kind.TYPE):
                if named.element.name != element.owner or named.score < 0.5:
                    continue
                if other < place:
                    distance = spot.first - one.last
                    between = self._between(one.last, spot.first)
                    close = distance == 0 or all(word in _HAVING for word in between)
                    worth = 0.5 if close else max(0.05, 0.33 - 0.02 * distance)
                elif other > place:
                    distance = one.first - spot.last
                    between = self._between(spot.last, one.first)
                    close = (
                        bool(between) and between[0] in ("of", "for") and all(word in _OF for word in between)
                    )
                    worth = 0.5 if close else max(0.05, 0.3 - 0.015 * distance)
                else:
                    continue
                best = max(best, worth * named.score)
        # A value beside it says whose the property is.
        if any(held.element.owner == element.owner for held in self._filters):
            best = max(best, 0.2)
        return best

    def _between(self, first: int, last: int) -> list[str]:
        """Return the words between two places, without properties that are named along with one there."""
        listed = {
            at
            for spot in self._spots
            if first <= spot.first and spot.last <= last and spot.of(Kind.PROPERTY) and not spot.of(Kind.LABEL)
            for at in range(spot.first, spot.last)
        }
        found = [(at, self._tokens[at].lower) for at in range(first, last) if at not in listed]
        return [word for _, word in found if not (listed and word in ("and", ",", "the"))]

    # Variables

    def _add_variables(self) -> None:
        for place, named in self._labels.items():
            self.sketch.variable(named.element.name, self._spots[place].first)
        for place, named in self._properties.items():
            if named.element.kind is Kind.PROPERTY:
                self.sketch.variable(named.element.owner, self._spots[place].first)
            else:
                self._need(named.element.owner)

    def _need(self, kind: str) -> None:
        if kind not in self.sketch.needed:
            self.sketch.needed.append(kind)
        self._said.setdefault(kind, []).append((0.9, 0))

    def _apply_filters(self) -> None:
        taken: dict[Element, Variable] = {}
        for one in self._filters:
            spot = self._spots[one.spot]
            self.sketch.score += one.score
            self._note(spot)
            if one.counted:
                variable = self.sketch.variable(one.element.name, spot.first)
                self.sketch.counted[id(variable)] = one.tests[0]
                continue
            if one.element.kind is Kind.FACT:
                self._need(one.element.owner)
                self.sketch.facts += [
                    (one.element.owner, FactTest(one.element.name, test)) for test in one.tests
                ]
                continue
            fresh = one.element in taken and one.tests[0].comparison is Comparison.EQUAL
            fresh = fresh or self._apart(one)
            variable = self.sketch.variable(one.element.owner, spot.first, fresh)
            if fresh and one.element in taken:
                variable.beside = taken[one.element]
            taken.setdefault(one.element, variable)
            move = Move(property_relation(one.element.name), True)
            tests = one.tests
            if len(tests) == 1 and tests[0].comparison is Comparison.UNEQUAL:
                inner = Pattern(tests=(ValueTest(Comparison.EQUAL, tests[0].value),))
                variable.branches.append(Branch((move,), inner, Quantifier.NONE))
            else:
                variable.branches.append(Branch((move,), Pattern(tests=tests)))
        for sign in self._doing.nots:
            self._deny(sign)
        self._hold_truths()

    def _hold_truths(self) -> None:
        """Hold nodes to what is so: "which groups are high value" asks for groups, "is X enabled" whether it is."""
        for place, named in list(self._properties.items()):
            element = named.element
            if element.kind is not Kind.PROPERTY or self._facts(element).type is not ValueType.BOOLEAN:
                continue
            spot = self._spots[place]
            asked = any(one.element.name == element.owner for one in self._labels.values())
            after = self._tokens[spot.last].lower if spot.last < len(self._tokens) else ""
            if (
                spot.quoted
                or after in _OF_TRUTHS
                or not (self._doing.whether or (asked and self._asks_nodes()))
            ):
                continue
            del self._properties[place]
            pattern = Pattern(tests=(ValueTest(Comparison.EQUAL, "yes"),))
            move = Move(property_relation(element.name), True)
            self.sketch.variable(element.owner, spot.first).branches.append(Branch((move,), pattern))

    def _asks_nodes(self) -> bool:
        """Return whether a question begins with words for some nodes."""
        first = min(self._labels, default=None)
        return first is not None and first < min(self._properties, default=len(self._spots))

    def _apart(self, one: Filter) -> bool:
        """Return whether a name is of another node than what the question calls by the same label."""
        label = self._schema.label.get(one.element.owner)
        if label is None or label.naming[:1] != (one.element.name,) or one.called >= 0:
            return False
        own = [place for place, named in self._labels.items() if named.element.name == label.name]
        if not own:
            return False
        spot = self._spots[one.spot]
        nearest = min(own, key=lambda place: abs(self._spots[place].last - spot.first))
        between = self._tokens[self._spots[nearest].last : spot.first]
        if nearest < one.spot and all(token.lower in _APPOSED for token in between if token.kind == "word"):
            return False
        return any(
            self._spots[place].of(Kind.TYPE) or place in self._labels for place in range(nearest + 1, one.spot)
        )

    def _deny(self, sign: Sign) -> None:
        """Deny what is named behind a negation: there is no such node, relationship or value."""
        spot = next((one for one in self._spots if self._tokens[one.first].start >= sign.end), None)
        place = self._spots.index(spot) if spot else -1
        if spot and self.sketch.order and self._tokens[spot.first].start - sign.end < 20:
            head = self.sketch.order[0]
            after = self._spots[place + 1] if place + 1 < len(self._spots) else None
            kinds = [named.element.name for named in spot.of(Kind.TYPE)]
            steps = {move.relation: move for move, _, _ in self._joiner.steps_of(head.label)}
            if (
                kinds
                and kinds[0] in steps
                and place not in self._labels
                and place not in self._properties
                and not after
            ):
                head.branches.append(Branch((steps[kinds[0]],), Pattern(), Quantifier.NONE))
                self._said.pop(kinds[0], None)
                return
            if (
                place in self._properties
                and not after
                and self._properties[place].element.kind is Kind.PROPERTY
            ):
                element = self._properties.pop(place).element
                owner = self.sketch.variable(element.owner, 0)
                move = Move(property_relation(element.name), True)
                owner.branches.append(Branch((move,), Pattern(), Quantifier.NONE))
                return
        for place, named in sorted(self._labels.items()):
            token = self._tokens[self._spots[place].first]
            if token.start < sign.end:
                continue
            variable = self.sketch.variable(named.element.name, 0)
            if (
                place != min(self._labels)
                and token.start - sign.end < 40
                and variable is not self.sketch.order[0]
            ):
                variable.negated = True
            return

    # What is asked for

    def _choose_outputs(self) -> None:
        left = dict(self._properties)
        aggregated = self._counts(left) | self._functions(left)
        if self._tokens[0].lower in ("who", "whom") and not self._labels and not aggregated and not left:
            self._unlabelled()
        first = min((one.place for one in self.sketch.outs), default=10**6)
        grouped = self._groups(left)
        for place, named in sorted(left.items()):
            at = self._spots[place].first
            if aggregated and not (at < first or self._returned(at)):
                continue
            self.sketch.outs.append(_Out(at, self._of(named.element), named.element))
            self._of_both(place, named)
        if aggregated:
            if self._doing.most or grouped or not self._doing.returns:
                return
            return
        self._add_labels(left)

    def _of_both(self, place: int, named: Named) -> None:
        """Add a property of a second label too: "the account numbers of their cards and loans"."""
        name, owner = named.element.name, named.element.owner
        after = [one for one in sorted(self._labels) if one > place][:2]
        if len(after) < 2 or named.element.kind is not Kind.PROPERTY:
            return
        first, second = (self._spots[one] for one in after)
        labels = [self._labels[one].element.name for one in after]
        of = [token.lower for token in self._tokens[self._spots[place].last : first.first]]
        between = [token.lower for token in self._tokens[first.last : second.first]]
        if owner not in labels or labels[0] == labels[1] or not of or of[0] != "of":
            return
        if not all(word in _OF_THEIR for word in of) or not all(word in _AND_THEIR for word in between):
            return
        other = labels[1] if labels[0] == owner else labels[0]
        if any(one.name == name for one in self._schema.label[other].properties):
            element = Element(Kind.PROPERTY, name, other)
            self.sketch.outs.append(_Out(second.first, self._of(element), element))

    def _of(self, element: Element) -> Variable | None:
        return self.sketch.variable(element.owner, 0) if element.kind is Kind.PROPERTY else None

    def _add_labels(self, left: dict[int, Named]) -> None:
        """Add the nodes that are asked for themselves."""
        owners = {named.element.owner for named in left.values()}
        free = sorted(self._labels)
        outs = self.sketch.outs
        if not outs:
            head = next(iter(free), None)
            if head is not None:
                named = self._labels[head]
                outs.append(_Out(self._spots[head].first, self.sketch.variable(named.element.name, 0), None))
            else:
                self._unlabelled()
        for place in free:
            named = self._labels[place]
            at = self._spots[place].first
            variable = self.sketch.variable(named.element.name, 0)
            if (
                named.element.name in owners
                or any(one.variable is variable for one in outs)
                or variable.branches
            ):
                continue
            if self._and_their(at):
                outs.append(_Out(at, variable, None))

    def _unlabelled(self) -> None:
        """Add what a type leads to where no label says what is asked for: "who directed X"."""
        for kind, _ in sorted(self._said.items(), key=lambda one: -max(score for score, _ in one[1])):
            for one in self._schema.type[kind].connections:
                known = self.sketch.variables
                if one.target in known:
                    fresh = one.source in known
                    variable = self.sketch.variable(one.source, 0, fresh)
                elif one.source in known:
                    variable = self.sketch.variable(one.target, 0)
                else:
                    continue
                self.sketch.outs.append(_Out(0, variable, None))
                return
        if self.sketch.order:
            self.sketch.outs.append(_Out(0, self.sketch.order[0], None))

    def _and_their(self, at: int) -> bool:
        token = self._tokens[at]
        return any(0 <= token.start - sign.end <= 12 for sign in self._doing.returns)

    def _returned(self, at: int) -> bool:
        token = self._tokens[at]
        return any(
            sign.end <= token.start and not sign.text.strip().startswith("and the")
            for sign in self._doing.returns
        )

    def _counts(self, left: dict[int, Named]) -> bool:
        found = False
        for sign, distinct in self._doing.counts:
            place = self._next(sign, (*self._labels, *left), 8)
            if place is None:
                continue
            at = self._at(sign)
            if place in self._labels:
                variable = self.sketch.variable(self._labels[place].element.name, 0)
                self.sketch.outs.append(_Out(at, variable, None, Summary.COUNT, distinct))
            else:
                element = left[place].element
                if self._facts(element).type is ValueType.NUMBER and self._is_made_of(sign):
                    # "The average number of hours" is an average.
                    continue
                left.pop(place)
                summary = Summary.COUNT
                if self._facts(element).type is ValueType.NUMBER and sign.text.startswith("how many"):
                    summary = Summary.SUM if len(self._doing.groups) else Summary.EACH
                self.sketch.outs.append(_Out(at, self._of(element), element, summary, distinct))
            found = True
        if self._doing.most and not found and len(self._labels) > 1:
            sign, greatest = self._doing.most
            place = self._next(sign, tuple(self._labels), 5)
            if place is not None:
                variable = self.sketch.variable(self._labels[place].element.name, 0)
                others = [one for one in sorted(self._labels) if one != place]
                head = others[0] if others else None
                if head is not None:
                    own = [
                        one
                        for one, named in sorted(left.items())
                        if named.element.owner == self._labels[head].element.name
                    ]
                    if not own:
                        root = self.sketch.variable(self._labels[head].element.name, 0)
                        self.sketch.outs.append(_Out(0, root, None))
                    for one in own:
                        element = left.pop(one).element
                        self.sketch.outs.append(_Out(0, self._of(element), element))
                out = _Out(self._at(sign), variable, None, Summary.COUNT)
                self.sketch.outs.append(out)
                self.sketch.sorting = (out, greatest, self._doing.many or 1)
                found = True
        return found

    def _is_made_of(self, sign: Sign) -> bool:
        """Return whether a summary is said right before words for a count."""
        return any(0 <= sign.start - one.end <= _BESIDE for one, _, _ in self._doing.functions)

    def _functions(self, left: dict[int, Named]) -> bool:
        found = False
        last: int | None = None
        for sign, summary, phrases in self._doing.functions:
            extreme = summary in (Summary.MAXIMUM, Summary.MINIMUM)
            measured = [one for one, named in left.items() if self._facts(named.element).type in _MEASURED]
            place = self._next(sign, tuple(measured), 8)
            label = self._next(sign, tuple(self._labels), 3)
            if last is not None and (place is None or place > last) and last == self._next(sign, (last,), 8):
                # "The average and maximum amount" are both of the amount.
                element = self._properties[last].element
                self.sketch.outs.append(_Out(self._at(sign), self._of(element), element, summary))
                continue
            if (
                extreme
                and label is not None
                and (
                    place is None or place > label + 1 or self._spots[place].first - self._spots[label].last > 0
                )
            ):
                measured_by = self._measure(self._labels[label].element.name, phrases or (sign.text,))
                if measured_by is not None:
                    out = _Out(self._at(sign), self._of(measured_by), measured_by)
                    known = degree_of(sign.text)
                    down = summary is Summary.MAXIMUM
                    if known and "age" not in split_words(measured_by.name):
                        # The oldest was born first.
                        down = known[0]
                    self.sketch.sorting = (out, down, self._doing.many or 1)
                continue
            if place is None:
                continue
            element = left[place].element
            before = [one for one in self._labels if self._tokens[self._spots[one].first].start < sign.start]
            if extreme and before and not self._doing.groups and not self._doing.counts:
                left.pop(place)
                out = _Out(self._at(sign), self._of(element), element)
                self.sketch.sorting = (out, summary is Summary.MAXIMUM, self._doing.many or 1)
                continue
            left.pop(place)
            last = place
            self.sketch.outs.append(_Out(self._at(sign), self._of(element), element, summary))
            found = True
        if self._doing.sort and self.sketch.sorting is None:
            sign, down = self._doing.sort
            place = self._next(sign, tuple(self._properties), 8)
            if place is not None:
                element = self._properties[place].element
                others = [one for one in left if one != place and left[one].element == element]
                if place in left and (others or any(one.element == element for one in self.sketch.outs)):
                    left.pop(place)
                out = _Out(self._at(sign), self._of(element), element)
                self.sketch.sorting = (out, down, self._doing.many)
        return found

    def _measure(self, label: str, phrases: Sequence[str]) -> Element | None:
        """Return the property of a label that phrases for a measure mean."""
        best: Named | None = None
        for some in self._vocabulary.meant(list(phrases)):
            for named in some:
                if named.element.owner == label and self._facts(named.element).type in _MEASURED:
                    best = named if best is None or named.score > best.score else best
        return best.element if best else None

    def _groups(self, left: dict[int, Named]) -> bool:
        found = False
        for sign in self._doing.groups:
            place = self._next(sign, (*self._labels, *left), 5)
            if place is None:
                continue
            while place + 1 in self._labels and self._spots[place].last == self._spots[place + 1].first:
                # "Each movie genre" is each genre.
                place += 1
            if place in left:
                element = left.pop(place).element
                self.sketch.outs.insert(0, _Out(-1, self._of(element), element))
            else:
                name = self._labels[place].element.name
                own = [one for one, named in sorted(left.items()) if named.element.owner == name]
                at_once = [one for one in own if self._spots[one].first - self._spots[place].last <= 1]
                if any(
                    named.element.owner == name and self._returned(self._spots[one].first)
                    for one, named in left.items()
                ):
                    found = True
                    continue
                for one in at_once:
                    element = left.pop(one).element
                    self.sketch.outs.insert(0, _Out(-1, self._of(element), element))
                if not at_once:
                    self.sketch.outs.insert(0, _Out(-1, self.sketch.variable(name, 0), None))
            found = True
        return found

    def _next(self, sign: Sign, places: Sequence[int], most: int) -> int | None:
        """Return the first of some spots behind a sign, at most so many tokens away."""
        at = self._at(sign)
        after = [one for one in places if self._tokens[self._spots[one].first].start >= sign.start]
        return next((one for one in sorted(after) if self._spots[one].first - at <= most), None)

    def _at(self, sign: Sign) -> int:
        return next((place for place, one in enumerate(self._tokens) if one.end > sign.start), 0)

    def _facts(self, element: Element) -> Property:
        owner = (
            self._schema.label[element.owner]
            if element.kind is Kind.PROPERTY
            else self._schema.type[element.owner]
        )
        return next(one for one in owner.properties if one.name == element.name)

    # Joining

    def _joined(self) -> Query | None:
        sketch = self.sketch
        if not sketch.order:
            if not sketch.needed:
                return None
            kind = max(self._schema.type[sketch.needed[0]].connections, key=lambda one: one.count)
            sketch.variable(kind.source, 0)
        root = next((one.variable for one in sketch.outs if one.variable and not one.summary), None)
        root = root or next((one.variable for one in sketch.outs if one.variable), None) or sketch.order[0]
        if id(root) in sketch.counted or root.negated:
            root = next(
                (one for one in sketch.order if id(one) not in sketch.counted and not one.negated), root
            )
        others = [one for one in sketch.order if one is not root]
        joined = self._joiner.join(root, others, self._said, sketch.needed, self._active, self._away)
        if joined is None:
            return None
        edges, cost = joined
        sketch.score -= cost + _UNWALKED * self._unwalked(edges)
        arriving = {id(edge.end): edge for edge in edges}
        by_type = {edge.move.relation: edge for edge in edges}
        for owner, test in sketch.facts:
            by_type[owner].facts.append(test)
        named = {id(one) for one in sketch.order}
        counted = self._counted(arriving, named)
        if any(self._unseen(one, by_type, arriving, counted) for one in sketch.outs):
            return None
        columns = []
        for number, one in enumerate(sorted(sketch.outs, key=lambda out: out.place), 1):
            columns.append(self._column(one, root, by_type, number))
        pattern = _pattern(root, counted)
        return self._query(pattern, root, columns, by_type)

    def _unwalked(self, edges: Sequence[Edge]) -> int:
        """Return how many spots name nothing but types of which none is walked."""
        walked = {edge.move.relation for edge in edges}
        count = 0
        for spot in self._spots:
            named = spot.of(Kind.TYPE)
            if named and named[0].score >= _LISTED and not spot.of(Kind.LABEL, Kind.PROPERTY, Kind.FACT):
                best = {one.element.name for one in named if one.score >= named[0].score}
                count += not best & walked
        return count

    def _asks_values(self, columns: Sequence[Column]) -> bool:
        """Return whether the few values of a property are asked for, and not those of some nodes."""
        if len(columns) != 1 or columns[0].of or columns[0].fact or self._labels or self._filters:
            return False
        named = next(iter(self._properties.values()), None)
        return named is not None and bool(self._facts(named.element).values)

    def _away(self, root: Variable, start: Variable, end: Variable) -> float:
        """Return what it costs, by the wording, to join a variable to another.

        What stands near is likely; "... and appeared in" is said of what the sentence is about.
        """
        verb = max(
            (spot.first for spot in self._spots if spot.of(Kind.TYPE) and start.place < spot.first < end.place),
            default=-1,
        )
        at = verb - 1
        while at > 0 and self._tokens[at].lower in _HELPING:
            at -= 1
        if verb > 0 and self._tokens[at].lower in ("and", ",", "but"):
            return 0.0 if start is root else _COORDINATED
        return _FAR * abs(start.place - end.place)

    def _unseen(
        self, one: _Out, by_type: dict[str, Edge], arriving: dict[int, Edge], counted: dict[int, ValueTest]
    ) -> bool:
        """Return whether a column is of what is only counted, or not there."""
        end = by_type[one.element.owner].end if one.element and one.element.kind is Kind.FACT else one.variable
        while end is not None:
            if id(end) in counted or end.negated:
                return True
            edge = arriving.get(id(end))
            end = edge.start if edge else None
        return False

    def _active(self, start: Variable, end: Variable) -> bool:
        """Return whether what the question names first rather does what is done than the other."""
        first, last = sorted((start.place, end.place))
        passive = any(self._tokens[at].lower in ("by", "from") for at in range(first, last))
        return (start.place <= end.place) is not passive

    def _counted(self, arriving: dict[int, Edge], named: set[int]) -> dict[int, ValueTest]:
        """Return the tests of how many there are, moved to the first of the steps that lead there alone."""
        moved = {}
        for ident, test in self.sketch.counted.items():
            edge = arriving.get(ident)
            if edge is None:
                continue
            while id(edge.start) not in named and id(edge.start) in arriving:
                edge = arriving[id(edge.start)]
            moved[id(edge.end)] = test
        return moved

    def _column(self, one: _Out, root: Variable, by_type: dict[str, Edge], number: int) -> Column:
        if one.element is not None and one.element.kind is Kind.FACT:
            edge = by_type[one.element.owner]
            edge.end.name = edge.end.name or f"v{number}"
            return Column((), edge.end.name, one.element.name, one.summary, one.distinct)
        assert one.variable is not None
        of = ""
        if one.variable is not root:
            one.variable.name = one.variable.name or f"v{number}"
            of = one.variable.name
        path = (Move(property_relation(one.element.name), True),) if one.element else ()
        return Column(path, of, "", one.summary, one.distinct)

    def _query(
        self, pattern: Pattern, root: Variable, columns: list[Column], by_type: dict[str, Edge]
    ) -> Query | None:
        doing, sketch = self._doing, self.sketch
        if doing.whether and not any(one.summary for one in columns):
            return Query(pattern, form=Form.EXISTS)
        if not columns:
            return None
        order: Order | None = None
        sorting: tuple[Sorting, ...] = ()
        limit = doing.many
        if sketch.sorting:
            out, down, many = sketch.sorting
            column = self._column(out, root, by_type, 99)
            if column in columns:
                sorting, limit = (Sorting(columns.index(column) + 1, down),), many
            elif (
                not column.of
                and not column.fact
                and many
                and all(not one.of and not one.summary for one in columns)
            ):
                order, limit = Order(Measure(column.path), down, 1, many), 0
            else:
                columns.append(column)
                sorting, limit = (Sorting(len(columns), down),), many
        unique = list(dict.fromkeys(columns))
        if len(unique) != len(columns):
            if sorting:
                sorting = (replace(sorting[0], column=unique.index(columns[sorting[0].column - 1]) + 1),)
            columns = unique
        distinct = (doing.distinct or self._asks_values(columns)) and not any(one.summary for one in columns)
        return Query(pattern, order=order, table=Table(tuple(columns), distinct, (), sorting, limit))


def _pattern(variable: Variable, counted: dict[int, ValueTest]) -> Pattern:
    """Return the pattern around a variable, with all that hangs on it."""
    branches = list(variable.branches)
    for edge in variable.steps:
        inner = _pattern(edge.end, counted)
        if (test := counted.get(id(edge.end))) is not None:
            branches.append(Branch((edge.move,), inner, count=test, facts=tuple(edge.facts)))
            continue
        quantifier = Quantifier.NONE if edge.end.negated else Quantifier.SOME
        name = "" if edge.end.negated else edge.end.name
        branches.append(Branch((edge.move,), inner, quantifier, None, tuple(edge.facts), name))
    return Pattern(label=variable.label, branches=tuple(branches))


_HAVING = frozenset(
    {"with", "has", "have", "had", "having", "a", "an", "the", "whose", "that", "which", "who", "'s", "'"}
)
_OF = frozenset(
    {"of", "for", "the", "a", "an", "all", "each", "every", "any", "that", "this", "these", "those"}
)
_OF_TRUTHS = frozenset({"status", "flag", "value", "state", "of", "property", "and", ","})
_OF_THEIR = frozenset({"of", "for", "both", "the", "their", "its", "his", "her", "each"})
_AND_THEIR = frozenset({"and", ",", "the", "their", "its", "his", "her"})
_APPOSED = frozenset({"named", "called", "titled", "the", "with", "name", "is", "of", "node"})
