"""Entry point of the engine process: ``python -m kgqa_neo4j.engine WORKSPACE --socket=...``, launched by `start`."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from kgqa_neo4j.engine.address import engine_address
from kgqa_neo4j.engine.server import Engine
from kgqa_neo4j.model.redaction import RedactingFilter
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.telemetry.logs import handler


def main() -> None:
    """Serve the workspace until the engine ends."""
    # The workspace may be in a folder that others can read; files created here are private to the user.
    os.umask(0o077)
    faulthandler.enable()
    workspace = Path(sys.argv[1])
    logging.basicConfig(
        level=logging.INFO, handlers=[handler(load_configuration(workspace).settings.log.format)]
    )
    logging.getLogger("neo4j").setLevel(logging.ERROR)
    engine = Engine(engine_address(workspace))
    for writer in logging.getLogger().handlers:
        writer.addFilter(RedactingFilter(engine.redactor))

    def terminate(_signal: int, _frame: FrameType | None) -> None:
        threading.Thread(target=engine.stop).start()

    signal.signal(signal.SIGTERM, terminate)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_warm_up, args=(engine,), daemon=True).start()
    engine.serve()
    logging.shutdown()
    # Threads still running inside a model library would delay or crash a normal exit.
    os._exit(0)


def _warm_up(engine: Engine) -> None:
    """Load what nearly every question needs, while the first one is being received."""
    from kgqa_neo4j.engine.process import tune_for_latency
    from kgqa_neo4j.linking.parse import load_ahead

    load_ahead(load_configuration(engine.place.workspace).settings.linking.spacy_model)
    tune_for_latency()


if __name__ == "__main__":
    main()
