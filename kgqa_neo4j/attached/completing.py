"""Autocomplete labels and stored values of an attached graph."""

from __future__ import annotations

from kgqa_neo4j.attached.full_names import with_full_names
from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.attached.text import name_words, normalised
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.model.completion import Completion


def completions(schema: PropertyGraphSchema, values: ValueIndex, text: str, limit: int) -> list[Completion]:
    """Return labels that begin with `text`, then the stored values most similar to it, those that name a node first."""
    asked = normalised(text)
    if not asked:
        return []
    labels = [one for one in schema.labels if " ".join(name_words(one.name)).startswith(asked)]
    found = [Completion(one.name, "class", f"{one.count:,} nodes") for one in labels]
    naming = {(one.name, name) for one in with_full_names(schema).labels for name in one.naming}
    stored = values.find(text, 2 * limit)
    stored.sort(key=lambda one: (one.label, one.property) not in naming)
    found += [Completion(one.value, "value", f"{one.label}.{one.property}") for one in stored]
    return list({one.name: one for one in found}.values())[:limit]
