"""The head noun of a question, which names the answers, and the words that only modify it."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from kgqa_neo4j.plans.language.query import Quantifier
from kgqa_neo4j.plans.reading.asked import AskedQuestion, Word, is_measured, is_state, quantifier_of
from kgqa_neo4j.plans.reading.costs import HEAD, SURE
from kgqa_neo4j.plans.reading.kinds import Kinds
from kgqa_neo4j.plans.reading.parser import Parser
from kgqa_neo4j.plans.reading.view import GraphView

# What precedes an adjective rather than a verb.
_BEFORE_NOUN = re.compile(r"(?:^|\b(?:which|what|the|all|any|our|many|how many|list|show|me|of|-))\W*$|-$")


class Heads:
    """Finds the head nouns of questions about one graph."""

    def __init__(self, view: GraphView, parser: Parser, kinds: Kinds) -> None:
        self._view = view
        self._parser = parser
        self._kinds = kinds

    def head(self, asked: AskedQuestion, taken: set[int]) -> int | None:
        """Return the index of the head noun; None without one. `taken` are the indices of the named entities."""
        measured = None
        for place, word in enumerate(asked.words):
            if place in taken:
                if asked.wh in ("who", "where", "when", "whose") or asked.ops.whether:
                    return None
                continue
            if is_measured(asked, word) and not self._is_counted(asked, word):
                # "The total number of beds" counts beds, unless a later noun names what has them.
                measured = place if asked.ops.counts and word.noun and measured is None else measured
                continue
            if self._modifies(asked, place) or is_state(asked, place, self._view):
                continue
            if word.weight < HEAD:
                return measured
            if quantifier_of(asked, word) is Quantifier.NONE:
                return None
            return place if word.noun or (word.entity and not word.certain) else None
        return measured

    def _is_counted(self, asked: AskedQuestion, word: Word) -> bool:
        """Return whether members of a class are counted, not numbers added up: "the total number of shops in X"."""
        return asked.ops.counts and word.entity is not None and self._parser.is_class(word.entity)

    def _modifies(self, asked: AskedQuestion, place: int) -> bool:
        """Return whether a word only modifies a noun: "*railway* lines", "the *open* shops"."""
        word, *after = asked.words[place:]
        noun = next((one for one in after if one.noun), None)
        if noun is None or noun.certain or word.certain or (word.entity and self._parser.is_class(word.entity)):
            return False
        joints = (" ", "-", " of ", " of the ") if word.noun else (" ", "-")
        if not all(
            asked.masked[one.end : other.place] in joints
            for one, other in pairwise(asked.words[place : asked.words.index(noun) + 1])
        ):
            return False
        if word.entity is not None or word.noun:
            # "*Folk* acts"; nouns that say little; in a graph without classes any noun: "*music* videos".
            return word.entity is not None or word.weight < HEAD or self._kinds.any
        return _BEFORE_NOUN.search(asked.masked[: word.place]) is not None

    def says_whole(self, asked: AskedQuestion, place: int) -> bool:
        """Return whether a noun stands for a relation all of whose name the question contains."""
        for number in np.flatnonzero(asked.chances[place] >= SURE):
            content = self._view.words.wordings[int(number)].content
            told = sum(any(self._view.forms(word.text, one) for word in asked.words) for one in content)
            if told == len(content):
                return True
        return False
