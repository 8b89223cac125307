"""Reads two relationships that end at the same node: "who acted in a film that they directed", "their own"."""

from __future__ import annotations

import re

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Term, TermComparison
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.labelled.joining import Joiner
from kgqa_neo4j.plans.reading.labelled.sketch import BoundQuestion, Sketch
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.question.directions import PREPOSITIONS

_REFLEXIVE = re.compile(
    r"\b(?:themselves|himself|herself|itself|(?:their|his|her|its) own|the same|"
    r"(?:an?|any|some|one of the) [\w-]+ (?:that |which |in which )?(?:they|he|she))\b",
    re.I,
)
_ANY = frozenset({"a", "an", "any", "some"})
# Minimum score of a word for one of the two types.
_SAID = 0.7


class Looping:
    """Requires two relationships of a node to end at the same other node, if one question says so."""

    def __init__(self, joiner: Joiner, asked: BoundQuestion, sketch: Sketch) -> None:
        self._joiner = joiner
        self._asked = asked
        self._sketch = sketch

    def close(self) -> None:
        """Require the two types that the question mentions for a label to end at the same node, if it says so."""
        question = " ".join(token.lower for token in self._asked.tokens)
        places = sorted(self._sketch.labels)
        if not places or not (_REFLEXIVE.search(question) or self._does_both()):
            return
        head, *others = dict.fromkeys(self._sketch.labels[place].element.name for place in places)
        if len(others) != 1 or self._sketch.variable(others[0], 0).branches:
            return
        moves = self._moves(head, others[0])
        if len(moves) != 2:
            return
        first, second = moves
        self._sketch.root = self._sketch.variable(head, 0)
        self._sketch.compared.append(TermComparison(Term((first,)), Comparison.EQUAL, Term((second,))))
        self._sketch.order = [one for one in self._sketch.order if one.label != others[0]]
        self._sketch.variables.pop(others[0])
        for place in [one for one in places if self._sketch.labels[one].element.name == others[0]]:
            del self._sketch.labels[place]
        self._sketch.said = {}
        self._sketch.needed = []

    def _does_both(self) -> bool:
        """Return whether two coordinated verbs share an object: "acted in and directed a film"."""
        spots, tokens = self._asked.spots, self._asked.tokens
        for place in range(len(spots) - 2):
            first, second, noun = spots[place : place + 3]
            verbs = all(one.best(Kind.TYPE) >= _SAID and not one.of(Kind.LABEL) for one in (first, second))
            joint = [token.lower for token in tokens[first.last : second.first]]
            before = [token.lower for token in tokens[second.last : noun.first]]
            named = place + 2 in self._sketch.labels and bool(before) and before[-1] in _ANY
            joined = joint[-1:] == ["and"] and PREPOSITIONS.issuperset([*joint[:-1], *before[:-1]])
            if verbs and named and joined:
                return True
        return False

    def _moves(self, head: str, other: str) -> list[Move]:
        """Return one step between two labels for each mentioned type that joins them, and mark these as explained."""
        steps = {move.relation: move for move, end, _ in self._joiner.steps_of(head) if end == other}
        found: dict[str, Move] = {}
        for spot in self._asked.spots:
            for named in spot.of(Kind.TYPE)[:1]:
                if named.score >= _SAID and named.element.name in steps:
                    found[named.element.name] = steps[named.element.name]
                    self._sketch.note(spot)
        return list(found.values())
