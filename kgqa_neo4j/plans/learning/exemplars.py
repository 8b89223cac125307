"""Exemplars: which relation paths explain the answers of a question form, and from which pairs that was learned.

A question form, or question template, is a question with its topics masked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kgqa_neo4j.plans.plan import Path

# Maximum numbers of paths kept for one form, the best ones, and of topics kept to try its plans with.
PATHS, TOPICS = 20, 3
# Searched pairs of a form after which further ones only add to its support.
ENOUGH = 4


@dataclass(frozen=True, slots=True)
class Pair:
    """A question with its answers: its form, and the ids of topics and answers in the graph.

    `answers` are the ids of each gold answer, empty for one that the graph lacks. `condition` says what the question
    asks beyond a relation path, so that no path can be learned from it; see `conditions`.
    """

    form: str
    topics: tuple[str, ...]
    answers: tuple[frozenset[str], ...]
    condition: str = ""

    @property
    def unusable(self) -> str:
        """Why nothing can be learned from it; empty if something can."""
        if not self.topics:
            return "the graph lacks its topic"
        return self.condition or ("" if any(self.answers) else "the graph lacks its answers")

    @property
    def key(self) -> str:
        """The pair's identity: the same question with the same answers is learned once."""
        parts = [self.form, *sorted(self.topics), *sorted(",".join(sorted(ids)) for ids in self.answers)]
        return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=6).hexdigest()


Found = tuple[Pair, Mapping[Path, float] | None]
"""A pair with the paths that explain it and their F1; None if these were not searched."""


@dataclass(frozen=True, slots=True)
class Exemplar:
    """What one set holds about a question form.

    `pairs` are the keys of the pairs that it was learned from; `searched` of them were searched for paths, and `paths`
    has each path's mean F1 over these. `topics` are some of the entities that were asked about.
    """

    set: str
    form: str
    pairs: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    searched: int = 0
    paths: Mapping[Path, float] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """An id that depends only on the form and the set."""
        return hashlib.blake2b(f"{self.set}\x1f{self.form}".encode(), digest_size=10).hexdigest()

    @property
    def mark(self) -> str:
        """A hash of its pairs."""
        return hashlib.blake2b("".join(sorted(self.pairs)).encode(), digest_size=10).hexdigest()

    @property
    def support(self) -> int:
        """The number of pairs that it was learned from."""
        return len(self.pairs)

    @property
    def best(self) -> tuple[Path, float]:
        """The path that explains the answers best, among equals the shortest, with its mean F1."""
        return next(iter(self.paths.items()), ((), 0.0))

    def with_new(self, found: Iterable[Found]) -> Exemplar:
        """Return the exemplar with the pairs added that it was not learned from yet."""
        exemplar = self
        for pair, paths in found:
            if pair.key not in exemplar.pairs:
                exemplar = exemplar.with_found(pair, paths)
        return exemplar

    def with_found(self, pair: Pair, found: Mapping[Path, float] | None) -> Exemplar:
        """Return the exemplar with one more pair and the paths that explain it, None if these were not searched."""
        known = replace(self, pairs=(*self.pairs, pair.key))
        if found is None:
            return known
        share = 1 / (self.searched + 1)
        means = {path: mean * (1 - share) for path, mean in self.paths.items()}
        for path, agreement in found.items():
            means[path] = means.get(path, 0.0) + agreement * share
        topics = dict.fromkeys([*self.topics, *pair.topics[:1]])
        return replace(
            known, searched=self.searched + 1, topics=tuple(topics)[:TOPICS], paths=_ranked(means.items())
        )


def _ranked(paths: Iterable[tuple[Path, float]]) -> dict[Path, float]:
    best = sorted(paths, key=lambda item: (-round(item[1], 6), len(item[0]), item[0]))
    return {path: round(mean, 6) for path, mean in best[:PATHS]}
