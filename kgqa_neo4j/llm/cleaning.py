"""Cleaning of a language model's input and output.

In the input, chat-template tokens in questions and graph text are broken up, so that no entity name can end the user's
turn and start another. In the output, think blocks, template tokens and code fences are removed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

# Listed by name, because a model's vocabulary may not mark them as special tokens. Tokens like `<|...|>` are
# matched by a pattern instead; DeepSeek's templates use U+FF5C for the bar.
_MARKERS = (
    "</s>",
    "<s>",
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "<</SYS>>",
    "<start_of_turn>",
    "<end_of_turn>",
    "<bos>",
    "<eos>",
)
_TEMPLATE_TOKEN = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|<\uff5c[^\uff5c<>\n]{1,40}\uff5c>|" + "|".join(map(re.escape, _MARKERS))
)
# A template token that is possibly incomplete, at the end of a piece.
_PARTIAL_TOKEN = re.compile(r"<([|\uff5c][^|\uff5c<>\n]{0,40}[|\uff5c]?)?$")
_END_OF_TURN = re.compile(
    r"</s>|<eos>|<end_of_turn>|<[|\uff5c](im_end|end|endoftext|eot_id|eot|end\u2581of\u2581sentence)[|\uff5c]>"
)
_THINK, _END_THINK = "<think>", "</think>"
_FENCE = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


def neutralise(text: str, specials: Iterable[str] = ()) -> str:
    """Return `text` with chat-template tokens broken by a space, so that they read as plain text.

    `specials` are further special tokens of the current model.
    """
    for special in specials:
        if special in text:
            text = text.replace(special, f"{special[:1]} {special[1:]}")
    return _TEMPLATE_TOKEN.sub(lambda found: f"{found[0][:1]} {found[0][1:]}", text)


class ReplyCleaner:
    """Cleans a reply while it streams: feed it pieces, and show what it returns.

    Text that may turn out to be part of a think block, a template token or a stop string is held back until that is
    known. `done` becomes true at a stop string or an end-of-turn token.
    """

    def __init__(self, stop: Sequence[str] = ()) -> None:
        self._stop = [text for text in stop if text]
        self._pending = ""
        self._kept: list[str] = []
        self._thinking = False
        self.done = False

    def feed(self, piece: str) -> str:
        """Add the next piece, and return the text to show."""
        if self.done:
            return ""
        self._pending += piece
        shown = self._advance()
        if not self._kept:
            shown = shown.lstrip()
        if shown:
            self._kept.append(shown)
        return shown

    def finish(self) -> str:
        """End the reply, and return the rest of the text to show."""
        rest = "" if self._thinking or self.done else self._pending
        self._pending, self.done = "", True
        if not self._kept:
            rest = rest.lstrip()
        if rest:
            self._kept.append(rest)
        return rest

    @property
    def text(self) -> str:
        """All text shown so far, stripped."""
        return "".join(self._kept).strip()

    def _advance(self) -> str:
        shown: list[str] = []
        while True:
            if self._thinking:
                _, end, after = self._pending.partition(_END_THINK)
                if not end:
                    self._pending = self._pending[-len(_END_THINK) + 1 :]
                    return "".join(shown)
                self._pending, self._thinking = after, False
                continue
            start, end_at, marker = self._next_marker()
            if start < 0:
                held = self._held_back()
                shown.append(self._pending[: len(self._pending) - held])
                self._pending = self._pending[len(self._pending) - held :]
                return "".join(shown)
            shown.append(self._pending[:start])
            self._pending = self._pending[end_at:]
            if marker in self._stop or _END_OF_TURN.fullmatch(marker):
                self._pending, self.done = "", True
                return "".join(shown)
            if marker == _THINK:
                self._thinking = True
            elif marker == _END_THINK:
                # The template opened the block before the reply began, so everything so far was thinking.
                shown.clear()
                self._kept.clear()

    def _next_marker(self) -> tuple[int, int, str]:
        """Return (start, end, text) of the earliest marker in the pending text, (-1, -1, "") if there is none."""
        places = [
            (place, place + len(marker), marker)
            for marker in (*self._stop, _THINK, _END_THINK)
            if (place := self._pending.find(marker)) >= 0
        ]
        if found := _TEMPLATE_TOKEN.search(self._pending):
            places.append((found.start(), found.end(), found[0]))
        return min(places, default=(-1, -1, ""))

    def _held_back(self) -> int:
        """Return the number of characters at the end that may be the beginning of a marker."""
        partial = _PARTIAL_TOKEN.search(self._pending)
        held = len(partial[0]) if partial else 0
        for marker in (*self._stop, _THINK, _END_THINK, *_MARKERS):
            for size in range(min(len(marker) - 1, len(self._pending)), held, -1):
                if self._pending.endswith(marker[:size]):
                    held = size
                    break
        return held


def clean(text: str, stop: Sequence[str] = ()) -> str:
    """Return a complete reply without think blocks and template tokens, cut at the first stop string."""
    cleaner = ReplyCleaner(stop)
    cleaner.feed(text)
    cleaner.finish()
    return cleaner.text


def unfenced(text: str) -> str:
    """Return the content of the first code fence in `text`, or `text` if there is none."""
    found = _FENCE.search(text)
    return (found[1] if found else text).strip()


def parse_json(text: str) -> Any:
    """Parse a reply that consists of one JSON value, in a code fence or not.

    Raises:
        ValueError: the reply is anything else; nothing is repaired.
    """
    return json.loads(unfenced(text), parse_constant=_no_constant)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
