"""The backend `http`: an OpenAI-compatible endpoint such as llama-server, vLLM, Ollama or a hosted service."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
import tenacity

from kgqa_neo4j.llm.base import DEFAULT_SAMPLING, OVERFLOW_HINT, Completion, OnText, Request
from kgqa_neo4j.llm.cleaning import ReplyCleaner, neutralise
from kgqa_neo4j.llm.concurrency import ConcurrencyLimit, NoTurn
from kgqa_neo4j.llm.events import Malformed, TextDecoder, delta, parse_object, read_events, usage
from kgqa_neo4j.llm.exchange import Expired, Reply, TooLong, Undecodable, exchange
from kgqa_neo4j.model.errors import ConfigError, ContextOverflow, ModelError, ModelTimeout, ModelUnavailable
from kgqa_neo4j.model.redaction import Redactor, StreamRedactor
from kgqa_neo4j.model.text import well_formed
from kgqa_neo4j.settings import LlmSettings

ATTEMPTS = 4
_CHARACTERS_PER_TOKEN = 3.5
_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_UNKNOWN_FIELD = frozenset({400, 422})
# Characters of a refusal that are shown, and bytes that are read.
_SHOWN, _REFUSAL_BYTES = 500, 16_384
_LISTING_SECONDS = 5.0
# Cleaning takes time quadratic in the length of a piece.
_CHARACTERS_AT_ONCE = 1024

OPTIONAL_FIELDS = {
    "min-p, top-k and penalties": (
        "top_k",
        "min_p",
        "repeat_penalty",
        "repetition_penalty",
        "presence_penalty",
        "frequency_penalty",
    ),
    "grammars": ("grammar",),
    "JSON schemas": ("response_format",),
}
"""Features that not every endpoint supports, with the request fields that are omitted together.

