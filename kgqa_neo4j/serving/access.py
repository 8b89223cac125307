"""Checks on every request before it is handled: its host, origin and token, and limits on its body."""

from __future__ import annotations

import asyncio
import hmac
import json
import socket
from collections.abc import Collection
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kgqa_neo4j.model.addresses import is_address
from kgqa_neo4j.serving.problems import MEDIA_TYPE, Problem

BODY_S = 20.0
"""Maximum seconds to wait for each part of a request's body."""
_SECRET_PATHS = ("/v1/", "/openapi.json", "/metrics")
# The page loads only its own files and calls only its own server. Cytoscape sets element styles from scripts, which
# the policy does not forbid.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class Rules:
    """Access rules: the required token ("" for none), the other origins whose pages may ask, accepted host names."""

    token: str = field(default="", repr=False)
    origins: Collection[str] = ()
    hosts: Collection[str] = ()

    def check(self, path: str, method: str, headers: Headers) -> None:
        """Check that a request may be answered.

        Raises:
            Problem: it may not.
        """
        host = headers.get("host", "")
        if not self._is_known(host):
            # Prevents DNS rebinding: a foreign page could use a host name of its own that resolves to this machine.
            raise Problem(
                421,
                "unknown-host",
                f"this server is not known as {host!r}",
                hint="allow the name with `kgqa serve --allowed-host NAME`",
            )
        origin = headers.get("origin")
        if origin is not None and not self._is_allowed(origin, host):
            raise Problem(
                403,
                "foreign-origin",
                f"pages from {origin!r} may not use this server",
                hint="allow them with `kgqa serve --cors-origin ORIGIN`",
            )
        # Browsers send CORS preflight requests without the token.
        if self.token and method != "OPTIONS" and path.startswith(_SECRET_PATHS):
            self._check_token(headers.get("authorization", ""))

    def _check_token(self, authorization: str) -> None:
        scheme, _, given = authorization.partition(" ")
        right = hmac.compare_digest(given.strip().encode(), self.token.encode())
        if scheme.lower() != "bearer" or not right:
            raise Problem(
                401,
                "token-needed",
                "the request has no token, or a wrong one",
                hint="send the token that `kgqa serve` printed: Authorization: Bearer TOKEN",
                headers={"WWW-Authenticate": 'Bearer realm="kgqa"'},
            )

    def _is_known(self, host: str) -> bool:
        name = _name_of(host)
        # Only names can be rebound to another address; a literal address cannot.
        return name in ("localhost", socket.gethostname().lower()) or name in self.hosts or is_address(name)

    def _is_allowed(self, origin: str, host: str) -> bool:
        return origin in self.origins or origin.partition("://")[2].lower() == host.lower()


class AccessMiddleware:
    """Middleware that rejects requests which the rules forbid, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, rules: Rules, max_body: int) -> None:
        self._app = app
        self._rules = rules
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and pass it on, or answer it with a problem."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        try:
            self._rules.check(scope["path"], scope["method"], headers)
            # Uvicorn rejects a Content-Length that is not a number.
            if int(headers.get("content-length", "0")) > self._max_body:
                raise self._too_large()
        except Problem as problem:
            await _answer(problem, send_guarded)
            return
        await self._app(scope, self._bounded(receive), send_guarded)

    def _too_large(self) -> Problem:
        return Problem(
            413,
            "body-too-large",
            f"the request has more than {self._max_body:,} bytes",
            hint="raise serve.max_body",
        )

    def _bounded(self, receive: Receive) -> Receive:
        """Return `receive` with limits on the time and size of the body."""
        arrived, size = False, 0

        async def receive_bounded() -> Message:
            nonlocal arrived, size
            if arrived:
                return await receive()
            try:
                async with asyncio.timeout(BODY_S):
                    message = await receive()
            except TimeoutError:
                # Handled like a client that has disconnected.
                return {"type": "http.disconnect"}
            size += len(message.get("body", b""))
            if size > self._max_body:
                # An HTTPException, because FastAPI passes it through unchanged while reading the body.
                raise HTTPException(413, self._too_large().detail)
            arrived = not message.get("more_body", False)
            return message

        return receive_bounded


async def _answer(problem: Problem, send: Send) -> None:
    body = json.dumps(problem.body(), ensure_ascii=False).encode()
    headers = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(body)), **problem.headers}
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


def _name_of(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()
