"""Ask one workspace from many threads and processes while two loads run and the server is killed.

    python -m benchmarks.soak --folder FOLDER [--threads 50] [--processes 20] [--seconds 600] [--kills 5]
        [--triples 20000] [--seed 0] [--plot FILE.svg] [--json]

FOLDER gets a workspace with a managed server and a generated graph, whose questions have known answers. The threads ask
through one `KnowledgeGraph` of this process; each of the processes is one `kgqa ask --json` after another, answered by
the resident engine. Two loops of `kgqa load triples` add generated files of `--triples` triples each; a load that is
running at the end is completed, and one that gave up because of a kill is repeated until it is complete. The server's
process is killed with SIGKILL at random moments, one in each of `--kills` equal parts of the time.

Counted as faults, listed on standard error, and the reason of exit status 1:

- an answer that is not exactly the known one (including none);
- an error other than those of an unavailable server, or one while the server was neither down nor starting;
- a question that took longer than `--limit` seconds, or never ended;
- a load that failed without a kill, or did not end;
- a second engine process;
- a graph that is not exactly the known graph and all files.

Reports the questions by way of asking, with their times and their errors while the server was down; the loads; the
triples; and the memory of the engine and of this process. `--plot` draws both, with the kills, as SVG or PNG.
"""

from __future__ import annotations

import json
import logging
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path

import psutil

from benchmarks.faults_loading import KGQA, Bench, file_triples, kill_server, write_facts
from benchmarks.harness import Parser, Row, machine, percentiles, report
from benchmarks.known_answers import KnownQuestion, known_graph
from benchmarks.memory_curve import MemoryCurve
from kgqa_neo4j import KgqaError, KnowledgeGraph
from kgqa_neo4j.engine import client
from kgqa_neo4j.loading import graph_hash, triples_hash
from kgqa_neo4j.model.errors import DatabaseDown, DatabaseError, DatabaseStarting, IndexPopulating, ServerError
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect, endpoint_of, managed_server
from kgqa_neo4j.store.driver import Database

log = logging.getLogger(__name__)

METHOD = "plans"
ENGINE, OWN = "engine", "library's process"
_KNOWN = "known"
_LOADS = ("a", "b")
# A load still runs after the askers have ended, and may have been held up by every kill.
_LOAD_S = 1800.0
# Errors that say that the server is not available, by exit code.
_UNAVAILABLE = {
    error.exit_code: error.__name__
    for error in (DatabaseError, DatabaseDown, DatabaseStarting, IndexPopulating, ServerError)
}


