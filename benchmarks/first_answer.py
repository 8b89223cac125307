"""Measure the seconds from the start of `kgqa load` to the first answer, with the commands of a user.

python -m benchmarks.first_answer metaqa MetaQA/ --question "who directed [Kismet]?" --embed lazy
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()"]
_EVERY_S = 1.0


def main() -> None:
    """Load in one process, ask repeatedly in others, and print both times and the load's stages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("loader")
    parser.add_argument("path")
    parser.add_argument("--question", required=True)
    parser.add_argument("--method", default="plans")
    parser.add_argument("--embed", default="lazy")
    parser.add_argument("--bulk", action="store_true")
    parser.add_argument("--workspace", type=Path, help="kept; by default a temporary one")
    arguments = parser.parse_args()
    folder = arguments.workspace or Path(tempfile.mkdtemp(prefix="first-answer-")) / "workspace"
    command = [*PROGRAM, "--workspace", str(folder)]
    began = time.monotonic()
    load = subprocess.Popen(
        [*command, "load", arguments.loader, arguments.path, "--embed", arguments.embed, "--json"]
        + ["--bulk"] * arguments.bulk,
        stdout=subprocess.PIPE,
        text=True,
    )
    ask = [*command, "ask", arguments.question, "--method", arguments.method, "--json"]
    answered: float | None = None
    answer: dict[str, str] = {}
    while answered is None:
        running = load.poll() is None
        found = subprocess.run(ask, capture_output=True, text=True, check=False)
        if found.stdout:
            answered, answer = time.monotonic() - began, json.loads(found.stdout)
        elif not running:
            raise SystemExit(found.stderr)
        time.sleep(_EVERY_S)
    output, _ = load.communicate()
    loaded = time.monotonic() - began
    print(f"load average {os.getloadavg()[0]:.1f}, level {arguments.embed}")
    print(f"first answer after {answered:.0f} s ({answer['status']}), load ended after {loaded:.0f} s")
    for stage in json.loads(output)["stages"]:
        print(f"  {stage['name']:<22} {stage['items']:>9,} {stage['unit']:<10} {stage['seconds']:7.1f} s")
    subprocess.run([*command, "db", "stop"], check=False, capture_output=True)
    if arguments.workspace is None:
        shutil.rmtree(folder.parent, ignore_errors=True)


if __name__ == "__main__":
    main()
