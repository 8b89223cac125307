"""Looking up the labels, types and properties of a query in the schema of an attached graph.

A relation of such a graph is a relationship type or a property: `.name` is the property `name` of a node.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.plans.compiling import MAX_STEPS
from kgqa_neo4j.plans.language.cypher_tree import identifier
from kgqa_neo4j.plans.plan import Move, Path

PROPERTY = "."
"""Prefix of relations that are properties of nodes."""

# Share of distinct names below which a name says what kind of node it is, not which one.
_OWN_NAMES = 0.5


def property_relation(name: str) -> str:
    """Return the relation that stands for a property of nodes."""
    return PROPERTY + name


def stored_text(variable: str, facts: Property) -> str:
    """Return the expression for a property of a node; one that is made of parts joins these by blanks."""
    return " + ' ' + ".join(parts_text(variable, facts))


def parts_text(variable: str, facts: Property) -> tuple[str, ...]:
    """Return the expressions for the stored properties behind a property of a node: one, or one for each part."""
    return tuple(f"{variable}.{identifier(name)}" for name in facts.parts or (facts.name,))


class Terms:
    """Looks up what a query names in one schema. Safe to use from several threads."""

    def __init__(self, schema: PropertyGraphSchema) -> None:
        self.schema = schema

    def reached(self, label: str, move: Move) -> str:
        """Return the label of the nodes that a step leads to, "" if there may be several."""
        found = self.ends(label, move)
        return found[0] if len(found) == 1 else ""

    def ends(self, label: str, move: Move) -> tuple[str, ...]:
        """Return the labels of the nodes that a step leads to from nodes with a label, or from any node if it is ""."""
        found = {
            one.target if move.outward else one.source: None
            for one in self.schema.type[move.relation].connections
            if not label or (one.source if move.outward else one.target) == label
        }
        return tuple(found)

    def split(self, path: Path) -> tuple[Path, str]:
        """Return the steps of a path between nodes, and the property at its end, "" if there is none.

        Raises:
            InputError: the path is too long, the graph has no such type, or a property is not at the end.
        """
        if len(path) > MAX_STEPS + 1:
            raise InputError(f"a path of {len(path)} steps is too long", hint=f"use at most {MAX_STEPS} steps")
        *before, last = path
        name = ""
        if last.relation.startswith(PROPERTY) and last.relation not in self.schema.type:
            name, path = last.relation.removeprefix(PROPERTY), tuple(before)
            if not last.outward:
                raise InputError(
                    f"{last.relation!r} is a property and only goes from a node to its value",
                    hint="turn its arrow around",
                )
        for move in path:
            if move.relation not in self.schema.type:
                raise InputError(f"the graph has no relation {move.relation!r}")
        return tuple(path), name

    def fact(self, kind: str, name: str) -> Property:
        """Return the schema's entry for a property of relationships of a type.

        Raises:
            InputError: there is no such property.
        """
        found = next((one for one in self.schema.type[kind].properties if one.name == name), None)
        if found is None:
            raise InputError(f"relationships of type {kind!r} have no property {name!r}")
        return found

    def property(self, own: str, name: str) -> Property:
        """Return the schema's entry for a property of nodes with a label, or of any nodes if it is "".

        Raises:
            InputError: there is no such label or property.
        """
        labels: Sequence[Label] = self.schema.labels
        if own:
            if own not in self.schema.label:
                raise InputError(f"the graph has no label {own!r}")
            labels = [self.schema.label[own]]
        for label in labels:
            for one in label.properties:
                if one.name == name:
                    return one
        where = f"nodes with the label {own!r}" if own else "the graph's nodes"
        raise InputError(f"{where} have no property {name!r}")

    def shares_names(self, own: str) -> bool:
        """Return whether many nodes with a label have the same name, such as the operating system of each machine."""
        label = self.schema.label.get(own)
        if label is None or not label.naming:
            return False
        return self.property(own, label.naming[0]).distinct < _OWN_NAMES

    def naming(self, own: str, among: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the naming properties of a label; without one, of the labels `among`; without these, of all labels."""
        known = [self.schema.label[one] for one in ((own,) if own else among) if one in self.schema.label]
        labels: Sequence[Label] = known or self.schema.labels
        return tuple(dict.fromkeys(name for label in labels for name in label.naming[:1]))
