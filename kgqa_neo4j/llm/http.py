"""A language model behind an OpenAI-compatible endpoint: llama-server, vLLM, Ollama, or a hosted one."""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import tenacity

from kgqa_neo4j.llm.base import OVERFLOW_HINT, Completion, OnText, Request
from kgqa_neo4j.llm.cleaning import ReplyCleaner, neutralise
from kgqa_neo4j.model.errors import ConfigError, ContextOverflow, ModelError, ModelTimeout, ModelUnavailable
from kgqa_neo4j.settings import LlmSettings

ATTEMPTS = 4
_CHARACTERS_PER_TOKEN = 3.5
_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_UNKNOWN_FIELD = frozenset({400, 422})


class _Again(Exception):
    """This attempt failed before any text came, in a way that may pass."""

    def __init__(self, error: ModelError) -> None:
        super().__init__(error.message)
        self.error = error


class _Malformed(Exception):
    """What came is no chat completion."""


class HttpLLM:
    """Chat completions, streamed. Calls from several threads go out at once; the server queues them.

    Attempts that fail before any text came are repeated (no connection, 429, 5xx), all within the
    time limit of the call.
    """

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        try:
            self._url = httpx.URL(settings.base_url.rstrip("/") + "/chat/completions")
        except httpx.InvalidURL as error:
            raise ConfigError(f"llm.base_url = {settings.base_url!r}: {error}") from error
        if self._url.scheme not in ("http", "https") or not self._url.host:
            raise ConfigError(
                f"llm.base_url = {settings.base_url!r} is no address of an endpoint",
                hint="for example http://127.0.0.1:8080/v1",
            )
        key = settings.api_key.get_secret_value()
        # A connection a call: servers that fail in the middle of a stream leave theirs half dead.
        self._client = httpx.Client(
            headers={"Authorization": f"Bearer {key}"} if key else {},
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self._constrains = self._extends = True
        self.parallel = True
        self.refused: list[str] = []
        self.identity = f"http {self._url} {settings.model} context={settings.context} seed={settings.seed}"
        self.model = settings.model
        self.device = self._url.netloc.decode("ascii")
        self.context = settings.context

    def models(self) -> list[str]:
        """Return the names of the models that the endpoint offers; asks it, for some seconds at most.

        Raises:
            ModelUnavailable: it does not answer, or not with such a list.
        """
        url = self._url.copy_with(path=self._url.path.removesuffix("/chat/completions") + "/models")
        try:
            response = self._client.get(url, timeout=min(self._settings.timeout, 5.0))
            response.raise_for_status()
            return [str(model["id"]) for model in response.json()["data"]]
        except httpx.HTTPError as error:
            raise self._unreachable(error) from error
        except (ValueError, KeyError, TypeError) as error:
            raise ModelUnavailable(
                f"{self.device} does not list its models", hint="check llm.base_url"
            ) from error

    def count_tokens(self, text: str) -> int:
        """Return an estimate: endpoints have no common way to tell."""
        return max(len(text.split()), math.ceil(len(text) / _CHARACTERS_PER_TOKEN))

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Return the model's reply; see `kgqa_neo4j.llm.base.LLM`."""
        end = time.monotonic() + self._settings.timeout
        attempts = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(_Again),
            wait=tenacity.wait_random_exponential(multiplier=0.25, max=5),
            stop=tenacity.stop_after_attempt(ATTEMPTS) | tenacity.stop_before_delay(self._settings.timeout),
            reraise=True,
        )
        try:
            return attempts(self._attempt, request, end, on_text)
        except _Again as failure:
            raise failure.error from failure.__cause__

    def _attempt(self, request: Request, end: float, on_text: OnText | None, stream: bool = True) -> Completion:
        body = self._body(request, stream)
        cleaner, events, pieces = ReplyCleaner(request.stop), 0, 0
        usage: dict[str, Any] = {}
        with self._response(body, end) as response:
            if response.status_code != httpx.codes.OK:
                return self._refused(response, request, end, on_text)
            for event in _events(response):
                events += 1
                usage = event.get("usage") or usage
                if (piece := _delta(event)) and not cleaner.done:
                    pieces += 1
                    _emit(cleaner.feed(piece), on_text)
        _emit(cleaner.finish(), on_text)
        if not events and stream:
            # Some servers end the stream without a word where a plain reply tells what is wrong.
            return self._attempt(request, end, on_text, stream=False)
        if not pieces and not usage:
            raise ModelUnavailable(
                f"{self.device} sent no reply", hint="is llm.base_url an OpenAI-compatible endpoint?"
            )
        estimate = sum(self.count_tokens(message["content"]) for message in request.messages)
        return Completion(
            cleaner.text,
            int(usage.get("prompt_tokens") or estimate),
            int(usage.get("completion_tokens") or pieces),
        )

    def _body(self, request: Request, stream: bool) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [
                {"role": message["role"], "content": neutralise(message["content"])}
                for message in request.messages
            ],
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "seed": self._settings.seed,
            "stream": stream,
        }
        if stream:
            body["stream_options"] = {"include_usage": True}
        if self._extends:
            body.update(request.extra)
        if request.stop:
            body["stop"] = list(request.stop)
        if self._constrains and request.grammar:
            body["grammar"] = request.grammar
        if self._constrains and request.json_schema:
            schema = {"name": "reply", "schema": request.json_schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    @contextmanager
    def _response(self, body: dict[str, Any], end: float) -> Iterator[httpx.Response]:
        """Send `body`; whatever fails on the way, in the middle of the reply too, in our own terms."""
        left = max(end - time.monotonic(), 0.001)
        started = over = False
        watch: threading.Timer | None = None

        def stop(connection: socket.socket) -> None:
            nonlocal over
            over = True
            connection.shutdown(socket.SHUT_RDWR)

        try:
            timeout = httpx.Timeout(left, connect=min(left, 10.0))
            with self._client.stream("POST", self._url, json=body, timeout=timeout) as response:
                started = response.is_success
                # httpx limits each read; a server that drips forever needs a limit on the whole.
                connection = response.extensions["network_stream"].get_extra_info("socket")
                watch = threading.Timer(max(end - time.monotonic(), 0.0), stop, [connection])
                watch.daemon = True
                watch.start()
                yield response
        except httpx.TimeoutException as error:
            if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout) and time.monotonic() < end:
                raise _Again(self._unreachable(error)) from error
            raise self._late() from error
        except (httpx.HTTPError, httpx.StreamError) as error:
            if over:
                raise self._late() from error
            failure = self._unreachable(error)
            raise (failure if started else _Again(failure)) from error
        except _Malformed as error:
            if over:
                raise self._late() from error
            raise ModelUnavailable(
                f"{self.device} sent something that is no chat completion: {error}",
                hint="is llm.base_url an OpenAI-compatible endpoint?",
            ) from error
        finally:
            if watch is not None:
                watch.cancel()

    def _refused(
        self, response: httpx.Response, request: Request, end: float, on_text: OnText | None
    ) -> Completion:
        text = response.read().decode("utf-8", "replace")[:500]
        code = response.status_code
        if code in _BUSY:
            raise _Again(ModelUnavailable(f"{self.device} answered {code}: {text}", hint="try again later"))
        if code in _UNKNOWN_FIELD and "context" in text.lower():
            raise ContextOverflow(f"{self.device}: {text}", hint=OVERFLOW_HINT)
        # Not every endpoint knows all fields. Those of sampling go first: callers miss a constraint more,
        # though they parse replies strictly anyway.
        if code in _UNKNOWN_FIELD and self._extends and request.extra:
            self._extends = False
            self.refused.append("min-p, top-k and penalties")
            return self._attempt(request, end, on_text)
        if code in _UNKNOWN_FIELD and self._constrains and (request.grammar or request.json_schema):
            self._constrains = False
            self.refused.append("grammars")
            return self._attempt(request, end, on_text)
        hint = {401: "set llm.api_key", 403: "set llm.api_key", 404: "check llm.base_url and llm.model"}.get(
            code, ""
        )
        raise ModelUnavailable(f"{self.device} answered {code}: {text}", hint=hint)

    def _late(self) -> ModelTimeout:
        return ModelTimeout(
            f"{self.device} took longer than {self._settings.timeout:g} s", hint="raise llm.timeout"
        )

    def _unreachable(self, error: Exception) -> ModelUnavailable:
        return ModelUnavailable(
            f"the endpoint {self.device} failed: {error or type(error).__name__}",
            hint="start it, or check llm.base_url",
        )


def create(settings: LlmSettings) -> HttpLLM:
    """Make the backend `http` from settings."""
    if not settings.base_url:
        raise ConfigError("the backend `http` needs llm.base_url", hint="for example http://127.0.0.1:8080/v1")
    return HttpLLM(settings)


def _events(response: httpx.Response) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a stream of server-sent events, or the one object of a plain reply."""
    if "json" in response.headers.get("content-type", ""):
        yield _object(response.read().decode("utf-8", "replace"))
        return
    started = finished = False
    for line in response.iter_lines():
        field, _, value = line.partition(":")
        if field != "data":
            continue
        if value.strip() == "[DONE]":
            return
        started, event = True, _object(value)
        finished = finished or any(choice.get("finish_reason") for choice in _choices(event))
        yield event
    if started and not finished:
        raise _Malformed("the stream ended in the middle")


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise _Malformed(f"{text[:80]!r} is not JSON") from error
    if not isinstance(value, dict):
        raise _Malformed(f"{text[:80]!r} is not a JSON object")
    if value.get("error"):
        raise _Malformed(str(value["error"])[:500])
    return value


def _choices(event: dict[str, Any]) -> list[dict[str, Any]]:
    choices = event.get("choices")
    return [choice for choice in choices if isinstance(choice, dict)] if isinstance(choices, list) else []


def _delta(event: dict[str, Any]) -> str:
    for choice in _choices(event):
        part = choice.get("delta") or choice.get("message")
        content = part.get("content") if isinstance(part, dict) else None
        return content if isinstance(content, str) else ""
    return ""


def _emit(text: str, on_text: OnText | None) -> None:
    if text and on_text is not None:
        on_text(text)
