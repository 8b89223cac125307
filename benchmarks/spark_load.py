"""Compare Spark with the single-machine bulk loader at producing the files of a load.

    python -m benchmarks.spark_load --folder DIR [--triples 5000000] [--workers 1,2] [--split-mb 16]

Generates plain triples: a name occurs in six of them on average, one in two hundred is a duplicate, and there are 40
relations. For each number in `--workers`, the bulk loader parses and prepares them with that many processes; then
clusters on loopback with that many one-core workers count, parse and gather them. The import that follows is the same.
Prints one JSON object for each: seconds by stage, triples per second, CPU seconds of all processes (least affected by
other load), bytes exchanged per triple, a hash of the triples, which must always be the same, and the load average.
"""

from __future__ import annotations

import csv
import json
import os
import random
import shutil
import time
import urllib.request
from pathlib import Path
from typing import Any

import psutil

from benchmarks.harness import Parser
from benchmarks.spark_cluster import running
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loading import Stages
from kgqa_neo4j.loading.bulk.files import Files
from kgqa_neo4j.loading.bulk.parallel_parsing import Parsing
from kgqa_neo4j.loading.bulk.prepare import Preparation
from kgqa_neo4j.loading.hashing import triples_hash
from kgqa_neo4j.loading.rejects import Rejects
from kgqa_neo4j.settings import SparkSettings

OPTIONS: dict[str, str | bool | None] = {"prefix": "g", "delimiter": "|", "no_typed": True}
RELATIONS = [f"relation_{number:02}" for number in range(40)]


def write_source(file: Path, triples: int) -> None:
    """Write the triples; the file appears only when complete."""
    chosen = random.Random(1)
    names = triples // 3
    unfinished = file.with_suffix(".tmp")
    with unfinished.open("w", encoding="utf-8") as out:
        line = ""
        for number in range(triples):
            if number % 200 or not line:
                # Skewed, so that some objects are in many triples.
                object_ = int(names * chosen.random() ** 3)
                line = f"Thing {chosen.randrange(names):08}|{chosen.choice(RELATIONS)}|Thing {object_:08}\n"
            out.write(line)
    unfinished.replace(file)


def processor_seconds() -> float:
    """Return the CPU seconds of this process and its descendants, including those that have ended."""
    own = psutil.Process()
    return sum(sum(one.cpu_times()[:4]) for one in [own, *own.children(recursive=True)])


def measured_locally(file: Path, folder: Path, processes: int) -> dict[str, Any]:
    """Parse and prepare on this machine."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    started, spent = time.monotonic(), processor_seconds()
    source = LOADERS.get("triples").open(str(file), OPTIONS)
    stages = Stages(quiet=True)
    with stages.stage("parsed", "triples") as stage, Rejects(folder / "rejects.tsv", source.name) as rejects:
        segments = list(Parsing(source, folder, rejects, processes).run(stage))
    with stages.stage("prepared", "triples"):
        files = Preparation(folder, max(segment.longest for segment in segments)).run()
    return said(stages, files, time.monotonic() - started, processor_seconds() - spent)


def measured_on_spark(file: Path, folder: Path, workers: int, split_mb: int) -> dict[str, Any]:
    """Count, parse and gather on a cluster of `workers` workers."""
    from kgqa_neo4j.loading.spark.file_building import SparkFileBuilder
    from kgqa_neo4j.loading.spark.opening import opened_in
    from kgqa_neo4j.loading.spark.session import session
    from kgqa_neo4j.loading.spark.staging import Staging

    shutil.rmtree(folder, ignore_errors=True)
    headers = folder / "headers"
    headers.mkdir(parents=True)
    defaults = {"spark.executor.memory": "1500m", "spark.driver.memory": "1g"}
    with running(folder / "cluster", workers, defaults, "1600m") as cluster:
        os.environ |= {name: cluster.environment[name] for name in ("SPARK_CONF_DIR", "SPARK_LOCAL_IP")}
        begun = time.monotonic()
        with session(SparkSettings(master=cluster.url, split_mb=split_mb), folder) as spark:
            started, spent = time.monotonic(), processor_seconds()
            staging = Staging(spark, str(folder / "stages"), folder)
            source, parser = opened_in(staging, LOADERS.get("triples"), str(file), OPTIONS)
            stages = Stages(quiet=True)
            with Rejects(folder / "rejects.tsv", source.name) as rejects:
                files = SparkFileBuilder(parser).make(source, headers, stages, rejects).files
            found = said(stages, files, time.monotonic() - started, processor_seconds() - spent)
            found["session"] = round(started - begun, 1)
            context = spark.sparkContext
            url = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/stages?status=complete"
            with urllib.request.urlopen(url, timeout=60) as reply:
                written = sum(one["shuffleWriteBytes"] for one in json.load(reply))
            found["exchanged_bytes_a_triple"] = round(written / files.triples, 1)
    return found


def hash_of(files: Files) -> str:
    """Return a hash of the triples in the import files."""

    def listed() -> Any:
        for header, *names in files.relationships:
            columns = [name.split(":")[0] for name in Path(header).read_text("utf-8").strip().split(",")]
            places = [columns.index(name) for name in ("start", "kind", "end")]
            for name in names:
                with Path(name).open(encoding="utf-8", newline="") as rows:
                    for row in csv.reader(rows):
                        start, kind, end = (row[place] for place in places)
                        if kind != "FOLLOWED_BY":
                            yield start, kind, end

    return triples_hash(listed())


def said(stages: Stages, files: Files, seconds: float, spent: float) -> dict[str, Any]:
    """Return the figures of a run."""
    return {
        "stages": {stage.name: round(stage.seconds, 1) for stage in stages.done},
        "seconds": round(seconds, 1),
        "triples": files.triples,
        "entities": files.entities,
        "triples_a_second": round(files.triples / seconds),
        "processor_seconds": round(spent, 1),
        "triples_a_processor_second": round(files.triples / spent),
        "hash": hash_of(files),
        "load_average": [round(one, 1) for one in os.getloadavg()],
    }


def main() -> None:
    """Measure and print the results."""
    parser = Parser(__doc__)
    parser.add_argument("--triples", type=int, default=5_000_000)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--split-mb", type=int, default=16)
    parser.add_argument("--folder", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    file = arguments.folder / f"{arguments.triples}.txt"
    if not file.exists():
        write_source(file, arguments.triples)
    workers = [int(one) for one in arguments.workers.split(",")]
    print(json.dumps({"triples": arguments.triples, "megabytes": round(file.stat().st_size / 1e6)}))
    for processes in workers:
        folder = arguments.folder / "local"
        print(
            json.dumps({"local, processes": processes, **measured_locally(file, folder, processes)}), flush=True
        )
    for count in workers:
        folder = arguments.folder / "spark"
        found = measured_on_spark(file, folder, count, arguments.split_mb)
        print(json.dumps({"spark, workers": count, **found}), flush=True)


if __name__ == "__main__":
    main()
