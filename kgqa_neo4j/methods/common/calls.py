"""Language-model calls of a method, counted, and the timing of its stages."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from kgqa_neo4j.llm.base import LLM, Message, OnText, OptionScorer, OptionScores, Request
from kgqa_neo4j.methods.common.prompts import prompt
from kgqa_neo4j.model.answer import LlmUsage, Seconds
from kgqa_neo4j.model.cancellation import check_cancelled
from kgqa_neo4j.model.errors import ModelError
from kgqa_neo4j.model.text import well_formed
from kgqa_neo4j.settings import LlmSettings
from kgqa_neo4j.telemetry.spans import span
from kgqa_neo4j.telemetry.stages import model_call


@dataclass(frozen=True, slots=True)
class Sampling:
    """Sampling parameters that override the settings; None keeps the setting."""

    temperature: float | None = None
    max_tokens: int | None = None
    stop: Sequence[str] = ()
    extra: Mapping[str, float] = field(default_factory=dict)


AS_SET = Sampling()


class Calls:
    """The language model as methods use it: called by prompt name, with every call counted in `usage`."""

    def __init__(self, llm: LLM, settings: LlmSettings) -> None:
        self.llm = llm
        self._settings = settings
        self.usage = LlmUsage()

    def complete(
        self,
        name: str,
        values: Mapping[str, str],
        *,
        examples: Sequence[tuple[Mapping[str, str], str]] = (),
        sampling: Sampling = AS_SET,
        grammar: str | None = None,
        on_text: OnText | None = None,
    ) -> str:
        """Return the reply to the prompt `name`. Failed and cached calls are counted too.

        `examples` are few-shot examples: values like `values`, each with the right reply.

        Raises:
            ConfigError: the user's template of that name cannot be used.
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """
        check_cancelled()
        template = prompt(name, self._settings.prompts)
        settings = self._settings
        self.usage.calls += 1
        request = Request(
            template.messages(examples, **values),
            max_tokens=sampling.max_tokens or settings.max_tokens,
            temperature=settings.temperature if sampling.temperature is None else sampling.temperature,
            stop=sampling.stop,
            grammar=grammar,
            extra=dict(sampling.extra),
            prompt=template.id,
        )
        with model_call(self.llm.model, template.id) as told:
            completion = self.llm.complete(request, on_text)
            told.cost(completion.prompt_tokens, completion.completion_tokens, cached=completion.cached)
        self.usage.prompt_tokens += completion.prompt_tokens
        self.usage.completion_tokens += completion.completion_tokens
        self._count_cached(completion.cached, completion.seconds)
        # A model that a program provides may say what no encoder reads.
        return well_formed(completion.text)

    def phrase(self, name: str, **values: str) -> str:
        """Return the template `name`, filled in, as text for use within another prompt.

        Raises:
            ConfigError: the user's template of that name cannot be used.
        """
        turns = prompt(name, self._settings.prompts).messages(**values)
        return "\n".join(turn["content"] for turn in turns)

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the score of each option; see `OptionScorer`. Counts as one call.

        Raises:
            ModelError: the backend cannot score options.
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """
        check_cancelled()
        if not isinstance(self.llm, OptionScorer):
            raise ModelError(f"{self.llm.model} cannot score options", hint="use the backend llama-cpp")
        self.usage.calls += 1
        with model_call(self.llm.model, "options"):
            scores = self.llm.choose(messages, options, per_token=per_token)
        if isinstance(scores, OptionScores):
            self._count_cached(scores.cached, scores.seconds)
        return scores

    def finish(self) -> LlmUsage:
        """Return the usage, with the model's name and device."""
        self.usage.model, self.usage.device = self.llm.model, self.llm.device
        return self.usage

    def _count_cached(self, cached: bool, seconds: float) -> None:
        if cached:
            self.usage.cached += 1
            self.usage.cached_seconds += seconds


@contextmanager
def timed(seconds: Seconds, stage: str) -> Iterator[None]:
    """Add the time spent in the block to `stage`, and record it as a telemetry span."""
    started = time.perf_counter()
    try:
        with span(f"kgqa.{stage}"):
            yield
    finally:
        setattr(seconds, stage, getattr(seconds, stage) + time.perf_counter() - started)
