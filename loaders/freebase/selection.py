"""Selecting the facts of a dump to load: by domain, or around a list of ids."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol

from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.freebase.ids import mid
from kgqa_neo4j.loaders.stored import Ids
from kgqa_neo4j.model.errors import InputError


class Link(NamedTuple):
    """The ends of a fact; `object` is "" for a literal."""

    subject: str
    object: str


class Pass(Protocol):
    """A source that selections can read several times."""

    def links(self) -> Iterator[Link]:
        """Yield the ends of every fact with a wanted predicate."""

    def named(self) -> Iterator[str]:
        """Yield the subject of every name or alias."""


class Select(Protocol):
    """Decides what to load, reading the source as often as necessary."""

    def __call__(self, source: Pass, /) -> Selection:
        """Return the selection."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What to load: facts with an end in `around`, and descriptions of `mentioned`; None means all."""

    around: Container[str] | None = None
    mentioned: Container[str] | None = None

    def wants(self, subject: str, object_: str) -> bool:
        """Whether to load a fact; `object_` is "" for a literal."""
        return self.around is None or subject in self.around or object_ in self.around

    def describes(self, id_: str) -> bool:
        """Whether an entity takes part in a selected fact."""
        return self.mentioned is None or id_ in self.mentioned


def everything(source: Pass) -> Selection:
    """Return a selection of all facts, without reading the source."""
    return Selection()


def mentioned_only(source: Pass) -> Selection:
    """Return a selection of all facts with a wanted predicate, naming only their entities."""
    return Selection(None, Ids(end for link in source.links() for end in link if end))


def closure(source: Pass, ids: frozenset[str], hops: int) -> Selection:
    """Return the facts on paths of up to `hops` hops from `ids`, where crossing a mediator adds no hop.

    Reads the source three times per hop: for the ends of facts at the frontier, for which of these have no name and are
    thus mediators, and for the ends of the mediators' facts.
    """
    around, mentioned, frontier = Ids(ids), Ids(ids), Ids(ids)
    for hop in range(hops):
        ends = Ids(one for one in _ends(source, frontier) if one not in around)
        named = Ids(one for one in source.named() if one in ends)
        mediators = Ids(one for one in ends if one not in named)
        beyond = Ids(_ends(source, mediators) if mediators else ())
        around.update(mediators)
        mentioned.update(chain(ends, beyond))
        frontier = Ids(one for one in chain(ends, beyond) if one not in around)
        if hop + 1 < hops:
            around.update(frontier)
    return Selection(around, mentioned)


def _ends(source: Pass, ids: Ids) -> Iterator[str]:
    for link in source.links():
        if link.object and (link.subject in ids or link.object in ids):
            yield from link


def around(ids: frozenset[str], hops: int) -> Select:
    """Return a `Select` for the closure of `ids`."""
    # Picklable, as it is sent to other processes: no closure.
    return partial(closure, ids=ids, hops=hops)


def read_ids(path: Path) -> frozenset[str]:
    """Return the ids in a file, one per line, in any notation.

    Raises:
        InputError: a line is not an id, or there are no ids.
    """
    file = LineFile(path)
    ids = set()
    for number, line in enumerate(file.lines(), 1):
        text = (line or b"").decode(errors="replace").removeprefix("\ufeff").strip()
        if not text:
            continue
        id_ = mid(text)
        if not id_:
            raise InputError(
                f"{file.name}:{number}: {text[:60]!r} is not a Freebase id",
                hint="write one per line, such as m.027rn, /m/027rn or fb:m.027rn",
            )
        ids.add(id_)
    if not ids:
        raise InputError(f"{file.name} holds no ids", hint="write one per line, such as m.027rn")
    return frozenset(ids)
