"""`database import full`: Neo4j's tool for writing a whole store from files, without transactions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.model import errors
from kgqa_neo4j.store import processes
from kgqa_neo4j.store.admin_tool import DATABASE, LEAST_HEAP_MB, Job, run_admin
from kgqa_neo4j.store.server_config import Memory

# The tool's own minimum for its buffer for one field.
LEAST_BUFFER = 4 << 20
_END_TIMEOUT_S = 10.0


@dataclass(frozen=True, slots=True)
class ImportFiles:
    """The files to import: groups of files, each with its header first; `broken` have line breaks in fields."""

    nodes: Sequence[Sequence[str]]
    relationships: Sequence[Sequence[str]]
    broken: Sequence[str] = ()
    longest: int = 0


def arguments(files: ImportFiles, separator: str) -> list[str]:
    """Return the tool's arguments after the database's name.

    Args:
        files: the files to import.
        separator: the separator of list items.

    Raises:
        ConfigError: a path has a comma, at which the tool would split it.
    """
    for path in (path for group in (*files.nodes, *files.relationships) for path in group):
        if "," in path:
            raise errors.ConfigError(
                f"the import tool cannot read {path}: its path contains a comma",
                hint="use a workspace without a comma in its path",
            )
    broken = ["--multiline-fields-format=v2", f"--multiline-fields={','.join(files.broken)}"]
    return [
        "--overwrite-destination=true",
        "--id-type=string",
        "--path-pattern-style=none",
        f"--array-delimiter=U+{ord(separator):04X}",
        f"--read-buffer-size={max(LEAST_BUFFER, 8 * files.longest)}",
        *(broken if files.broken else ()),
        *(f"--nodes={','.join(group)}" for group in files.nodes),
        *(f"--relationships={','.join(group)}" for group in files.relationships),
    ]


def write_arguments(listed: Sequence[str], file: Path) -> None:
    """Write arguments to a file for the tool's ``@file`` option; a command line would be too long."""
    quoted = (argument.replace("\\", "\\\\").replace('"', '\\"') for argument in listed)
    file.write_text("".join(f'"{argument}"\n' for argument in quoted), "utf-8")


class ImportTool:
    """Runs the tool in a separate home, so that a server on the old store can keep running."""

    def __init__(self, home: Path, memory: Memory) -> None:
        """Set the arguments; nothing is written before `run`.

        Args:
            home: the folder for its configuration and logs.
            memory: the server's memory; the tool may use as much again, and `import_mb` outside its heap.
        """
        self._home = home
        self._memory = memory

    def run(self, arguments_file: Path, data: Path, show: Callable[[float], None] = lambda share: None) -> None:
        """Import the files in the arguments into `data`, a server's data directory.

        Args:
            arguments_file: see `write_arguments`.
            data: the directory; an existing store is replaced.
            show: called with the progress, 0 to 1.

        Raises:
            ServerError: the tool failed; the message quotes its output.
            JavaMissing: there is no usable runtime.
        """
        _end_orphan(arguments_file)
        memory = f"--max-off-heap-memory={max(self._memory.import_mb, LEAST_HEAP_MB)}m"
        arguments = ("database", "import", "full", DATABASE, memory, f"@{arguments_file}")
        run_admin(Job("database import full", arguments), self._home, data, self._memory, show)


def _end_orphan(arguments_file: Path) -> None:
    """End the tool of an earlier load that was killed, since two would write the same store."""
    record = processes.find(f"@{arguments_file}")
    process = record.process() if record is not None else None
    if process is not None:
        processes.end(process, _END_TIMEOUT_S)
