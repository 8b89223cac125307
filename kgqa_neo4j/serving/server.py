"""Running the application on uvicorn."""

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

# Connections beyond the requests that are answered or wait: pages, health checks, those that are refused with 429.
_MORE_CONNECTIONS = 200
_BACKLOG = 512
# Longer than proxies and clients keep an idle connection: who closes first must not be the one that is asked.
_KEEP_ALIVE_S = 75


def serve(
    configuration: Configuration,
    started: Callable[[str, str], None],
    others: Mapping[str, Configuration] | None = None,
) -> None:
    """Answer requests until the process is told to end; what is being answered then comes to its end.

    Args:
        configuration: the workspace and its settings, those of `serve` among them.
        started: called with the address and the token ("" for none) once the server listens.
        others: further workspaces by name, whose graphs are served too.

    Raises:
        ConfigError: it cannot listen there, or another workspace is called as a graph of the first one.
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
        # A little more than streams may go on for.
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
