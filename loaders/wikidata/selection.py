"""Which entities a load takes, and what a look through the file beforehand finds out for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from kgqa_neo4j.loaders.stored import Ids
from kgqa_neo4j.loaders.wikidata.documents import Document, Head, best, target
from kgqa_neo4j.loaders.wikidata.known import Known
from kgqa_neo4j.loaders.wikidata.options import Options
from kgqa_neo4j.loaders.wikidata.properties import Properties
from kgqa_neo4j.loaders.wikidata.reading import Reader

INSTANCE_OF, SUBCLASS_OF = "P31", "P279"


class Selection:
    """Decides about entities, one at a time."""

    def __init__(self, options: Options, known: Known) -> None:
        self._options = options
        self._known = known
        self._ids: frozenset[str] | Ids = options.ids
        self._classes = known.subclasses(options.classes) if options.classes else frozenset[str]()

    def reach(self, ids: Ids) -> None:
        """Take these entities instead of those that the options name."""
        self._ids = ids

    def wants(self, document: Document) -> bool:
        """Whether an entity is to be loaded."""
        if self._ids and document.id not in self._ids:
            return False
        if self._options.sitelinked and not (document.sitelinks or self._known.is_sitelinked(document.id)):
            return False
        if not self._classes:
            return True
        of = {*document.targets(INSTANCE_OF), *self._known.classes(document.id)}
        return not self._classes.isdisjoint(of)


def look(reader: Reader, options: Options, properties: Properties, known: Known) -> None:
    """Read the file once for names, redirects, subclasses and sitelinks.

    Raises:
        InputError: the file is damaged, or there is no room for what it says.
    """
    heads: Iterator[Head] = reader.heads()
    if options.classes:
        heads = (found for _, found in reader.documents() if isinstance(found, Document))
    for head in heads:
        if head.redirect:
            known.add("redirect", head.entity, head.redirect)
            continue
        if name := options.languages.name(head):
            known.add("name", head.id, name)
        properties.add(head)
        if isinstance(head, Document) and options.classes:
            for class_ in head.targets(SUBCLASS_OF):
                known.add("subclass", head.id, class_)
            for class_ in head.targets(INSTANCE_OF):
                known.add("instance", head.id, class_)
    if options.sitelinked:
        for id_ in reader.sitelinked():
            known.add("sitelinked", id_)
    known.finish()


def closure(reader: Reader, options: Options, known: Known, passed: Callable[[], None]) -> Ids:
    """Return the ids within `options.hops` statements of `options.ids`, reading the file once a hop.

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
