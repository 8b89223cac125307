"""Decides what each spot names that is not a constant: a label, a property or a relationship type."""

from __future__ import annotations

from itertools import pairwise

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.language.query import Branch, Pattern
from kgqa_neo4j.plans.reading.labelled.flows import explained, says_flow
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.name_matching import counted_by, is_agent_noun
from kgqa_neo4j.plans.reading.labelled.operating import EXTREMES
from kgqa_neo4j.plans.reading.labelled.owning import Owning
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.spots import Spot, places_of
from kgqa_neo4j.plans.reading.labelled.unlabelled import asks_day, made_by
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, measures_time
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, KINDS, names_person
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.wording import is_participle, stem
from kgqa_neo4j.question.wording import words as split_words

LIKELY_LABEL, UNLIKELY_LABEL = 0.15, -0.5
"""Bonus for a label if a spot also names a property; the second is for a retry after labels could not be joined."""

_SURE = 0.55
# Minimum score of words that name an element, rather than only hint at it.
_MEANT = 0.8
# Maximum words between a word for a property and its value.
_LEADING = 3
# Bonus of durations for "how long", and the minimum score of a label after "which".
_ASKED_FOR = 0.5
# Question words, and words before something else that is requested.
_ASKING = frozenset({"what", "which", "who", "when", "where", "how", "why", "whose"})
_LISTING = frozenset(
    {"and", "or", ",", "with", "their", "its", "the", "by", "of", "in", "most", "least", "per"}
)
_TAKING = frozenset({"did", "does", "do", "will"})
# Maximum characters between a negation and the role that it denies: "never been a guest".
_DENIED = 12
_LISTED, _ABOVE = 0.85, 2.0
# Minimum share of a type's relationships that start at nodes of one label.
_NEARLY_ALL = 0.8
# Minimum score of a verb whose agents "people" are.
_DOING = 0.7
_ANYONE = frozenset({"person", "people", "persons"})
_PERSONS = frozenset({"who", "which"})
_SERVING = frozenset({"serve", "serves", "served", "act", "acts", "acted", "work", "works", "worked"})
_HAVE = frozenset({"has", "have", "had"})
_JOINING = frozenset({"of", "from", "in", "at", "on", "to", "for", "has", "with"})
_BEING = frozenset({"is", "are", "was", "were", "who", "that", "which", "also", "a", "an"})


