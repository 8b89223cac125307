"""Finds the noun that a reduced clause modifies: "the volunteers coordinated by Ann", "the people whom Ann trained"."""

from __future__ import annotations

from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.label_nouns import is_person
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, Tie
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.question.lexicon import RELATIVE_PRONOUNS
from kgqa_neo4j.question.wording import is_participle

# Minimum score of a word for the type that joins the two.
_SAID = 0.7
_PERSONS = frozenset({"people", "person", "persons", "those", "someone", "anyone", "everyone", "everybody"})
_THINGS = frozenset({"something", "anything", "things", "what", "everything"})
_PLACING = frozenset({"in", "of", "from", "at"})
_ARTICLES = frozenset({"the", "a", "an", "our"})
_BEFORE_VERB = frozenset(
    {"who", "whom", "that", "which", "is", "are", "was", "were", "has", "have", "had", "been", "being"}
)
_BEFORE_NAME = frozenset({"by", "to", "for", "from", "in", "at", "on", "with", "of", "the", "under"})


class Tying:
    """Ties the named nodes of one question to the nouns that their clauses modify."""

    def __init__(self, joiner: Joiner, asked: BoundQuestion, sketch: Sketch) -> None:
        self._joiner = joiner
        self._asked = asked
        self._sketch = sketch

    def tie(self) -> None:
        """Record the ties in the sketch, by the spot indexes of the named nodes."""
        for one in self._asked.filters:
            if one.element.kind is Kind.PROPERTY and not one.counted and one.against is None:
                tie = self._tie(one)
                if tie is not None:
                    self._sketch.ties[one.spot] = tie

    def _tie(self, held: Filter) -> Tie | None:
        """Return the tie of a named node by its clause: "drafted by Ann", "who report to Ann", "that Ann drafted"."""
        return self._before(held) or self._behind(held) or self._by(held) or self._beside(held)

    def _beside(self, held: Filter) -> Tie | None:
        """Return the tie to the noun next to a name if its label has several variables: "banks in Latvia"."""
        spot, tokens = self._asked.spots[held.spot], self._asked.tokens
        placed = spot.first > 0 and tokens[spot.first - 1].lower in _PLACING
        for place, named in self._sketch.labels.items():
            noun = self._asked.spots[place]
            beside = spot.last == noun.first or (placed and noun.last == spot.first - 1)
            variables = self._sketch.variables.get(named.element.name, [])
            if beside and len(variables) > 1 and named.element.name != held.element.owner:
                own = next((one for one in variables if one.place == noun.first), None)
                return Tie(own, frozenset()) if own is not None else None
        return None

    def _by(self, held: Filter) -> Tie | None:
        """Return the tie to the noun before "by", whatever the verb between them: "answers written by Ann"."""
        tokens, at = self._asked.tokens, self._asked.spots[held.spot].first - 2
        if at < 0 or tokens[at + 1].lower != "by":
            return None
        done = at > 0 and is_participle(tokens[at].lower)
        noun = at - done
        place = next((one for one, spot in enumerate(self._asked.spots) if spot.last == noun + 1), None)
        named = self._sketch.labels.get(place) if place is not None else None
        kinds = self._ends(held, None).get(named.element.name) if named else None
        if named is None or kinds is None or named.element.name == held.element.owner:
            return None
        self._sketch.used.update(range(noun + 1, at + 1))
        return Tie(self._sketch.variable(named.element.name, 0), frozenset(kinds))

    def _before(self, held: Filter) -> Tie | None:
        """Return the tie of a name after its verb."""
        spots, tokens = self._asked.spots, self._asked.tokens
        if not held.spot:
            return None
        place, name = held.spot - 1, spots[held.spot]
        verb = spots[place]
        passed = [one.lower for one in tokens[verb.last : name.first]]
        if not set(passed) <= _BEFORE_NAME:
            return None
        if (acted := self._acted(place, held)) is not None:
            return acted
        at = verb.first - 1
        while at >= 0 and tokens[at].lower in _BEFORE_VERB:
            at -= 1
        related = any(one.lower in RELATIVE_PRONOUNS for one in tokens[at + 1 : verb.first])
        if at < 0 or not (related or is_participle(tokens[verb.last - 1].lower) or self._acts(at, verb, held)):
            return None
        return self._to(at, self._kinds(place), held)

    def _behind(self, held: Filter) -> Tie | None:
        """Return the tie of a name that is the subject of a verb after it, to the noun before the name."""
        spots, tokens = self._asked.spots, self._asked.tokens
        name, place = spots[held.spot], held.spot + 1
        if place >= len(spots) or not name.first:
            return None
        passed = [one.lower for one in tokens[name.last : spots[place].first]]
        if not set(passed) <= _BEFORE_VERB:
            return None
        if (acted := self._acted(place, held)) is not None:
            return acted
        at = name.first - 1
        while at > 0 and tokens[at].lower in _ARTICLES:
            at -= 1
        related = tokens[at].lower in RELATIVE_PRONOUNS
        verbal = is_participle(tokens[spots[place].first].lower)
        return self._to(at - related, self._kinds(place), held) if at and (related or verbal) else None

    def _acts(self, at: int, verb: Spot, held: Filter) -> bool:
        """Return whether a verb directly follows nodes of the name's label: "how many doctors answer to Ann"."""
        labels = self._sketch.labels
        nouns = [
            place for place, spot in enumerate(self._asked.spots) if spot.last == at + 1 and place in labels
        ]
        own = any(labels[place].element.name == held.element.owner for place in nouns)
        return own and at == verb.first - 1 and not verb.of(Kind.LABEL)

    def _kinds(self, place: int) -> set[str]:
        """Return the types that a verb mentions."""
        return {one.element.name for one in self._asked.spots[place].of(Kind.TYPE) if one.score >= _SAID}

    def _acted(self, place: int, held: Filter) -> Tie | None:
        """Return the tie to the label that a verb names: who "ordered" has an order."""
        named = self._sketch.labels.get(place)
        word = self._asked.tokens[self._asked.spots[place].first].lower
        if named is None or not is_participle(word) or named.element.name == held.element.owner:
            return None
        ends = self._ends(held, None).get(named.element.name)
        return Tie(self._sketch.variable(named.element.name, 0), frozenset(ends)) if ends else None

    def _ends(self, held: Filter, kinds: set[str] | None) -> dict[str, set[str]]:
        """Return the labels that a named node is joined to by these types, or by any, each with those types."""
        ends: dict[str, set[str]] = {}
        for move, end, _ in self._joiner.steps_of(held.element.owner):
            if kinds is None or move.relation in kinds:
                ends.setdefault(end, set()).add(move.relation)
        return ends

    def _to(self, at: int, kinds: set[str], held: Filter) -> Tie | None:
        """Return the tie to the noun that ends at a token."""
        if not kinds or at < 0:
            return None
        spots, word = self._asked.spots, self._asked.tokens[at].lower
        ends = self._ends(held, kinds)
        place = next((one for one, spot in enumerate(spots) if spot.last == at + 1), None)
        if place is not None and place in self._sketch.labels:
            label = self._sketch.labels[place].element.name
        elif word in _PERSONS and held.element.owner in ends:
            # "People" tied to a person in this way have the same label as that person.
            label = held.element.owner
            self._sketch.used.add(at)
        elif (
            word in _PERSONS and place is None and len(persons := [end for end in ends if is_person(end)]) == 1
        ):
            label = persons[0]
            self._sketch.used.add(at)
        elif word in _THINGS and len(ends) == 1 and place is None:
            label = next(iter(ends))
            self._sketch.used.add(at)
        else:
            return None
        if label not in ends:
            return None
        return Tie(self._sketch.variable(label, at), frozenset(ends[label]))
