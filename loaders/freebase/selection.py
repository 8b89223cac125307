"""Which facts of a dump are wanted: by domain, or by a list of ids with what lies around them."""

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
    """A fact as far as selecting needs it; `object` is "" where it is a literal."""

    subject: str
    object: str


class Pass(Protocol):
    """Reads the whole source once."""

    def links(self) -> Iterator[Link]:
        """Yield every fact that the predicates let through."""

    def named(self) -> Iterator[str]:
        """Yield the subject of every name or alias."""


class Select(Protocol):
    """Decides what to load, reading the source as often as it must."""

    def __call__(self, source: Pass, /) -> Selection:
        """Return the selection."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What to load: facts that touch one of `around` (all when None), and who is named (all when None)."""

    around: Container[str] | None = None
    mentioned: Container[str] | None = None

    def wants(self, subject: str, object_: str) -> bool:
        """Whether a fact is wanted; `object_` is "" where it is a literal."""
        return self.around is None or subject in self.around or object_ in self.around

    def describes(self, id_: str) -> bool:
        """Whether an entity takes part in a wanted fact."""
        return self.mentioned is None or id_ in self.mentioned


def everything(source: Pass) -> Selection:
    """Return the selection of all facts; reads nothing."""
    return Selection()


def mentioned_only(source: Pass) -> Selection:
    """Return the selection of all facts that the predicates let through, naming only who is in one."""
    return Selection(None, Ids(end for link in source.links() for end in link if end))


def closure(source: Pass, ids: frozenset[str], hops: int) -> Selection:
    """Return the facts on walks of up to `hops` hops from `ids`; a step through a mediator is none.

    Reads the source three times a hop: for the ends of facts around the frontier, for those of them
    that have no name, and for the ends of the facts around these, which only join the parts of one
    fact.
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
    """Return what selects the closure of `ids`."""
    # Not a function of its own: it goes to other processes.
    return partial(closure, ids=ids, hops=hops)


def read_ids(path: Path) -> frozenset[str]:
    """Return the ids of a file, one a line, in any form that Freebase ids have.

    Raises:
        InputError: a line is no id, or there is none.
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
                hint="write one on each line, such as m.027rn, /m/027rn or fb:m.027rn",
            )
        ids.add(id_)
    if not ids:
        raise InputError(f"{file.name} holds no ids", hint="write one on each line, such as m.027rn")
    return frozenset(ids)
