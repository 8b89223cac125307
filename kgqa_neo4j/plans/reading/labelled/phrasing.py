"""Scores how nodes may be joined, by the wording of the question."""

from __future__ import annotations

from kgqa_neo4j.plans.reading.labelled.joining import Joiner, Variable
from kgqa_neo4j.plans.reading.labelled.pairing import acts, leads_outward
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind

_FAR, _COORDINATED = 0.012, 0.15
# Cost of joining a noun to another node than the noun right before it: "pupils who are from a town".
_ASIDE = 0.45
_FROM = frozenset({
    "who", "that", "which", "is", "are", "was", "were", "from", "of", "in", "on", "at", "a", "an", "the",
})  # fmt: skip
# Cost of joining a name to another node than the one that its clause modifies.
_ELSEWHERE = 0.6
_DOES = frozenset({"do", "does", "did"})
# Words after the requested noun if the question ends with its clause: "in which city did X go to school".
_FRONTED = _DOES | {"is", "are", "was", "were", "has", "have", "had", "can"}
_HAVING = frozenset({"has", "have", "had"})
_HELPING = frozenset(
    {"also", "have", "has", "had", "been", "be", "is", "are", "was", "were", "who", "that", "which", "either"}
)


class Phrasing:
    """Scores a step between two nodes by the words between and around them."""

    def __init__(self, joiner: Joiner, asked: BoundQuestion, sketch: Sketch) -> None:
        self._joiner = joiner
        self._asked = asked
        self._sketch = sketch

    def away(self, root: Variable, start: Variable, end: Variable) -> float:
        """Return the cost of joining a variable to another, by the wording.

        A clause ties a name to the noun before it. Otherwise nearby nodes are likelier, except that "... and appeared
        in"
        continues the main clause.
        """
        tied = next(
            (tie for place, tie in self._sketch.ties.items() if self._asked.spots[place].first == end.place),
            None,
        )
        if tied is not None and end is not tied.noun:
            return 0.0 if start is tied.noun else _ELSEWHERE
        beside = self._noun_before(end)
        if beside and start.label != beside:
            return _ASIDE
        if self._is_coordinated(*sorted((start.place, end.place))):
            return 0.0 if start is root else _COORDINATED
        return _FAR * abs(start.place - end.place)

    def _is_coordinated(self, first: int, last: int) -> bool:
        """Return whether the last verb between two tokens continues the main clause: "... and appeared"."""
        verbs = (spot.first for spot in self._asked.spots if spot.of(Kind.TYPE) and first < spot.first < last)
        verb = max(verbs, default=0)
        at = verb - 1
        while at > 0 and self._asked.tokens[at].lower in _HELPING:
            at -= 1
        return verb > 0 and self._asked.tokens[at].lower in ("and", ",", "but")

    def _noun_before(self, end: Variable) -> str:
        """Return the label before this one that it is joined to by words like "who are from a" only; "" for none."""
        spots = self._asked.spots
        at = next((place for place, spot in enumerate(spots) if spot.first == end.place), 0)
        before = self._sketch.labels.get(at - 1)
        if before is None or at not in self._sketch.labels:
            return ""
        between = [token.lower for token in self._asked.tokens[spots[at - 1].last : end.place]]
        label = before.element.name
        linked = bool(between) and _FROM.issuperset(between)
        return label if linked and self._sketch.step(self._joiner, label, end.label) is not None else ""

    def is_behind(self, start: Variable, end: Variable) -> bool:
        """Return whether a noun follows another with only words like "who are from a" in between."""
        return self._noun_before(end) == start.label

    def is_between(self, start: Variable, middle: Variable, end: Variable) -> bool:
        """Return whether a node without conditions stands between two others, which it therefore joins.

        "Candidates who worked at a company in X" worked at what is in X. "In which city did X go to school" asks for
        the city
        of the school, with which the question ends.
        """
        sketch, tokens = self._sketch, self._asked.tokens
        shown = [out.variable for out in (*sketch.outs, *(sketch.sorting[:1] if sketch.sorting else ()))]
        idle = not middle.branches and not middle.negated and id(middle) not in sketch.counted
        idle = idle and middle.beside is None and middle not in shown and bool(end.branches)
        if not idle or end.beside is not None or len({start.label, middle.label, end.label}) < 3:
            return False
        spot = next((one for one in self._asked.spots if one.first == start.place), None)
        behind = tokens[spot.last].lower if spot and spot.last < len(tokens) else ""
        first = len(tokens) if behind in _FRONTED else start.place
        low, high = sorted((first, end.place))
        return low < middle.place < high and not self._is_coordinated(middle.place, high)

    def acting(self, start: Variable) -> set[str]:
        """Return the types within a label of which its nodes are the agents, by the verb right after their noun."""
        own = {move.relation for move, end, _ in self._joiner.steps_of(start.label) if end == start.label}
        return {kind for kind in own if acts(self._asked, start, kind)}

    def active(self, start: Variable, end: Variable) -> bool:
        """Return whether `start` rather than `end` is the agent of what relates them."""
        if start.label == end.label:
            known = leads_outward(self._joiner, self._asked, self._sketch, start, end)
            if known is not None:
                return known
        else:
            doer = next((one for one in (start, end) if self._has_done(one)), None)
            if doer is not None:
                return doer is start
        first, last = sorted((start.place, end.place))
        passive = any(self._asked.tokens[at].lower in ("by", "from") for at in range(first, last))
        for one in (start, end):
            before = [token.lower for token in self._asked.tokens[max(0, one.place - 2) : one.place]]
            if (before[-1:] and before[-1] in _DOES) or (
                not passive and before[1:] == ["the"] and before[0] in _DOES
            ):
                # Ann is the agent in "who does Ann mentor".
                return one is start
        return (start.place <= end.place) is not passive

    def _has_done(self, one: Variable) -> bool:
        """Return whether a name stands between a noun and "has": "the transfers Ann has made"."""
        tokens = self._asked.tokens
        spot = next((spot for spot in self._asked.spots if spot.first == one.place and spot.constant), None)
        if spot is None or spot.last >= len(tokens) or tokens[spot.last - 1].possessive:
            return False
        nouns = {other.last for other in self._asked.spots if other.of(Kind.LABEL)}
        return spot.first in nouns and tokens[spot.last].lower in _HAVING
