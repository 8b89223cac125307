"""Greedy decoding under a grammar, without holding every token of the vocabulary against it.

llama.cpp tries the grammar on all tokens before one is chosen, some 50,000 checks for each token of
the reply. The most likely token that the grammar allows is the same whether the unlikely ones were
checked or not, so the few most likely ones are checked first.
"""

from __future__ import annotations

import ctypes

import llama_cpp
import numpy as np
import numpy.typing as npt

Logits = npt.NDArray[np.float32]
_FIRST = 64


class GreedyGrammar:
    """The state of a GBNF grammar along one reply."""

    def __init__(self, vocabulary: object, grammar: str) -> None:
        self._sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode("utf-8"), b"root")

    def pick(self, logits: Logits) -> int:
        """Return the most likely token that may come next, and take it as said."""
        first = min(_FIRST, len(logits))
        likely = np.argpartition(-logits, first - 1)[:first]
        token = self._best(likely, logits)
        if token is None:
            token = self._best(np.arange(len(logits)), logits)
        # A grammar that allows nothing at all has come to its end.
        chosen = int(logits.argmax()) if token is None else token
        llama_cpp.llama_sampler_accept(self._sampler, chosen)
        return chosen

    def close(self) -> None:
        """Give the memory back."""
        llama_cpp.llama_sampler_free(self._sampler)

    def _best(self, tokens: npt.NDArray[np.intp], logits: Logits) -> int | None:
        data = (llama_cpp.llama_token_data * len(tokens))()
        for place, token in enumerate(tokens):
            data[place] = llama_cpp.llama_token_data(id=int(token), logit=float(logits[token]), p=0.0)
        array = llama_cpp.llama_token_data_array(data=data, size=len(tokens), selected=-1, sorted=False)
        llama_cpp.llama_sampler_apply(self._sampler, ctypes.byref(array))
        best = max(data, key=lambda one: (one.logit, -one.id))
        return int(best.id) if best.logit > -np.inf else None
