"""Compare a bulk load of millions of triples with `database import full` alone on the same rows.

    python -m benchmarks.bulk_load KB [--copies 30] [--hub 1000000] [--folder DIR] [--keep]

KB is a file of `subject|relation|object` (plain or .gz), such as MetaQA's. It is written --copies times with different
names, and one more entity gets --hub relationships. The load is timed from the first byte read until the server is up
with constraints and full-text index; then the import tool runs alone on the files that the load wrote. All this is
measured first at a tenth of the size (copies and hub). Prints one JSON object: seconds by stage, the ratio, peak memory
of the loading processes (without Java), bytes, and the load average during the run, since times on a busy machine mean
little by themselves.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import psutil

from benchmarks.harness import Parser, report
from kgqa_neo4j.store.import_tool import ImportTool
from kgqa_neo4j.store.server_config import memory_for

HUB = "The Hub"


def codes(count: int) -> list[str]:
    """Return `count` three-letter words, which are added to the names of each copy to make them distinct."""
    return ["".join(word) for _, word in zip(range(count), product(ascii_lowercase, repeat=3), strict=False)]


def write_source(kb: Path, file: Path, copies: int, hub: int) -> None:
    """Write the scaled-up triples, gzipped; the file appears only when complete."""
    data = kb.read_bytes()
    lines = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8").splitlines()
    triples = [line.split("|") for line in lines]
    names = list(dict.fromkeys(name for subject, _, object_ in triples for name in (subject, object_)))
    unfinished = file.with_suffix(".tmp")
    with gzip.open(unfinished, "wt", encoding="utf-8", compresslevel=1) as out:
        for code in codes(copies):
            out.writelines(f"{s} {code}|{relation}|{o} {code}\n" for s, relation, o in triples)
        joined = 0
        for code in codes(copies):
            some = names[: hub - joined]
            out.writelines(f"{name} {code}|in_collection|{HUB}\n" for name in some)
            joined += len(some)
    unfinished.replace(file)


class Watch:
    """Monitors a process and its children: CPU seconds of all, and memory of all but Java.

    Memory is measured in two ways: `peak` counts a page shared between processes once per process (RSS), `peak_once`
    once in all (PSS; equal to `peak` where the system does not report it).
    """

    def __init__(self, pid: int, staging: Path | None = None, kept: Path | None = None) -> None:
        """With `staging` and `kept`, hard-link the files of a load from `staging` to `kept` before it removes them."""
        self.peak = self.peak_once = 0
        self.files: Path | None = None
        self._seconds: dict[int, float] = {}
        # CPU seconds of the import tool.
        self.import_cpu = 0.0
        self._process = psutil.Process(pid)
        self._staging, self._kept = staging, kept
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    @property
    def cpu(self) -> float:
        """CPU seconds so far."""
        return sum(self._seconds.values())

    def join(self) -> None:
        """Stop monitoring."""
        self._ended.set()
        self._thread.join()

    def _follow(self) -> None:
        while not self._ended.wait(0.2):
            self._look()
            if self._staging is None or self.files is not None:
                continue
            if marks := list(self._staging.glob("*/imported")):
                self.files = marks[0].parent
                if self._kept is not None:
                    shutil.copytree(self.files, self._kept, copy_function=os.link)

    def _look(self) -> None:
        memory = once = 0
        try:
            for process in (self._process, *self._process.children(recursive=True)):
                times = process.cpu_times()
                self._seconds[process.pid] = times.user + times.system
                if "java" not in process.name():
                    full = process.memory_full_info()
                    memory += full.rss
                    once += getattr(full, "pss", full.rss)
                elif "org.neo4j.cli.AdminTool" in process.cmdline() and "import" in process.cmdline():
                    self.import_cpu = times.user + times.system
        except psutil.Error:
            return
        self.peak, self.peak_once = max(self.peak, memory), max(self.peak_once, once)


def bulk_load(file: Path, workspace: Path, kept: Path | None) -> dict[str, Any]:
    """Run the command; return its summary with wall-clock and CPU seconds and peak memory."""
    command = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()", "--workspace", str(workspace)]
    command += ["load", "triples", str(file), "--prefix", "big", "--delimiter", "|"]
    command += ["--bulk", "--embed", "none", "--json"]
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    watch = Watch(process.pid, workspace / "bulk", kept)
    said, _ = process.communicate()
    watch.join()
    if process.returncode:
        raise SystemExit(f"the load failed with {process.returncode}")
    wall = time.monotonic() - started
    own = {"wall": wall, "peak": watch.peak, "peak_once": watch.peak_once, "files": str(watch.files)}
    return {**json.loads(said), **own, "cpu": watch.cpu, "import_cpu": watch.import_cpu}


def import_alone(kept: Path, files: str, folder: Path) -> tuple[float, float]:
    """Run the import tool on the load's files; return its wall-clock and CPU seconds."""
    arguments = kept / "arguments.alone"
    arguments.write_text((kept / "arguments").read_text("utf-8").replace(files, str(kept)), "utf-8")
    started = time.monotonic()
    memory = memory_for(int(os.environ.get("KGQA_SERVER_MEMORY_MB", "0")))
    watch = Watch(os.getpid())
    ImportTool(folder / "tool", memory).run(arguments, folder / "data")
    watch.join()
    shutil.rmtree(folder)
    return time.monotonic() - started, watch.import_cpu


