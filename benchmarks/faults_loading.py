"""Inject faults while loading: killing the server, killing or interrupting the loader, malformed lines.

Each load must end with the same graph as an undisturbed one. Uses a managed server in a temporary folder.

    python -m benchmarks.faults_loading --triples 60000 --server-kills 20 --loader-kills 20 --interrupts 20
    python -m benchmarks.faults_loading --triples 200000 --server-kills 0 --loader-kills 0 --interrupts 0 \\
      --bulk-kills 8

`--bulk-kills` kills bulk loads at random moments between parsing and the last index. A fault with a count of 0 is
skipped.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil

from benchmarks.harness import Parser
from kgqa_neo4j.loading import graph_hash, triples_hash
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect, managed_server

KGQA = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()"]
PREFIX = "f"


def write_facts(file: Path, number: int, *, bad: int = 0, seed: int = 0) -> None:
    """Write `number` distinct triples, with `bad` malformed lines of several kinds among them."""
    chance = random.Random(seed)
    kinds = [b"one column", b"a|b|c|d", b"|r|x", b"x|r|", b"x||y", b"caf\xe9|r|x", b"nul\0|r|x"]
    lines = [f"s{chance.randrange(number)}|r{n % 7}|o{n}".encode() for n in range(number)]
    for place in chance.sample(range(number), bad):
        lines[place] = lines[place] + b"\n" + chance.choice(kinds)
    file.write_bytes(b"\n".join(lines) + b"\n")


def file_triples(file: Path, prefix: str = PREFIX) -> Iterator[tuple[str, str, str]]:
    """Yield the triples, as ids, that loading a file of facts should produce."""
    for line in set(file.read_text("utf-8").splitlines()):
        subject, relation, object_ = line.split("|")
        yield f"{prefix}:{subject}", relation, f"{prefix}:{object_}"


def file_hash(file: Path) -> str:
    """Return the hash of the graph that loading a file of facts should produce."""
    return triples_hash(file_triples(file))


def kill_server(workspace: Path) -> bool:
    """Kill a workspace's server with SIGKILL; return whether it was running."""
    pid = managed_server(load_configuration(workspace)).status().pid
    if pid is None:
        return False
    process = psutil.Process(pid)
    process.kill()
    psutil.wait_procs([process], timeout=10)
    return True


class Bench:
    """A workspace with a managed server, into which one file is loaded."""

    def __init__(
        self,
        workspace: Path,
        file: Path,
        *,
        batch_size: int = 500,
        bulk: bool = False,
        prefix: str = PREFIX,
        embed: str = "none",
    ) -> None:
        self.workspace = workspace
        self.file = file
        self._options = ["--bulk"] if bulk else ["--batch-size", str(batch_size)]
        self._options += ["--prefix", prefix, "--embed", embed]

    def start(self) -> subprocess.Popen[str]:
        """Start a load in a separate process."""
        command = [*KGQA, "--workspace", str(self.workspace), "load", "triples", str(self.file)]
        command += [*self._options, "--json"]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self) -> dict[str, object]:
        """Load to the end and return the summary."""
        process = self.start()
        out, err = process.communicate(timeout=900)
        if process.returncode:
            raise RuntimeError(err)
        summary: dict[str, object] = json.loads(out)
        return summary

    def hash(self) -> str:
        """Return the graph's hash."""
        with connect(load_configuration(self.workspace)) as database:
            return graph_hash(database)

    def await_rows(self, load: subprocess.Popen[str], more_than: int) -> int:
        """Wait until the load has written more than `more_than` entities or has ended; return their number.

        A server killed earlier would be killed during start-up rather than during a load.
        """
        written = 0
        while written <= more_than and load.poll() is None:
            time.sleep(0.1)
            written = self.entities()
        return written

    def entities(self) -> int:
        """Return the number of entities in the graph; 0 while the server does not respond."""
        with suppress(KgqaError), connect(load_configuration(self.workspace)) as database:
            return int(database.read("graph_counts")[0]["entities"])
        return 0

    def kill_server(self) -> None:
        """Kill the server with SIGKILL."""
        kill_server(self.workspace)

    def stop_server(self) -> None:
        """Stop the server."""
        managed_server(load_configuration(self.workspace)).stop()


