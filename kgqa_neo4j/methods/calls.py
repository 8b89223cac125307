"""Counting what a method asks of the language model, and how long its stages take."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kgqa_neo4j.answer import LlmUsage, Seconds
from kgqa_neo4j.errors import ModelError
from kgqa_neo4j.llm.base import LLM, Message, OnText, OptionScorer, OptionScores, Request
from kgqa_neo4j.settings import LlmSettings


class Calls:
    """The language model as a method sees it: by prompts, with every call counted in `usage`."""

    def __init__(self, llm: LLM, settings: LlmSettings) -> None:
        self.llm = llm
        self._settings = settings
        self.usage = LlmUsage()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        grammar: str | None = None,
        stop: Sequence[str] = (),
        on_text: OnText | None = None,
        prompt: str = "",
    ) -> str:
        """Return the model's reply. The call counts even if it fails, and if it was cached.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """
        self.usage.calls += 1
        completion = self.llm.complete(
            Request(
                messages,
                max_tokens=max_tokens or self._settings.max_tokens,
                temperature=self._settings.temperature,
                stop=stop,
                grammar=grammar,
                prompt=prompt,
            ),
            on_text,
        )
        self.usage.prompt_tokens += completion.prompt_tokens
        self.usage.completion_tokens += completion.completion_tokens
        self._count_cached(completion.cached, completion.seconds)
        return completion.text

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the score of each option; see `OptionScorer`. Counts as one call.

        Raises:
            ModelError: the back end cannot score options.
            ContextOverflow, ModelTimeout, ModelUnavailable.
        """
        if not isinstance(self.llm, OptionScorer):
            raise ModelError(f"{self.llm.model} cannot score options", hint="use the back end llama-cpp")
        self.usage.calls += 1
        scores = self.llm.choose(messages, options, per_token=per_token)
        if isinstance(scores, OptionScores):
            self._count_cached(scores.cached, scores.seconds)
        return scores

    def finish(self) -> LlmUsage:
        """Return what was used, with the model's name and where it runs."""
        self.usage.model, self.usage.device = self.llm.model, self.llm.device
        return self.usage

    def _count_cached(self, cached: bool, seconds: float) -> None:
        if cached:
            self.usage.cached += 1
            self.usage.cached_seconds += seconds


@contextmanager
def timed(seconds: Seconds, stage: str) -> Iterator[None]:
    """Add the time spent inside to one stage."""
    started = time.perf_counter()
    try:
        yield
    finally:
        setattr(seconds, stage, getattr(seconds, stage) + time.perf_counter() - started)
