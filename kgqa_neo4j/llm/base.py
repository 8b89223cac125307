"""The interface of a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict, runtime_checkable

# A backend does not know which method wrote the prompt that does not fit.
OVERFLOW_HINT = (
    "raise llm.context, or give the model less evidence: `kgqa config show` lists each method's "
    "evidence_tokens or top_k"
)


DEFAULT_SAMPLING: Mapping[str, float] = {"top_k": 40, "top_p": 0.95, "min_p": 0.05, "repeat_penalty": 1.0}
"""How to sample where a request does not say: llama.cpp's values, whichever backend replies."""


class Message(TypedDict):
    """One turn of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """One call: the chat so far and how to sample the reply.

    `grammar` is a GBNF grammar, `json_schema` a JSON schema; at most one of them. A backend that
    cannot constrain its output ignores both, so replies are always parsed strictly by the caller.
    `extra` holds sampling parameters that replace those of `DEFAULT_SAMPLING`.
    `prompt` names the template and its version, as in ``answer/1``, for records and the cache.
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
    """A reply, cleaned of think blocks and chat-template tokens, and what it cost in tokens.

    If `cached`, `seconds` is the time of the original reply.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    cached: bool = False
    seconds: float = 0.0


class OptionScores(list[float]):
    """The scores of options, with the cost of the call, as in `Completion`."""

    def __init__(self, scores: Sequence[float], *, cached: bool = False, seconds: float = 0.0) -> None:
        super().__init__(scores)
        self.cached = cached
        self.seconds = seconds


OnText = Callable[[str], None]


class LLM(Protocol):
    """A language model. Safe to call from several threads; calls may be serialised inside.

    A backend may have three more attributes: `identity`, a string for the weights (or endpoint and model) and
    their settings, without which replies are not cached; `parallel`, true if calls from several threads are
    served concurrently; and `refused`, a description of the request fields that the endpoint does not accept.
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
        """Return the model's reply; `on_text` receives it piece by piece as it is made.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """


@runtime_checkable
class OptionScorer(Protocol):
    """An optional part of a backend: scoring given options instead of generating text."""

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the log-probability of each option as the beginning of the assistant's reply.

        The mean over an option's tokens, or with `per_token` false their sum. Counts as one call:
        the prompt is read once.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """
