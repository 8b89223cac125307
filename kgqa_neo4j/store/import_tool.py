"""`database import full`: Neo4j's own tool that writes a whole store from files, without transactions."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.model import errors
from kgqa_neo4j.store import processes
from kgqa_neo4j.store.java import find_java
from kgqa_neo4j.store.launch import launch_environment
from kgqa_neo4j.store.provision import provision
from kgqa_neo4j.store.server_config import Memory, settings_source

DATABASE = "neo4j"
# The tool's own least for a heap below which it warns, and its buffer for one field.
LEAST_HEAP_MB = 1024
LEAST_BUFFER = 4 << 20
_END_TIMEOUT_S = 10.0
_SHARE = re.compile(r"(\d+)%")


@dataclass(frozen=True, slots=True)
class ImportFiles:
    """What is imported: groups of files, each with its header first; `broken` have line breaks in fields."""

    nodes: Sequence[Sequence[str]]
    relationships: Sequence[Sequence[str]]
    broken: Sequence[str] = ()
    longest: int = 0


def arguments(files: ImportFiles, separator: str) -> list[str]:
    """Return the tool's arguments after the database's name.

    Args:
        files: what to import.
        separator: the character between the parts of a list.

    Raises:
        ConfigError: a path that the tool would take apart.
    """
    for path in (path for group in (*files.nodes, *files.relationships) for path in group):
        if "," in path:
            raise errors.ConfigError(
                f"the import tool cannot read {path}: its name holds a comma",
                hint="use a workspace whose path has none",
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
    """Write arguments as a file that the tool reads for ``@file``; a command line would be too long."""
    quoted = (argument.replace("\\", "\\\\").replace('"', '\\"') for argument in listed)
    file.write_text("".join(f'"{argument}"\n' for argument in quoted), "utf-8")


class ImportTool:
    """Runs the tool in a home of its own, so that a server on the old store can go on meanwhile."""

    def __init__(self, home: Path, memory: Memory) -> None:
        """Nothing is written before `run`.

        Args:
            home: where its configuration and its logs go.
            memory: the server's memory, which the tool may have as well.
        """
        self._home = home
        self._memory = memory

    def run(self, arguments_file: Path, data: Path, show: Callable[[float], None] = lambda share: None) -> None:
        """Import into `data`, a server's data directory, what the arguments name.

        Args:
            arguments_file: see `write_arguments`.
            data: the directory; a store that is there is replaced.
            show: called with the share that is done, 0 to 1.

        Raises:
            ServerError: the tool failed; the message says what it said.
            JavaMissing: no usable runtime.
        """
        _end_orphan(arguments_file)
        (self._home / "conf").mkdir(parents=True, exist_ok=True)
        settings = {**settings_source()["shared"], "server.directories.data": str(data)}
        lines = (f"{name}={value}\n" for name, value in settings.items())
        (self._home / "conf" / "neo4j.conf").write_text("".join(lines), "utf-8")
        log = self._home / "import.log"
        with log.open("w+", buffering=1, encoding="utf-8", errors="replace") as output:
            process = subprocess.Popen(
                self._command(arguments_file),
                env=launch_environment(self._home, provision()),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            # On an exception (an interruption) the tool must not go on alone.
            with process:
                try:
                    for line in process.stdout or ():
                        output.write(line)
                        if share := _SHARE.findall(line):
                            show(int(share[-1]) / 100)
                except BaseException:
                    process.kill()
                    raise
            code = process.returncode
        if code:
            raise errors.ServerError(
                f"`database import full` failed: {_reason(log)}", hint=f"all that it said is in {log}"
            )

    def _command(self, arguments_file: Path) -> list[str]:
        java = find_java()
        return [
            str(java.executable),
            *java.options,
            f"-Xmx{max(self._memory.heap_mb, LEAST_HEAP_MB)}m",
            "-XX:+UseParallelGC",
            "org.neo4j.cli.AdminTool",
            "database",
            "import",
            "full",
            DATABASE,
            f"--max-off-heap-memory={max(self._memory.page_cache_mb, LEAST_HEAP_MB)}m",
            f"@{arguments_file}",
        ]


def _end_orphan(arguments_file: Path) -> None:
    """End the tool that an earlier load left behind when it was killed: two would write one store."""
    record = processes.find(f"@{arguments_file}")
    process = record.process() if record is not None else None
    if process is not None:
        processes.end(process, _END_TIMEOUT_S)


def _reason(log: Path) -> str:
    lines = [line.strip() for line in log.read_text("utf-8", "replace").splitlines() if line.strip()]
    told = [
        line
        for line in lines
        if re.search(r"\b(error|exception|duplicate|invalid|failed)\b", line, re.IGNORECASE)
    ]
    return (told or lines or ["it said nothing"])[-1][:500]
