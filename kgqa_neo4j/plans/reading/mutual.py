"""Symmetric relations, whichever way the graph stores them: spouses, neighbors, coauthors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kgqa_neo4j.plans.language.query import Branch, Pattern, Quantifier, Query
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.wording import says_mutual


class Mutual:
    """Finds the symmetric relations of one graph, and rewrites queries to follow them in both directions."""

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._known: dict[str, bool] = {}

    def holds_both_ways(self, relation: str) -> bool:
        """Return whether a relation is symmetric: its name says so, and both of its ends are of one kind."""
        if relation not in self._known:
            words = self._view.words
            number = words.number[relation]
            ends = words.kinds[2 * number], words.kinds[2 * number + 1]
            self._known[relation] = (
                says_mutual(words.wordings[number].label)
                and not self._view.is_value(Move(relation, True))
                and int(np.argmax(ends[0])) == int(np.argmax(ends[1]))
            )
        return self._known[relation]

    def either_way(self, query: Query) -> Query:
        """Return the query with symmetric relations to named entities followed in either direction."""
        pattern = query.pattern
        kept: list[Branch] = []
        either = pattern.either
        for branch in pattern.branches:
            if not self._is_mutual(branch):
                kept.append(branch)
                continue
            ways = (replace(branch, quantifier=Quantifier.SOME), _turned(branch))
            if branch.quantifier is Quantifier.SOME and not either and not pattern.entities:
                either = ways
            else:
                kept.append(Branch((), Pattern(either=ways), branch.quantifier))
        if tuple(kept) == pattern.branches:
            return query
        return replace(query, pattern=replace(pattern, branches=tuple(kept), either=either))

    def _is_mutual(self, branch: Branch) -> bool:
        return (
            len(branch.path) == 1
            and branch.count is None
            and branch.quantifier is not Quantifier.ALL
            and bool(branch.pattern.entities)
            and self.holds_both_ways(branch.path[0].relation)
        )


def _turned(branch: Branch) -> Branch:
    return replace(branch, path=(branch.path[0].back,), quantifier=Quantifier.SOME)
