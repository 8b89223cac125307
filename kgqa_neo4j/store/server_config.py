"""Neo4j's settings, from one source, and how much memory a server may have."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import psutil

from kgqa_neo4j.store.processes import HOST

LEAST_MB = 512
LEAST_TRANSACTION_MB = 96
MOST_MB = 8192


@dataclass(frozen=True, slots=True)
class Memory:
    """Java heap and page cache of a server, in megabytes."""

    heap_mb: int
    page_cache_mb: int


@cache
def settings_source() -> dict[str, dict[str, str]]:
    """Return ``server_settings.toml``: the tables `shared` and `managed`."""
    text = (files("kgqa_neo4j.store") / "server_settings.toml").read_text("utf-8")
    source: dict[str, dict[str, str]] = tomllib.loads(text)
    return source


def container_variable(setting: str) -> str:
    """Return the variable by which Neo4j's container image takes a setting."""
    return "NEO4J_" + setting.replace("_", "__").replace(".", "_")


def free_mb() -> int:
    """Return the memory that new programs can have, in megabytes, within a container's limit."""
    free = psutil.virtual_memory().available
    group = Path("/sys/fs/cgroup")
    try:
        limit = (group / "memory.max").read_text().strip()
        if limit.isdigit():
            free = min(free, max(0, int(limit) - int((group / "memory.current").read_text())))
    except OSError:
        pass  # no control group of version 2 here: nothing limits us beyond the machine
    return free // (1024 * 1024)


def memory_for(memory_mb: int = 0) -> Memory:
    """Share out `memory_mb`, or when it is 0 a quarter of what is free, within sane bounds.

    What is left of it after heap and page cache is for the Java machine itself.
    """
    total = memory_mb or min(free_mb() // 4, MOST_MB)
    total = max(total, LEAST_MB)
    return Memory(heap_mb=total * 55 // 100, page_cache_mb=total * 25 // 100)


def initial_heap_mb(memory: Memory) -> int:
    """Return the heap to begin with: what a start needs, so that it does not collect garbage."""
    return min(memory.heap_mb, 384)


def transaction_mb(memory: Memory) -> tuple[int, int]:
    """Return the heap that one transaction may hold, and that all may hold together.

    What they ask for beyond is refused to them, instead of taking the server down. The rest is for the cache of
    plans, for planning, and for what is not counted.
    """
    return max(LEAST_TRANSACTION_MB, memory.heap_mb * 40 // 100), memory.heap_mb * 60 // 100


def neo4j_conf(bolt_port: int, http_port: int, memory: Memory) -> str:
    """Return the text of ``neo4j.conf`` for a managed server."""
    source = settings_source()
    transaction, transactions = transaction_mb(memory)
    settings = {
        **source["shared"],
        **source["managed"],
        "server.bolt.listen_address": f"{HOST}:{bolt_port}",
        "server.bolt.advertised_address": f"{HOST}:{bolt_port}",
        "server.http.listen_address": f"{HOST}:{http_port}",
        "server.http.advertised_address": f"{HOST}:{http_port}",
        # The heap grows when it is needed, as several workspaces may run side by side.
        "server.memory.heap.initial_size": f"{initial_heap_mb(memory)}m",
        "server.memory.heap.max_size": f"{memory.heap_mb}m",
        "server.memory.pagecache.size": f"{memory.page_cache_mb}m",
        "db.memory.transaction.max": f"{transaction}m",
        "dbms.memory.transaction.total.max": f"{transactions}m",
    }
    lines = ["# Written at every start by `kgqa db start`; changes made here are lost."]
    return "\n".join([*lines, *(f"{name}={value}" for name, value in settings.items())]) + "\n"
