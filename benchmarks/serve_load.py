"""Load-test a running `kgqa serve`: several users who ask one question after another for some time.

    kgqa serve &
    python -m benchmarks.serve_load QUESTIONS [QUESTIONS ...] [--users 50] [--seconds 60] [--url http://127.0.0.1:8642]
        [--stop-database SECONDS --workspace W]

QUESTIONS are files with one question per line or in MetaQA's format. Each user asks the next question as soon as the
previous one is answered. Reports answers per second, seconds as seen by the users (including waiting), refusals (429,
retried after `Retry-After`), other errors, and the memory of the server's process at the start, after a tenth of the
time, and at the end.

With `--stop-database` the workspace's managed server is stopped halfway and restarted after that many seconds. Requests
refused meanwhile (503) are retried after `Retry-After`. Also reports when it stopped and answered again, in seconds
from the start, and the outcomes of requests before, during and after. Start `kgqa serve` with `NEO4J_URI` and
`NEO4J_PASSWORD`; otherwise it restarts its managed server itself at the next question.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil

from benchmarks.harness import Parser, machine, percentiles, report, resident_mb, spread_questions
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server

PATIENCE_S = 120.0


@dataclass
class Load:
    """Results of a load test: seconds of the answers, outcomes by phase, and times of events."""

    seconds: list[float] = field(default_factory=list)
    outcomes: dict[str, Counter[str]] = field(default_factory=dict)
    phase: str = "running"
    at: dict[str, float] = field(default_factory=dict)

    def count(self, outcome: str) -> None:
        """Count the outcome of a request in the current phase."""
        self.outcomes.setdefault(self.phase, Counter())[outcome] += 1


async def user(client: httpx.AsyncClient, questions: Iterator[str], until: float, load: Load) -> None:
    """Ask question after question."""
    while time.monotonic() < until:
        body = {"question": next(questions), "keep": False}
        started = time.monotonic()
        while True:
            try:
                answer = await client.post("/v1/ask", json=body)
            except httpx.HTTPError as error:
                load.count(type(error).__name__)
                break
            if answer.status_code in (429, 503):
                load.count("refused" if answer.status_code == 429 else answer.json()["code"])
                await asyncio.sleep(float(answer.headers["retry-after"]))
                continue
            answered = answer.status_code == 200
            load.count(str(answer.json()["status"] if answered else answer.status_code))
            if answered:
                load.seconds.append(time.monotonic() - started)
            break


async def run(
    url: str, token: str, questions: list[str], users: int, seconds: float, stop: float, workspace: Path
) -> tuple[Load, list[float]]:
    """Run all users, and measure the server's memory in MB at three points."""
    process = listener(url)
    load, memory = Load(), [resident_mb(process)]
    asked = itertools.cycle(questions)
    limits = httpx.Limits(max_connections=users, max_keepalive_connections=users)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_S, limits=limits, headers=headers) as client:
        started = time.monotonic()
        until = started + seconds
        asking = [asyncio.create_task(user(client, asked, until, load)) for _ in range(users)]
        await asyncio.sleep(seconds / 10)
        memory.append(resident_mb(process))
        if stop:
            await asyncio.sleep(seconds / 2 - seconds / 10)
            await asyncio.to_thread(interrupt, workspace, stop, load, started)
        await asyncio.gather(*asking)
    memory.append(resident_mb(process))
    return load, memory


def interrupt(workspace: Path, seconds: float, load: Load, started: float) -> None:
    """Stop the workspace's database for some seconds."""
    database = managed_server(load_configuration(workspace, attached=False))
    load.phase = "stopped"
    load.at["stopping_at_s"] = round(time.monotonic() - started, 1)
    database.stop()
    time.sleep(seconds)
    load.at["starting_at_s"] = round(time.monotonic() - started, 1)
    database.start()
    load.at["answers_at_s"] = round(time.monotonic() - started, 1)
    load.phase = "after"


def listener(url: str) -> psutil.Process:
    """Return the local process that listens at this address."""
    port = urlsplit(url).port
    for one in psutil.net_connections("tcp"):
        if one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == port and one.pid:
            return psutil.Process(one.pid)
    raise SystemExit(f"nothing listens at {url}: start `kgqa serve` first")


def main() -> None:
    """Run the load test and print the results."""
    parser = Parser(__doc__, "questions", "--workspace", "--sample", "--json", sample=200)
    parser.add_argument("--url", default="http://127.0.0.1:8642", help="of the server; default %(default)s")
    parser.add_argument("--token", default="", help="that it wants")
    parser.add_argument("--users", type=int, default=50, help="default %(default)s")
    parser.add_argument("--seconds", type=float, default=60.0, help="default %(default)s")
    parser.add_argument("--stop-database", type=float, default=0.0, metavar="SECONDS", help="halfway")
    arguments = parser.parse_args()
    questions = [
        one for file in arguments.questions for one in spread_questions(file, arguments.sample, brackets=False)
    ]
    started = time.monotonic()
    load, memory = asyncio.run(
        run(
            arguments.url,
            arguments.token,
            questions,
            arguments.users,
            arguments.seconds,
            arguments.stop_database,
            arguments.workspace,
        )
    )
    wall = time.monotonic() - started
    row = {
        "users": arguments.users,
        "seconds": round(wall, 1),
        "answers": len(load.seconds),
        "answers_a_second": round(len(load.seconds) / wall, 1),
        **percentiles(load.seconds),
        "outcomes": {phase: dict(counted) for phase, counted in load.outcomes.items()},
        **load.at,
        **dict(zip(("memory_start_mb", "memory_tenth_mb", "memory_end_mb"), memory, strict=True)),
        "load_average": machine()["load_average"],
    }
    report(row, arguments)


if __name__ == "__main__":
    main()
