"""Line groups cut by the boundaries of splits: their lines are set aside, to be joined with those of the next split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kgqa_neo4j.loading.spark.split_file import Numbered

Edge = tuple[int, bytes | None, bool]
"""A numbered line, and whether it is the first of a group that continues in the next split."""


class Edges:
    """Passes on the lines of a split, except for groups at its edges, which may extend beyond it."""

    def __init__(self, together: Callable[[bytes], bytes], *, keeps_others: bool) -> None:
        """Start empty; see `kgqa_neo4j.loaders.base.SplitSource` for the arguments."""
        self._together = together
        self._keeps_others = keeps_others
        self.lines: list[Edge] = []

    def inner(self, lines: Iterable[Numbered]) -> Iterator[Numbered]:
        """Yield the lines whose groups are complete in this split; afterwards, `lines` has the others."""
        held: list[Numbered] = []
        key, is_head = b"", True
        for number, line in lines:
            of = self._together(line) if line else b""
            if of and of != key:
                if key:
                    if is_head:
                        self.lines = [(*one, False) for one in held]
                        is_head = False
                    else:
                        yield from held
                    held = []
                key = of
            if of or (key and self._keeps_others):
                held.append((number, line))
            else:
                yield number, line
        # If one group is all there is, it may have begun in an earlier split.
        self.lines += [(*one, not is_head and place == 0) for place, one in enumerate(held)]


def groups(edges: Iterable[tuple[str, Edge]]) -> Iterator[tuple[str, list[Numbered]]]:
    """Join the edges of all splits into groups; they come in order, each with the name of its file."""
    group: list[Numbered] = []
    of = ""
    for file, (number, line, begins) in edges:
        if group and (begins or file != of):
            yield of, group
            group = []
        of = file
        group.append((number, line))
    if group:
        yield of, group
