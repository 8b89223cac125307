"""The transports of the MCP server: standard input and output, or HTTP with a token."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import anyio
import anyio.to_thread
import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kgqa_neo4j.model.addresses import http_url, is_loopback
from kgqa_neo4j.model.errors import KgqaError

PATH, HEALTH, READY = "/mcp", "/health", "/ready"
_GRACE_S = 10
_LARGEST_REQUEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Address:
    """The address the server listens on. `token` is the token required of requests, "" for none.

    `hosts` are further accepted values of the header `Host`: names with their port.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    token: str = field(default="", repr=False)
    hosts: Sequence[str] = ()

    @property
    def url(self) -> str:
        """The URL for clients."""
        return f"{http_url(self.host, self.port)}{PATH}"


def new_token() -> str:
    """Return a random token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def serve_stdio(server: MCPServer[Any]) -> None:
    """Serve on standard input and output until the client closes them; other output goes to standard error."""
    anyio.run(server.run_stdio_async)


def serve_http(
    server: MCPServer[Any], address: Address, listening: Callable[[str], None], ready: Callable[[], object]
) -> None:
    """Serve HTTP until the process is told to stop; `listening` is called with the URL.

    Probes need no token: ``/health`` answers while the process lives, ``/ready`` if `ready` raises no `KgqaError`.
    """
    config = uvicorn.Config(
        http_app(server, address, ready),
        host=address.host,
        port=address.port,
        # Uvicorn's own logging configuration would print each request to standard output.
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    listening(address.url)
    uvicorn.Server(config).run()


def http_app(server: MCPServer[Any], address: Address, ready: Callable[[], object]) -> ASGIApp:
    """Return the server as an ASGI application that checks host names and, if there is one, the token."""

    async def is_alive(_request: Request) -> Response:
        return PlainTextResponse("ok")

    async def is_ready(_request: Request) -> Response:
        try:
            await anyio.to_thread.run_sync(ready)
        except KgqaError as error:
            return PlainTextResponse(type(error).__name__, status_code=503)
        return PlainTextResponse("ok")

    server.custom_route(HEALTH, methods=["GET"])(is_alive)
    server.custom_route(READY, methods=["GET"])(is_ready)
    hosts = ["127.0.0.1:*", "localhost:*", "[::1]:*", f"{address.host}:*", *address.hosts]
    security = TransportSecuritySettings(
        # An address other than loopback may be reached by names unknown here; there, the token protects instead.
        enable_dns_rebinding_protection=is_loopback(address.host) or bool(address.hosts),
        allowed_hosts=hosts,
        allowed_origins=[f"http://{host}" for host in hosts] + [f"https://{host}" for host in hosts],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        host=address.host,
        transport_security=security,
        max_request_body_size=_LARGEST_REQUEST,
    )
    return TokenRequired(app, address.token) if address.token else app


class TokenRequired:
    """Middleware that answers 401 unless a request has the token, compared in constant time, or is a probe."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it has the token."""
        if scope["type"] == "http" and scope["path"] not in (HEALTH, READY):
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, self._expected):
                refusal = JSONResponse(
                    {"error": "a token is needed: Authorization: Bearer TOKEN"},
                    status_code=401,
                    headers={"WWW-Authenticate": "Bearer"},
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)
