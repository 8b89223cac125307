"""Running Neo4j's administration tool as a process on a data directory."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.model import errors
from kgqa_neo4j.store.java import find_java
from kgqa_neo4j.store.launch import launch_environment
from kgqa_neo4j.store.provision import provision
from kgqa_neo4j.store.server_config import Memory, settings_source

DATABASE = "neo4j"
# The heap size below which the import tool warns.
LEAST_HEAP_MB = 1024
_SHARE = re.compile(r"(\d+)%")


@dataclass(frozen=True, slots=True)
class Job:
    """A run of the tool: a title for messages, its arguments, and a file for its standard input."""

    title: str
    arguments: Sequence[str]
    input: Path | None = None


def run_admin(
    job: Job, home: Path, data: Path, memory: Memory, show: Callable[[float], None] = lambda share: None
) -> None:
    """Run the tool on the data directory `data` and wait for its end.

    Args:
        job: what to run.
        home: the folder for its configuration and logs; separate, so that a server on the old store can keep running.
        data: the data directory of a server.
        memory: the server's memory, which the tool may use as well.
        show: called with the progress, 0 to 1.

    Raises:
        ServerError: the tool failed; the message quotes its output.
        JavaMissing: there is no usable runtime.
    """
    (home / "conf").mkdir(parents=True, exist_ok=True)
    settings = {**settings_source()["shared"], "server.directories.data": str(data)}
    lines = (f"{name}={value}\n" for name, value in settings.items())
    (home / "conf" / "neo4j.conf").write_text("".join(lines), "utf-8")
    log = home / "import.log"
    source = nullcontext(subprocess.DEVNULL) if job.input is None else job.input.open("rb")
    with source as stdin, log.open("w+", buffering=1, encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            _command(job.arguments, memory),
            env=launch_environment(home, provision()),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        # After an exception (an interruption) the tool must not continue alone.
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
        raise errors.ServerError(f"`{job.title}` failed: {_reason(log)}", hint=f"see its output in {log}")


def _command(arguments: Sequence[str], memory: Memory) -> list[str]:
    java = find_java()
    return [
        str(java.executable),
        *java.options,
        f"-Xmx{max(memory.heap_mb, LEAST_HEAP_MB)}m",
        "-XX:+UseParallelGC",
        "org.neo4j.cli.AdminTool",
        *arguments,
    ]


def _reason(log: Path) -> str:
    lines = [line.strip() for line in log.read_text("utf-8", "replace").splitlines() if line.strip()]
    told = [
        line
        for line in lines
        if re.search(r"\b(error|exception|duplicate|invalid|failed)\b", line, re.IGNORECASE)
    ]
    return (told or lines or ["no output"])[-1][:500]
