"""Snapshots of llama.cpp's state after a prompt, so that later prompts need not evaluate a common prefix again.

A method alternates between prompt templates with different constant prefixes, and the context holds only the last
prompt. Copying the key-value cache is cheap compared with evaluating a prompt.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

import llama_cpp

_MOST_SNAPSHOTS = 4
_MOST_BYTES = 256 * 2**20


@dataclass(frozen=True, slots=True)
class _Snapshot:
    tokens: list[int]
    data: ctypes.Array[ctypes.c_uint8]


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the length of the common prefix of two sequences."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


class Snapshots:
    """Snapshots of the last few prompts with different prefixes."""

    def __init__(self) -> None:
        self._kept: list[_Snapshot] = []

    def restore(self, llama: llama_cpp.Llama, prompt: Sequence[int], better_than: int) -> list[int] | None:
        """Restore the snapshot that shares the longest prefix with `prompt`, and return its tokens.

        Return `None`, with the context unchanged, if none shares more than `better_than` tokens; an empty list, with
        the context cleared, if restoring fails.
        """
        best = max(self._kept, key=lambda snapshot: shared(snapshot.tokens, prompt), default=None)
        if best is None or shared(best.tokens, prompt) <= better_than:
            return None
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(llama.ctx), True)
        if not llama_cpp.llama_state_seq_set_data(llama.ctx, best.data, len(best.data), 0):
            self._kept.remove(best)
            return []
        self._kept.remove(best)
        self._kept.append(best)
        return best.tokens

    def keep(self, llama: llama_cpp.Llama, prompt: list[int]) -> None:
        """Store the state after `prompt`, unless half of it is already stored or the copy would be too large."""
        if any(shared(snapshot.tokens, prompt) * 2 >= len(prompt) for snapshot in self._kept):
            return
        size = llama_cpp.llama_state_seq_get_size(llama.ctx, 0)
        if not 0 < size <= _MOST_BYTES:
            return
        data = (ctypes.c_uint8 * size)()
        if llama_cpp.llama_state_seq_get_data(llama.ctx, data, size, 0) == size:
            self._kept = [*self._kept, _Snapshot(prompt, data)][-_MOST_SNAPSHOTS:]
