"""Kept replies instead of new ones: the same request to the same model costs nothing again."""

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
    """A language model in front of which successful replies are kept.

    The key is a hash of the model's identity and of all that is in the request, so that a reply is
    only ever given again by the very model, with the very parameters, to the very prompt.
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
        """Where the model runs."""
        return self._llm.device

    @property
    def context(self) -> int:
        """Context size in tokens."""
        return self._llm.context

    @property
    def identity(self) -> str:
        """What tells this model from others."""
        return self._identity

    @property
    def refused(self) -> Sequence[str]:
        """As the language model inside."""
        return refused_by(self._llm)

    @property
    def parallel(self) -> bool:
        """Whether calls from several threads are served at once."""
        return serves_in_parallel(self._llm)

    def count_tokens(self, text: str) -> int:
        """Return how many tokens `text` takes."""
        return self._llm.count_tokens(text)

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Return the kept reply, to `on_text` in one piece, or the model's own.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable: from the model; nothing is kept then.
        """
        key = self._key("complete", asdict(request))
        # On the way out too: an older reply may hold what became a secret later.
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
        # The version, because prompts are rendered and replies cleaned by this program.
        whole = [__version__, self._identity, kind, content]
        text = json.dumps(whole, sort_keys=True, default=list)
        return hashlib.blake2b(text.encode(), digest_size=20).digest()


class CachedScoringLLM(CachedLLM):
    """The same for a model that can also score options."""

    def __init__(
        self, llm: LLM, scorer: OptionScorer, identity: str, store: ReplyStore, redactor: Redactor
    ) -> None:
        super().__init__(llm, identity, store, redactor)
        self._scorer = scorer

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the kept scores, or the model's own; see `OptionScorer`."""
        content = {"messages": list(messages), "options": list(options), "per_token": per_token}
        key = self._key("choose", content)
        if kept := _scores(self._store.get(key), len(options)):
            return kept
        started = time.perf_counter()
        scores = self._scorer.choose(messages, options, per_token=per_token)
        self._store.put(key, {"scores": list(scores), "seconds": time.perf_counter() - started})
        return scores


def with_cache(llm: LLM, identity: str, store: ReplyStore, secrets: Iterable[str] = ()) -> CachedLLM:
    """Return `llm` with its replies kept in `store`, without `secrets`; it can score options if `llm` can."""
    redactor = Redactor(secrets)
    if isinstance(llm, OptionScorer):
        return CachedScoringLLM(llm, llm, identity, store, redactor)
    return CachedLLM(llm, identity, store, redactor)


def cached(llm: LLM, configuration: Configuration) -> LLM:
    """Return `llm` with its replies kept in the workspace, if the settings want it and it has an identity."""
    identity = identity_of(llm)
    if not (configuration.settings.llm.cache and identity):
        return llm
    return with_cache(llm, identity, ReplyStore(configuration.workspace), secrets_in(configuration.settings))


def identity_of(llm: LLM) -> str:
    """Return what tells this model from others, nothing where the backend does not say."""
    return str(getattr(llm, "identity", ""))


def refused_by(llm: LLM) -> Sequence[str]:
    """Return what of requests the backend was asked without, as it does not take it."""
    return tuple(getattr(llm, "refused", ()))


def serves_in_parallel(llm: LLM) -> bool:
    """Return whether calls from several threads are served at once and not one after another."""
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