def kill_server_during_load(bench: Bench, kills: int, pause: Callable[[], float]) -> int:
    """Kill the server `kills` times during one load; return how many kills hit the running load."""
    process = bench.start()
    met = written = 0
    for _ in range(kills):
        written = bench.await_rows(process, written)
        time.sleep(pause())
        if process.poll() is not None:
            break
        bench.kill_server()
        met += 1
    _, err = process.communicate(timeout=900)
    if process.returncode:
        raise RuntimeError(err)
    return met


def stop_loader(
    bench: Bench, times: int, how: signal.Signals, pause: Callable[[], float], *, writing: bool = False
) -> list[tuple[int, str]]:
    """Stop the loader `times` times at random points; return the exit codes with the standard error output.

    The pause before each stop begins once the loader has written something (`writing`), or when it is started.
    """
    said = []
    for _ in range(times):
        before = bench.entities() if writing else 0
        process = bench.start()
        if writing:
            bench.await_rows(process, before)
        time.sleep(pause())
        process.send_signal(how)
        _, err = process.communicate(timeout=120)
        said.append((process.returncode, err))
    return said


def main() -> None:
    """Inject the requested faults and print one line for each."""
    parser = Parser(__doc__)
    parser.add_argument("--triples", type=int, default=60_000)
    parser.add_argument("--server-kills", type=int, default=20)
    parser.add_argument("--loader-kills", type=int, default=20)
    parser.add_argument("--interrupts", type=int, default=20)
    parser.add_argument("--bulk-kills", type=int, default=0)
    parser.add_argument("--bad", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Shells ignore SIGINT in background processes, and the loaders to be interrupted would inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        file = root / "facts.txt"
        write_facts(file, arguments.triples, seed=arguments.seed)
        expected = file_hash(file)
        counts = (arguments.server_kills, arguments.loader_kills, arguments.interrupts, arguments.bulk_kills)
        faults: dict[str, Callable[[Bench], object]] = {
            "server kills": lambda b: kill_server_during_load(
                b, arguments.server_kills, lambda: chance.uniform(0, 1)
            ),
            "loader kills": lambda b: len(
                stop_loader(b, arguments.loader_kills, signal.SIGKILL, lambda: chance.uniform(1, 6))
            ),
            "interrupts": lambda b: sorted(
                {
                    code
                    for code, _ in stop_loader(
                        b, arguments.interrupts, signal.SIGINT, lambda: chance.uniform(2, 6)
                    )
                }
            ),
            "bulk kills": lambda b: len(
                stop_loader(b, arguments.bulk_kills, signal.SIGKILL, lambda: chance.uniform(1, 25))
            ),
        }
        for count, (name, fault) in zip(counts, faults.items(), strict=True):
            if not count:
                continue
            bench = Bench(root / name.replace(" ", "-"), file, batch_size=200, bulk=name == "bulk kills")
            try:
                result = fault(bench)
                summary = bench.finish()
                same = bench.hash() == expected
                print(f"{name}: {result}; then {summary['triples']} triples, same graph: {same}", flush=True)
            finally:
                bench.stop_server()
        _malformed(root, arguments.bad)


def _malformed(root: Path, bad: int) -> None:
    file = root / "bad.txt"
    write_facts(file, 100_000, bad=bad)
    bench = Bench(root / "malformed", file, batch_size=10_000)
    try:
        summary = bench.finish()
        rejects = Path(str(summary["rejects_file"])).read_text("utf-8").splitlines()
        print(f"malformed: {summary['rejected']} rejected, {len(rejects)} kept, {summary['triples']} loaded")
    finally:
        bench.stop_server()


if __name__ == "__main__":
    main()
