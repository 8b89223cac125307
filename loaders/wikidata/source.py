"""Wikidata as a source of facts, whichever format it comes in."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.loaders.base import BadLine, Described, Item
from kgqa_neo4j.loaders.wikidata.facts import Facts
from kgqa_neo4j.loaders.wikidata.known import Known
from kgqa_neo4j.loaders.wikidata.options import Options
from kgqa_neo4j.loaders.wikidata.properties import Properties
from kgqa_neo4j.loaders.wikidata.reading import Reader
from kgqa_neo4j.loaders.wikidata.selection import Selection, closure, look
from kgqa_neo4j.loaders.wikidata.values import PREFIX


class WikidataSource:
    """A file of Wikidata; see `kgqa_neo4j.loaders.base.Source`.

    A file is read twice: first for names, so that units, items of qualifiers and what is referred to
    but not loaded can be called by them; then for facts.
    """

    prefix = PREFIX

    def __init__(self, reader: Reader, options: Options) -> None:
        """Read nothing yet but what `options` names.

        Raises:
            InputError: the file of labels is not there, or holds none.
        """
        self._reader = reader
        self._options = options
        self._properties = Properties(options.languages)
        if options.property_labels is not None:
            self._properties.read(options.property_labels)
        self._known = Known()
        self._looks = 0 if options.one_pass else 1 + options.hops
        self._looked = 0
        self._selection: Selection | None = None
        self.name = reader.file.name
        self.key = f"{reader.file.key()}-{options.key}"

    @property
    def size(self) -> int:
        """Bytes to read in all, as stored, in all passes."""
        return self._reader.file.size * (1 + self._looks)

    @property
    def read(self) -> int:
        """Bytes read so far."""
        return self._reader.file.read + self._reader.file.size * self._looked

    @property
    def line(self) -> int:
        """Lines read so far."""
        return self._reader.file.line

    def items(self, after: int = 0) -> Iterator[Item]:
        """Yield facts, descriptions and bad lines after line `after`."""
        if self._selection is None:
            self._selection = self._prepare()
        facts = Facts(self._options, self._properties, self._known)
        count = 0
        # With a limit, what was loaded before counts too.
        for line, found in self._reader.documents(0 if self._options.limit else after):
            if isinstance(found, BadLine):
                if line > after:
                    yield found
            elif found.redirect:
                # Not known beforehand when the file is read once; it then holds from here on.
                if self._options.one_pass:
                    self._known.redirect(found.entity, found.redirect)
            elif found.id.startswith("P"):
                if self._properties.add(found) and line > after:
                    yield Described(line, self._properties.relation(found.id))
            elif self._selection.wants(found):
                if line > after:
                    yield from facts.items(line, found)
                count += 1
                if count == self._options.limit:
                    return

    def _prepare(self) -> Selection:
        """Look through the file, unless it can be read once only."""
        if self._options.one_pass:
            return Selection(self._options, self._known)
        try:
            look(self._reader, self._options, self._properties, self._known)
        except InputError:
            # A cut archive: what came before the cut is loaded, and the second reading says where it ends.
            self._known.finish()
        self._passed()
        selection = Selection(self._options, self._known)
        if self._options.hops:
            selection.reach(closure(self._reader, self._options, self._known, self._passed))
        self._looked = self._looks
        return selection

    def _passed(self) -> None:
        self._looked += 1
