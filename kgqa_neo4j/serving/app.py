"""The FastAPI application: routes, access rules, error responses, and resources with its lifespan."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.staticfiles import StaticFiles

from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.redaction import Redactor
from kgqa_neo4j.reporting.answer_json import schema as answer_schema
from kgqa_neo4j.serving import api, chat, health, metrics
from kgqa_neo4j.serving.access import AccessMiddleware, Rules
from kgqa_neo4j.serving.conversations import ConversationCache
from kgqa_neo4j.serving.graphs import ServedGraphs
from kgqa_neo4j.serving.metrics import Metrics
from kgqa_neo4j.serving.problems import MEDIA_TYPE, Problem, all_codes, problem_of
from kgqa_neo4j.serving.readiness import Readiness
from kgqa_neo4j.serving.service import Service
from kgqa_neo4j.serving.work import Workers
from kgqa_neo4j.settings import Configuration, secrets_in
from kgqa_neo4j.version import __version__

log = logging.getLogger(__name__)

_DESCRIPTION = "Answers questions over graphs in Neo4j, each with the triples that prove it. See docs/serve.md."


def make_app(
    configuration: Configuration, token: str = "", others: Mapping[str, Configuration] | None = None
) -> FastAPI:
    """Return the application for the graphs of a workspace, or of several.

    Args:
        configuration: the workspace and its settings, including those of `serve`.
        token: the token required of requests; "" for none.
        others: further workspaces by name.

    Raises:
        ConfigError: another workspace has the name of one of the first workspace's graphs.
    """
    served = ServedGraphs(configuration, others)
    serve = configuration.settings.serve
    app = FastAPI(
        title="kgqa-neo4j",
        version=__version__,
        description=_DESCRIPTION,
        # FastAPI's documentation pages would load scripts from the internet.
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(served),
    )
    app.include_router(api.router)
    app.include_router(chat.router)
    app.include_router(health.router)
    app.include_router(metrics.router)
    app.mount("/", StaticFiles(packages=[("kgqa_neo4j.serving", "static")], html=True), name="page")
    _handle_problems(
        app, Redactor(secret for one in served.configurations for secret in secrets_in(one.settings))
    )
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    origins = parted(serve.origins)
    rules = Rules(token, origins, [one.lower() for one in parted(serve.hosts)])
    app.add_middleware(AccessMiddleware, rules=rules, max_body=serve.max_body)
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=origins,
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "X-Neo4j-Authorization"],
            expose_headers=["Retry-After"],
        )
    return app


def parted(text: str) -> list[str]:
    """Return the items of a comma-separated setting."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _lifespan(served: ServedGraphs) -> Any:
    serve = served.configuration.settings.serve

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.workers = workers = Workers(serve.concurrency, serve.waiting, serve.timeout)
        app.state.metrics = Metrics(workers)
        app.state.service = Service(served, serve.allow_learn, threading.Lock(), app.state.metrics)
        app.state.talks = ConversationCache()
        app.state.readiness = readiness = Readiness(served)
        readiness.open_ahead()
        yield
        await workers.close()
        served.close()

    return lifespan


def _handle_problems(app: FastAPI, redactor: Redactor) -> None:
    def answer(problem: Problem) -> JSONResponse:
        return JSONResponse(problem.body(), problem.status, problem.headers, MEDIA_TYPE)

    def of_problem(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Problem)
        return answer(error)

    def of_error(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, KgqaError)
        return answer(problem_of(redactor.error(error)))

    def of_wrong_request(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        # The location and message, but not the value, which may be a password.
        wrong = [{"where": ".".join(map(str, one["loc"])), "what": one["msg"]} for one in error.errors()]
        detail = "; ".join(f"{one['where']}: {one['what']}" for one in wrong)
        return answer(Problem(422, "bad-request", detail, hint="see /openapi.json for the format of requests"))

    def of_http(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        code = "-".join(str(error.detail).lower().split()) if error.status_code in (404, 405) else "bad-request"
        code = "body-too-large" if error.status_code == 413 else code
        return answer(Problem(error.status_code, code, str(error.detail), headers=error.headers))

    def of_bug(_: Request, error: Exception) -> JSONResponse:
        log.error("a request failed: %s", redactor.text(f"{type(error).__name__}: {error}"), exc_info=error)
        return answer(api.UNKNOWN)

    app.add_exception_handler(Problem, of_problem)
    app.add_exception_handler(KgqaError, of_error)
    app.add_exception_handler(RequestValidationError, of_wrong_request)
    app.add_exception_handler(HTTPException, of_http)
    app.add_exception_handler(Exception, of_bug)


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = made.setdefault("components", {}).setdefault("schemas", {})
        schemas["Answer"] = answer_schema()
        schemas["Problem"] = _problem_schema()
        made["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        made["security"] = [{"token": []}, {}]
        app.openapi_schema = made
    return app.openapi_schema


def _problem_schema() -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "type": "object",
        "description": "Problem details (RFC 9457).",
        "properties": {
            "type": {"type": "string", "format": "uri-reference"},
            "title": text,
            "status": {"type": "integer"},
            "detail": text,
            "code": {"type": "string", "description": f"for an error of the library: {', '.join(all_codes())}"},
            "hint": {"type": "string", "description": "what to do about it"},
            "exit_code": {"type": "integer", "description": "what `kgqa` ends with for this error"},
        },
        "required": ["type", "title", "status", "detail", "code", "hint"],
    }