Sampling comes first, because constraints matter more to callers, although they parse replies strictly anyway.
"""


class _Again(Exception):
    """An attempt failed before any text arrived, perhaps temporarily."""

    def __init__(self, error: ModelError) -> None:
        super().__init__(error.message)
        self.error = error


class HttpLLM:
    """Streamed chat completions; up to `llm.parallel` calls from several threads run concurrently.

    Attempts that fail before any text arrived (no connection, 429, 5xx) are retried within the time limit of the call.
    If the endpoint refuses a request with 400 or 422, the request is repeated with one more group of `OPTIONAL_FIELDS`
    omitted each time; groups without which it succeeds are omitted from then on. The API key is redacted from replies
    and errors.
    """

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        try:
            self._url = httpx.URL(settings.base_url.rstrip("/") + "/chat/completions")
        except httpx.InvalidURL as error:
            raise ConfigError(f"llm.base_url = {settings.base_url!r}: {error}") from error
        if self._url.scheme not in ("http", "https") or not self._url.host:
            raise ConfigError(
                f"llm.base_url = {settings.base_url!r} is not the URL of an endpoint",
                hint="set it to a URL such as http://127.0.0.1:8080/v1",
            )
        key = _checked_key(settings)
        self._redactor = Redactor([key, self._url.password])
        # One connection per call: after a failure in mid-stream, servers may leave a connection half open.
        self._client = httpx.Client(
            headers={"Authorization": f"Bearer {key}"} if key else {},
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self._turns = ConcurrencyLimit(settings.parallel)
        self.parallel = True
        self.refused: list[str] = []
        address = self._url.copy_with(userinfo=b"")
        self.identity = f"http {address} {settings.model} context={settings.context} seed={settings.seed}"
        self.model = settings.model
        self.device = self._url.netloc.decode("ascii")
        self.context = settings.context

    def models(self) -> list[str]:
        """Ask the endpoint for the names of its models, for a few seconds at most.

        Raises:
            ModelUnavailable: the endpoint does not answer, or not with a list of models.
        """
        url = self._url.copy_with(path=self._url.path.removesuffix("/chat/completions") + "/models")
        seconds = min(self._settings.timeout, _LISTING_SECONDS)
        try:
            with self._reply("GET", url, b"", time.monotonic() + seconds) as reply:
                if not reply.ok:
                    raise self._refusal(reply.status, self._beginning(reply))
                listed = parse_object(b"".join(reply.chunks()))
            return [self._redactor.text(well_formed(model["id"])) for model in listed["data"]]
        except _Again as failure:
            raise failure.error from failure.__cause__
        except ModelTimeout as error:
            raise ModelUnavailable(
                f"{self.device} did not list its models within {seconds:g} s", hint="check llm.base_url"
            ) from error
        except (KeyError, TypeError, AttributeError) as error:
            raise ModelUnavailable(
                f"{self.device} does not list its models", hint="check llm.base_url"
            ) from error

    def count_tokens(self, text: str) -> int:
        """Return an estimate, because endpoints have no common API for counting."""
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
            with self._turns.turn(end):
                return attempts(lambda: self._attempt(request, end, on_text, tuple(self.refused)))
        except NoTurn:
            raise ModelTimeout(
                f"{self._settings.parallel} other calls kept {self.device} busy for {self._settings.timeout:g} s",
                hint="raise llm.parallel or llm.timeout",
            ) from None
        except _Again as failure:
            raise failure.error from failure.__cause__

    def _attempt(
        self,
        request: Request,
        end: float,
        on_text: OnText | None,
        omitted: Sequence[str],
        stream: bool = True,
    ) -> Completion:
        """Send the request once, without the groups of `OPTIONAL_FIELDS` named in `omitted`."""
        body = self._body(request, omitted, stream)
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        text, counts, events = _ReplyText(request.stop, self._redactor, on_text), dict[str, int](), 0
        refused = ""
        with self._reply("POST", self._url, content, end) as reply:
            if reply.ok:
                self._remember(omitted)
                for event in read_events(reply.content_type, reply.chunks()):
                    events += 1
                    counts = usage(event) or counts
                    text.feed(delta(event))
                text.finish()
            else:
                refused = self._refused_field(reply, body)
        if refused:
            return self._attempt(request, end, on_text, [*omitted, refused], stream)
        if not events and stream:
            # Some servers end a stream silently, but report the error if the reply is not streamed.
            return self._attempt(request, end, on_text, omitted, stream=False)
        if not text.pieces and not counts:
            raise ModelUnavailable(
                f"{self.device} sent no reply", hint="check that llm.base_url is an OpenAI-compatible endpoint"
            )
        estimate = sum(self.count_tokens(message["content"]) for message in request.messages)
        return Completion(
            text.text, counts.get("prompt_tokens") or estimate, counts.get("completion_tokens") or text.pieces
        )

    def _body(self, request: Request, omitted: Sequence[str], stream: bool) -> dict[str, Any]:
        sampling = {**DEFAULT_SAMPLING, **request.extra}
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
            # Sent although they are llama.cpp's defaults, because llama_cpp.server and the settings of some models
            # for vLLM differ. vLLM also uses another name for the repeat penalty.
            "presence_penalty": 0.0,
            "frequency_penalty": 0.0,
            "repetition_penalty": sampling["repeat_penalty"],
            **sampling,
        }
        if stream:
            body["stream_options"] = {"include_usage": True}
        if request.stop:
            body["stop"] = list(request.stop)
        if request.grammar:
            body["grammar"] = request.grammar
        if request.json_schema:
            schema = {"name": "reply", "schema": request.json_schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        left_out = {field for words in omitted for field in OPTIONAL_FIELDS[words]}
        return {field: value for field, value in body.items() if field not in left_out}

    @contextmanager
    def _reply(self, method: str, url: httpx.URL, content: bytes, end: float) -> Iterator[Reply]:
        """Send a request, and convert all failures, including those in mid-reply, to this package's errors."""
        started = False
        try:
            with exchange(
                self._client,
                method,
                url,
                content,
                seconds=end - time.monotonic(),
                max_bytes=self._settings.max_reply_bytes,
            ) as reply:
                started = reply.ok
                yield reply
        except Expired as error:
            raise ModelTimeout(
                f"{self.device} took longer than {self._settings.timeout:g} s", hint="raise llm.timeout"
            ) from error
        except TooLong as error:
            raise ModelUnavailable(
                f"{self.device} sent more than {self._settings.max_reply_bytes:,} bytes in one reply",
                hint="check llm.base_url, or raise llm.max_reply_bytes",
            ) from error
        # Raised without the cause, which may quote the key.
        except (Malformed, Undecodable) as error:
            raise ModelUnavailable(
                self._shown(f"{self.device} sent something that is not a chat completion: {error}"),
                hint="check that llm.base_url is an OpenAI-compatible endpoint",
            ) from None
        except (httpx.HTTPError, httpx.StreamError) as error:
            failure = ModelUnavailable(
                self._shown(f"the endpoint {self.device} failed: {error or type(error).__name__}"),
                hint="start it, or check llm.base_url",
            )
            raise (failure if started else _Again(failure)) from error

    def _refused_field(self, reply: Reply, body: dict[str, Any]) -> str:
        """Return the group of `OPTIONAL_FIELDS` that the endpoint refuses, or the first one to try omitting.

        Raises:
            ModelError: the refusal has another reason.
            _Again: the endpoint is busy.
        """
        text = self._beginning(reply)
        refusal = self._refusal(reply.status, text)
        if reply.status in _BUSY:
            raise _Again(refusal)
        if reply.status not in _UNKNOWN_FIELD or isinstance(refusal, ContextOverflow):
            raise refusal
        sent = [words for words, fields in OPTIONAL_FIELDS.items() if any(field in body for field in fields)]
        if not sent:
            raise refusal
        return next(
            (words for words in sent if any(field in text for field in OPTIONAL_FIELDS[words])), sent[0]
        )

    def _refusal(self, status: int, text: str) -> ModelError:
        if status in _UNKNOWN_FIELD and "context" in text.lower():
            return ContextOverflow(self._shown(f"{self.device}: {text}"), hint=OVERFLOW_HINT)
        hints = {401: "set llm.api_key", 403: "set llm.api_key", 404: "check llm.base_url and llm.model"}
        hint = "try again later" if status in _BUSY else hints.get(status, "")
        return ModelUnavailable(self._shown(f"{self.device} answered {status}: {text}"), hint=hint)

    def _beginning(self, reply: Reply) -> str:
        return reply.beginning(_REFUSAL_BYTES).decode("utf-8", "replace")

    def _shown(self, text: str) -> str:
        # Truncated after redaction, because half a key would not be recognized.
        return self._redactor.text(text)[:_SHOWN]

    def _remember(self, omitted: Sequence[str]) -> None:
        for words in omitted:
            if words not in self.refused:
                self.refused.append(words)


