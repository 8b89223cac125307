"""A standalone Spark cluster on loopback for benchmarks and tests; master and workers are separate processes."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kgqa_neo4j.store.java import find_java

MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"
ROOT = Path(__file__).parents[1]


@dataclass(slots=True)
class Cluster:
    """A running cluster; `environment` is for its processes and for a driver on the same machine."""

    folder: Path
    environment: dict[str, str]
    port: int
    master: subprocess.Popen[bytes]
    memory: str
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The master's address."""
        return f"spark://127.0.0.1:{self.port}"

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Start another worker with one core."""
        number = len(self.workers)
        place = self.folder / f"worker-{number}"
        options = ["--host", "127.0.0.1", "--cores", "1", "--memory", self.memory, "--webui-port", "0"]
        self.workers.append(
            start(self.environment, self.folder, WORKER, *options, "--work-dir", str(place), self.url)
        )
        return self.workers[-1]


def start(environment: dict[str, str], folder: Path, *command: str) -> subprocess.Popen[bytes]:
    """Start one of Spark's daemon classes."""
    import pyspark

    program = Path(pyspark.__file__).parent / "bin" / "spark-class"
    with (folder / "daemons.log").open("ab") as log:
        return subprocess.Popen([str(program), *command], env=environment, stdout=log, stderr=log)


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(port: int, seconds: float = 120) -> None:
    """Wait until a process listens on a port."""
    ends = time.monotonic() + seconds
    while True:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < ends, "the master does not listen"
        time.sleep(0.1)


@contextmanager
def running(folder: Path, workers: int, defaults: Mapping[str, str], memory: str = "700m") -> Iterator[Cluster]:
    """Run a cluster of workers with one core each, and stop it at the end.

    Args:
        folder: folder for its files.
        workers: number of workers.
        defaults: Spark settings for a driver, which reads them through `SPARK_CONF_DIR` in the cluster's environment.
        memory: memory that each worker may give to executors.
    """
    from kgqa_neo4j.loading.spark.session import java_environment

    conf = folder / "conf"
    conf.mkdir(parents=True)
    (conf / "spark-defaults.conf").write_text("".join(f"{name} {value}\n" for name, value in defaults.items()))
    environment = {
        **os.environ,
        **java_environment(find_java(), folder),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_CONF_DIR": str(conf),
        # For code that the tests run inside tasks.
        "PYTHONPATH": str(ROOT),
    }
    port = free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]
    cluster = Cluster(folder, environment, port, start(environment, folder, MASTER, *options), memory)
    try:
        wait_for(port)
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        for process in (*cluster.workers, cluster.master):
            process.terminate()
        for process in (*cluster.workers, cluster.master):
            process.wait(30)
