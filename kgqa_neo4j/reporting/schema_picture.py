"""An attached graph's schema as one HTML page: labels and their connections, and a table of properties."""

from __future__ import annotations

import html
from pathlib import Path

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, RelationshipType
from kgqa_neo4j.model.text import counted
from kgqa_neo4j.reporting.page import filled_page, script_json, write_page

_EXAMPLES = 3
_EXAMPLE_LENGTH = 60


def write_schema_picture(schema: PropertyGraphSchema, file: Path) -> None:
    """Write the HTML page of a schema to a file.

    Raises:
        KgqaError: the file cannot be written.
    """
    owners: list[Label | RelationshipType] = [*schema.labels, *schema.types]
    nodes = [
        {"id": one.name, "label": one.name, "title": _title(one), "color": "#4c82c3"} for one in schema.labels
    ]
    edges = [
        {"from": one.source, "to": one.target, "label": kind.name, "title": counted(one.count, "relationship")}
        | ({"arrows": "to, from"} if kind.symmetric else {})
        for kind in schema.types
        for one in kind.connections
    ]
    left_out = "; ".join(schema.left_out)
    parts = {
        "title": html.escape(f"Schema of {schema.database}"),
        "text": html.escape(f"{len(schema.labels)} labels, {len(schema.types)} relationship types"),
        "facts": html.escape(f"Neo4j {schema.server} · read {schema.taken_at}"),
        "legend": html.escape(f"left out: {left_out}" if left_out else ""),
        "rows": "\n".join(row for owner in owners for row in _rows(owner)),
        "graph": script_json({"nodes": nodes, "edges": edges}),
    }
    write_page(filled_page(("label or type", "count", "property", "values", "examples"), parts), file)


def _title(label: Label) -> str:
    named = f"\nnamed by {', '.join(label.naming)}" if label.naming else ""
    return f"{label.name}: {counted(label.count, 'node')}{named}"


def _rows(owner: Label | RelationshipType) -> list[str]:
    first = f"<td><bdi>{html.escape(owner.name)}</bdi></td><td>{owner.count:,}</td>"
    if not owner.properties:
        return [f"<tr>{first}<td></td><td></td><td></td></tr>"]
    naming = owner.naming if isinstance(owner, Label) else ()
    return [
        f"<tr>{first if place == 0 else '<td></td><td></td>'}"
        f"<td><bdi>{html.escape(one.name)}</bdi>{' (name)' if one.name in naming else ''}</td>"
        f"<td>{html.escape(described(one))}</td><td><bdi>{html.escape(examples(one))}</bdi></td></tr>"
        for place, one in enumerate(owner.properties)
    ]


def described(one: Property) -> str:
    """Return a short description of a property's values: ``date stored as text (%Y-%m-%d), 87% present``."""
    parts = [one.type.value]
    stored = {"STRING": "text", "INTEGER": "a number", "FLOAT": "a number"}.get(
        one.stored[0] if one.stored else ""
    )
    if stored and stored.removeprefix("a ") != one.type.value:
        parts.append(f"stored as {stored}" + (f" ({one.format})" if one.format else ""))
    if one.unit:
        parts.append(f"in {one.unit}")
    text = " ".join(parts)
    return text if one.present >= 1 else f"{text}, {max(one.present, 0.01):.0%} present"


def examples(one: Property) -> str:
    """Return some values of a property, each shortened, on one line."""
    return ", ".join(
        value if len(value) <= _EXAMPLE_LENGTH else value[: _EXAMPLE_LENGTH - 1] + "…"
        for value in (" ".join(sample.split()) for sample in one.samples[:_EXAMPLES])
    )
