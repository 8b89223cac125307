"""Looks up names in an attached graph: its labels, and the nodes and values in its value index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from kgqa_neo4j.attached.model import FoundValue, PropertyGraphSchema
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.model.graph import fold
from kgqa_neo4j.plans.attached.relations import Relations, fact_id
from kgqa_neo4j.plans.language.property_terms import property_relation
from kgqa_neo4j.plans.language.things import Kind, Thing, id_of
from kgqa_neo4j.plans.reading.labelled.label_nouns import FIRMS
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind as VocabularyKind
from kgqa_neo4j.plans.reading.labelled.vocabulary import Vocabulary
from kgqa_neo4j.plans.reading.names import NamedEntity
from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.wording import words

# Minimum similarity for a noun to mean a label.
_MEANT = 0.6
_FIRST = "neo4j"
_PERSONS = frozenset({"person", "persons", "people"})
_PERSON = 0.5


class ValueNames:
    """The names of one attached graph; see `kgqa_neo4j.plans.reading.names.Names`."""

    # Labels are looked up word by word: any word may mean one.
    joined = False

    def __init__(
        self,
        schema: PropertyGraphSchema,
        relations: Relations,
        index: ValueIndex,
        vocabulary: Vocabulary,
        person_share: Callable[[str], float],
    ) -> None:
        """`person_share` returns how likely nodes of a label are persons."""
        self._schema = schema
        self._relations = relations
        self._index = index
        self._vocabulary = vocabulary
        self._person_share = person_share
        self._said: dict[str, list[str]] = {}
        self._labels: dict[str, list[str]] = defaultdict(list)
        for label in schema.labels:
            for called in (label.name, *label.words):
                self._labels[fold(" ".join(words(called)))].append(label.name)

    def look_up(self, folded: Iterable[str], limit: int) -> list[NamedEntity]:
        """Return the labels, nodes and values with some folded names, at most `limit` stored values per name."""
        wanted = list(folded)
        found: dict[str, NamedEntity] = {}
        exact = self._index.exact(wanted)
        for name in wanted:
            stored = name in exact or singular_of(name) in exact
            for label in self._labels.get(name, ()) or ([] if stored else self._meant(name)):
                ident = id_of(Thing(Kind.LABEL, label))
                found[ident] = NamedEntity(ident, label, (name,), self._schema.label[label].count, False)
        for name, values in exact.items():
            for value in values[:limit]:
                thing = self.thing(value)
                if thing is not None:
                    ident = id_of(thing)
                    found.setdefault(ident, NamedEntity(ident, value.value, (name,), value.count, False))
        return list(found.values())

    def sources(self) -> list[str]:
        """Return the name of the graph's database, unless it is the default one, whose name has no meaning."""
        return [self._schema.database] if self._schema.database not in ("", _FIRST) else []

    def classes(self, relations: Sequence[str]) -> list[str]:
        """Return no names: the classes of nodes are labels, not the ends of relations."""
        return []

    def _meant(self, name: str) -> list[str]:
        """Return the label that a common noun means, if any: `Movie` for "film"."""
        if not name.isalpha() or name in self._said:
            return self._said.get(name, [])
        if name in _PERSONS:
            person = max(self._schema.label, key=self._person_share)
            return [person] if self._person_share(person) > _PERSON else []
        if self._vocabulary.organisation and singular_of(name) in FIRMS:
            return [self._vocabulary.organisation]
        (found,) = self._vocabulary.meant([name])
        labels = [one for one in found if one.element.kind is VocabularyKind.LABEL]
        others = max((one.score for one in found if one.element.kind is not VocabularyKind.LABEL), default=0.0)
        known = bool(labels) and labels[0].score >= max(_MEANT, others)
        self._said[name] = [labels[0].element.name] if known else []
        return self._said[name]

    def thing(self, value: FoundValue) -> Thing | None:
        """Return the nodes that a stored value names, or the value itself; None if no relation leads to it."""
        if value.on_relationship:
            known = fact_id(value.label, value.property, True) in self._relations.facts
            return Thing(Kind.FACT, value.label, value.property, value.value) if known else None
        label = self._schema.label.get(value.label)
        if label is None:
            return None
        if value.property in label.naming:
            return Thing(Kind.NODE, label.name, value.property, value.value)
        known = label.name in self._relations.properties.get(property_relation(value.property), {})
        return Thing(Kind.VALUE, label.name, value.property, value.value) if known else None
