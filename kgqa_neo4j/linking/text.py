"""The text of a question: cleaning, bracketed topics, tokens, and the spans that may be names."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Only this much of a question is parsed and sliced; the rest of a very long one is only embedded.
MAX_CHARACTERS = 2_000
MAX_TOKENS = 200
MAX_SLICE_WORDS = 12
MAX_SLICE_TOKENS = 32

# Scripts written without spaces between words: each character is a token.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])\w)+|[^\w\s]")
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of a text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the characters of `text` that this span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Return whether the two spans share a character."""
        return self.start < other.end and other.start < self.end

    def shared(self, other: Span) -> int:
        """Return the number of characters that the two spans share."""
        return max(0, min(self.end, other.end) - max(self.start, other.start))

    def covers(self, other: Span) -> bool:
        """Return whether `other` lies inside this span or equals it."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a punctuation mark, with its span in the text."""

    text: str
    span: Span

    @property
    def is_word(self) -> bool:
        """Return whether it has a letter or a digit."""
        return any(character.isalnum() for character in self.text)


def clean(text: str) -> str:
    """Return `text` without characters that no name contains.

    Control characters become spaces; direction marks, zero-width marks (except the joiners that emoji and some scripts
    need) and lone surrogates are removed.
    """
    kept = []
    for character in text:
        category = unicodedata.category(character)
        if category == "Cc":
            kept.append(" ")
        elif category == "Cs" or (category == "Cf" and character not in _JOINERS):
            continue
        else:
            kept.append(character)
    return "".join(kept).strip()


def split_brackets(text: str) -> tuple[str, list[Span]]:
    """Return the text without topic brackets, and the spans of the topics in it, in order.

    Only the outermost brackets mark a topic, so names may contain brackets: ``[[REC]]`` names "[REC]". Unbalanced and
    empty brackets are ordinary text.
    """
    topics: list[Span] = []
    kept = ""
    position = 0
    for start, end in _brackets(text):
        content = text[start + 1 : end].strip()
        if content:
            kept += text[position:start]
            topics.append(Span(len(kept), len(kept) + len(content)))
            kept += content
            position = end + 1
    return kept + text[position:], topics


def _brackets(text: str) -> list[tuple[int, int]]:
    """Return the positions of the outermost pairs of brackets, in a single pass, as a text may be all brackets."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for position, character in enumerate(text):
        if character == "[":
            opened.append(position)
        elif character == "]" and opened:
            start = opened.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()
            pairs.append((start, position))
    return pairs


def tokens(text: str) -> list[Token]:
    """Return the tokens of `text`, at most `MAX_TOKENS` of them."""
    found = []
    for match in _TOKEN.finditer(text, 0, MAX_CHARACTERS):
        found.append(Token(match.group(), Span(match.start(), match.end())))
        if len(found) == MAX_TOKENS:
            break
    return found


def slices(found: list[Token]) -> list[Span]:
    """Return every run of tokens that may be a name, as a span of the original text.

    Names may contain any punctuation and spacing, so the spans are taken from the text as written, and begin and end at
    any token, including punctuation.
    """
    spans = []
    for first, token in enumerate(found):
        words = 0
        for last in found[first : first + MAX_SLICE_TOKENS]:
            words += last.is_word
            if words > MAX_SLICE_WORDS:
                break
            spans.append(Span(token.span.start, last.span.end))
    return spans
