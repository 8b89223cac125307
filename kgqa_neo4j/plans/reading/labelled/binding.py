"""Binds the values, numbers and dates of a question to properties of labels or relationship types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.plans.language.query import ValueTest
from kgqa_neo4j.plans.reading.labelled.guessing import Guessing
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.nearness import (
    beside_value,
    near_label,
    nearest_label,
    stands_for_another,
)
from kgqa_neo4j.plans.reading.labelled.operating import compared, is_between
from kgqa_neo4j.plans.reading.labelled.property_constants import (
    bounds_in_one_unit,
    comparison_with,
    plain,
    value_of,
)
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.topics import text_of
from kgqa_neo4j.plans.reading.labelled.vocabulary import Element, Kind
from kgqa_neo4j.question.wording import words as split_words

# Similarity of a text that differs from the stored value only in case.
_STORED = 0.95
# Words allowed between a number and the counted noun: "at least 10 of our candidates".
_AMONG = frozenset({
    "different", "distinct", "unique", "other", "of", "the", "such", "our", "your", "my", "their", "these", "those",
})  # fmt: skip
_AS_ONE = frozenset(("as", "the", "one", "of", "their", "its", "in", "a", "an", "for"))
# Maximum number of tokens between a constant and the words that name its property.
_NEAR = 7
_BEYOND = (Comparison.LESS, Comparison.GREATER)
_DISTINCT = 0.95
# In option keys, stands for a spot index if the constant names a node to compare with. Then the bonus for that, and the
# score of a count whose noun names no label.
_AGAINST = -2
_COMPARED, _COUNTED = 0.3, 0.7
# Score of a count with a noun or verb: "four or more ratings" means their number rather than a rating of four.
_DONE = 1.5
# Bonus if words on both sides of a constant name its property.
_TWICE = 0.6
_ELSEWHERE = 0.6
# Bonus for a quoted text right after the name of the property.
_QUOTED = 0.3
# Score of a search for words in the texts of the answer nodes.
_SOUGHT = 0.6
_JOINED = frozenset({"or", ","})
# Penalty for a value right before a noun whose nodes lack the property.
_OF_ANOTHER = 0.3
_WHEN = frozenset({"in", "during", "since", "before", "after", "until"})


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on a property: `tests` of `element`.

    `spot` and `called` are the indexes of the constant and of the words that name the property, -1 if none do. With
    `counted`, the condition is on the number of nodes of a label. `against` compares nodes with the node that the
    constant names.
    """

    element: Element
    tests: tuple[ValueTest, ...]
    spot: int
    score: float
    called: int = -1
    negated: bool = False
    counted: bool = False
    against: Comparison | None = None


