"""An attached graph's schema on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.text import counted, printable

if TYPE_CHECKING:
    from kgqa_neo4j.attached.model import Label, PropertyGraphSchema, RelationshipType

_CONNECTIONS = 4


def summary(schema: PropertyGraphSchema) -> str:
    """Return one line with the numbers of labels and types."""
    left = f"; left out: {printable(', '.join(schema.left_out))}" if schema.left_out else ""
    return f"{len(schema.labels)} labels, {len(schema.types)} relationship types{left}"


def schema_text(schema: PropertyGraphSchema) -> str:
    """Return labels, relationship types and their properties as tables."""
    from kgqa_neo4j.reporting.schema_picture import described, examples

    def rows_of(owner: Label | RelationshipType, naming: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [
            (
                f"  {printable(one.name)}" + (" *" if one.name in naming else ""),
                described(one),
                printable(examples(one)),
            )
            for one in owner.properties
        ]

    labels = []
    for label in schema.labels:
        of = f" (each is a {', '.join(label.parents)})" if label.parents else ""
        labels += [
            (printable(label.name), f"{counted(label.count, 'node')}{of}", ""),
            *rows_of(label, label.naming),
        ]
    types = []
    for kind in schema.types:
        arrow = "--" if kind.symmetric else "->"
        pairs = [f"{one.source} {arrow} {one.target}" for one in kind.connections]
        more = f" and {len(pairs) - _CONNECTIONS} more" if len(pairs) > _CONNECTIONS else ""
        shown = printable(", ".join(pairs[:_CONNECTIONS]) + more)
        types += [(printable(kind.name), f"{kind.count:,}", shown), *rows_of(kind, ())]
    parts = [
        table(("label", "values", "examples"), labels),
        table(("relationship type", "values", "connects, examples"), types) if types else "",
        "* names a node (`kgqa schema --json` lists the best first); `kgqa schema edit` corrects it\n",
        summary(schema),
    ]
    return "\n".join(part for part in parts if part)
