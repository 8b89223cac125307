"""Neo4j's settings, from a single source, and the memory of a server."""

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
    """Java heap and page cache of a server, and memory outside the heap for importing, in megabytes."""

    heap_mb: int
    page_cache_mb: int
    import_mb: int


@cache
def settings_source() -> dict[str, dict[str, str]]:
    """Return ``server_settings.toml``: the tables `shared` and `managed`."""
    text = (files("kgqa_neo4j.store") / "server_settings.toml").read_text("utf-8")
    source: dict[str, dict[str, str]] = tomllib.loads(text)
    return source


def container_variable(setting: str) -> str:
    """Return the environment variable for a setting in Neo4j's container image."""
    return "NEO4J_" + setting.replace("_", "__").replace(".", "_")


def free_mb() -> int:
    """Return the memory available to new programs in megabytes, within a container's limit."""
    free = psutil.virtual_memory().available
    group = Path("/sys/fs/cgroup")
    try:
        limit = (group / "memory.max").read_text().strip()
        if limit.isdigit():
            free = min(free, max(0, int(limit) - int((group / "memory.current").read_text())))
    except OSError:
        pass  # no cgroup v2: the machine is the only limit
    return free // (1024 * 1024)


def memory_for(memory_mb: int = 0) -> Memory:
    """Divide `memory_mb`, or if it is 0 a quarter of the free memory within bounds, into heap and page cache.

    The rest is for the JVM itself. Importing takes more if `memory_mb` is 0: it links the relationships of as many
    types at a time as fit, and reads all relationships each time.
    """
    free = free_mb()
    total = max(memory_mb or min(free // 4, MOST_MB), LEAST_MB)
    page_cache = total * 25 // 100
    importing = page_cache if memory_mb else max(page_cache, free * 40 // 100)
    return Memory(heap_mb=total * 55 // 100, page_cache_mb=page_cache, import_mb=importing)


def initial_heap_mb(memory: Memory) -> int:
    """Return the initial heap: enough for a start without garbage collection."""
    return min(memory.heap_mb, 384)


def transaction_mb(memory: Memory) -> tuple[int, int]:
    """Return the maximum heap of one transaction, and of all transactions together.

    A transaction that needs more fails, instead of taking the server down. The rest of the heap is for cached plans,
    for planning, and for what is not accounted for.
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
        # The heap grows on demand, since several workspaces may run side by side.
        "server.memory.heap.initial_size": f"{initial_heap_mb(memory)}m",
        "server.memory.heap.max_size": f"{memory.heap_mb}m",
        "server.memory.pagecache.size": f"{memory.page_cache_mb}m",
        "db.memory.transaction.max": f"{transaction}m",
        "dbms.memory.transaction.total.max": f"{transactions}m",
    }
    lines = ["# Written at every start by `kgqa db start`; changes made here are lost."]
    return "\n".join([*lines, *(f"{name}={value}" for name, value in settings.items())]) + "\n"
