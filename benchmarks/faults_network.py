"""Load through a TCP proxy that resets, stalls, half-closes, throttles or corrupts connections, once or repeatedly.

Each load must end with the right graph, or fail with a `KgqaError` within 60 seconds; the next load, undisturbed, must
end with the right graph. Uses a managed server in a temporary folder.

    python -m benchmarks.faults_network --triples 4000 --runs 3
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

import neo4j

from benchmarks.faults_loading import PREFIX, file_hash, write_facts
from benchmarks.faulty_proxy import FAULTS, Fault, FaultyProxy
from benchmarks.harness import Parser
from kgqa_neo4j.loading import graph_hash
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.connect import connect, managed_server
from kgqa_neo4j.store.driver import Endpoint

MOST_SECONDS = 60.0


def through(proxy: FaultyProxy, endpoint: Endpoint, folder: Path) -> Configuration:
    """Return the configuration of a workspace that reaches the server through the proxy."""
    settings = {
        "neo4j.uri": f"bolt://127.0.0.1:{proxy.port}",
        "neo4j.username": endpoint.username,
        "neo4j.password": endpoint.password,
        "load.embed": "none",
        "load.batch_size": "200",
    }
    return load_configuration(folder, settings, {})


def one_load(file: Path, configuration: Configuration) -> str:
    """Load the file; return "loaded" or the name of the error."""
    try:
        load_source(configuration, "triples", str(file), {"prefix": PREFIX, "delimiter": "|"}, quiet=True)
    except KgqaError as error:
        return type(error).__name__
    return "loaded"


def main() -> None:
    """Disturb loads, print a line for each, and exit with 1 if one took too long or produced a wrong graph."""
    parser = Parser(__doc__)
    parser.add_argument("--triples", type=int, default=4000)
    parser.add_argument(
        "--runs", type=int, default=1, help="of each fault, with other places; default %(default)s"
    )
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    chance, wrong = random.Random(arguments.seed), 0
    with tempfile.TemporaryDirectory() as folder:
        root, number = Path(folder), 0
        own = load_configuration(root / "server")
        server = managed_server(own)
        endpoint = server.start()
        try:
            for _ in range(arguments.runs):
                for fault in FAULTS:
                    for times in (1, 3, None):
                        number += 1
                        file = root / f"facts{number}.txt"
                        write_facts(file, arguments.triples, seed=number)
                        wrong += not _disturbed(fault, times, chance.randrange(6000), file, endpoint, own)
        finally:
            server.stop()
    print(f"{number} loads, {wrong} wrong")
    sys.exit(bool(wrong))


def _disturbed(
    fault: Fault, times: int | None, after: int, file: Path, endpoint: Endpoint, own: Configuration
) -> bool:
    _empty(endpoint)
    with FaultyProxy(int(endpoint.uri.rsplit(":", 1)[1]), fault, after, times, seed=after) as proxy:
        began = time.monotonic()
        outcome = one_load(file, through(proxy, endpoint, file.with_suffix("")))
        seconds = time.monotonic() - began
        met = proxy.met
        proxy.disturb("none")
        again = one_load(file, through(proxy, endpoint, file.with_suffix("")))
    with connect(own) as database:
        same = graph_hash(database) == file_hash(file)
    # A successful load may take longer, since a throttled one continues.
    good = same and again == "loaded" and (outcome == "loaded" or seconds <= MOST_SECONDS)
    meant = "for ever" if times is None else f"{times} times"
    print(
        f"{fault} {meant} after {after} bytes: met {met}, {outcome} after {seconds:.1f} s, same graph: {same}",
        flush=True,
    )
    return good


def _empty(endpoint: Endpoint) -> None:
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.username, endpoint.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")


if __name__ == "__main__":
    main()