class Naming:
    """Decides what the spots of one question name."""

    def __init__(
        self,
        schema: PropertyGraphSchema,
        asked: BoundQuestion,
        sketch: Sketch,
        label_prior: float = LIKELY_LABEL,
    ) -> None:
        self._schema = schema
        self._asked = asked
        self._sketch = sketch
        self._label_prior = label_prior
        self._owning = Owning(schema, asked)
        self._both: list[tuple[str, str]] = []
        self._roles: dict[int, str] = {}
        filters = asked.filters
        self._bound = {one.spot for one in filters} | {one.called for one in filters if one.called >= 0}

    def name(self) -> None:
        """Decide what each spot names that is not a constant, and add the nodes and types to the sketch."""
        self._name_spots()
        self._add_variables()

    def _name_spots(self) -> None:
        self._decide()
        for place, named in self._sketch.labels.items():
            self._say_only_of(named.element.name, self._asked.spots[place])
        for one in self._asked.filters:
            if one.counted and one.called >= 0:
                self._say_only_of(one.element.name, self._asked.spots[one.called])
        self._say_once()
        for named in self._sketch.properties.values():
            self._say_no_type(named.element)

    def _say_once(self) -> None:
        """Drop a property that a word hints at if another word names it: "win" next to "medals"."""
        spots, properties = self._asked.spots, self._sketch.properties
        called = {
            named.element
            for place, named in properties.items()
            if spots[place].best(Kind.PROPERTY, Kind.FACT) >= _MEANT
        }
        for place, spot in enumerate(spots):
            hinted = next(iter(spot.of(Kind.PROPERTY, Kind.FACT)), None)
            if hinted and hinted.element in called and hinted.score < _MEANT and not spot.of(Kind.LABEL):
                properties.pop(place, None)
                self._sketch.note(spot)

    def _say_no_type(self, element: Element) -> None:
        """Drop types that are only words of a property's name: the "attacking" army's size is its `attacker_size`."""
        called = _stems(element.name) if element.kind is Kind.PROPERTY else set()
        for place, spot in enumerate(self._asked.spots if len(called) > 1 else ()):
            own = {stem(singular_of(word)) for word in split_words(spot.text.lower())}
            if spot.constant or place in self._sketch.labels or not own <= called:
                continue
            for named in spot.of(Kind.TYPE):
                if self._unsay(named.element.name, spot):
                    self._sketch.doubled.add(named.element.name)

    def _say_only_of(self, label: str, spot: Spot) -> None:
        """Drop types that a noun for a label mentions but its nodes lack: "visits" are nodes that nobody visits."""
        for named in spot.of(Kind.TYPE):
            kind = self._schema.type[named.element.name]
            if self._is_called_after(kind.name, label):
                # "Crops" are not only those that `OF_CROP` leads to.
                self._unsay(kind.name, spot)
                continue
            if any(label in (one.source, one.target) for one in kind.connections):
                continue
            if self._unsay(kind.name, spot):
                self._sketch.doubled.add(kind.name)

    def _unsay(self, kind: str, spot: Spot) -> bool:
        """Drop a spot's mention of a type; return whether no other spot mentions it."""
        said = self._sketch.said.get(kind, [])
        self._sketch.said[kind] = left = [one for one in said if one[1] != spot.first]
        if not left:
            del self._sketch.said[kind]
        return not left

    def _is_called_after(self, kind: str, label: str) -> bool:
        """Return whether a type is named by a preposition or "has" and the label of its nodes: `FROM_FIELD`."""
        first, *rest = split_words(kind)
        return bool(rest) and first in _JOINING and "".join(rest) == label.lower()

    def _decide(self) -> None:
        """Decide what each spot names: a label, a property or a type."""
        firm = {one.element.owner for one in self._asked.filters if one.element.kind is Kind.PROPERTY}
        for place, spot in enumerate(self._asked.spots):
            labels = spot.of(Kind.LABEL)
            if place not in self._bound and labels and not spot.of(Kind.PROPERTY, Kind.FACT):
                firm.add(labels[0].element.name)
        counting = {one.called for one in self._asked.filters if one.counted}
        for place, spot in enumerate(self._asked.spots):
            for named in spot.of(Kind.TYPE):
                if place not in self._bound or spot.of(Kind.LABEL) or place in counting:
                    self._sketch.said.setdefault(named.element.name, []).append((named.score, spot.first))
            if self._sketch.flows and says_flow(self._asked.tokens, spot):
                self._sketch.note(spot)
                continue
            if place in self._bound or self._tells_constant(spot) or self._asks_time_of(place):
                self._sketch.note(spot)
                continue
            label = next(iter(self._best_labels(spot, firm)), None)
            if label and self._is_deed(spot, label):
                label = None
            owned = max(
                (
                    Named(
                        one.element,
                        one.score + self._owning.owned(place, one.element, firm) + self._how_long(spot, one),
                    )
                    for one in self._owning.of_name(spot)
                ),
                key=lambda one: one.score,
                default=None,
            )
            kind = spot.best(Kind.TYPE)
            said = spot.best(Kind.PROPERTY, Kind.FACT)
            doer = is_agent_noun(singular_of(spot.text.lower()))
            if owned and (self._is_beside_question(spot, owned) or self._asks_label(spot, label)):
                owned = None
            if owned and label and self._is_denied_count(owned, label):
                owned = None
            if owned and self._is_no_day(spot, owned):
                owned = None
            if owned and self._is_done(spot, owned):
                owned = None
                self._sketch.note(spot)
            if owned and kind >= said and (is_participle(spot.text.lower()) or kind > said or doer):
                # A verb relates nodes rather than naming a property.
                owned = None
            # "Winners" are those who won rather than an award.
            rather = kind > (label.score if label else 0.0) or (label and self._is_rather_done(spot, label))
            if rather and owned is None and self._role(place, spot):
                self._sketch.score += 0.5 * kind
                self._sketch.note(spot)
                continue
            if label and (own := self._listed(place, spot, label)):
                owned = own
            if owned and owned.score >= (label.score + self._label_prior if label else _SURE):
                self._sketch.properties[place] = owned
                self._sketch.score += 0.5 * min(1.2, owned.score)
                self._sketch.note(spot)
            elif label and label.score >= kind - 0.1:
                self._sketch.labels[place] = label
                self._sketch.score += 0.5 * label.score
                self._sketch.note(spot)
            elif kind:
                self._sketch.score += 0.3 * kind
                self._sketch.note(spot)

    def _is_beside_question(self, spot: Spot, owned: Named) -> bool:
        """Return whether a word that only hints at a property is not part of the request.

        "Which plant would I drive to" asks for a plant.
        """
        first = next((one for one in self._asked.spots if one.of(Kind.LABEL)), None)
        at = first.first - 1 if first else -1
        if first is None or at not in (0, 1) or self._asked.tokens[at].lower not in ("which", "what"):
            return False
        before = self._asked.tokens[spot.first - 1].lower
        truth = property_of(self._schema, owned.element).type is ValueType.BOOLEAN
        if not truth and self._is_told(spot, first):
            return True
        other = owned.element.owner != first.of(Kind.LABEL)[0].element.name
        helped = before in ("to", "would", "could", "should", "can", "will", "must", "i", "we", "you", "they")
        return (
            other
            and helped
            and spot.best(Kind.PROPERTY, Kind.FACT) < _MEANT
            and first.best(Kind.LABEL) >= _MEANT
        )

    def _asks_label(self, spot: Spot, label: Named | None) -> bool:
        """Return whether a noun after "which" requests nodes, though it only hints at an element: "which animals"."""
        before = self._asked.tokens[spot.first - 1].lower if spot.first else ""
        return (
            label is not None
            and label.score >= _ASKED_FOR
            and before in ("which", "what")
            and is_plural(spot.text.lower())
            and spot.best(Kind.PROPERTY, Kind.FACT) < _MEANT
        )

    def _is_told(self, spot: Spot, asked: Spot) -> bool:
        """Return whether a word that only hints at a property describes what is asked for: "which papers got money"."""
        tokens = self._asked.tokens
        again = {token.lower for token in tokens[asked.last : spot.first]} & _ASKING
        named = spot.best(Kind.PROPERTY, Kind.FACT) >= _MEANT or asked.best(Kind.LABEL) < _MEANT
        # "The biggest claim" and "hired most recently" do name a measure.
        before, after = tokens[spot.first - 1].end, tokens[spot.last - 1].end
        made = any(
            keyword.end == before or (summary in EXTREMES and after <= keyword.start <= after + 1)
            for keyword, summary, _ in self._asked.operations.functions
        )
        return not named and not again and not made and tokens[spot.first - 1].lower not in _LISTING

    def _is_done(self, spot: Spot, owned: Named) -> bool:
        """Return whether a participle means an action rather than its date: "answers written by Ann"."""
        tokens = self._asked.tokens
        if spot.last - spot.first > 1 or not is_participle(spot.text.lower()):
            return False
        if not property_of(self._schema, owned.element).type.is_time:
            return False
        by = spot.last < len(tokens) - 1 and tokens[spot.last].lower == "by"
        return by or (tokens[0].lower in _PERSONS and tokens[spot.first - 1].lower in _HAVE)

    def _is_denied_count(self, owned: Named, label: Named) -> bool:
        """Return whether a question denies that there is any of what a property counts: "without a single answer"."""
        counts = bool(counted_by(tuple(split_words(owned.element.name))))
        return counts and bool(self._asked.operations.nots) and label.score >= _MEANT

    def _is_no_day(self, spot: Spot, owned: Named) -> bool:
        """Return whether a question starts by asking for a day, but the property that a spot hints at is not a date."""
        words = [token.lower for token in self._asked.tokens[: spot.last]]
        hinted = spot.best(Kind.PROPERTY, Kind.FACT) < _MEANT
        return (
            hinted
            and spot.last <= 3
            and asks_day(words)
            and not property_of(self._schema, owned.element).type.is_time
        )

    def _asks_time_of(self, place: int) -> bool:
        """Return whether a noun for a time only specifies the property before it: "since what year"."""
        spots, spot = self._asked.spots, self._asked.spots[place]
        before = [token.lower for token in self._asked.tokens[max(0, spot.first - 1) : spot.first]]
        if (
            not place
            or before not in (["what"], ["which"])
            or singular_of(spot.text.lower()) not in KINDS["time"]
        ):
            return False
        return spots[place - 1].last == spot.first - 1 and bool(spots[place - 1].of(Kind.PROPERTY, Kind.FACT))

    def _how_long(self, spot: Spot, named: Named) -> float:
        """Return the bonus of a duration if a spot is "how long", a penalty for other properties if a verb follows."""
        words = [one.lower for one in self._asked.tokens[max(0, spot.first - 1) : spot.last]]
        if words != ["how", "long"]:
            return 0.0
        if measures_time(property_of(self._schema, named.element)):
            return _ASKED_FOR
        # "How long did it take" asks for no length.
        after = [one.lower for one in self._asked.tokens[spot.last : spot.last + 1]]
        return -1.0 if set(after) & _TAKING else 0.0

    def _listed(self, place: int, spot: Spot, label: Named) -> Named | None:
        """Return the property that words name if another property of the same label is listed after it.

        "The phone number and provider" are two properties, whatever else is called a phone number.
        """
        own = [one for one in spot.of(Kind.PROPERTY) if one.element.owner == label.element.name]
        beside = self._asked.spots[place + 1] if place + 1 < len(self._asked.spots) else None
        if not own or own[0].score < _LISTED or beside is None or beside.of(Kind.LABEL):
            return None
        between = [token.lower for token in self._asked.tokens[spot.last : beside.first]]
        others = [one for one in beside.of(Kind.PROPERTY) if one.element.owner == label.element.name]
        if not others or not between or not all(word in ("and", ",", "the") for word in between):
            return None
        return Named(own[0].element, _ABOVE)

    def _tells_constant(self, spot: Spot) -> bool:
        """Return whether a spot only explains an adjacent constant: "in the year 2021", "an hour late"."""
        elements = {named.element for named in spot.of(Kind.PROPERTY, Kind.FACT)}
        for one in self._asked.filters:
            constant = self._asked.spots[one.spot]
            if spot.last == constant.first and spot.text.lower() == "year" and constant.is_year:
                return True
            before = [token.lower for token in self._asked.tokens[max(0, spot.first - 1) : spot.first]]
            unit = self._asked.spots[one.called].last if one.called > one.spot else constant.last
            if one.element in elements and (
                self._leads(spot.last, constant.first, one.element)
                or (before in (["of"], ["on"], ["in"]) and spot.first - unit == 1)
                or spot.first == unit
            ):
                return True
        return False

    def _leads(self, first: int, last: int, element: Element) -> bool:
        """Return whether only function words and words for a property stand between two token indexes."""
        if not 0 <= last - first <= _LEADING:
            return False
        own = places_of(
            spot for spot in self._asked.spots if any(named.element == element for named in spot.named)
        )
        # "Score better than 7.5": so may words that compare.
        return all(
            at in own or self._asked.tokens[at].lower in FUNCTION_WORDS or self._asked.operations.taken[at]
            for at in range(first, last)
        )

    def _is_rather_done(self, spot: Spot, label: Named) -> bool:
        """Return whether a word only hints at a label, and as well at a type that shares no word with it."""
        kinds = [one for one in spot.of(Kind.TYPE) if one.score >= label.score]
        own = _stems(label.element.name)
        return label.score < _MEANT and bool(kinds) and not any(own & _stems(one.element.name) for one in kinds)

    def _is_deed(self, spot: Spot, label: Named) -> bool:
        """Return whether a noun means what persons do, and not those who do it: "loans" are not borrowers."""
        noun, own = singular_of(spot.text.lower()), _stems(label.element.name)
        done = any(
            one.score >= label.score
            and not own.isdisjoint(_stems(one.element.name))
            and any(end.source == label.element.name for end in self._schema.type[one.element.name].connections)
            for one in spot.of(Kind.TYPE)
        )
        deed = done and label.score < _MEANT and is_person(label.element.name)
        return deed and not is_agent_noun(noun) and not names_person(noun)

    def _role(self, place: int, spot: Spot) -> bool:
        """Read a noun for the agents of a type as their label, and return whether it is one: "actors" act."""
        word = singular_of(spot.text.lower())
        name = self._asked.spots[place - 1] if place else None
        between = {token.lower for token in self._asked.tokens[name.last : spot.first]} if name else {""}
        # "On how many channels is Ann a moderator" requests no moderators.
        acts = name is not None and name.constant and between <= {"a", "an"}
        # Neither does "which firms does Ann serve as an agent".
        before = [token.lower for token in self._asked.tokens[max(0, spot.first - 3) : spot.first - 1]]
        acts = acts or bool(before[:1] and before[0] in _SERVING and before[1:] == ["as"])
        if not (is_agent_noun(word) or names_person(word)) or len(word) < 5 or acts or self._is_denied(spot):
            return False
        for named in spot.of(Kind.TYPE):
            label, kind = self._doer(named.element.name), named.element.name
            if label:
                made = made_by(self._schema, label)
                if made is not None and not is_person(label):
                    # Answerers are the persons who give the answers.
                    self._sketch.doubled.add(kind)
                    label, kind = made.person, made.kind
                self._sketch.labels[place] = Named(Element(Kind.LABEL, label), named.score)
                self._sketch.need(kind)
                self._roles[place] = kind
                return True
        return False

    def _doer(self, kind: str) -> str:
        """Return the label of nearly all sources of a type; "" if they have several."""
        counts: dict[str, int] = {}
        for one in self._schema.type[kind].connections:
            counts[one.source] = counts.get(one.source, 0) + one.count
        label = max(counts, key=lambda one: counts[one], default="")
        return label if label and counts[label] >= _NEARLY_ALL * sum(counts.values()) else ""

    def _is_denied(self, spot: Spot) -> bool:
        """Return whether a question denies the role that a noun names: "who has never been a guest"."""
        said = [token.lower for token in self._asked.tokens[max(0, spot.first - 2) : spot.first]]
        start = self._asked.tokens[spot.first].start
        return said[:1] in (["been"], ["be"]) and any(
            0 <= start - keyword.end <= _DENIED for keyword in self._asked.operations.nots
        )

    def _best_labels(self, spot: Spot, firm: set[str]) -> list[Named]:
        found = self._doing_so(spot) or spot.of(Kind.LABEL)
        return sorted(found, key=lambda one: -(one.score + 0.2 * (one.element.name in firm)))

    def _doing_so(self, spot: Spot) -> list[Named]:
        """Return the persons at an end of the verb's type, if the label called "people" is at neither end.

        "The people who rated it" are users if only users rate, even if others are called persons.
        """
        if singular_of(spot.text.lower()) not in _ANYONE or not spot.of(Kind.LABEL):
            return []
        said = spot.of(Kind.LABEL)[0].element.name
        done = self._done_by(spot)
        for one in self._asked.spots:
            sure = [named for named in one.of(Kind.TYPE) if named.score >= (_DOING if one is done else _MEANT)]
            if (one.first < spot.last and one is not done) or not sure or one.of(Kind.LABEL):
                continue
            connections = self._schema.type[sure[0].element.name].connections
            ends = dict.fromkeys(end for some in connections for end in (some.source, some.target))
            persons = [end for end in ends if is_person(end)]
            known = said in ends or len(persons) != 1
            return [] if known else [Named(Element(Kind.LABEL, persons[0]), 1.0)]
        return []

    def _done_by(self, spot: Spot) -> Spot | None:
        """Return the verb whose agents "people" are: "reviewed by the most people"."""
        first = spot.first
        while first and (
            self._asked.operations.taken[first - 1] or self._asked.tokens[first - 1].lower == "the"
        ):
            first -= 1
        if not first or self._asked.tokens[first - 1].lower != "by":
            return None
        return next((one for one in self._asked.spots if one.last == first - 1), None)

    def _merge_labels(self) -> None:
        """Merge two labels of the same nodes into one variable: "which knights are dead", "dead knights"."""
        places = sorted(self._sketch.labels)
        for one, other in pairwise(places):
            first, second = self._asked.spots[one], self._asked.spots[other]
            between = [token.lower for token in self._asked.tokens[first.last : second.first]]
            if not all(word in _BEING for word in between):
                continue
            head, more = (one, other) if between else (other, one)
            label, said = (self._sketch.labels[place].element.name for place in (head, more))
            own, others = (set(self._schema.label[name].parents) for name in (label, said))
            if said in own:
                del self._sketch.labels[more]
            elif label in others:
                self._sketch.labels[head] = self._sketch.labels.pop(more)
            elif own & others:
                self._both.append((label, said))
                del self._sketch.labels[more]

    def _add_variables(self) -> None:
        self._merge_labels()
        if self._sketch.flows:
            self._sketch.used |= explained(self._asked.tokens)
            for kind in sorted(set(self._sketch.flows.values())):
                self._sketch.need(kind)
        for place, named in self._sketch.labels.items():
            variable = self._sketch.party(named.element.name, place, self._asked.spots[place].first)
            variable.roles.update({self._roles[place]} if place in self._roles else ())
        for label, other in self._both:
            self._sketch.variable(label, 0).branches.append(Branch((), Pattern(label=other)))
        for place, named in self._sketch.properties.items():
            if named.element.kind is Kind.PROPERTY:
                self._sketch.variable(named.element.owner, self._asked.spots[place].first)
            else:
                self._sketch.need(named.element.owner)


def _stems(name: str) -> set[str]:
    """Return the stems of the words of a name."""
    return {stem(singular_of(word)) for word in split_words(name)}
