"""Pseudo queries, from which the number of hops of a question is derived: grammar, parser, depth.

A pseudo query is a list of Cypher-like triple patterns over linked entities (``e1``, ``e2``) and unknowns:
``(e1)-[founded by]->(a), (a)-[born in]->(b)``. It is never executed; only its shape is used: the depth is the longest
chain of patterns that starts at a linked entity (docs/methods/adaptive.md; in the paper, hop prediction).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

# Small, because the longest chain is searched exhaustively.
MAX_PATTERNS = 12

_UNKNOWNS = "abcdef"
_MOST_WORDS = 4

_NODE = r"\(\s*([A-Za-z][A-Za-z0-9_]{0,15})\s*\)"
_RELATION = r"\[\s*:?\s*([^\[\]()<>]{1,80}?)\s*\]"
_FIRST = re.compile(_NODE)
_NEXT = re.compile(rf"\s*(?:-\s*{_RELATION}\s*->|<-\s*{_RELATION}\s*-|-\s*{_RELATION}\s*-)\s*{_NODE}")
_SEPARATOR = re.compile(r"\s*[,;\n]\s*")
_OPENING = re.compile(r"\s*(?:MATCH\s+)?", re.IGNORECASE)


class PseudoQueryError(ValueError):
    """The text is not a valid pseudo query; the message says why."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A triple pattern, in the direction in which it was written."""

    subject: str
    relation: str
    object: str


def parse(text: str) -> list[Pattern]:
    """Return the patterns of a pseudo query, in order.

    Accepts patterns and chains of patterns, separated by commas, semicolons or line ends, after an optional ``MATCH``;
    relations may point either way or have no arrow.

    Raises:
        PseudoQueryError: the text is anything else, or has more than `MAX_PATTERNS` patterns.
    """
    text = text.strip().rstrip(";,.")
    opening = _OPENING.match(text)
    place = opening.end() if opening else 0
    patterns: list[Pattern] = []
    while True:
        place = _chain(text, place, patterns)
        if len(patterns) > MAX_PATTERNS:
            raise PseudoQueryError(f"more than {MAX_PATTERNS} patterns")
        if place == len(text):
            return patterns
        if not (separator := _SEPARATOR.match(text, place)):
            raise PseudoQueryError(f"no pattern goes on like {text[place : place + 20]!r}")
        place = separator.end()


def _chain(text: str, place: int, patterns: list[Pattern]) -> int:
    """Parse one chain from `place`, add its patterns, and return where it ends."""
    if not (node := _FIRST.match(text, place)):
        raise PseudoQueryError(f"no node starts like {text[place : place + 20]!r}")
    left, place, steps = node[1], node.end(), 0
    while step := _NEXT.match(text, place):
        forward, backward, either, right = step.groups()
        if backward is not None:
            patterns.append(Pattern(right, backward, left))
        else:
            patterns.append(Pattern(left, forward if forward is not None else either, right))
        left, place, steps = right, step.end(), steps + 1
    if steps == 0:
        raise PseudoQueryError(f"({left}) stands alone")
    return place


def depth(patterns: Sequence[Pattern], linked: Collection[str]) -> int:
    """Return the length of the longest chain that starts at one of the `linked` nodes.

    No node is visited twice, so a cycle ends where it closes. A chain ends before another linked node, because
    exploration starts there too. A star is one hop. Patterns that are not connected to a linked node do not count; 0
    means that none is connected.
    """
    neighbours: dict[str, set[str]] = {}
    for pattern in patterns:
        neighbours.setdefault(pattern.subject, set()).add(pattern.object)
        neighbours.setdefault(pattern.object, set()).add(pattern.subject)

    def longest(node: str, seen: frozenset[str]) -> int:
        onward = neighbours.get(node, set()) - seen
        return max((1 + longest(other, seen | {other}) for other in onward), default=0)

    anchors = frozenset(linked)
    deepest = max((longest(anchor, anchors) for anchor in anchors), default=0)
    # A pattern between two linked entities counts as one hop, although it is not part of a chain.
    return deepest or int(any({pattern.subject, pattern.object} & anchors for pattern in patterns))


def chain(relations: Sequence[str]) -> str:
    """Return the pseudo query of a chain of relations that starts at ``e1``, in the form of `grammar`."""
    nodes = ["e1", *_UNKNOWNS[: len(relations)]]
    return ", ".join(
        f"({subject})-[{_plain(relation)}]->({object_})"
        for subject, relation, object_ in zip(nodes, relations, nodes[1:], strict=False)
    )


def _plain(relation: str) -> str:
    words = re.findall("[a-z]+", relation.lower())
    return " ".join(words[:_MOST_WORDS]) or "related"


def grammar(entities: int, max_hops: int) -> str:
    """Return the GBNF grammar of pseudo queries over ``e1`` to ``e<entities>``.

    It allows `max_hops` patterns plus one per further entity. The first one has to touch a linked entity.
    """
    names = " | ".join(f'"(e{number})"' for number in range(1, entities + 1))
    more = min(max_hops + entities - 1, MAX_PATTERNS) - 1
    return (
        f'root ::= first (", " next){{0,{more}}}\n'
        "first ::= linked relation node | unknown relation linked\n"
        "next ::= node relation node\n"
        "node ::= linked | unknown\n"
        f"linked ::= {names}\n"
        f'unknown ::= "(" [{_UNKNOWNS[0]}-{_UNKNOWNS[-1]}] ")"\n'
        f'relation ::= "-[" word (" " word){{0,{_MOST_WORDS - 1}}} "]->"\nword ::= [a-z]+\n'
    )
