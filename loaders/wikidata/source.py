"""Wikidata as a source, in any of its formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Self

from kgqa_neo4j.loaders.base import BadLine, Described, Item
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.wikidata.documents import Document
from kgqa_neo4j.loaders.wikidata.facts import Facts
from kgqa_neo4j.loaders.wikidata.json_lines import JsonDocument
from kgqa_neo4j.loaders.wikidata.known import Known
from kgqa_neo4j.loaders.wikidata.options import Options
from kgqa_neo4j.loaders.wikidata.properties import Properties
from kgqa_neo4j.loaders.wikidata.reading import PieceReader
from kgqa_neo4j.loaders.wikidata.selection import Selection, closure, look
from kgqa_neo4j.loaders.wikidata.values import PREFIX
from kgqa_neo4j.model.errors import InputError


class WikidataSource:
    """A file of Wikidata; see `kgqa_neo4j.loaders.base.Source`.

    A file is read twice: first for names, which units, items in qualifiers and entities that are mentioned but not
    loaded need; then for facts.
    """

    prefix = PREFIX

    def __init__(self, reader: JsonDocument | PieceReader, options: Options) -> None:
        """Read only the files that the options name.

        Raises:
            InputError: the file of labels does not exist, or has no labels.
        """
        self._reader = reader
        self._options = options
        self._properties = Properties(options.languages)
        if options.property_labels is not None:
            self._properties.read(options.property_labels)
        self._known = Known()
        self._looks = 0 if options.one_pass else 1 + options.hops
        self._looked = 0
        self._prepared = False
        self._selection = Selection(options, self._known)
        self._facts = Facts(options, self._properties, self._known)
        self.name = reader.file.name
        self.key = f"{reader.file.key()}-{options.key}"

    @property
    def size(self) -> int:
        """Total bytes to read, before decompression, in all passes."""
        return self._reader.file.size * (1 + self._looks)

    @property
    def read(self) -> int:
        """Bytes read so far, before decompression, in all passes."""
        return self._reader.file.read + self._reader.file.size * self._looked

    @property
    def given(self) -> float:
        """Fraction of the items yielded so far, 0 to 1, once the last pass has begun."""
        size = self._reader.file.size
        return min(1.0, self._reader.file.read / size) if size else 1.0

    @property
    def line(self) -> int:
        """Lines read so far."""
        return self._reader.file.line

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield facts, descriptions and bad lines after line `after`."""
        self._prepare()
        count = 0
        # With a limit, entities before line `after` must be counted, too.
        for line, found in self._reader.documents(0 if self._options.limit else after):
            takes = self._takes(found)
            if line > after:
                yield from self._said(line, found, takes)
            count += takes
            if takes and count == self._options.limit:
                return

    def _takes(self, found: Document | BadLine) -> bool:
        """Whether this is an entity to load."""
        if isinstance(found, BadLine) or found.redirect or found.id.startswith("P"):
            return False
        return self._selection.wants(found)

    def _said(self, line: int, found: Document | BadLine, takes: bool) -> Iterator[Item]:
        if isinstance(found, BadLine):
            yield found
        elif takes:
            yield from self._facts.items(line, found)
        elif found.redirect:
            # In a single pass, a redirect is not known beforehand, and applies only from here on.
            if self._options.one_pass:
                self._known.redirect(found.entity, found.redirect)
        elif found.id.startswith("P"):
            if self._options.one_pass:
                self._properties.add(found)
            relation = self._properties.relation(found.id)
            yield from self._facts.cut(line, found, (relation.name,))
            yield Described(line, relation)

    def _prepare(self) -> None:
        """Run the first pass, unless it was run before or the file can be read only once."""
        if self._prepared:
            return
        self._prepared = True
        if self._options.one_pass:
            return
        try:
            look(self._reader, self._options, self._properties, self._known)
        except InputError:
            # A truncated archive: load what precedes the end; the second pass reports where that is.
            self._known.finish()
        self._passed()
        self._selection = Selection(self._options, self._known)
        if self._options.ids:
            self._selection.reach(closure(self._reader, self._options, self._known, self._passed))
        self._looked = self._looks

    def _passed(self) -> None:
        self._looked += 1


class WikidataLines(WikidataSource):
    """A file that several processes can parse; see `kgqa_neo4j.loaders.base.SplitSource`."""

    keeps_others = True

    def __init__(self, reader: PieceReader, options: Options) -> None:
        super().__init__(reader, options)
        self._pieces = reader
        self.whole = "--ids with --hops" if options.hops else ""
        if options.sitelinked and reader.together:
            self.whole = "--sitelinked of N-Triples"

    @property
    def together(self) -> Callable[[bytes], bytes] | None:
        """The group key of a line; see `kgqa_neo4j.loaders.base.SplitSource`."""
        return self._pieces.together

    def prepare(self) -> None:
        """Collect names, redirects and classes in a first pass."""
        self._prepare()

    def on(self, file: LineFile) -> Self:
        """Return a copy of this source for a part of its lines; see `kgqa_neo4j.loaders.base.SplitSource`."""
        part = copy(self)
        part._pieces = self._pieces.on(file)
        part._reader = part._pieces
        return part

    def lines(self, after: int = 0) -> Iterator[tuple[int, bytes | None]]:
        """Yield the pieces that end after line `after`."""
        self._prepare()
        return self._pieces.pieces(after)

    def parse(self, number: int, line: bytes | None) -> Iterator[Item]:
        """Yield the items of a piece."""
        for place, found in self._pieces.decoded(number, line):
            yield from self._said(place, found, self._takes(found))
