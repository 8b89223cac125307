"""Compares nodes with a named node of their label: "who is older than Ada", "who made more films than Ada"."""

from __future__ import annotations

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.text import normalised
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.query import Term, TermComparison
from kgqa_neo4j.plans.language.things import Kind as ThingKind
from kgqa_neo4j.plans.language.things import Thing, id_of
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.binding import Filter
from kgqa_neo4j.plans.reading.labelled.dating import is_years
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch, property_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind, Named, Vocabulary
from kgqa_neo4j.question.value_constraints import degree_of
from kgqa_neo4j.question.wording import words as split_words

# Number of tokens searched before the name, and minimum score of the property that they mean.
_NEAR, _LEAST = 8, 0.3
_LASTING = {"longer": Comparison.LESS, "shorter": Comparison.GREATER}
_AMOUNTS = frozenset({"more", "fewer", "less"})
# Maximum number of tokens from a counted noun to the name after "than", and bonus for comparing counts.
_BEHIND_THAN, _OUTNUMBERED = 3, 0.5
_TIMES = frozenset({"before", "after", "since"})


class Comparing:
    """Adds the comparisons of one question with named nodes."""

    def __init__(
        self,
        schema: PropertyGraphSchema,
        vocabulary: Vocabulary,
        joiner: Joiner,
        asked: BoundQuestion,
        sketch: Sketch,
    ) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._joiner = joiner
        self._outnumbered: set[int] = set()
        self._asked = asked
        self._sketch = sketch

    def compare(self) -> bool:
        """Add the comparisons of values; return whether all comparisons with a name are possible."""
        left = (one for one in self._asked.filters if one.spot not in self._outnumbered)
        return all(self._add(one) for one in left if one.against is not None)

    def outnumber(self) -> None:
        """Compare a number of nodes with that of a named node: "more films than Ada"."""
        for one in self._asked.filters:
            for place, named in list(self._sketch.labels.items()):
                move = self._counted(one, place, named)
                if one.against is None or move is None:
                    continue
                spot, owner = self._asked.spots[place], one.element.owner
                other = id_of(Thing(ThingKind.NODE, owner, one.element.name, self._stored(one)))
                terms = Term((move,), count=True), Term((move,), other, count=True)
                self._sketch.compared.append(TermComparison(terms[0], one.against, terms[1]))
                self._sketch.root = self._sketch.variable(owner, 0)
                self._sketch.score += one.score + _OUTNUMBERED
                self._sketch.used.update(range(spot.first - 1, self._asked.spots[one.spot].last))
                for verb in self._asked.spots:
                    if any(kind.element.name == move.relation for kind in verb.of(Kind.TYPE)):
                        self._sketch.note(verb)
                self._sketch.said.pop(move.relation, None)
                self._sketch.drop(place)
                self._outnumbered.add(one.spot)
                return

    def _counted(self, one: Filter, place: int, named: Named) -> Move | None:
        """Return the step to the nodes of a label that are counted for a comparison with a named node, or None."""
        spot, name = self._asked.spots[place], self._asked.spots[one.spot]
        before = self._asked.tokens[spot.first - 1].lower if spot.first else ""
        behind = self._asked.tokens[spot.last].lower if spot.last < len(self._asked.tokens) else ""
        if before not in _AMOUNTS or behind != "than" or not 0 < name.first - spot.last <= _BEHIND_THAN:
            return None
        return self._sketch.step(self._joiner, one.element.owner, named.element.name)

    def _add(self, one: Filter) -> bool:
        assert one.against is not None
        spot, owner = self._asked.spots[one.spot], one.element.owner
        labels = {named.element.name for named in self._sketch.labels.values()}
        if labels and owner not in labels:
            return False
        found = self._named_before(one) or self._meant(one)
        if found is None or found.score < _LEAST:
            return False
        element, comparison = found.element, one.against
        said = self._said(one)
        degree = next(filter(None, map(degree_of, said)), None)
        lasting = next((word for word in said if word in _LASTING), "")
        facts = property_of(self._schema, element)
        if lasting and (facts.type.is_time or is_years(facts)):
            # Longer duration means an earlier start.
            comparison = _LASTING[lasting]
        elif degree and "age" not in split_words(element.name):
            # The adjective gives the direction: older means born earlier.
            comparison = Comparison.GREATER if degree[0] else Comparison.LESS
        self._sketch.note(spot)
        self._sketch.used.update(self._between(spot.first) if degree else ())
        self._sketch.score += one.score + found.score
        move = Move(property_relation(element.name), True)
        name = id_of(Thing(ThingKind.NODE, owner, one.element.name, self._stored(one)))
        self._sketch.root = self._sketch.variable(owner, 0)
        self._sketch.compared.append(TermComparison(Term((move,)), comparison, Term((move,), name)))
        return True

    def _stored(self, one: Filter) -> str:
        """Return the name in a filter as it is stored, ignoring case."""
        said = str(one.tests[0].value)
        values = (value.value for value in self._asked.spots[one.spot].values)
        return next((str(value) for value in values if normalised(str(value)) == normalised(said)), said)

    def _between(self, first: int) -> range:
        """Return the token indexes before a name that express the comparison, back to the previous constant."""
        ends = [one.last for one in self._asked.spots if one.constant and one.last <= first]
        return range(max([0, first - _NEAR, *ends]), first)

    def _said(self, one: Filter) -> list[str]:
        """Return the words before a name, nearest first."""
        first = self._asked.spots[one.spot].first
        return [token.lower for token in self._asked.tokens[max(0, first - _NEAR) : first]][::-1]

    def _named_before(self, one: Filter) -> Named | None:
        """Return the property named before the node to compare with: "more seats than"."""
        first = self._asked.spots[one.spot].first
        for place in sorted(self._sketch.properties, reverse=True):
            named = self._sketch.properties[place]
            spot = self._asked.spots[place]
            if 0 <= first - spot.last <= _NEAR and self._is_measured(named.element, one.element.owner):
                for other, same in list(self._sketch.properties.items()):
                    # "Years of practice" names the property twice.
                    if same.element == named.element and other < one.spot:
                        del self._sketch.properties[other]
                return named
        return None

    def _meant(self, one: Filter) -> Named | None:
        """Return the property that the words before a name imply: "older than", "came out before", "more money
        than"."""
        said = self._said(one)
        phrases: list[str] = []
        for word in said:
            if known := degree_of(word):
                phrases += known[2]
        texts = phrases or [word for word in said if word not in ("than", "more", "less", "fewer", "the")]
        found: list[Named] = []
        for some in self._vocabulary.meant(texts):
            found += [named for named in some if self._is_measured(named.element, one.element.owner)]
        best = max(found, key=lambda named: named.score, default=None)
        if (best is None or best.score < _LEAST) and (_TIMES.intersection(said[:2]) or _LASTING.keys() & said):
            best = self._only_time(one.element.owner)
        elif (best is None or best.score < _LEAST) and not phrases and "than" in said[:2]:
            best = self._only_number(one.element.owner)
        return best

    def _only_time(self, label: str) -> Named | None:
        times = [one for one in self._schema.label[label].properties if one.type.is_time or is_years(one)]
        return Named(Element(Kind.PROPERTY, times[0].name, label), 0.5) if len(times) == 1 else None

    def _only_number(self, label: str) -> Named | None:
        numbers = [
            one
            for one in self._schema.label[label].properties
            if one.type is ValueType.NUMBER
            and not is_years(one)
            and one.name not in self._schema.label[label].naming
        ]
        return Named(Element(Kind.PROPERTY, numbers[0].name, label), 0.4) if len(numbers) == 1 else None

    def _is_measured(self, element: Element, owner: str) -> bool:
        return (
            element.kind is Kind.PROPERTY
            and element.owner == owner
            and property_of(self._schema, element).is_measure
        )
