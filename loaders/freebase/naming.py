"""The names and descriptions of Freebase's subjects, gathered from adjacent lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from kgqa_neo4j.loaders.freebase.predicates import Kind
from kgqa_neo4j.loaders.ntriples import Literal
from kgqa_neo4j.loaders.stored import Ids, Store
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.model.literals import MAX_NAME, bounded


def rank_of(language: str, languages: Sequence[str]) -> float:
    """Return the rank of a language (lower is better); above ``len(languages)``, it is not wanted."""
    for place, wanted in enumerate(languages):
        if language == wanted:
            return place
        if language.startswith(wanted + "-"):
            return place + 0.5
    return len(languages) + (1 if language else 0)


def short(name: str) -> tuple[str, str]:
    """Return a name cut to its maximum length, and a warning if it was cut, else ""."""
    kept = bounded(name)
    return kept, "" if kept == name else f"a name of more than {MAX_NAME} characters; cut"


class Naming:
    """The names, aliases and description of one subject in the wanted languages."""

    def __init__(self, subject: str, languages: Sequence[str]) -> None:
        """Start empty; the first of `languages` is the preferred one."""
        self.subject = subject
        self._languages = languages
        self._names: list[tuple[float, str]] = []
        self._aliases: list[str] = []
        self._descriptions: list[tuple[float, str]] = []

    def add(self, kind: Kind, literal: Literal) -> str:
        """Add a line's literal; return what is wrong with it, "" if nothing."""
        rank = rank_of(literal.language, self._languages)
        text = literal.text.strip()
        wanted = rank <= len(self._languages)
        if not text or not (wanted or kind is Kind.NAME):
            return ""
        if kind is Kind.DESCRIPTION:
            self._descriptions.append((rank, text))
            return ""
        text, wrong = short(text)
        if kind is Kind.NAME:
            self._names.append((rank, text))
        else:
            self._aliases.append(text)
        return wrong

    def dumps(self) -> str:
        """Serialize it for `loads`."""
        return json.dumps([self._names, self._aliases, self._descriptions])

    @classmethod
    def loads(cls, subject: str, languages: Sequence[str], text: str) -> Naming:
        """Restore what `dumps` serialized."""
        naming = cls(subject, languages)
        names, naming._aliases, descriptions = json.loads(text)
        naming._names, naming._descriptions = [(*one,) for one in names], [(*one,) for one in descriptions]
        return naming

    @property
    def said(self) -> bool:
        """Whether it has any name, alias or description."""
        return bool(self._names or self._aliases or self._descriptions)

    def name(self) -> str:
        """Return the name in the best language; without a wanted language, any name."""
        return min(self._names, key=lambda one: one[0])[1] if self._names else ""

    def description(self) -> str:
        """Return the description in the best of the wanted languages."""
        return min(self._descriptions, key=lambda one: one[0])[1] if self._descriptions else ""

    def entity(self, id_: str) -> Entity:
        """Return the entity; names in other wanted languages become aliases."""
        name = self.name()
        others = [text for rank, text in sorted(self._names) if rank <= len(self._languages)]
        # Without a name, an alias is better than an id.
        name, *more = [one for one in (name, *self._aliases) if one] or [""]
        aliases = [one for one in dict.fromkeys((*others, *more)) if one != name]
        return Entity(id_, name, tuple(aliases), self.description())


class Schema:
    """The descriptions of types and properties in a dump, and which types occur in facts; kept on disk, see `Store`."""

    def __init__(self, languages: Sequence[str]) -> None:
        """Start empty; the first of `languages` is the preferred one."""
        self._languages = languages
        self._store = Store({"naming": "(id TEXT PRIMARY KEY ON CONFLICT REPLACE, said TEXT) WITHOUT ROWID"})
        self._mentioned = Ids()

    def add(self, naming: Naming) -> None:
        """Store the names of a type or property, replacing earlier ones."""
        self._store.add("naming", naming.subject, naming.dumps())

    def mention(self, id_: str) -> None:
        """Record that a fact mentions a type or property."""
        self._mentioned.add(id_)

    def named(self, ids: Iterable[str]) -> Iterator[Naming]:
        """Yield the namings of those `ids` that have one."""
        self._store.finish()
        for id_ in ids:
            row = self._store.rows("SELECT said FROM naming WHERE id = ?", id_).fetchone()
            if row:
                yield Naming.loads(id_, self._languages, row[0])

    def mentioned(self) -> Iterator[Naming]:
        """Yield the namings of the types and properties that facts mention, in the order of their ids."""
        return self.named(self._mentioned)
