"""The record of a workspace's attached graphs: where each is, and which of its labels are used. Never a password."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec

from kgqa_neo4j.model.errors import ConfigError, NoSuchGraph
from kgqa_neo4j.settings.nearest import nearest

FOLDER = "attached"
FILE = "graph.json"
# The files of a graph stored in the folder itself; see `folder_of`.
_FILES = (FILE, "schema.json", "schema.toml", "values.sqlite")
_NAME = re.compile(r"\w[\w.-]{0,62}")


class Attachment(msgspec.Struct, frozen=True, kw_only=True):
    """An attached graph. Without a `uri`, it is in the workspace's managed server, loaded from `source`.

    `attached_at` is in ISO 8601; "" if an earlier version attached it. Only labels in `include` are used, if any are
    given, and never those in `exclude`.
    """

    name: str
    uri: str = ""
    database: str = "neo4j"
    username: str = "neo4j"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    source: str = ""
    attached_at: str = ""


def attachments(workspace: Path) -> list[Attachment]:
    """Return the attached graphs of a workspace; the most recently attached one, the default, comes last.

    Raises:
        ConfigError: a file cannot be read.
    """
    files = [workspace / FOLDER / FILE, *sorted((workspace / FOLDER).glob(f"*/{FILE}"))]
    found = [one for file in files if (one := _read(file)) is not None]
    return sorted(found, key=lambda one: one.attached_at)


def chosen_attachment(workspace: Path, name: str = "") -> Attachment | None:
    """Return the attached graph of that name; without a name, the default one, or None if none is attached.

    Raises:
        NoSuchGraph: no attached graph has that name.
        ConfigError: a file cannot be read.
    """
    known = attachments(workspace)
    if not name:
        return known[-1] if known else None
    found = next((one for one in known if one.name == name), None)
    if found is None:
        names = [one.name for one in known]
        hint = f"{nearest(name, names)}`kgqa attach --list` lists the attached graphs" if names else ""
        raise NoSuchGraph(
            f"no graph called {name!r} is attached to the workspace {workspace}",
            hint=hint or "attach one: `kgqa attach bolt://localhost:7687`",
        )
    return found


def folder_of(workspace: Path, name: str) -> Path:
    """Return the folder that stores what is known about an attached graph: a subfolder with its name.

    Earlier versions, with one graph per workspace, stored it in the parent folder; such a graph stays there.
    """
    whole = workspace / FOLDER
    first = _read(whole / FILE)
    return whole if first is not None and first.name == name else whole / name


def check_graph_name(workspace: Path, name: str) -> None:
    """Check that a graph can be attached under that name.

    Raises:
        ConfigError: it is not a portable folder name, or differs from another graph's name only in case.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r} is not a valid graph name",
            hint="use up to 63 letters, digits, dots, dashes and underscores, as in --name movies",
        )
    for one in attachments(workspace):
        if one.name != name and one.name.casefold() == name.casefold():
            raise ConfigError(
                f"a graph called {one.name!r} is attached already",
                hint=f"use another name, or replace it: --name {one.name}",
            )


def write_attachment(workspace: Path, attachment: Attachment) -> None:
    """Store an attachment in the workspace."""
    file = folder_of(workspace, attachment.name) / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".tmp")
    temporary.write_bytes(msgspec.json.format(msgspec.json.encode(attachment), indent=2))
    temporary.replace(file)


def remove_attachment(workspace: Path, name: str) -> None:
    """Remove everything that the workspace stores about an attached graph."""
    folder = folder_of(workspace, name)
    if folder.name == name and folder.parent.name == FOLDER:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for file in _FILES:
        (folder / file).unlink(missing_ok=True)


def settings_of(attachment: Attachment, environment: Mapping[str, str]) -> dict[str, object]:
    """Return the settings, by dotted name, that connect to an attached graph.

    Each graph may have its own password, in the environment variable `password_variable`.
    """
    where: dict[str, object] = {
        "graph.name": attachment.name,
        "neo4j.uri": attachment.uri,
        "neo4j.database": attachment.database,
    }
    if attachment.uri:
        where["neo4j.username"] = attachment.username
        if password := environment.get(password_variable(attachment.name)):
            where["neo4j.password"] = password
    return where


def password_variable(name: str) -> str:
    """Return the environment variable for the password of an attached graph."""
    return f"NEO4J_PASSWORD_{re.sub(r'[^A-Za-z0-9]', '_', name).upper()}"


def _read(file: Path) -> Attachment | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Attachment)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise ConfigError(f"{file}: {error}", hint="remove it and run `kgqa attach` again") from error
