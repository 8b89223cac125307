"""The routes of `/v1`: questions, plans, graphs, answers, learning."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.reporting.answer_json import to_json
from kgqa_neo4j.serving.problems import Problem, problem_of
from kgqa_neo4j.serving.requests import (
    AskRequest,
    CredentialsHeader,
    Graph,
    LearnRequest,
    PlanRequest,
    credentials_of,
    problem_responses,
)
from kgqa_neo4j.serving.service import Service
from kgqa_neo4j.serving.work import Event, Workers

# Seconds that streams may continue after the server is told to stop.
GRACE_S = 5.0
PING_S = 15
# The picture page has inline scripts, so it is sandboxed into an origin of its own.
_PICTURE_POLICY = (
    "sandbox allow-scripts; default-src 'none'; img-src data:; "
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'"
)
_ANSWER = {"$ref": "#/components/schemas/Answer"}
_EVENTS = """Server-sent events, each with JSON: `progress` (what takes time), `step` (what the method did),
`text` (a piece of the answer), last `answer` (all of it) or `problem`."""
UNKNOWN = Problem(500, "internal-error", "internal error of the server", hint="see the server's log")

router = APIRouter(prefix="/v1", responses=problem_responses())

Id = Annotated[str, Query(max_length=40)]


@router.post(
    "/ask",
    summary="Answer a question",
    responses={
        200: {
            "description": f"The answer, as `kgqa ask --json` prints it. With `stream`: {_EVENTS}",
            "content": {
                "application/json": {"schema": _ANSWER},
                "text/event-stream": {"schema": {"type": "string"}},
            },
        }
    },
)
async def ask(request: Request, asked: AskRequest, credentials: CredentialsHeader = None) -> Response:
    """Answer a question from a graph, with the triples that prove it."""
    own = credentials_of(asked.credentials, credentials)
    service, workers = parts(request)

    def answer() -> dict[str, Any]:
        return to_json(service.ask(asked, own))

    if asked.stream or "text/event-stream" in request.headers.get("accept", ""):
        return events_response(_events(workers, answer))
    return JSONResponse(await workers.result(request, answer))


@router.post("/plan", summary="List the plans of a question, or execute a plan")
async def plan(request: Request, asked: PlanRequest, credentials: CredentialsHeader = None) -> Response:
    """List the query plans that a question may mean, best first, or execute one."""
    own = credentials_of(asked.credentials, credentials)
    return await _json(request, lambda service: service.plan(asked, own))


@router.get("/graphs", summary="The graphs")
async def graphs(request: Request) -> Response:
    """List the graphs that can be asked by name."""
    return await _json(request, Service.list_graphs)


@router.get("/schema", summary="The schema of a graph")
async def schema(request: Request, graph: Annotated[Graph, Query()] = "") -> Response:
    """Return labels, types and properties of an attached graph; relations and their counts of a loaded one."""
    return await _json(request, lambda service: service.schema(graph))


@router.get("/complete", summary="Names that a text may become")
async def complete(
    request: Request,
    text: Annotated[str, Query(max_length=200)],
    graph: Annotated[Graph, Query()] = "",
    limit: Annotated[int, Query(ge=1, le=50)] = 8,
) -> Response:
    """Return names of entities and classes that begin as the text does."""
    return await _json(request, lambda service: service.complete(graph, text, limit))


@router.get("/history", summary="What was asked")
async def history(request: Request, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> Response:
    """List the questions that were asked last in this workspace, latest first."""
    return await _json(request, lambda service: service.history(limit))


@router.get(
    "/answers/{ask_id}",
    summary="An answer again",
    responses={200: {"description": "the answer", "content": {"application/json": {"schema": _ANSWER}}}},
)
async def answer(request: Request, ask_id: str) -> Response:
    """Return an answer of the history by its `ask_id`, by a beginning of it, or `last`."""
    return await _json(request, lambda service: service.answer_json(ask_id))


@router.get(
    "/answers/{ask_id}/picture",
    summary="An answer as a picture",
    responses={200: {"description": "an HTML page that loads nothing", "content": {"text/html": {}}}},
)
async def picture(request: Request, ask_id: str) -> Response:
    """Return an answer's proof as one interactive HTML page."""
    service, workers = parts(request)
    page = await workers.result(request, lambda: service.picture(ask_id))
    return HTMLResponse(page, headers={"Content-Security-Policy": _PICTURE_POLICY})


@router.get("/answers/{ask_id}/explanation", summary="Why an answer is what it is")
async def explanation(request: Request, ask_id: str, graph: Annotated[Graph, Query()] = "") -> Response:
    """Return the plans that were considered, why the best one won, and the statement that found the answer."""
    return await _json(request, lambda service: service.explanation(ask_id, graph))


@router.post("/learn", summary="Teach a graph")
async def learn(request: Request, asked: LearnRequest) -> Response:
    """Learn from questions with answers, or from an answer that was right or wrong; needs `--allow-learn`."""
    return await _json(request, lambda service: service.learn(asked))


def parts(request: Request) -> tuple[Service, Workers]:
    """Return the service and the workers of the application."""
    state = request.app.state
    return state.service, state.workers


def events_response(events: AsyncIterator[ServerSentEvent]) -> EventSourceResponse:
    """Return a response of server-sent events; it ends when the client leaves, or shortly after the server stops."""
    return EventSourceResponse(
        events, ping=PING_S, shutdown_event=anyio.Event(), shutdown_grace_period=GRACE_S, send_timeout=30
    )


def problem_from(error: Exception) -> Problem:
    """Return the problem for an error raised after the response has begun."""
    if isinstance(error, Problem):
        return error
    return problem_of(error) if isinstance(error, KgqaError) else UNKNOWN


async def _events(workers: Workers, answer: Callable[[], Mapping[str, Any]]) -> AsyncIterator[ServerSentEvent]:
    try:
        async with aclosing(workers.stream(answer)) as told:  # type: ignore[type-var]
            async for event in told:
                yield _sent(event)
    except (KgqaError, Problem) as error:
        yield ServerSentEvent(json.dumps(problem_from(error).body(), ensure_ascii=False), event="problem")


def _sent(event: Event) -> ServerSentEvent:
    name = "answer" if event.kind == "done" else event.kind
    data = {"text": event.data} if isinstance(event.data, str) else event.data
    return ServerSentEvent(json.dumps(data, ensure_ascii=False, default=str), event=name)


async def _json(request: Request, do: Callable[[Service], Mapping[str, Any]]) -> Response:
    service, workers = parts(request)
    return JSONResponse(await workers.result(request, lambda: do(service)))
