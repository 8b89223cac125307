"""Grammar-constrained decoding that usually avoids checking the whole vocabulary.

llama.cpp checks all tokens, about 50,000, against the grammar before it samples each token of the reply. Here the most
likely tokens are checked first, and the rest only if none of them is allowed.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import llama_cpp
import numpy as np
import numpy.typing as npt

from kgqa_neo4j.llm.base import DEFAULT_SAMPLING

Logits = npt.NDArray[np.float32]
Tokens = npt.NDArray[np.intp]
_FIRST = 64
# Window of the repeat penalty in tokens, as in llama.cpp.
_LAST = 64


@dataclass(frozen=True, slots=True)
class Sampler:
    """Parameters for sampling a token from the allowed ones; temperature 0 is greedy."""

    temperature: float = 0.0
    top_k: int = int(DEFAULT_SAMPLING["top_k"])
    min_p: float = DEFAULT_SAMPLING["min_p"]
    repeat_penalty: float = DEFAULT_SAMPLING["repeat_penalty"]
    seed: int = 0

    @classmethod
    def of(cls, temperature: float, extra: Mapping[str, float], seed: int) -> Sampler:
        """Return the sampler for a request; missing parameters have the values of `DEFAULT_SAMPLING`."""
        chosen = {**DEFAULT_SAMPLING, **extra}
        return cls(
            temperature,
            int(chosen["top_k"]),
            float(chosen["min_p"]),
            float(chosen["repeat_penalty"]),
            seed,
        )


class GrammarDecoder:
    """The state of a GBNF grammar along one reply."""

    def __init__(self, vocabulary: object, grammar: str, sampler: Sampler) -> None:
        self._grammar = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode("utf-8"), b"root")
        self._sampler = sampler
        self._random = np.random.default_rng(sampler.seed)
        self._recent: deque[int] = deque(maxlen=_LAST)

    def pick(self, logits: Logits) -> int:
        """Sample the next token and advance the grammar. `logits` has one value per token."""
        logits = self._penalised(logits)
        first = min(_FIRST, len(logits))
        allowed = self._allowed(np.argpartition(-logits, first - 1)[:first], logits)
        if not len(allowed):
            allowed = self._allowed(np.arange(len(logits)), logits)
        # A grammar that allows no token is complete.
        chosen = self._chosen(allowed, logits) if len(allowed) else int(logits.argmax())
        llama_cpp.llama_sampler_accept(self._grammar, chosen)
        self._recent.append(chosen)
        return chosen

    def close(self) -> None:
        """Free llama.cpp's grammar sampler."""
        llama_cpp.llama_sampler_free(self._grammar)

    def _penalised(self, logits: Logits) -> Logits:
        penalty = self._sampler.repeat_penalty
        if penalty == 1.0 or not self._recent:
            return logits
        changed, places = logits.copy(), list(set(self._recent))
        some = changed[places]
        changed[places] = np.where(some > 0, some / penalty, some * penalty)
        return changed

    def _allowed(self, tokens: Tokens, logits: Logits) -> Tokens:
        """Return the tokens that the grammar allows, the most likely first."""
        data = (llama_cpp.llama_token_data * len(tokens))()
        for place, token in enumerate(tokens):
            data[place] = llama_cpp.llama_token_data(id=int(token), logit=float(logits[token]), p=0.0)
        array = llama_cpp.llama_token_data_array(data=data, size=len(tokens), selected=-1, sorted=False)
        llama_cpp.llama_sampler_apply(self._grammar, ctypes.byref(array))
        allowed = sorted((-one.logit, one.id) for one in data if one.logit > -np.inf)
        return np.array([token for _, token in allowed], np.intp)

    def _chosen(self, allowed: Tokens, logits: Logits) -> int:
        sampler = self._sampler
        if sampler.temperature <= 0 or len(allowed) == 1:
            return int(allowed[0])
        some = logits[allowed[: max(sampler.top_k, 1)]].astype(np.float64)
        some = some[some >= some[0] + np.log(max(sampler.min_p, 1e-12))]
        weights = np.exp((some - some[0]) / sampler.temperature)
        return int(allowed[self._random.choice(len(some), p=weights / weights.sum())])
