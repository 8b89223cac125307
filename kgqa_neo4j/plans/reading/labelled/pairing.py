"""Decides whether two named nodes of one label are related to each other: "are Ann and Bo friends?"."""

from __future__ import annotations

from kgqa_neo4j.plans.reading.labelled.joining import Joiner, Variable
from kgqa_neo4j.plans.reading.labelled.name_matching import is_agent_noun, is_passive
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.question.directions import does_to_others, goes_outward
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import is_participle, stem_match
from kgqa_neo4j.question.wording import words as split_words

_COORDINATING = frozenset({"and", "or", ",", "both", "with", "as", "well", "the", "a", "an"})
_PERSONS = frozenset({"who", "whom", "whose", "which"})
# Minimum score of the type that relates the two.
_SAID = 0.7
# Minimum certainty that two words are forms of one.
_FORM = 0.95
_RELATIVE = frozenset({"that", "which", "who", "also", "directly"})
# Prepositions before the whole that something is part of.
_INTO = frozenset({"in", "into", "inside", "within", "per"})
# Words of types that lead from a whole to its parts.
_HOLDING = frozenset({
    "has", "have", "contains", "contain", "consists", "consist", "includes", "include", "comprises", "holds", "uses",
    "needs", "requires", "made", "composed", "contained",
})  # fmt: skip


class Pairing:
    """Decides whether two names of one question are related to each other, or both to something else."""

    def __init__(self, joiner: Joiner, asked: BoundQuestion, sketch: Sketch) -> None:
        self._joiner = joiner
        self._asked = asked
        self._sketch = sketch

    def relates(self, one: Variable, other: Spot) -> bool:
        """Return whether a named node is related to the one of its label that is named after it.

        "Films with Ann and Bo" asks for films, and "who knows Ann and Bo" for somebody else.
        """
        own = {move.relation for move, end, _ in self._joiner.steps_of(one.label) if end == one.label}
        if not own or self._sketch.labels or self._asked.tokens[0].lower in _PERSONS:
            return False
        last = next((spot.last for spot in self._asked.spots if spot.first == one.place), one.place + 1)
        between = {token.lower for token in self._asked.tokens[last : other.first]}
        return bool(own & self._said()) or (len(own) == 1 and not between <= _COORDINATING)

    def _said(self) -> set[str]:
        """Return the types that the question mentions, directly or by their properties."""
        said = {kind for kind in self._sketch.said if self._sketch.said_of(kind) >= _SAID}
        facts = [named.element for named in self._sketch.properties.values()]
        return said | {element.owner for element in facts if element.kind is Kind.FACT}


def leads_outward(
    joiner: Joiner, asked: BoundQuestion, sketch: Sketch, start: Variable, end: Variable
) -> bool | None:
    """Return whether `start` rather than `end` is the agent of a type within their label; None if unknown.

    "Who is Ann's boss" asks for the one she reports to. What goes into something is a part of it.
    """
    own = [
        move.relation
        for move, label, _ in joiner.steps_of(start.label)
        if label == start.label and move.outward
    ]
    if not own:
        return None
    kind = max(own, key=sketch.said_of)
    named = next((one for one in (start, end) if one.place and _is_constant(asked, one)), None)
    named = named or next((one for one in (start, end) if one.place and _is_owner(asked, one)), None)
    if named is not None and sketch.said_of(kind):
        outward = goes_outward(_masked(asked, named), split_words(kind))
        passive = is_passive(kind)
        if outward is None and len(split_words(kind)) == 1:
            outward = does_to_others(_masked(asked, named), kind.lower())
        if outward is not None:
            return (outward is (named is start)) is not passive
    doer = next((one for one in (start, end) if _does(asked, one, kind) or acts(asked, one, kind)), None)
    if doer is not None:
        return (doer is start) is not is_passive(kind)
    first, last = sorted((start.place, end.place))
    inside = not _INTO.isdisjoint(token.lower for token in asked.tokens[first:last])
    if inside and all(_HOLDING.intersection(split_words(one)) for one in own):
        return start.place > end.place
    return None


def _is_constant(asked: BoundQuestion, one: Variable) -> bool:
    return any(spot.first == one.place and spot.constant for spot in asked.spots)


def _is_owner(asked: BoundQuestion, one: Variable) -> bool:
    """Return whether a noun directly follows "of the": "the manager of the agent"."""
    before = [token.lower for token in asked.tokens[max(0, one.place - 2) : one.place]]
    return before == ["of", "the"] and any(spot.first == one.place for spot in asked.spots)


def followed(joiner: Joiner, asked: BoundQuestion, sketch: Sketch, place: int | None) -> str:
    """Return the label of nodes ranked by others of the same label: "who has the most followers"; "" for none."""
    if place is None or asked.tokens[0].lower != "who" or len(sketch.labels) > 1:
        return ""
    spot, label = asked.spots[place], sketch.labels[place].element.name
    kinds = {one.element.name for one in spot.of(Kind.TYPE) if one.score >= _SAID}
    if spot.of(Kind.LABEL):
        # "Who follows the most people" says so by its verb.
        kinds = {kind for kind in sketch.said if sketch.said_of(kind) >= _SAID}
    steps = {move.relation for move, end, _ in joiner.steps_of(label) if end == label}
    return label if kinds & steps else ""


def _does(asked: BoundQuestion, one: Variable, kind: str) -> bool:
    """Return whether a node is named by a noun for the agents of a type: "followers"."""
    spot = next((spot for spot in asked.spots if spot.first == one.place), None)
    if spot is None or spot.of(Kind.LABEL) or not is_agent_noun(singular_of(spot.text.lower())):
        return False
    return any(named.element.name == kind and named.score >= _SAID for named in spot.of(Kind.TYPE))


def acts(asked: BoundQuestion, one: Variable, kind: str) -> bool:
    """Return whether the verb after the noun for a node makes it the agent of a type: "papers that cite"."""
    last = next((spot.last for spot in asked.spots if spot.first == one.place and spot.of(Kind.LABEL)), None)
    if last is None:
        return False
    behind = [token.lower for token in asked.tokens[last:]]
    verb = next((word for word in behind if word not in _RELATIVE), "")
    return not is_participle(verb) and stem_match(verb, split_words(kind)[0]) >= _FORM


def _masked(asked: BoundQuestion, named: Variable) -> str:
    """Return the question with the name of a node masked."""
    spot = next(one for one in asked.spots if one.first == named.place)
    words = [token.text for token in asked.tokens]
    owned = "'s" if asked.tokens[spot.last - 1].possessive else ""
    return " ".join([*words[: spot.first], MASK + owned, *words[spot.last :]])
