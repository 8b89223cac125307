"""User corrections of an inferred schema: a small file of names, words, units and hidden parts.

::

    [labels.Person]
    naming = ["name"]
    words = ["people", "actor"]
    description = "somebody who worked on a film"

    [labels.Person.properties.born]
    words = ["year of birth"]
    unit = "year"

    [types.FOLLOWS]
    hidden = true
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kgqa_neo4j.attached.model import Label, Property, PropertyGraphSchema, RelationshipType, ValueType
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.settings import nearest

_TEXTS, _LISTS, _SWITCHES = (
    ("description", "unit", "type", "format"),
    ("words", "naming"),
    ("hidden", "symmetric"),
)
_OF_LABEL = ("naming", "words", "description", "hidden", "properties")
_OF_TYPE = ("words", "description", "symmetric", "hidden", "properties")
_OF_PROPERTY = ("words", "description", "unit", "type", "format", "hidden")


@dataclass(frozen=True, slots=True)
class _File:
    """The corrections file, for messages with a position."""

    path: Path
    lines: tuple[str, ...]

    def check(self, name: str, known: Iterable[str], what: str, within: str = "") -> None:
        """Make sure that a name is known.

        Raises:
            InputError: it is unknown; the message gives file:line, the hint the nearest name.
        """
        names = list(known)
        if name not in names:
            of = f" of {within}" if within else ""
            hint = f"{nearest(name, names)}known: {', '.join(names[:12])}"
            raise InputError(f"{self.place(name)}: there is no {what} {name!r}{of}", hint=hint)

    def place(self, name: str) -> str:
        """Return ``file:line`` of the first line with a name outside comments."""
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        found = (number for number, line in enumerate(self.lines, 1) if word.search(line.split("#")[0]))
        return f"{self.path}:{next(found, 1)}"


def correct(schema: PropertyGraphSchema, path: Path) -> PropertyGraphSchema:
    """Return a schema with the corrections in the file at `path`; the same schema if there is no such file.

    Raises:
        InputError: the file is not TOML, or names something that the schema lacks; gives file:line.
    """
    if not path.exists():
        return schema
    text = path.read_text("utf-8", "replace")
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise InputError(f"{path}:{line[1] if line else 1}: {error}", hint="fix the file") from error
    file = _File(path, tuple(text.splitlines()))
    for name in given:
        file.check(name, ("labels", "types"), "section")
    labels = _tables(given, "labels", file)
    types = _tables(given, "types", file)
    for name in labels:
        file.check(name, schema.label, "label")
    for name in types:
        file.check(name, schema.type, "type")
    hidden = {name for name, table in labels.items() if table.get("hidden")}
    kept = [_label(one, labels.get(one.name, {}), file) for one in schema.labels if one.name not in hidden]
    left = [_type(one, types.get(one.name, {}), file, hidden) for one in schema.types]
    shown = [one for one in left if one.connections and not types.get(one.name, {}).get("hidden")]
    return replace(
        schema,
        labels=tuple(replace(one, parents=tuple(p for p in one.parents if p not in hidden)) for one in kept),
        types=tuple(shown),
        left_out=(*schema.left_out, *(f"label {name}: hidden" for name in sorted(hidden))),
    )


def _label(label: Label, table: Mapping[str, Any], file: _File) -> Label:
    if not table:
        return label
    _check_values(table, _OF_LABEL, file, label.name)
    properties, hidden = _properties(label.properties, table, file, label.name)
    for name in table.get("naming", ()):
        file.check(name, [one.name for one in label.properties], "property", label.name)
    naming = tuple(table.get("naming", label.naming))
    return replace(
        label,
        properties=properties,
        naming=tuple(name for name in naming if name not in hidden),
        words=tuple(table.get("words", label.words)),
        description=table.get("description", label.description),
    )


def _type(kind: RelationshipType, table: Mapping[str, Any], file: _File, hidden: set[str]) -> RelationshipType:
    _check_values(table, _OF_TYPE, file, kind.name)
    properties, _ = _properties(kind.properties, table, file, kind.name)
    return replace(
        kind,
        properties=properties,
        connections=tuple(one for one in kind.connections if not {one.source, one.target} & hidden),
        symmetric=table.get("symmetric", kind.symmetric),
        words=tuple(table.get("words", kind.words)),
        description=table.get("description", kind.description),
    )


def _properties(
    properties: tuple[Property, ...], table: Mapping[str, Any], file: _File, owner: str
) -> tuple[tuple[Property, ...], set[str]]:
    tables = _tables(table, "properties", file)
    for name, one in tables.items():
        file.check(name, [known.name for known in properties], "property", owner)
        _check_values(one, _OF_PROPERTY, file, name)
        if "type" in one:
            file.check(one["type"], list(ValueType), "type of value")
    hidden = {name for name, one in tables.items() if one.get("hidden")}
    shown = (one for one in properties if one.name not in hidden)
    return tuple(_property(one, tables.get(one.name, {})) for one in shown), hidden


def _property(one: Property, table: Mapping[str, Any]) -> Property:
    return replace(
        one,
        type=ValueType(table.get("type", one.type)),
        format=table.get("format", one.format),
        unit=table.get("unit", one.unit),
        words=tuple(table.get("words", one.words)),
        description=table.get("description", one.description),
    )


def _tables(table: Mapping[str, Any], key: str, file: _File) -> dict[str, Mapping[str, Any]]:
    found = table.get(key, {})
    for name, one in found.items() if isinstance(found, dict) else [(key, found)]:
        if not isinstance(one, dict):
            raise InputError(f"{file.place(name)}: {name!r} must be a table", hint=f"write [{key}.{name}]")
    return dict(found)


def _check_values(table: Mapping[str, Any], known: tuple[str, ...], file: _File, owner: str) -> None:
    for key, value in table.items():
        file.check(key, known, "entry", owner)
        if key in _TEXTS and not isinstance(value, str):
            raise InputError(f"{file.place(key)}: {key} of {owner} must be a string")
        if key in _SWITCHES and not isinstance(value, bool):
            raise InputError(f"{file.place(key)}: {key} of {owner} must be true or false")
        if key in _LISTS and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise InputError(
                f'{file.place(key)}: {key} of {owner} must be a list of strings, such as ["a", "b"]'
            )


def template(schema: PropertyGraphSchema) -> str:
    """Return a corrections file that changes nothing, with all possible names in comments."""
    lines = [
        "# Corrections to the schema inferred from the attached graph; remove the # before what you set.",
        "# naming: properties that name a node, best first. words: other names for a label, type or property.",
        "# hidden = true: left out. unit, type (text number date datetime boolean) and format of a property.",
    ]
    for label in schema.labels:
        naming = ", ".join(_quoted(name) for name in label.naming)
        lines += ["", f"# [labels.{_key(label.name)}]", f"# naming = [{naming}]", "# words = []"]
        lines += [f"# [labels.{_key(label.name)}.properties.{_key(one.name)}]" for one in label.properties]
    for kind in schema.types:
        lines += ["", f"# [types.{_key(kind.name)}]", "# words = []"]
        lines += [f"# [types.{_key(kind.name)}.properties.{_key(one.name)}]" for one in kind.properties]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
