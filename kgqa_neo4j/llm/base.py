"""What the rest of the program needs of a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict, runtime_checkable

# Of a prompt that does not fit: which method wrote it, a backend does not know.
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

    A `cached` one was not made anew; `seconds` is then what it took when it was made.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    cached: bool = False
    seconds: float = 0.0


class OptionScores(list[float]):
    """What scoring options gave, and as of a completion whether it was kept and what it took."""

    def __init__(self, scores: Sequence[float], *, cached: bool = False, seconds: float = 0.0) -> None:
        super().__init__(scores)
        self.cached = cached
        self.seconds = seconds


OnText = Callable[[str], None]


class LLM(Protocol):
    """A language model. Safe to call from several threads; calls may be serialised inside.

    A backend may have three more attributes: `identity`, a string that says which weights (or
    endpoint and model) with which settings reply, without which replies are not cached; `parallel`,
    true if calls from several threads are served at once; and `refused`, in words what of a request
    it turned out not to take, so that it was asked without.
    """

    @property
    def model(self) -> str:
        """Name of the model, for display and records."""

    @property
    def device(self) -> str:
        """Where it runs: ``cpu``, ``gpu (N layers)``, or the endpoint's host."""

    @property
    def context(self) -> int:
        """Context size in tokens: prompt and reply together."""

    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` takes; an estimate where the backend cannot tell."""

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Return the model's reply; `on_text` receives it piece by piece as it is made.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """


@runtime_checkable
class OptionScorer(Protocol):
    """What a backend may offer besides: scoring enumerated options instead of generating text."""

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the log-probability of each option as the beginning of the assistant's reply.

        The mean over an option's tokens, or with `per_token` false their sum. Counts as one call:
        the prompt is read once.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """
