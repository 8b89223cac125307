"""The OpenAI-compatible routes: each graph is a model that answers from its facts."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from sse_starlette import ServerSentEvent

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.serving import chat_text
from kgqa_neo4j.serving.api import events_response, parts, problem_from
from kgqa_neo4j.serving.conversations import ConversationCache
from kgqa_neo4j.serving.graphs import Credentials
from kgqa_neo4j.serving.housekeeping import housekeeping_reply, question_in
from kgqa_neo4j.serving.problems import Problem
from kgqa_neo4j.serving.requests import CredentialsHeader, credentials_of, problem_responses
from kgqa_neo4j.serving.service import Service
from kgqa_neo4j.serving.work import Event, tell_text

router = APIRouter(prefix="/v1", responses=problem_responses())


class Part(BaseModel):
    """A part of a message; only text counts."""

    type: str = "text"
    text: str = ""


class Message(BaseModel):
    """A message of the conversation."""

    role: str
    content: str | list[Part] | None = ""

    @property
    def text(self) -> str:
        """The message's text."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class StreamOptions(BaseModel):
    """What a stream tells besides."""

    include_usage: bool = False


class ChatRequest(BaseModel):
    """A conversation; what is for language models alone, such as a temperature, is let pass."""

    model_config = ConfigDict(extra="ignore")

    model: str = Field(max_length=100, description="name of a graph")
    messages: list[Message] = Field(min_length=1, max_length=1000)
    stream: bool = False
    stream_options: StreamOptions | None = None
    details: bool = Field(True, description="add the confidence, the proof and the statement to the message")


@dataclass(frozen=True, slots=True)
class _Completion:
    """A reply in progress: the fields shared by all of its objects."""

    model: str
    id: str = field(default_factory=lambda: f"chatcmpl-{secrets.token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self, text: str, answer: Answer | None) -> dict[str, Any]:
        message = {"role": "assistant", "content": text, "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
        return {
            **self._head("chat.completion"),
            "choices": [choice],
            "usage": _usage(answer),
            **_about(answer),
        }

    def chunk(self, delta: dict[str, Any], finish: str | None = None, **more: Any) -> ServerSentEvent:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return _data({**self._head("chat.completion.chunk"), "choices": [choice], **more})

    def usage_chunk(self, answer: Answer | None) -> ServerSentEvent:
        return _data({**self._head("chat.completion.chunk"), "choices": [], "usage": _usage(answer)})

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


@router.get("/models", summary="The graphs as models")
async def models(request: Request) -> dict[str, Any]:
    """List the graphs as OpenAI lists models."""
    service, _ = parts(request)
    return {"object": "list", "data": [_model(service, name) for name in service.graphs.names()]}


@router.get("/models/{name:path}", summary="A graph as a model")
async def model(request: Request, name: str) -> dict[str, Any]:
    """Return one of the graphs as OpenAI returns a model."""
    service, _ = parts(request)
    service.graphs.get(name)
    return _model(service, name)


@router.post("/chat/completions", summary="Answer the last question of a conversation")
async def completions(request: Request, asked: ChatRequest, credentials: CredentialsHeader = None) -> Response:
    """Answer in the form of OpenAI's chat completions, from the graph that `model` names."""
    own = credentials_of(None, credentials)
    service, workers = parts(request)
    service.graphs.get(asked.model)
    mine = [one.text for one in asked.messages if one.role == "user"]
    if not mine or not mine[-1].strip():
        raise Problem(422, "bad-request", "the conversation has no question from the user")
    completion = _Completion(asked.model)
    system = "\n".join(one.text for one in asked.messages if one.role in ("system", "developer"))
    if (reply := housekeeping_reply(mine[-1], system, mine[:-1])) is not None:
        if asked.stream:
            return events_response(_told(completion, reply, asked))
        return JSONResponse(completion.whole(reply, None))
    talks: ConversationCache = request.app.state.talks

    def answer() -> Answer:
        return _answer(service, talks, asked, mine, own)

    if asked.stream:
        events = await workers.begun(request, answer, ("text", "done"))
        return events_response(_chunks(completion, events, asked))
    found = await workers.result(request, answer)
    text = chat_text.said(found) + (chat_text.details(found) if asked.details else "")
    return JSONResponse(completion.whole(text, found))


def _answer(
    service: Service, talks: ConversationCache, asked: ChatRequest, mine: list[str], own: Credentials | None
) -> Answer:
    questions = [question_in(one) for one in mine if one.strip()]
    return service.answered(
        asked.model,
        own,
        lambda graph: talks.ask(asked.model, graph, questions, tell_text, keep=own is None),
    )


async def _chunks(
    completion: _Completion, events: AsyncIterator[Event], asked: ChatRequest
) -> AsyncIterator[ServerSentEvent]:
    yield completion.chunk({"role": "assistant", "content": ""})
    streamed = ""
    try:
        async with aclosing(events) as told:  # type: ignore[type-var]
            async for event in told:
                if event.kind == "text":
                    streamed += event.data
                    yield completion.chunk({"content": event.data})
                if event.kind == "done":
                    for chunk in _rest(completion, event.data, streamed, asked):
                        yield chunk
    except (KgqaError, Problem) as error:
        yield ServerSentEvent(json.dumps(problem_from(error).body(), ensure_ascii=False), event="error")
    yield ServerSentEvent("[DONE]")


def _rest(
    completion: _Completion, answer: Answer, streamed: str, asked: ChatRequest
) -> Iterator[ServerSentEvent]:
    """Yield what was not streamed yet: the rest of the text, all of it if none was streamed, then the details."""
    text = chat_text.said(answer)
    rest = (
        text.removeprefix(streamed)
        if text.startswith(streamed)
        else ""
        if streamed == answer.text
        else f"\n\n{text}"
    )
    if rest:
        yield completion.chunk({"content": rest})
    if asked.details and (below := chat_text.details(answer)):
        yield completion.chunk({"content": below})
    yield completion.chunk({}, "stop", **_about(answer))
    if asked.stream_options is not None and asked.stream_options.include_usage:
        yield completion.usage_chunk(answer)


async def _told(completion: _Completion, text: str, asked: ChatRequest) -> AsyncIterator[ServerSentEvent]:
    yield completion.chunk({"role": "assistant", "content": text})
    yield completion.chunk({}, "stop")
    if asked.stream_options is not None and asked.stream_options.include_usage:
        yield completion.usage_chunk(None)
    yield ServerSentEvent("[DONE]")


def _about(answer: Answer | None) -> dict[str, Any]:
    """Return additional fields for clients that know this program."""
    if answer is None:
        return {}
    keys = {"ask_id": answer.ask_id, "status": answer.status.value, "confidence": answer.confidence}
    return {"kgqa": {**keys, "question": answer.question}}


def _usage(answer: Answer | None) -> dict[str, int]:
    """Return the tokens used by a language model: none if the answer came from the graph alone."""
    prompt, completion = (answer.llm.prompt_tokens, answer.llm.completion_tokens) if answer else (0, 0)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _model(service: Service, name: str) -> dict[str, Any]:
    attached = service.graphs.find(name).attachment
    at = datetime.fromisoformat(attached.attached_at).timestamp() if attached and attached.attached_at else 0
    return {"id": name, "object": "model", "created": int(at), "owned_by": "kgqa-neo4j"}


def _data(value: dict[str, Any]) -> ServerSentEvent:
    return ServerSentEvent(json.dumps(value, ensure_ascii=False))
