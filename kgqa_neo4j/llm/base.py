"""The interface of a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict, runtime_checkable

# Mentions all methods, because a backend does not know which one wrote the prompt.
OVERFLOW_HINT = (
    "raise llm.context, or give the model less evidence: `kgqa config show` lists each method's "
    "evidence_tokens or top_k"
)


DEFAULT_SAMPLING: Mapping[str, float] = {"top_k": 40, "top_p": 0.95, "min_p": 0.05, "repeat_penalty": 1.0}
"""Sampling parameters unless a request sets them: llama.cpp's defaults, for every backend."""


class Message(TypedDict):
    """One turn of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """One call: the chat so far, and how to sample the reply.

    At most one of `grammar` (GBNF) and `json_schema` may be set. A backend that cannot constrain its output ignores
    both, so callers must parse replies strictly. `extra` overrides parameters of `DEFAULT_SAMPLING`. `prompt` is the
    name and version of the prompt template, such as ``answer/1``, for records and the cache.
    """

    messages: Sequence[Message]
    max_tokens: int = 128
    temperature: float = 0.0
    stop: Sequence[str] = ()
    grammar: str | None = None
    json_schema: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply, cleaned of think blocks and chat-template tokens, and its cost in tokens.

    If `cached`, `seconds` is the time of the original reply.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    cached: bool = False
    seconds: float = 0.0


class OptionScores(list[float]):
    """The scores of options, with `cached` and `seconds` as in `Completion`."""

    def __init__(self, scores: Sequence[float], *, cached: bool = False, seconds: float = 0.0) -> None:
        super().__init__(scores)
        self.cached = cached
        self.seconds = seconds


OnText = Callable[[str], None]


class LLM(Protocol):
    """A language model. Thread-safe; calls may be serialized internally.

    A backend may have three optional attributes: `identity`, a string that identifies the weights (or endpoint and
    model) and their settings, without which replies are not cached; `parallel`, true if calls from several threads are
    served concurrently; and `refused`, descriptions of the request fields that the endpoint does not accept.
    """

    @property
    def model(self) -> str:
        """Name of the model, for display and records."""

    @property
    def device(self) -> str:
        """The device: ``cpu``, ``gpu (N layers)``, or the endpoint's host."""

    @property
    def context(self) -> int:
        """Context size in tokens: prompt and reply together."""

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens of `text`, estimated if the backend cannot count."""

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Return the model's reply; `on_text` receives it piece by piece as it is generated.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """


@runtime_checkable
class OptionScorer(Protocol):
    """An optional capability of a backend: scoring given options instead of generating text."""

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the log-probability of each option as the beginning of the assistant's reply.

        This is the mean over the option's tokens, or their sum if `per_token` is false. It counts as one call, because
        the prompt is evaluated once.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """
