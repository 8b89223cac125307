"""The protocol for loaders: a loader opens a source, which yields facts and bad lines and never writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.settings import Configuration

if TYPE_CHECKING:
    from kgqa_neo4j.loaders.files import LineFile

# Maximum bytes of an id from a file, or of a name that becomes an id: ids are index keys, which Neo4j limits to about
# 8,000 bytes. Longer ones are bad lines, since a truncated id could equal another. Names stored beside an id may be
# truncated: see `kgqa_neo4j.model.literals.MAX_NAME`.
MAX_KEY = 4000


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple and its line number (the first line is 1)."""

    line: int
    triple: Triple


@dataclass(frozen=True, slots=True)
class Described:
    """A record that describes an entity or a relation instead of stating a fact.

    It replaces the entity's name, aliases, description, labels and properties (creating the entity if needed), or the
    name and description of a relation that has triples.
    """

    line: int
    what: Entity | Relation


@dataclass(frozen=True, slots=True)
class BadLine:
    """An unusable line: its number, the reason, and its bytes (only the beginning if it is long).

    `place` is the location shown to the user if items are not numbered by line.
    """

    line: int
    reason: str
    content: bytes
    place: str = ""


Item = Fact | Described | BadLine


class Source(Protocol):
    """One opened source of triples."""

    @property
    def name(self) -> str:
        """The source's name in messages, as in ``name:line``."""

    @property
    def prefix(self) -> str:
        """The prefix of its entities' ids."""

    @property
    def key(self) -> str:
        """Identifies the content: changes whenever the content does."""

    @property
    def size(self) -> int:
        """Total bytes to read, before decompression."""

    @property
    def read(self) -> int:
        """Bytes read so far, before decompression; for the progress bar."""

    @property
    def given(self) -> float:
        """Fraction of the items yielded so far, 0 to 1; 1 if unknown."""

    @property
    def line(self) -> int:
        """Lines read so far."""

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield the items after line `after`, in order; a line may hold several.

        Raises:
            InputError: the source is damaged or truncated, after yielding what precedes the damage.
        """


@runtime_checkable
class HasNotes(Protocol):
    """A source that may have detected how to read itself; the load reports what it detected."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was detected, one line for the user each."""


@runtime_checkable
class HasMediators(Protocol):
    """A source in which some nodes may only join the parts of one fact (mediators); see docs/freebase.md.

    Its nodes without a name are marked as mediators, and the entities that a mediator joins also get direct, one-hop
    facts.
    """

    @property
    def has_mediators(self) -> bool:
        """Whether nodes without a name may be mediators; False if names are missing for other reasons."""


@runtime_checkable
class LineSource(Source, Protocol):
    """A source whose lines can be parsed independently, hence by several processes.

    It is pickled to these processes, where `parse` must yield what `items` yields here. Lines that only make sense
    together are passed as one, joined by line breaks.
    """

    def lines(self, after: int = 0) -> Iterator[tuple[int, bytes | None] | Item]:
        """Yield the lines after line `after` that need parsing, with their numbers.

        Joined lines have the number of the first. Anything that needs more context, or many lines, is yielded as an
        item in its place among the lines.

        Raises:
            InputError: as `items`.
        """

    def parse(self, number: int, line: bytes | None) -> Iterable[Item]:
        """Return the items of one line; `line` is None if it was too long to read."""


@runtime_checkable
class SplitSource(LineSource, Protocol):
    """A line source that can be split and read by several processes, perhaps on other machines.

    A *line group* is a run of lines that belong together, such as all lines about one entity; `together` is its key.
    """

    @property
    def whole(self) -> str:
        """The requested options that need several passes over the whole source; "" if none."""

    @property
    def together(self) -> Callable[[bytes], bytes] | None:
        """Return the group key of a line, b"" for none; None if the source has no line groups."""

    @property
    def keeps_others(self) -> bool:
        """Whether lines without a key stay in the line group around them."""

    def prepare(self) -> None:
        """Collect from the whole source whatever must be known before any line is parsed."""

    def on(self, file: LineFile) -> Self:
        """Return a copy of this source that reads only the lines of `file`."""


@dataclass(frozen=True, slots=True)
class PartNote:
    """A note from one part of a source to `HasAsides.conclusion`: its kind, its subject, and what is known of that."""

    kind: str
    id: str
    said: str = ""


@runtime_checkable
class HasAsides(Protocol):
    """A source whose last items depend on what was seen anywhere in it."""

    def asides(self) -> Iterator[PartNote]:
        """Yield the asides of this part, once all its lines are parsed."""

    def conclusion(self, asides: Iterable[PartNote]) -> Iterator[Item]:
        """Yield the source's last items; `asides` are those of all parts, in order, where duplicates may be missing."""


@runtime_checkable
class NamedLineSource(LineSource, Protocol):
    """A line source with one fact per line, mostly three plain names between separators.

    A line that `separator` splits into three parts, each with a letter or digit and at most `MAX_KEY` bytes, is a fact
    whose subject, relation and object have exactly these names, stripped of blanks. All other lines, and those of
    `typed_relations`, need `parse`. Entities are made by `named_entity`, and a relation's id is its name.
    """

    @property
    def separator(self) -> str:
        """The separator between names; "" if lines have more than three fields, or quoted ones."""

    @property
    def typed_relations(self) -> frozenset[str]:
        """The relations whose objects are all, or mostly, values."""

    def relation(self, name: str) -> Relation:
        """Return the relation with this name, as `parse` does."""


def named_entity(prefix: str, name: str) -> Entity:
    """Return an entity known only by its name; an alias has blanks for the underscores."""
    spaced = name.replace("_", " ").strip()
    aliases = (spaced,) if spaced not in (name, "") else ()
    return Entity(f"{prefix}:{name}", name, aliases)


@dataclass(frozen=True, slots=True)
class LoaderOption:
    """A command-line option of a loader; a flag is true or false."""

    name: str
    help: str
    flag: bool = False


class Loader(Protocol):
    """A kind of source, registered in `kgqa_neo4j.loaders.LOADERS` or by an entry point."""

    @property
    def help(self) -> str:
        """The help text of the loader's subcommand: what it loads, with an example."""

    @property
    def needs_path(self) -> bool:
        """Whether the user must name the source; not if the loader brings it along."""

    @property
    def options(self) -> tuple[LoaderOption, ...]:
        """The loader's options, besides those of every load."""

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> Source:
        """Open the source at `path`; `options` are keyed by option name, None if not given.

        Raises:
            InputError: there is nothing to read, or not in this loader's format.
        """


@runtime_checkable
class GraphLoader(Loader, Protocol):
    """A loader whose source is a graph attached to the workspace, and whose target is another workspace."""

    def open_attached(
        self, configuration: Configuration, options: Mapping[str, str | bool | None]
    ) -> tuple[Source, Configuration]:
        """Open the graph; return it with the configuration of the target workspace.

        Raises:
            ConfigError: there is no such graph, or the target is itself attached.
            DatabaseError: or a subclass: the graph's server cannot be queried.
        """
