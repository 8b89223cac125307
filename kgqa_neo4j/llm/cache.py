"""Caching of replies, so that a model answers the same request only once."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any

from kgqa_neo4j.llm.base import LLM, Completion, Message, OnText, OptionScorer, OptionScores, Request
from kgqa_neo4j.llm.store import ReplyStore
from kgqa_neo4j.model.redaction import Redactor
from kgqa_neo4j.settings import Configuration, secrets_in
from kgqa_neo4j.version import __version__


class CachedLLM:
    """A language model with a cache of successful replies.

    The key is a hash of the program's version, the model's identity and the whole request, so a cached reply is
    returned only for the same model, parameters and prompt.
    """

    def __init__(self, llm: LLM, identity: str, store: ReplyStore, redactor: Redactor) -> None:
        self._llm = llm
        self._identity = identity
        self._store = store
        self._redactor = redactor

    @property
    def model(self) -> str:
        """Name of the model."""
        return self._llm.model

    @property
    def device(self) -> str:
        """The device that the model runs on."""
        return self._llm.device

    @property
    def context(self) -> int:
        """Context size in tokens."""
        return self._llm.context

    @property
    def identity(self) -> str:
        """The wrapped model's identity."""
        return self._identity

    @property
    def refused(self) -> Sequence[str]:
        """The request fields that the wrapped model does not accept."""
        return refused_by(self._llm)

    @property
    def parallel(self) -> bool:
        """Whether calls from several threads are served concurrently."""
        return serves_in_parallel(self._llm)

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens of `text`."""
        return self._llm.count_tokens(text)

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Return the cached reply, passed to `on_text` in one piece, or else the model's.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable: the model failed; nothing is cached.
        """
        key = self._key("complete", asdict(request))
        # Redacted again on reading, because an older reply may contain text that became a secret later.
        if kept := _completion(self._redactor.value(self._store.get(key))):
            if kept.text and on_text is not None:
                on_text(kept.text)
            return kept
        started = time.perf_counter()
        completion = self._llm.complete(request, on_text)
        seconds = time.perf_counter() - started
        self._store.put(key, self._redactor.value({**asdict(completion), "seconds": seconds}))
        return completion

    def _key(self, kind: str, content: dict[str, Any]) -> bytes:
        # Includes the version, because the program renders the prompts and cleans the replies.
        whole = [__version__, self._identity, kind, content]
        text = json.dumps(whole, sort_keys=True, default=list)
        return hashlib.blake2b(text.encode(), digest_size=20).digest()


class CachedScoringLLM(CachedLLM):
    """A `CachedLLM` for a model that can also score options."""

    def __init__(
        self, llm: LLM, scorer: OptionScorer, identity: str, store: ReplyStore, redactor: Redactor
    ) -> None:
        super().__init__(llm, identity, store, redactor)
        self._scorer = scorer

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the cached scores, or else the model's; see `OptionScorer`."""
        content = {"messages": list(messages), "options": list(options), "per_token": per_token}
        key = self._key("choose", content)
        if kept := _scores(self._store.get(key), len(options)):
            return kept
        started = time.perf_counter()
        scores = self._scorer.choose(messages, options, per_token=per_token)
        self._store.put(key, {"scores": list(scores), "seconds": time.perf_counter() - started})
        return scores


def with_cache(llm: LLM, identity: str, store: ReplyStore, secrets: Iterable[str] = ()) -> CachedLLM:
    """Return `llm` with a cache in `store`, from which `secrets` are redacted; it can score options if `llm` can."""
    redactor = Redactor(secrets)
    if isinstance(llm, OptionScorer):
        return CachedScoringLLM(llm, llm, identity, store, redactor)
    return CachedLLM(llm, identity, store, redactor)


def cached(llm: LLM, configuration: Configuration) -> LLM:
    """Return `llm` with a cache in the workspace, if caching is enabled and the model has an identity."""
    identity = identity_of(llm)
    if not (configuration.settings.llm.cache and identity):
        return llm
    return with_cache(llm, identity, ReplyStore(configuration.workspace), secrets_in(configuration.settings))


def identity_of(llm: LLM) -> str:
    """Return the model's identity, "" if the backend has none."""
    return str(getattr(llm, "identity", ""))


def refused_by(llm: LLM) -> Sequence[str]:
    """Return descriptions of the request fields that the backend does not accept."""
    return tuple(getattr(llm, "refused", ()))


def serves_in_parallel(llm: LLM) -> bool:
    """Return whether calls from several threads are served concurrently."""
    return bool(getattr(llm, "parallel", False))


def _completion(kept: dict[str, Any] | None) -> Completion | None:
    names = {field.name for field in fields(Completion)}
    if kept is None or kept.keys() != names or not isinstance(kept["text"], str):
        return None
    return Completion(**{**kept, "cached": True})


def _scores(kept: dict[str, Any] | None, count: int) -> OptionScores | None:
    if kept is None or not isinstance(kept.get("scores"), list) or len(kept["scores"]) != count:
        return None
    return OptionScores(kept["scores"], cached=True, seconds=float(kept["seconds"]))