class _ReplyText:
    """The reply's text as it arrives: joins surrogates, redacts secrets, cleans, and passes it to `on_text`."""

    def __init__(self, stop: Sequence[str], redactor: Redactor, on_text: OnText | None) -> None:
        self._decoder = TextDecoder()
        self._redactor = StreamRedactor(redactor)
        self._cleaner = ReplyCleaner(stop)
        self._on_text = on_text
        self.pieces = 0

    @property
    def text(self) -> str:
        return self._cleaner.text

    def feed(self, piece: str) -> None:
        if piece and not self._cleaner.done:
            self.pieces += 1
            for start in range(0, len(piece), _CHARACTERS_AT_ONCE):
                part = self._decoder.feed(piece[start : start + _CHARACTERS_AT_ONCE])
                self._emit(self._cleaner.feed(self._redactor.feed(part)))

    def finish(self) -> None:
        rest = self._redactor.feed(self._decoder.finish()) + self._redactor.finish()
        self._emit(self._cleaner.feed(rest) + self._cleaner.finish())

    def _emit(self, text: str) -> None:
        if text and self._on_text is not None:
            self._on_text(text)


def create(settings: LlmSettings) -> HttpLLM:
    """Create the backend `http` from settings."""
    if not settings.base_url:
        raise ConfigError(
            "the backend `http` needs llm.base_url", hint="set it to a URL such as http://127.0.0.1:8080/v1"
        )
    return HttpLLM(settings)


def _checked_key(settings: LlmSettings) -> str:
    key = settings.api_key.get_secret_value().strip()
    # HTTP headers allow nothing else, and the HTTP library's error would quote the key.
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(
            "llm.api_key has characters that HTTP headers cannot contain",
            hint="set the key again, without them",
        )
    return key
