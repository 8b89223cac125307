"""Which graph is attached to a workspace: where it is, and which of its labels count. Never a password."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kgqa_neo4j.model.errors import ConfigError

FOLDER = "attached"
FILE = "graph.json"


class Attachment(msgspec.Struct, frozen=True, kw_only=True):
    """An attached graph. Without a `uri` it is in the workspace's managed server, loaded from `source`."""

    name: str
    uri: str = ""
    database: str = "neo4j"
    username: str = "neo4j"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    source: str = ""


def attachment_file(workspace: Path) -> Path:
    """Return where it is kept which graph is attached."""
    return workspace / FOLDER / FILE


def read_attachment(workspace: Path) -> Attachment | None:
    """Return which graph is attached to a workspace, None where none is.

    Raises:
        ConfigError: the file cannot be read.
    """
    file = attachment_file(workspace)
    try:
        return msgspec.json.decode(file.read_bytes(), type=Attachment)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise ConfigError(f"{file}: {error}", hint="remove it and run `kgqa attach` again") from error


def write_attachment(workspace: Path, attachment: Attachment) -> None:
    """Keep which graph is attached."""
    file = attachment_file(workspace)
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".tmp")
    temporary.write_bytes(msgspec.json.format(msgspec.json.encode(attachment), indent=2))
    temporary.replace(file)


def settings_of(attachment: Attachment) -> dict[str, object]:
    """Return the settings, by dotted name, that lead to an attached graph."""
    where: dict[str, object] = {"neo4j.uri": attachment.uri, "neo4j.database": attachment.database}
    return {**where, "neo4j.username": attachment.username} if attachment.uri else where
