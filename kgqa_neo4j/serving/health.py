"""Liveness and readiness checks, which need no token."""

from __future__ import annotations

from fastapi import APIRouter, Request

from kgqa_neo4j.serving.readiness import Readiness
from kgqa_neo4j.serving.requests import problem_responses
from kgqa_neo4j.version import __version__

router = APIRouter()


@router.get("/health", summary="Whether the process lives")
async def health() -> dict[str, str]:
    """Answer at once, whatever the graphs are at."""
    return {"status": "ok", "version": __version__}


@router.get("/ready", summary="Whether questions can be answered", responses=problem_responses())
async def ready(request: Request) -> dict[str, str]:
    """Answer 200 once the models are loaded and while the database answers, else 503."""
    readiness: Readiness = request.app.state.readiness
    await readiness.check()
    return {"status": "ready"}
