"""Counting what a method asks of the language model, and how long its stages take."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kgqa_neo4j.answer import LlmUsage, Seconds
from kgqa_neo4j.llm.base import LLM, Message, OnText, Request
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
    ) -> str:
        """Return the model's reply. The call counts even if it fails.

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
            ),
            on_text,
        )
        self.usage.prompt_tokens += completion.prompt_tokens
        self.usage.completion_tokens += completion.completion_tokens
        return completion.text

    def finish(self) -> LlmUsage:
        """Return what was used, with the model's name and where it runs."""
        self.usage.model, self.usage.device = self.llm.model, self.llm.device
        return self.usage


@contextmanager
def timed(seconds: Seconds, stage: str) -> Iterator[None]:
    """Add the time spent inside to one stage."""
    started = time.perf_counter()
    try:
        yield
    finally:
        setattr(seconds, stage, getattr(seconds, stage) + time.perf_counter() - started)