def measure(kb: Path, folder: Path, copies: int, hub: int, *, keep: bool, alone: bool) -> dict[str, Any]:
    """Measure the bulk load, and the import tool alone if `alone`, at one size."""
    folder.mkdir(parents=True, exist_ok=True)
    file, kept, workspace = folder / "triples.txt.gz", folder / "kept", folder / "workspace"
    if not file.exists():
        write_source(kb, file, copies, hub)
    busy = [os.getloadavg()[0]]
    summary = bulk_load(file, workspace, kept if alone else None)
    busy.append(os.getloadavg()[0])
    stages = {stage["name"]: round(stage["seconds"], 1) for stage in summary["stages"]}
    store = sum(one.stat().st_size for one in (workspace / "server" / "data").rglob("*") if one.is_file())
    seconds, cpu = stages["imported"], summary["import_cpu"]
    if alone:
        seconds, cpu = import_alone(kept, summary["files"], folder / "alone")
        busy.append(os.getloadavg()[0])
        shutil.rmtree(kept)
    if not keep:
        kgqa = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()", "--workspace", str(workspace)]
        subprocess.run([*kgqa, "db", "stop"], check=True, capture_output=True)
        shutil.rmtree(folder)
    return {
        "lines": summary["lines"],
        "triples": summary["triples"],
        "entities": summary["entities"],
        "seconds": round(summary["wall"], 1),
        "stages": stages,
        "import_seconds": round(seconds, 1),
        "ratio": round(summary["wall"] / seconds, 2),
        "processor_seconds": round(summary["cpu"], 1),
        "import_processor_seconds": round(cpu, 1),
        "processor_ratio": round(summary["cpu"] / cpu, 2),
        "peak_memory_mb": round(summary["peak"] / 1e6),
        "peak_memory_shared_once_mb": round(summary["peak_once"] / 1e6),
        "rows_mb": round(next(one["bytes"] for one in summary["stages"] if one["name"] == "prepared") / 1e6),
        "store_mb": round(store / 1e6),
        "load_average": [round(one, 1) for one in busy],
    }


def main() -> None:
    """Measure a tenth and the whole size, and print both."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("kb", type=Path)
    parser.add_argument("--copies", type=int, default=30)
    parser.add_argument("--hub", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, default=Path("bulk-benchmark"))
    parser.add_argument("--keep", action="store_true", help="keep the whole's workspace, for large_graph.py")
    parser.add_argument("--no-tenth", action="store_true")
    parser.add_argument("--no-whole", action="store_true")
    parser.add_argument(
        "--no-alone", action="store_true", help="do not run the import tool once more by itself"
    )
    arguments = parser.parse_args()
    result = {}
    alone = not arguments.no_alone
    folder = arguments.folder.absolute()
    if not arguments.no_tenth:
        size = (max(1, arguments.copies // 10), arguments.hub // 10)
        result["tenth"] = measure(arguments.kb, folder / "tenth", *size, keep=False, alone=alone)
        print(json.dumps(result["tenth"]), file=sys.stderr)
    if not arguments.no_whole:
        size = (arguments.copies, arguments.hub)
        result["whole"] = measure(arguments.kb, folder / "whole", *size, keep=arguments.keep, alone=alone)
    report(result, arguments)


if __name__ == "__main__":
    main()
