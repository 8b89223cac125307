"""Which noun a reduced clause is said of: "the volunteers coordinated by Ann", "the people whom Ann trained"."""

from __future__ import annotations

from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.sketch import Asked, Sketch, Tie
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.question.wording import is_participle

# How well a word has to name the type that joins the two.
_SAID = 0.8
_PERSONS = frozenset({"people", "person", "persons", "those", "someone", "anyone", "everyone", "everybody"})
_BEFORE_VERB = frozenset(
    {"who", "whom", "that", "which", "is", "are", "was", "were", "has", "have", "had", "been", "being"}
)
_BEFORE_NAME = frozenset({"by", "to", "for", "from", "in", "at", "on", "with", "of", "the", "under"})


class Tying:
    """Ties the named nodes of one question to what their clauses are said of."""

    def __init__(self, joiner: Joiner, asked: Asked, sketch: Sketch) -> None:
        self._joiner = joiner
        self._asked = asked
        self._sketch = sketch

    def tie(self) -> None:
        """Record the ties of the sketch by the places of the named nodes' spots."""
        for one in self._asked.filters:
            if one.element.kind is Kind.PROPERTY and not one.counted and one.against is None:
                tie = self._tie(one)
                if tie is not None:
                    self._sketch.ties[one.spot] = tie

    def _tie(self, held: Filter) -> Tie | None:
        spots, tokens = self._asked.spots, self._asked.tokens
        if not held.spot:
            return None
        verb, name = spots[held.spot - 1], spots[held.spot]
        kinds = {one.element.name for one in verb.of(Kind.TYPE) if one.score >= _SAID}
        passed = [one.lower for one in tokens[verb.last : name.first]]
        if not kinds or not set(passed) <= _BEFORE_NAME or not is_participle(tokens[verb.last - 1].lower):
            return None
        at = verb.first - 1
        while at >= 0 and tokens[at].lower in _BEFORE_VERB:
            at -= 1
        if at < 0:
            return None
        ends: dict[str, set[str]] = {}
        for move, end, _ in self._joiner.steps_of(held.element.owner):
            if move.relation in kinds:
                ends.setdefault(end, set()).add(move.relation)
        place = next((one for one, spot in enumerate(spots) if spot.last == at + 1), None)
        if place is not None and place in self._sketch.labels:
            label = self._sketch.labels[place].element.name
        elif tokens[at].lower in _PERSONS and held.element.owner in ends:
            # Who is tied to a person in this way is a person like her.
            label = held.element.owner
            self._sketch.used.add(at)
        else:
            return None
        if label not in ends:
            return None
        return Tie(self._sketch.variable(label, at), frozenset(ends[label]))
