"""Load all of MetaQA into an empty managed server, and print time and memory by stage.

python -m benchmarks.load_metaqa PATH [--embed triples]
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from benchmarks.harness import Parser
from kgqa_neo4j.loading.command import load_source
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server


def main() -> None:
    """Run one load and print its summary, with --json as JSON."""
    parser = Parser(__doc__, "--json")
    parser.add_argument("path", help="the folder with kb.txt or kb.txt.gz")
    parser.add_argument("--embed", default="triples")
    parser.add_argument("--questions", type=Path, action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        configuration = load_configuration(Path(folder), {"load.embed": arguments.embed})
        server = managed_server(configuration)
        server.start()
        try:
            summary = load_source(configuration, "metaqa", arguments.path, {}, arguments.questions)
        finally:
            server.stop()
    if arguments.json:
        json.dump(summary.as_json(), sys.stdout)
    else:
        summary.print(Console())


if __name__ == "__main__":
    main()
