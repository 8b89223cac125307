"""The installation that a server runs from: jars, Java, configuration and password."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.model import errors
from kgqa_neo4j.store.java import Java, find_java
from kgqa_neo4j.store.launch import COLLECTOR, command_line, launch_environment
from kgqa_neo4j.store.processes import ProcessRecord, Report, launch
from kgqa_neo4j.store.provision import provision
from kgqa_neo4j.store.server_config import Memory
from kgqa_neo4j.store.startup_cache import startup_cache

_ADMIN_TIMEOUT_S = 120
# Maximum characters of a tool's output in an error.
_MOST_SAID = 800


def prepare_machine(report: Report) -> bool:
    """Download and build what all servers share; return whether they now start fast.

    Raises:
        JavaMissing: there is no usable runtime.
        DownloadFailed: a jar could not be downloaded.
    """
    return startup_cache(find_java(), provision(), report, again=True) is not None


@dataclass(frozen=True, slots=True)
class Installation:
    """The jars and the Java runtime, for one home."""

    home: Path
    password_file: Path
    jars: Path
    java: Java
    startup_cache: Path | None

    @classmethod
    def prepare(cls, home: Path, password_file: Path, report: Report) -> Installation:
        """Find Java, provide the jars and their start-up cache, create the home's directories and password.

        Raises:
            JavaMissing: there is no usable runtime.
            DownloadFailed: a jar could not be downloaded.
            ServerError: the home has data, but its password is lost.
        """
        java = find_java()
        jars = provision()
        for name in ("conf", "data", "logs", "run", "import", "plugins"):
            (home / name).mkdir(parents=True, exist_ok=True)
        installation = cls(home, password_file, jars, java, startup_cache(java, jars, report))
        if not password_file.exists():
            if installation._finished_mark.exists():
                raise errors.ServerError(
                    f"the password of the server in {home} is lost: {password_file} is missing",
                    hint=f"restore the file, or delete {home} to start over (this deletes its graph)",
                )
            _write_secret(password_file, secrets.token_hex(16))
        return installation

    @property
    def _finished_mark(self) -> Path:
        # In data/, so that both are copied, moved and removed together.
        return self.home / "data" / "kgqa-initialised"

    def mark_finished(self) -> None:
        """Record that a login has succeeded, after which the data may be valuable."""
        self._finished_mark.touch()

    def discard_unfinished(self) -> bool:
        """Move away data without any login so far; return whether there was such data."""
        data = self.home / "data"
        if self._finished_mark.exists():
            return False
        aside = self.home / "data.unfinished"
        shutil.rmtree(aside, ignore_errors=True)
        data.rename(aside)
        data.mkdir()
        return True

    def set_password(self) -> None:
        """Set the database's password, unless it was started before.

        Raises:
            ServerError: the administration tool failed.
        """
        if (self.home / "data" / "databases").exists():
            return
        # `@file` keeps the password off the command line, which every user can read.
        command = [
            str(self.java.executable),
            *self.java.options,
            "-XX:TieredStopAtLevel=1",
            COLLECTOR,
            "org.neo4j.cli.AdminTool",
            "dbms",
            "set-initial-password",
            f"@{self.password_file}",
        ]
        try:
            done = subprocess.run(
                command,
                env=launch_environment(self.home, self.jars),
                capture_output=True,
                text=True,
                timeout=_ADMIN_TIMEOUT_S,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise errors.ServerError(f"could not set the server's password: {error}") from error
        if done.returncode != 0:
            raise errors.ServerError(
                f"could not set the server's password: {_said(done.stderr or done.stdout)}"
            )

    def write_configuration(self, text: str) -> None:
        """Write ``conf/neo4j.conf``."""
        (self.home / "conf" / "neo4j.conf").write_text(text, "utf-8")

    def launch(self, memory: Memory, mark: str, log: Path) -> ProcessRecord:
        """Start the server as a separate process; `mark` is its ``--home-dir`` argument.

        Raises:
            ServerError: Java cannot be run.
        """
        cache = [f"-XX:AOTCache={self.startup_cache}"] if self.startup_cache else []
        command = command_line(self.java, self.home, memory, cache)
        log.unlink(missing_ok=True)
        try:
            return launch(command, mark=mark, log=log, environment=launch_environment(self.home, self.jars))
        except OSError as error:
            raise errors.ServerError(f"could not run {self.java.executable}: {error}") from error


def _said(output: str) -> str:
    """Return a tool's output on one line, from its beginning: the cause comes first, a hint on usage last."""
    lines = [" ".join(line.split()) for line in output.splitlines() if line.strip()]
    return "; ".join(lines)[:_MOST_SAID] or "no reason given"


def _write_secret(file: Path, secret: str) -> None:
    """Write, atomically, a file that only its owner may read."""
    temporary = file.with_suffix(".tmp")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(secret)
    temporary.replace(file)
