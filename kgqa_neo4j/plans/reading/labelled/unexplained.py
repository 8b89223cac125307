"""Finds the words of a question that a query leaves unexplained."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kgqa_neo4j.plans.reading.labelled.operating import SpottedOperations
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, GENERIC_NOUNS, LIGHT_VERBS

UNDONE = 3.0
"""Cost of an operation left undone: more than any word, because the result then answers another question."""

UNSAID = {"return", "retrieve", "find", "show", "many", "number", "associated", "have", "has", "belong", "belongs",
           "related", "respective", "corresponding", "please", "whose", "named", "called", "titled", "each",
           "based", "including", "includes", "graph", "node", "nodes", "specific", "particular", "details",
           "information", "relationship", "relationships", "property", "labeled", "identify", "determine",
           "calculate", "directly", "provide", "get", "fetch", "between", "see", "single", "going",
           "compare", "table", "overview", "column", "columns", "break", "entity", "entities", "individual",
           "individuals", "combination", "combinations", "besides", "apart", "aside"}  # fmt: skip
"""Words that need no explanation."""
_RESIDING = frozenset({"live", "lives", "lived", "living", "reside", "resides", "located", "situated", "lies"})
_WITHIN = frozenset({"in", "at", "on", "near"})
# Contracted auxiliaries after a pronoun.
_SHORT = frozenset({"ve", "re", "ll", "d", "m", "s"})


@dataclass(frozen=True, slots=True)
class Spotted:
    """A question with what its words mean by themselves."""

    question: str
    tokens: tuple[Token, ...]
    operations: SpottedOperations
    spots: tuple[Spot, ...]


def unexplained(spotted: Spotted, used: Collection[int]) -> list[tuple[str, float]]:
    """Return the unexplained words with their weights; `used` are the indexes of the explained tokens."""
    found = []
    last = max((at for at, one in enumerate(spotted.tokens) if one.kind == "word"), default=0)
    for place, one in enumerate(spotted.tokens):
        # "US" is a name, "us" is not.
        word = one.text if one.text.isupper() and len(one.text) > 1 else one.lower
        if place in used or spotted.operations.taken[place] or one.kind == "mark":
            continue
        begun, _, ended = word.replace("\u2019", "'").partition("'")
        if ended in _SHORT and begun in FUNCTION_WORDS:
            # "We've".
            continue
        behind = spotted.tokens[place + 1].lower if place < last else ""
        if word in _RESIDING and behind in _WITHIN:
            # The place implies it.
            continue
        if word in FUNCTION_WORDS or word in GENERIC_NOUNS or word in LIGHT_VERBS or word in UNSAID:
            continue
        weight = (
            1.0
            if one.kind != "word" or not one.text.islower()
            else 0.4
            if word.endswith(("ed", "ing")) and place < last
            else 0.7
        )
        found.append((one.text, weight))
    return found