@dataclass(frozen=True, slots=True)
class Counts:
    """The size of a soak: `triples` per file of the loads, `limit` in seconds per question."""

    threads: int = 50
    processes: int = 20
    seconds: float = 600.0
    kills: int = 5
    triples: int = 20_000
    institutes: int = 50
    limit: float = 120.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one question: the names of the answer, or the exit code and message of an error."""

    names: frozenset[str] = frozenset()
    code: int = 0
    said: str = ""


Ask = Callable[[str], Reply]


@dataclass
class Asked:
    """The questions that were asked in one way: seconds of the right answers, and errors while the server was down."""

    seconds: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    def row(self) -> Row:
        """Return the figures for the report."""
        most = {"most_s": round(max(self.seconds), 1)} if self.seconds else {}
        errors = {"errors_while_down": dict(sorted(self.errors.items()))} if self.errors else {}
        return {"right": len(self.seconds), **percentiles(self.seconds), **most, **errors}


class Downtime:
    """The intervals in which the server was down or starting, by the monotonic clock."""

    def __init__(self) -> None:
        self.intervals: list[tuple[float, float]] = []

    def begin(self) -> None:
        """Begin an interval now."""
        self.intervals.append((time.monotonic(), float("inf")))

    def end(self) -> None:
        """End the last interval now."""
        self.intervals[-1] = (self.intervals[-1][0], time.monotonic())

    def meets(self, began: float, ended: float) -> bool:
        """Whether the server was down at any moment between two times."""
        return any(began <= up and ended >= down for down, up in self.intervals)


class Soak:
    """One run: the askers, the loads and the kills, and what came of them."""

    def __init__(self, folder: Path, counts: Counts) -> None:
        self.counts = counts
        self.folder = folder.resolve()
        self.workspace = self.folder / "workspace"
        self.downtime = Downtime()
        self.asked = {"library": Asked(), "command": Asked()}
        self.faults: list[str] = []
        self.memory = MemoryCurve({ENGINE: self._engine, OWN: psutil.Process})
        self._known = known_graph(counts.institutes, counts.seed)
        self._files: list[tuple[Path, str]] = []
        self._counting = threading.Lock()
        self._resumed = 0
        self._until = 0.0

    def run(self) -> Row:
        """Create the workspace, ask, load and kill for the given time, check everything, and return the figures."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with KnowledgeGraph.open(self.workspace, settings={"ask.method": METHOD}) as graph:
                self._load_known(graph)
                loads = self._soak(graph)
            for load in loads:
                load.join()
            return self._row()
        finally:
            client.stop(self.workspace)
            managed_server(load_configuration(self.workspace)).stop()

    def draw(self, file: Path) -> None:
        """Draw the memory curve with the kills."""
        began = self.memory.began
        down = [(begin - began, end - began) for begin, end in self.downtime.intervals]
        self.memory.draw(file, down, "server killed and starting")

    def _load_known(self, graph: KnowledgeGraph) -> None:
        file = self.folder / f"{_KNOWN}.tsv"
        file.write_text("".join("\t".join(triple) + "\n" for triple in self._known.triples), "utf-8")
        graph.load(file)

    def _soak(self, graph: KnowledgeGraph) -> list[threading.Thread]:
        """Run everything until the time is over and all questions have ended; return the loads, which may go on."""
        counts = self.counts
        ways: dict[str, tuple[int, Ask]] = {
            "library": (counts.threads, lambda question: asked_by_library(graph, question)),
            "command": (counts.processes, self._asked_by_command),
        }
        for way, (_, ask) in ways.items():
            # Loads the models: all askers at once would take a minute for it on two cores.
            self._ask(way, ask, self._known.questions[0])
        with self.memory:
            self._until = time.monotonic() + counts.seconds
            loads = [_started(self._keep_loading, name) for name in _LOADS]
            killing = _started(self._kill)
            asking = [
                _started(self._keep_asking, way, ask, random.Random(f"{counts.seed} {way} {number}"))
                for way, (number_of_askers, ask) in ways.items()
                for number in range(number_of_askers)
            ]
            for thread in asking:
                thread.join(max(0.0, self._until + counts.limit - time.monotonic()))
        hanging = sum(thread.is_alive() for thread in asking)
        if hanging:
            self._fault(f"{hanging} questions had not ended {counts.limit:g} s after the last one was asked")
        killing.join()
        return loads

    # Asking

    def _keep_asking(self, way: str, ask: Ask, chance: random.Random) -> None:
        while time.monotonic() < self._until:
            self._ask(way, ask, chance.choice(self._known.questions))

    def _ask(self, way: str, ask: Ask, question: KnownQuestion) -> None:
        began = time.monotonic()
        try:
            reply = ask(question.text)
        except Exception as error:
            log.exception("%s: %s", way, question.text)
            self._fault(f"{way}: {type(error).__name__} at {question.text!r}: {error}")
        else:
            self._judge(way, question, reply, began, time.monotonic())

    def _judge(self, way: str, question: KnownQuestion, reply: Reply, began: float, ended: float) -> None:
        seconds = ended - began
        where = (
            f"{way}, {began - self.memory.began:.1f} to {ended - self.memory.began:.1f} s, {question.text!r}"
        )
        if seconds > self.counts.limit:
            self._fault(f"{where}: took {seconds:.1f} s")
        if reply.code in _UNAVAILABLE and self.downtime.meets(began, ended):
            with self._counting:
                self.asked[way].errors[_UNAVAILABLE[reply.code]] += 1
        elif reply.code:
            self._fault(f"{where}: error {reply.code}: {reply.said}")
        elif reply.names != question.answers:
            self._fault(f"{where}: wrong answer {sorted(reply.names)} {reply.said}")
        else:
            self.asked[way].seconds.append(seconds)

    def _asked_by_command(self, question: str) -> Reply:
        command = [*KGQA, "--workspace", str(self.workspace), "ask", question]
        command += ["--method", METHOD, "--engine", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=self.counts.limit)
        if not done.stdout:
            return Reply(code=done.returncode, said=done.stderr.strip())
        answer = json.loads(done.stdout)
        return Reply(frozenset(one["name"] for one in answer["entities"]), said=answer["status"])

    # Loading and killing

    def _keep_loading(self, name: str) -> None:
        for number in count():
            if time.monotonic() > self._until:
                return
            prefix = f"{name}{number}"
            file = self.folder / f"{prefix}.txt"
            write_facts(file, self.counts.triples, seed=number)
            self._files.append((file, prefix))
            if not self._load(Bench(self.workspace, file, prefix=prefix, embed="lazy")):
                return

    def _load(self, bench: Bench) -> bool:
        """Load a file, repeating the command after each kill that made it give up; return whether it is complete."""
        for _ in range(self.counts.kills + 1):
            began = time.monotonic()
            process = bench.start()
            try:
                _, said = process.communicate(timeout=_LOAD_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self._fault(f"the load of {bench.file.name} did not end within {_LOAD_S:g} s")
                return False
            if process.returncode == 0:
                return True
            if not self.downtime.meets(began, time.monotonic()):
                break
            with self._counting:
                self._resumed += 1
        self._fault(f"the load of {bench.file.name} failed: {said.strip()}")
        return False

    def _kill(self) -> None:
        chance = random.Random(self.counts.seed)
        kills, seconds = self.counts.kills, self.counts.seconds
        for number in range(kills):
            # Once askers and loads have begun, and early enough for them to see the server again.
            share = 0.05 + 0.85 * (number + chance.uniform(0.2, 0.8)) / kills
            time.sleep(max(0.0, self.memory.began + share * seconds - time.monotonic()))
            self.downtime.begin()
            if not kill_server(self.workspace):
                self._fault(f"there was no server to kill after {share * seconds:.0f} s")
            back = self._await_server()
            self.downtime.end()
            if not back:
                self._fault(f"the server did not answer again within {self.counts.limit:g} s")

    def _await_server(self) -> bool:
        """Wait until the server answers, which those who use it have to start; return whether it does."""
        deadline = time.monotonic() + self.counts.limit
        configuration = load_configuration(self.workspace)
        while time.monotonic() < deadline:
            time.sleep(0.2)
            with suppress(KgqaError), Database(endpoint_of(configuration, start=False)) as database:
                database.read("graph_counts")
                return True
        return False

    # What came of it

    def _row(self) -> Row:
        expected = list(self._expected())
        with connect(load_configuration(self.workspace)) as database:
            triples = int(database.read("graph_counts")[0]["triples"])
            same = graph_hash(database) == triples_hash(expected)
        if not same:
            self._fault(f"the graph has {triples} triples and is not what {len(expected)} loaded triples make")
        engine = client.status(self.workspace)
        engines = len(self.memory.pids[ENGINE])
        if engines != 1:
            self._fault(f"there were {engines} engines")
        down = sum(end - begin for begin, end in self.downtime.intervals)
        return {
            "threads": self.counts.threads,
            "processes": self.counts.processes,
            "seconds": self.counts.seconds,
            **{way: asked.row() for way, asked in self.asked.items()},
            "server": {"kills": len(self.downtime.intervals), "down_s": round(down, 1)},
            "loads": {"files": len(self._files), "resumed": self._resumed},
            "triples": {"loaded": len(expected), "in_graph": triples, "same_graph": same},
            "engine": {"questions": engine.questions if engine else 0, **self.memory.figures(ENGINE)},
            OWN: self.memory.figures(OWN),
            "faults": len(self.faults),
            "load_average": machine()["load_average"],
        }

    def _expected(self) -> Iterator[tuple[str, str, str]]:
        known = (
            (f"{_KNOWN}:{subject}", relation, f"{_KNOWN}:{object_}")
            for subject, relation, object_ in self._known.triples
        )
        return chain(known, *(file_triples(file, prefix) for file, prefix in self._files))

    def _engine(self) -> psutil.Process | None:
        status = client.status(self.workspace)
        return None if status is None else psutil.Process(status.pid)

    def _fault(self, said: str) -> None:
        self.faults.append(said)


def asked_by_library(graph: KnowledgeGraph, question: str) -> Reply:
    """Ask through the library."""
    try:
        answer = graph.ask(question)
    except KgqaError as error:
        return Reply(code=error.exit_code, said=f"{type(error).__name__}: {error.message}")
    return Reply(frozenset(entity.name for entity in answer.entities), said=answer.status.value)


def _started(work: Callable[..., None], *arguments: object) -> threading.Thread:
    # Daemons, so that a question that hangs is reported instead of keeping this process alive.
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def main() -> None:
    """Run the soak, print its figures and its faults, and exit with status 1 if there are any."""
    parser = Parser(__doc__, "--seed", "--json")
    usual = Counts()
    parser.add_argument("--folder", type=Path, required=True, help="for the workspace and the files; kept")
    parser.add_argument("--threads", type=int, default=usual.threads)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--kills", type=int, default=usual.kills)
    parser.add_argument("--triples", type=int, default=usual.triples, help="in each file of the loads")
    parser.add_argument("--limit", type=float, default=usual.limit, help="seconds per question")
    parser.add_argument("--plot", type=Path, help="file for the memory curve, .svg or .png")
    arguments = parser.parse_args()
    if (arguments.folder / "workspace").exists():
        parser.error(f"{arguments.folder} has a workspace already: name a new folder")
    soak = Soak(
        arguments.folder,
        Counts(
            threads=arguments.threads,
            processes=arguments.processes,
            seconds=arguments.seconds,
            kills=arguments.kills,
            triples=arguments.triples,
            limit=arguments.limit,
            seed=arguments.seed,
        ),
    )
    row = soak.run()
    if arguments.plot:
        soak.draw(arguments.plot)
    for fault in soak.faults:
        print(fault, file=sys.stderr)
    report(row, arguments)
    sys.exit(bool(soak.faults))


if __name__ == "__main__":
    main()
