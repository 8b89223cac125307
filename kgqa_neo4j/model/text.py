"""Making text from graphs and models safe for a terminal, and wording percentages and counts.

Graphs and models are untrusted: a name may contain escape sequences that move the cursor, or marks that reverse the
reading direction.
"""

from __future__ import annotations

import math
import re
import unicodedata

# Whole sequences are removed, not only their first byte: OSC (window title, links), CSI (colours, cursor), other
# strings that a terminal swallows, two-byte escapes.
_SEQUENCES = re.compile(
    r"\x1b\][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|\x1b[PX^_].*?(?:\x1b\\|\x9c|$)"
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
_KEPT = "\n\t"
# Cc control, Cf format (direction marks, zero width), Cs lone surrogates, Zl and Zp line breaks.
_REMOVED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# Join emoji and the letters of some scripts; harmless.
_JOINERS = "\u200c\u200d"


def printable(text: str, *, lines: bool = False) -> str:
    """Return `text` without anything that a terminal would obey rather than show.

    Line breaks and tabs become spaces, unless `lines` keeps them.
    """
    text = _SEQUENCES.sub("", text)
    if not lines:
        text = re.sub(r"[\n\t\r\v\f]+", " ", text)
    return "".join(
        char for char in text if char in _KEPT or char in _JOINERS or unicodedata.category(char) not in _REMOVED
    )


def well_formed(text: str) -> str:
    """Return `text` without lone surrogates, which can be neither printed nor stored."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class PrintableStream:
    """Cleans streamed text, including escape sequences that are split between pieces."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Add a piece; return what can be printed by now, without an escape sequence that may be unfinished."""
        text = self._held + piece
        start = max(text.rfind("\x1b"), text.rfind("\x9b"))
        whole = start < 0 or any(match.end() < len(text) for match in _SEQUENCES.finditer(text, start))
        ready, self._held = (text, "") if whole else (text[:start], text[start:])
        # A sequence that does not end is dropped.
        if len(self._held) > 256:
            self._held = ""
        return printable(ready, lines=True)

    def finish(self) -> str:
        """Return the rest of the text."""
        rest, self._held = self._held, ""
        return printable(rest, lines=True)


def percent(share: float) -> str:
    """Return a share as in all messages: "91 %". Rounded down: what is just below a bound has not reached it."""
    return f"{math.floor(share * 100 + 1e-9)} %"


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: "1 triple", "2,000 triples"; `plural` is only needed if it is not formed by "s"."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"
