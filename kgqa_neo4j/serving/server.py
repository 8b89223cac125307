"""Running the application with uvicorn."""

from __future__ import annotations

import errno
import logging
import secrets
import socket
from collections.abc import Callable, Mapping

import uvicorn

from kgqa_neo4j.engine.process import tune_for_latency
from kgqa_neo4j.model.addresses import http_url, is_loopback
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.serving.api import GRACE_S
from kgqa_neo4j.serving.app import make_app
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.telemetry.logs import handler

# Connections beyond running and waiting requests: pages, health checks, requests rejected with 429.
_MORE_CONNECTIONS = 200
_BACKLOG = 512
# Longer than proxies and clients keep idle connections, so that the server does not close one just as it is reused.
_KEEP_ALIVE_S = 75


def serve(
    configuration: Configuration,
    started: Callable[[str, str], None],
    others: Mapping[str, Configuration] | None = None,
) -> None:
    """Serve requests until the process is told to stop; requests in progress are finished first.

    Args:
        configuration: the workspace and its settings, including those of `serve`.
        started: called with the address and the token ("" for none) once the server listens.
        others: further workspaces by name, whose graphs are served too.

    Raises:
        ConfigError: the address is not available, or another workspace has the name of one of the first
            workspace's graphs.
    """
    settings = configuration.settings.serve
    token = settings.token.get_secret_value()
    if not token and not is_loopback(settings.host):
        token = secrets.token_urlsafe(24)
    tune_for_latency()
    logging.basicConfig(level=logging.WARNING, handlers=[handler(configuration.settings.log.format)])
    logging.getLogger("neo4j").setLevel(logging.ERROR)
    app = make_app(configuration, token, others)
    listening = _listen(settings.host, settings.port)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        limit_concurrency=settings.concurrency + settings.waiting + _MORE_CONNECTIONS,
        timeout_keep_alive=_KEEP_ALIVE_S,
        # Longer than streams may continue.
        timeout_graceful_shutdown=int(2 * GRACE_S),
    )
    host, port = listening.getsockname()[:2]
    started(http_url(host, port), token)
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        used = error.errno == errno.EADDRINUSE
        hint = "choose another --port, or 0 for any that is free" if used else "choose another --host"
        raise ConfigError(f"cannot listen on {host}, port {port}: {error.strerror}", hint=hint) from error
    listening.listen(_BACKLOG)
    return listening
