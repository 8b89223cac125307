"""An entity of Wikidata as facts: selecting its statements and converting them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from typing import Any, TypeVar

from kgqa_neo4j.loaders.base import BadLine, Described, Fact, Item
from kgqa_neo4j.loaders.wikidata.documents import Document, Head, Snak, Statement, Value, best, is_property
from kgqa_neo4j.loaders.wikidata.known import Known
from kgqa_neo4j.loaders.wikidata.options import Options
from kgqa_neo4j.loaders.wikidata.properties import EXTERNAL_ID, Properties
from kgqa_neo4j.loaders.wikidata.qualifiers import qualifier
from kgqa_neo4j.loaders.wikidata.values import PREFIX, BadValue, Read, read_value
from kgqa_neo4j.model.graph import Entity, Triple
from kgqa_neo4j.model.literals import MAX_NAME, unknown_value

T = TypeVar("T", Snak, Statement)


class Facts:
    """Converts entities to items, according to the options of a load."""

    def __init__(self, options: Options, properties: Properties, known: Known) -> None:
        self._options = options
        self._properties = properties
        self._known = known

    def items(self, line: int, document: Document) -> Iterator[Item]:
        """Yield an entity's description and facts; each unreadable value is a bad line of its own."""
        languages = self._options.languages
        id_ = document.id
        name = languages.name(document) or self._name(id_)
        subject = Entity(f"{PREFIX}:{id_}", name)
        facts: list[tuple[Statement, Read]] = []
        absent: list[str] = []
        for property_, found in document.by_property.items():
            if not self._wants(property_):
                continue
            statements: list[Statement] = []
            for statement in best(found, every_rank=self._options.every_rank):
                if is_property(statement.mainsnak.property):
                    statements.append(statement)
                else:
                    reason = f"{property_[:40]} of {id_}: {_no_property(statement.mainsnak.property)}"
                    yield BadLine(line, reason, statement.id.encode())
            if any(one.mainsnak.snaktype == "novalue" for one in statements):
                absent.append(statements[0].mainsnak.property)
            for statement in self._in_languages(statements):
                if statement.mainsnak.snaktype == "novalue" or self._is_external(statement.mainsnak):
                    continue
                try:
                    facts.append((statement, self._main(id_, statement)))
                except BadValue as error:
                    yield BadLine(line, f"{property_} of {id_}: {error}", statement.id.encode())
        if says := self._described(subject, document, absent):
            yield from self.cut(line, document, (says.name, *says.aliases))
            yield Described(line, says)
        repeated = _repeated(facts) if len(facts) > 1 else frozenset()
        for statement, read in facts:
            twice = (statement.mainsnak.property, read.entity.id) in repeated
            aside, problems = self._aside(statement, read)
            for problem in problems:
                yield BadLine(line, f"{statement.mainsnak.property} of {id_}: {problem}", statement.id.encode())
            relation = self._properties.relation(statement.mainsnak.property)
            yield Fact(line, Triple(subject, relation, read.entity, aside, statement.id if twice else ""))

    def cut(self, line: int, head: Head, used: Collection[str]) -> Iterator[BadLine]:
        """Yield a warning for each overlong name of an entity whose truncated form is in `used`."""
        for text in self._options.languages.overlong(head, used):
            reason = f"a name of {head.id} of {len(text)} characters was cut to {MAX_NAME}"
            yield BadLine(line, reason, text[:MAX_NAME].encode())

    def _described(self, subject: Entity, document: Document, absent: Sequence[str]) -> Entity | None:
        """Return the entity with its names, description and properties; None if the document has none."""
        if not (document.type or document.names or document.aliases or document.descriptions):
            return None
        languages = self._options.languages
        redirects = self._known.redirects(document.id)
        properties: dict[str, Any] = {}
        if absent:
            properties["no_value"] = list(absent)
        if redirects:
            properties["redirects"] = [f"{PREFIX}:{one}" for one in redirects]
        aliases = languages.aliases(document, subject.name)
        description = languages.description(document)
        return Entity(subject.id, subject.name, aliases, description, properties=properties)

    def _main(self, id_: str, statement: Statement) -> Read:
        if statement.mainsnak.snaktype == "somevalue":
            key = statement.id or f"{id_}/{statement.mainsnak.property}"
            return Read(unknown_value(key))
        return read_value(statement.mainsnak, self._name, self._known.target)

    def _aside(self, statement: Statement, read: Read) -> tuple[dict[str, Any], list[str]]:
        """Return the properties of the relationship, and what is wrong with the omitted qualifiers."""
        properties: dict[str, Any] = dict(read.aside)
        problems: list[str] = []
        if isinstance(statement.qualifiers, dict):
            for property_, snaks in statement.qualifiers.items():
                if not is_property(property_):
                    problems.append(f"qualifier {_no_property(property_)}")
                    continue
                kinds = {snak.snaktype for snak in snaks}
                reads = []
                for snak in self._in_languages(snaks):
                    if snak.snaktype == "value" and not self._is_external(snak):
                        try:
                            reads.append(read_value(snak, self._name, self._known.target))
                        except BadValue as error:
                            problems.append(f"qualifier {property_}: {error}")
                key = self._properties.key(property_)
                properties |= qualifier(key, reads, unknown="somevalue" in kinds, none="novalue" in kinds)
        if statement.id:
            properties["statement"] = statement.id
        if self._options.every_rank:
            properties["rank"] = statement.rank
        return properties, problems

    def _wants(self, property_: str) -> bool:
        return not self._options.properties or property_ in self._options.properties

    def _is_external(self, snak: Snak) -> bool:
        if self._options.external_ids:
            return False
        return (snak.datatype or self._properties.datatype(snak.property)) == EXTERNAL_ID

    def _in_languages(self, found: Sequence[T]) -> Sequence[T]:
        """Drop texts in languages that are not wanted, unless there are no others."""
        languages = [_language(one if isinstance(one, Snak) else one.mainsnak) for one in found]
        wants = self._options.languages.wants
        if not any(language and wants(language) for language in languages):
            return found
        return [one for one, language in zip(found, languages, strict=True) if not language or wants(language)]

    def _name(self, id_: str) -> str:
        return self._known.name(id_) or self._properties.name(id_)


def _repeated(facts: Sequence[tuple[Statement, Read]]) -> Set[tuple[str, str]]:
    """Return the pairs of property and value that occur in several statements."""
    counted = Counter((statement.mainsnak.property, read.entity.id) for statement, read in facts)
    return {fact for fact, count in counted.items() if count > 1}


def _no_property(id_: str) -> str:
    return f"{id_[:40]!r} is not a property"


def _language(snak: Snak) -> str:
    value = snak.datavalue.value if snak.datavalue else None
    is_text = snak.datavalue is not None and snak.datavalue.type == "monolingualtext"
    return value.language if is_text and isinstance(value, Value) else ""