class Binder:
    """Binds the constants of questions about one graph."""

    def __init__(self, schema: PropertyGraphSchema, joiner: Joiner) -> None:
        self._schema = schema
        self._facts: dict[Element, Property] = {}
        for label in schema.labels:
            for one in label.properties:
                self._facts[Element(Kind.PROPERTY, one.name, label.name)] = one
        for kind in schema.types:
            for one in kind.properties:
                self._facts[Element(Kind.FACT, one.name, kind.name)] = one
        self._guessing = Guessing(joiner, self._facts)
        self._naming = {
            Element(Kind.PROPERTY, name, label.name) for label in schema.labels for name in label.naming[:1]
        }

    def filters(self, question: str, tokens: Sequence[Token], spots: Sequence[Spot]) -> list[list[Filter]]:
        """Return the conditions that each constant of a question may mean, in no particular order."""
        found: list[list[Filter]] = []
        passed: set[int] = set()
        for place, spot in enumerate(spots):
            if not spot.constant or place in passed:
                continue
            start, end = tokens[_noun_before(spots, place)].start, tokens[spot.last - 1].end
            comparison, begins, told = compared(question, start, end)
            upper = None
            after = spots[place + 1] if place + 1 < len(spots) else None
            bound = after is not None and (after.number is not None or after.time or after.span)
            if after and bound and is_between(question, start, end, tokens[after.first].start):
                upper = after
                passed.add(place + 1)
                begins = min(begins, start)
            if spot.until is not None and comparison is Comparison.EQUAL:
                upper = replace(spot, number=spot.until, until=None)
            options = self._options(question, tokens, spots, place, comparison, begins, told, upper)
            options = options or self._inherited(tokens, spots, place, found[-1] if found else [])
            if options:
                found.append(options)
        return found

    def _inherited(
        self, tokens: Sequence[Token], spots: Sequence[Spot], place: int, before: Sequence[Filter]
    ) -> list[Filter]:
        """Return the conditions of a constant joined by "or" to the one before it, on the same properties."""
        if not before or before[0].spot != place - 1:
            return []
        between = [token.lower for token in tokens[spots[place - 1].last : spots[place].first]]
        if not between or not set(between) <= _JOINED:
            return []
        found = []
        for one in before:
            if one.counted or one.against is not None or len(one.tests) != 1:
                continue
            value = value_of(spots[place], one.element, self._facts[one.element], one.tests[0].comparison)
            if value is not None:
                found.append(replace(one, tests=(ValueTest(one.tests[0].comparison, value),), spot=place))
        return found

    def _options(
        self,
        question: str,
        tokens: Sequence[Token],
        spots: Sequence[Spot],
        place: int,
        comparison: Comparison,
        begins: int,
        told: bool,
        upper: Spot | None,
    ) -> list[Filter]:
        spot = spots[place]
        if spot.sought:
            text = text_of(self._schema, nearest_label(spots, place))
            test = ValueTest(Comparison.CONTAINS, spot.text)
            return [Filter(text, (test,), place, _SOUGHT, -1)] if text is not None else []
        if upper is not None:
            spot, upper = bounds_in_one_unit(spot, upper)
            spots = [*spots[:place], spot, *spots[place + 1 :]]
        against = comparison if comparison in _BEYOND and self._compares(tokens, spot, begins) else None
        named = _noun_before(spots, place) != spot.first
        measured = spot.number is not None or spot.time or spot.moment or spot.span
        if comparison.is_order and (named or not measured):
            # "Under the genre 'Horror'" does not compare sizes, and "more than report 12" does not compare with 12.
            comparison = Comparison.EQUAL
        if (
            comparison is Comparison.ENDS
            and not spot.quoted
            and spot.values
            and spot.values[0].similarity >= _STORED
        ):
            # "Routes that end in Lisbon" is not about how a text ends.
            comparison = Comparison.EQUAL
        options: dict[tuple[Element, int], Filter] = {}

        def add(element: Element, value: Constant, score: float, called: int) -> None:
            facts = self._facts[element]
            own = comparison_with(value, spot, element, facts, comparison)
            tests: tuple[ValueTest, ...] = (ValueTest(own, value),)
            if facts.type is ValueType.LIST and facts.format and spot.quoted and facts.format in spot.text:
                # Each item has to be in the list: "a 'temperate, tropical' climate".
                tests = tuple(replace(tests[0], value=one) for one in spot.text.split(facts.format))
            if upper is not None:
                high = value_of(upper, element, facts, Comparison.AT_MOST) or plain(upper.number)
                tests = (ValueTest(Comparison.AT_LEAST, value), ValueTest(Comparison.AT_MOST, high))
            key = (element, called)
            if key not in options or options[key].score < score:
                options[key] = Filter(element, tests, place, score, called)

        for called, element, said in self._called(tokens, spots, place, begins):
            facts = self._facts[element]
            value = value_of(spot, element, facts, comparison)
            if value is None:
                continue
            if comparison.is_text and facts.type is ValueType.NUMBER:
                said -= 0.5
            if self._is_no_year_of(tokens, spot, facts):
                # In "films from before 1980 that score more than 7.5", 1980 is not a score.
                continue
            if not told and facts.type is ValueType.NUMBER and spot.is_year and called < place:
                # In "the average length of the films from 2022", 2022 is not a length.
                said -= _ELSEWHERE * (not self._guessing.spans(facts, spot.number or 0.0))
            exact = any((one.label, one.property) == (element.owner, element.name) for one in spot.values)
            score = said + (0.4 if exact else 0.0) + near_label(element, tokens, spots, place)
            # In "with diameter 'unknown'", the text is a diameter, even if it is also somebody's name.
            score += _QUOTED * (spot.quoted and called < place and spots[called].last == spot.first)
            if facts.type is ValueType.TEXT and not exact and spot.values and comparison is Comparison.EQUAL:
                # The text is a value of another property.
                score -= 0.6
            add(element, value, score, called)
        for key, known in list(options.items()):
            if sum(element == key[0] for element, _ in options) > 1:
                # "A score of 8 on IMDb" names the property before and after the constant.
                options[key] = replace(known, score=known.score + _TWICE)
        sized = comparison.is_order and spot.number is not None and any(called >= 0 for _, called in options)
        for one in spot.values:
            element = Element(Kind.PROPERTY, one.property, one.label)
            if element not in self._facts:
                element = Element(Kind.FACT, one.property, one.label)
            if element not in self._facts:
                continue
            facts = self._facts[element]
            if spot.number is not None and split_words(element.name)[-1:] == ["id"]:
                dated = spot.is_year and tokens[max(0, spot.first - 1)].lower in _WHEN
                if comparison.is_order or dated:
                    # "Four or more" is not a range of identifiers, and 2019 in "in 2019" is a year.
                    continue
            if comparison.is_text and facts.type is ValueType.NUMBER:
                # "Contains 192" is about a text.
                continue
            if sized:
                # A stored weight of 50 does not explain "a share of more than 50".
                continue
            value = value_of(spot, element, facts, comparison)
            if value is None or (
                comparison in (Comparison.LESS, Comparison.GREATER) and facts.type is ValueType.TEXT
            ):
                continue
            score = 0.3 * one.similarity + near_label(element, tokens, spots, place)
            score += beside_value(element, tokens, spots, place)
            if element not in self._naming and stands_for_another(element, spots, place):
                # In "building sites", "building" is not a value of nodes other than sites.
                score -= _OF_ANOTHER
            score += 0.25 if element in self._naming else 0.1 if facts.values else 0.0
            add(element, value, score, -1)
            if against is not None and self._tells_apart(element):
                option = replace(options[element, -1], against=against, score=score + _COMPARED)
                options[element, _AGAINST] = option
        if comparison.is_text:
            label = nearest_label(spots, place)
            for name in self._schema.label[label].naming[:1] if label else ():
                add(Element(Kind.PROPERTY, name, label), spot.text, 0.6, -1)
        if spot.number is not None and not spot.quoted:
            self._counted(spots, tokens, place, comparison, told, options)
            if not options or not told:
                self._guessing.any_number(spots, tokens, place, add)
            if not options and told and comparison.is_order:
                self._guessing.any_amount(spots, place, add)
        if named:
            options = {key: one for key, one in options.items() if self._names(spots, place, one)} or options
        if any(key[1] == place + 1 and spots[place].last == spots[place + 1].first for key in options):
            # "1,000 passengers" is not 1,000 of anything else.
            options = {
                key: one if one.called == place + 1 else replace(one, score=one.score - _ELSEWHERE)
                for key, one in options.items()
            }
        if (spot.span and not options) or (spot.number is not None and told):
            self._guessing.any_span(spots, tokens, place, add)
        if not options and (spot.moment or spot.time):
            self._guessing.any_time(spots, tokens, place, add)
        if not options and spot.quoted:
            # The text resembles no stored value, so take it as a name of the nearest label.
            label = nearest_label(spots, place)
            if label and self._schema.label[label].naming:
                element = Element(Kind.PROPERTY, self._schema.label[label].naming[0], label)
                add(element, spot.text, 0.1, -1)
        return list(options.values())

    def _names(self, spots: Sequence[Spot], place: int, one: Filter) -> bool:
        """Return whether a constant is a value of the label named by the noun right before it."""
        labels = {named.element.name for named in spots[place - 1].of(Kind.LABEL)}
        return one.element.owner in labels and one.called < 0

    def _is_no_year_of(self, tokens: Sequence[Token], spot: Spot, facts: Property) -> bool:
        """Return whether a number follows a preposition for years and is beyond the values of a numeric property."""
        dated = spot.first > 0 and tokens[spot.first - 1].lower in _WHEN and spot.is_year
        return dated and facts.type is ValueType.NUMBER and not self._guessing.spans(facts, spot.number or 0.0)

    def _tells_apart(self, element: Element) -> bool:
        """Return whether the values of a property identify single nodes."""
        facts = self._facts[element]
        distinct = facts.type is ValueType.TEXT and facts.distinct >= _DISTINCT
        return element.kind is Kind.PROPERTY and (element in self._naming or distinct)

    def _compares(self, tokens: Sequence[Token], spot: Spot, begins: int) -> bool:
        """Return whether the words from the character `begins` on compare something with what a spot names."""
        said = [one.lower for one in tokens[: spot.first] if one.start >= begins]
        return "than" in said or said[:1] in (["before"], ["after"])

    def _called(
        self, tokens: Sequence[Token], spots: Sequence[Spot], place: int, begins: int
    ) -> Iterable[tuple[int, Element, float]]:
        """Yield the properties named beside a constant: spot index, element, score."""
        for other in range(place - 1, max(-1, place - 4), -1):
            one = spots[other]
            if one.constant and not one.named:
                break
            distance = spots[place].first - one.last
            if distance > _NEAR:
                break
            for named in one.of(Kind.PROPERTY, Kind.FACT):
                # The words in between show whether the constant belongs to the property.
                between = [token.lower for token in tokens[one.last : spots[place].first]]
                crossed = any(spots[between_spot].of(Kind.LABEL) for between_spot in range(other + 1, place))
                yield (
                    other,
                    named.element,
                    named.score
                    - 0.04 * distance
                    - (0.4 if crossed else 0.0)
                    - (0.3 if any(word in ("who", "that", "which", "and") for word in between) else 0.0),
                )
        if place + 1 < len(spots):
            one = spots[place + 1]
            between = [token.lower for token in tokens[spots[place].last : one.first]]
            if (len(between) <= 1 or all(word in _AS_ONE for word in between)) and not one.constant:
                for named in one.of(Kind.PROPERTY, Kind.FACT):
                    yield place + 1, named.element, named.score - (0.25 if between else 0.05)

    def _counted(
        self,
        spots: Sequence[Spot],
        tokens: Sequence[Token],
        place: int,
        comparison: Comparison,
        told: bool,
        options: dict[tuple[Element, int], Filter],
    ) -> None:
        """Add conditions on a number of nodes: "more than two films"."""
        spot = spots[place]
        if spot.number is None:
            return
        label = self._guessing.others(tokens, spots, place)
        if label and (told or self._guessing.is_done(tokens, spots, place)):
            test = ValueTest(comparison, plain(spot.number))
            element = Element(Kind.LABEL, label)
            # In "reviewed four times", the verb names what is counted.
            said = place - 1 if self._guessing.is_done(tokens, spots, place) else -1
            # "Four times" is not a duration, even if a property is called a time.
            score = _COUNTED if said < 0 else _DONE
            options[element, said] = Filter(element, (test,), place, score, said, counted=True)
            return
        if place + 1 >= len(spots):
            return
        if not told and any(key[1] == place - 1 and spots[place - 1].last == spot.first for key in options):
            # "Severity 1 incidents" does not count one incident.
            return
        noun = place + 1
        if told and _says_which(spots, noun):
            # Skip the adjective: "more than two sick people".
            noun += 1
        after = spots[noun]
        words = [token.lower for token in tokens[spot.last : spots[place + 1].first]]
        if told and words[:1] == ["or"]:
            # Skip "or more": "four or more ratings".
            words = words[2:]
        if _AMONG.issuperset(words):
            label = self._guessing.done_to(spots, place) if told and not words else ""
            if label and spot.number <= self._schema.label[label].count:
                test = ValueTest(comparison, plain(spot.number))
                element = Element(Kind.LABEL, label)
                options[element, place + 1] = Filter(element, (test,), place, _DONE, place + 1, counted=True)
            for named in after.of(Kind.LABEL)[:1]:
                which = spots[place + 1 : noun]
                if any(value.label != named.element.name for one in which for value in one.values):
                    continue
                if spot.number > self._schema.label[named.element.name].count:
                    # There are fewer nodes than that, so the number is a stored value: "fewer than 3,500 attackers".
                    continue
                test = ValueTest(comparison, plain(spot.number))
                best = max((one.score for one in options.values()), default=0.0)
                # "Seven or more of the users" can only be a count.
                of = told and words[:1] == ["of"]
                score = max(0.9 * named.score, best + of * _TWICE if told and (of or not words) else 0.0)
                options[named.element, noun] = Filter(named.element, (test,), place, score, noun, counted=True)


def _says_which(spots: Sequence[Spot], place: int) -> bool:
    """Return whether a spot is an adjective of the label right after it."""
    which, behind = spots[place], spots[place + 1] if place + 1 < len(spots) else None
    plain = bool(which.values) and not which.quoted and not which.named and which.text.islower()
    return plain and behind is not None and behind.first == which.last and bool(behind.of(Kind.LABEL))


def _noun_before(spots: Sequence[Spot], place: int) -> int:
    """Return the first token of a constant, or of the noun right before it for the node that it names: "report 12"."""
    spot, before = spots[place], spots[place - 1] if place else None
    labels = {one.element.name for one in before.of(Kind.LABEL)} if before and before.last == spot.first else ()
    noun = before is not None and any(one.label in labels for one in spot.values)
    return before.first if before is not None and noun else spot.first
