"""Selecting the entities of a load, and the first pass that this requires."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

import msgspec

from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loaders.stored import Ids
from kgqa_neo4j.loaders.wikidata.documents import Document, Head, best, target
from kgqa_neo4j.loaders.wikidata.json_lines import JsonDocument
from kgqa_neo4j.loaders.wikidata.known import Known
from kgqa_neo4j.loaders.wikidata.options import Options
from kgqa_neo4j.loaders.wikidata.properties import Properties
from kgqa_neo4j.loaders.wikidata.reading import PieceReader, Reader

INSTANCE_OF, SUBCLASS_OF = "P31", "P279"
_PROPERTY = "property"


class Selection:
    """Decides which entities to load, one at a time."""

    def __init__(self, options: Options, known: Known) -> None:
        self._options = options
        self._known = known
        self._ids: frozenset[str] | Ids = options.ids
        self._classes = known.subclasses(options.classes) if options.classes else frozenset[str]()

    def reach(self, ids: Ids) -> None:
        """Select these entities instead of those in the options."""
        self._ids = ids

    def wants(self, document: Document) -> bool:
        """Whether to load an entity."""
        if self._ids and document.id not in self._ids:
            return False
        if self._options.sitelinked and not (document.sitelinks or self._known.is_sitelinked(document.id)):
            return False
        if not self._classes:
            return True
        of = {*document.targets(INSTANCE_OF), *self._known.classes(document.id)}
        return not self._classes.isdisjoint(of)


def look(reader: JsonDocument | PieceReader, options: Options, properties: Properties, known: Known) -> None:
    """Collect names, redirects, subclasses and sitelinks in one pass over the file.

    Raises:
        InputError: the file is damaged, or the disk is full.
    """
    found = _looked(reader, options) if isinstance(reader, JsonDocument) else _looked_through(reader, options)
    for kind, *said in found:
        if kind == _PROPERTY:
            properties.add(msgspec.json.decode(said[0], type=Head))
        else:
            known.add(kind, *said)
    known.finish()


def _looked_through(reader: PieceReader, options: Options) -> Iterator[tuple[str, ...]]:
    """Yield what `_looked` does, possibly from parts of the file in other processes."""
    yield from reader.file.looked(partial(_looked_in, reader, options), reader.together)


def _looked_in(reader: PieceReader, options: Options, file: LineFile) -> Iterator[tuple[str, ...]]:
    return _looked(reader.on(file), options)


def _looked(reader: Reader, options: Options) -> Iterator[tuple[str, ...]]:
    """Yield rows for `Known`, each after the name of its table; and properties, as JSON, after `_PROPERTY`."""
    heads: Iterator[Head] = reader.heads()
    if options.classes:
        heads = (found for _, found in reader.documents() if isinstance(found, Document))
    for head in heads:
        if head.redirect:
            yield "redirect", head.entity, head.redirect
            continue
        if name := options.languages.name(head):
            yield "name", head.id, name
        if head.id.startswith("P"):
            yield _PROPERTY, msgspec.json.encode(_plain(head)).decode()
        if isinstance(head, Document) and options.classes:
            for class_ in head.targets(SUBCLASS_OF):
                yield "subclass", head.id, class_
            for class_ in head.targets(INSTANCE_OF):
                yield "instance", head.id, class_
    if options.sitelinked:
        for id_ in reader.sitelinked():
            yield "sitelinked", id_


def _plain(head: Head) -> Head:
    """Return an entity without its statements."""
    names = Head.__struct_fields__
    return Head(**{name: getattr(head, name) for name in names})


def closure(reader: Reader, options: Options, known: Known, passed: Callable[[], None]) -> Ids:
    """Return the ids within `options.hops` statements of `options.ids`, in one pass over the file per hop.

    Only statements that would be loaded are followed, from their subject to their value.
    """
    reached = Ids(known.target(id_) for id_ in options.ids)
    frontier = Ids(reached)
    for _ in range(options.hops):
        named = chain.from_iterable(_named(document, options) for document in reader.chosen(frontier))
        found = map(known.target, named)
        frontier = Ids(one for one in found if one not in reached)
        reached.update(frontier)
        passed()
        if not frontier:
            break
    return reached


def _named(document: Document, options: Options) -> Iterator[str]:
    for property_, statements in document.by_property.items():
        if not options.properties or property_ in options.properties:
            for statement in best(statements, every_rank=options.every_rank):
                if id_ := target(statement.mainsnak):
                    yield id_
