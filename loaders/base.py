"""What a loader is: it opens a source and yields facts or bad lines; it never writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.settings import Configuration

if TYPE_CHECKING:
    from kgqa_neo4j.loaders.files import LineFile

# Bytes of an id that a file gives, and of a name that an id is made of: it is an index key, and those of
# Neo4j end at some 8,000 bytes. What is longer is a bad line, as a part of it would be another's id. Names
# beside an id may be cut, and are at `kgqa_neo4j.model.literals.MAX_NAME` characters.
MAX_KEY = 4000


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple and the line that it stands in (the first is 1)."""

    line: int
    triple: Triple


@dataclass(frozen=True, slots=True)
class Described:
    """What a source says of an entity or a relation by itself, in a line of its own.

    It replaces the name, aliases, description, labels and properties of the entity, which is made
    where it is not there; or the name and description of a relation that has triples.
    """

    line: int
    what: Entity | Relation


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be used, why, and its bytes (their beginning, if there are many).

    `place` is the line to name where items are numbered by something else.
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
        """What messages call it, as in ``name:line``."""

    @property
    def prefix(self) -> str:
        """The prefix of its entities' ids."""

    @property
    def key(self) -> str:
        """Identifies the content: another content has another key."""

    @property
    def size(self) -> int:
        """Bytes to read in all, as stored."""

    @property
    def read(self) -> int:
        """Bytes read so far, as stored; for the progress bar."""

    @property
    def given(self) -> float:
        """What share of its items it has given by now, 0 to 1, as far as that can be told: else 1."""

    @property
    def line(self) -> int:
        """Lines read so far."""

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield what stands after line `after`, in order; a line may hold several items.

        Raises:
            InputError: the source is damaged or cut short; what came before was yielded.
        """


@runtime_checkable
class HasNotes(Protocol):
    """A source may have found out how it is to be read without being told; a load says so."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What it found out, each a line for the user."""


@runtime_checkable
class HasMediators(Protocol):
    """A source may say that some of its nodes only join the parts of one fact; see docs/freebase.md.

    Nodes without a name are then marked as mediators, and what they join is written as facts of one hop.
    """

    @property
    def has_mediators(self) -> bool:
        """Whether a node without a name may be one: not where names are missing for other reasons."""


@runtime_checkable
class LineSource(Source, Protocol):
    """A source whose lines mean something each by itself, so that several processes may parse them.

    It is copied to these processes (by `pickle`), and gives there what `items` would give here. Where
    a few lines mean something together, they come as one, with line breaks between them.
    """

    def lines(self, after: int = 0) -> Iterator[tuple[int, bytes | None] | Item]:
        """Yield the lines after line `after` that are to be parsed, with their numbers.

        Of lines that come as one it is the number of the first. What takes more to be known, or many
        lines, comes as an item, in its place between the lines.

        Raises:
            InputError: as `items`.
        """

    def parse(self, number: int, line: bytes | None) -> Iterable[Item]:
        """Return what the line of that number holds; None is a line that was too long to be read."""


@runtime_checkable
class SplitSource(LineSource, Protocol):
    """A line source that can be read in parts, each in a process of its own, perhaps on another machine."""

    @property
    def whole(self) -> str:
        """What was asked for that takes more than one reading of the whole, "" if nothing was."""

    @property
    def together(self) -> Callable[[bytes], bytes] | None:
        """What a line belongs to, b"" for nothing, where lines that stand together mean something together."""

    @property
    def keeps_others(self) -> bool:
        """Whether a line that belongs to nothing stays with the lines around it."""

    def prepare(self) -> None:
        """Look through the whole for what is to be known of it before any line is parsed."""

    def on(self, file: LineFile) -> Self:
        """Return this source of some of its lines: `lines` and `parse` give what these hold."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What a part of a source tells the whole: of which kind, of what, and what is said of it."""

    kind: str
    id: str
    said: str = ""


@runtime_checkable
class HasAsides(Protocol):
    """A source of which some is told at its end, from what was met anywhere in it."""

    def asides(self) -> Iterator[Aside]:
        """Yield what a part has met, once all of its lines are parsed."""

    def conclusion(self, asides: Iterable[Aside]) -> Iterator[Item]:
        """Yield what is told at the end; of the asides of all parts, in order, equal ones may be left out."""


@runtime_checkable
class NamedLineSource(LineSource, Protocol):
    """A line source whose lines are one fact each, most of them three names that a separator tells apart.

    A line that is cut by `separator` into three parts, with a letter or a digit in each and none of more
    than `MAX_KEY` bytes, is the fact whose subject, relation and object have these very names, without the
    blanks around them; `parse` has to look closer at others, and at those of the `typed_relations`. An
    entity is what `named_entity` says, and a relation's id is its name.
    """

    @property
    def separator(self) -> str:
        """What stands between the names; "" when lines hold more than three, or quotes."""

    @property
    def typed_relations(self) -> frozenset[str]:
        """The relations whose objects are values, or most of them."""

    def relation(self, name: str) -> Relation:
        """Return the relation of a name, as `parse` does."""


def named_entity(prefix: str, name: str) -> Entity:
    """Return the entity of which a source says no more than its name, underscores in it meant as blanks."""
    spaced = name.replace("_", " ").strip()
    aliases = (spaced,) if spaced not in (name, "") else ()
    return Entity(f"{prefix}:{name}", name, aliases)


@dataclass(frozen=True, slots=True)
class LoaderOption:
    """An option that a loader takes on the command line; a flag is true or false."""

    name: str
    help: str
    flag: bool = False


class Loader(Protocol):
    """A kind of source. Register one in `kgqa_neo4j.loaders.LOADERS` or by entry point."""

    @property
    def help(self) -> str:
        """What it loads: the help text of its subcommand, with an example."""

    @property
    def needs_path(self) -> bool:
        """Whether it is told where its source is; one that brings its source with it is not."""

    @property
    def options(self) -> tuple[LoaderOption, ...]:
        """The options it takes besides those that every load has."""

    def open(self, path: str, options: Mapping[str, str | bool | None]) -> Source:
        """Open the source at `path`; `options` are named as in `options`, None when not given.

        Raises:
            InputError: there is nothing to read there, or it is not what this loader reads.
        """


@runtime_checkable
class GraphLoader(Loader, Protocol):
    """A loader whose source is a graph that is attached to the workspace; it goes into another workspace."""

    def open_attached(
        self, configuration: Configuration, options: Mapping[str, str | bool | None]
    ) -> tuple[Source, Configuration]:
        """Open the graph; return it with the settings of the workspace that it goes into.

        Raises:
            ConfigError: there is no such graph, or where it would go is attached itself.
            DatabaseError: or one of its kinds: the graph's server cannot be asked.
        """
