"""Estimate how likely a part of a question means the name that it matches.

A graph of some size has entities called "film", "What" or "126", so a match alone is weak evidence. The evidence for
and against is added up as in a logistic model. Its weights were set by hand, by the meaning of each kind of evidence,
and checked on development questions (see docs/linking.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from kgqa_neo4j.linking.parse import Parse, Word
from kgqa_neo4j.linking.text import Span

# Log-odds.
_BIAS = -1.6
_CONTENT_WORD = 1.0  # per content word, up to four
_STOP_WORD = 0.4  # per stop word, next to a content word
_CAPITAL = 2.5  # capital letters, if the question's case carries information
_CAPITAL_FIRST = 0.3  # only the first word of the question has one
_LOWER = -0.8  # none, but other words of the question have some
_DESCRIBES = -0.8  # right before a name or a noun: "the film Titanic", "primary languages"
_NUMBER = 0.8
_PROPER = 0.5
_NAME_SAME = 0.8  # the entity recognizer found exactly this span
_NAME_TOUCHES = 0.2
_CHUNK = 0.4
_ASKED = -1.8  # names the kind of the answer: "which films"
_SCHEMA = -1.2  # part of a relation's name: "director"
_VERB = -1.6
_PART = -1.8  # only a part of a run of capitalized words
_STOP_ONLY = -1.0
_MATCH = 4.0  # for a perfect match relative to one half as good
_LITERAL = 0.4

_PREFIX = 4
_LINKS = {"and", "or", "&", ","}


@dataclass(frozen=True, slots=True)
class Text:
    """A question with everything needed to judge its mentions."""

    text: str
    parse: Parse
    cased: bool
    runs: list[Span]
    schema: frozenset[str]
    starts: frozenset[int]


def read(text: str, parse: Parse, relation_names: Iterable[str], matched: Iterable[Span] = ()) -> Text:
    """Collect what is needed to judge the mentions of `text`; `matched` are spans that match a name."""
    cased = is_cased(parse.words)
    runs = _runs(parse.words) if cased else []
    prefixes = frozenset(
        prefix for name in relation_names for word in name.split() if (prefix := _prefix(word))
    )
    return Text(text, parse, cased, runs, prefixes, frozenset(span.start for span in matched))


def strength(text: Text, span: Span, name: str, quality: float) -> float:
    """Return the probability in 0..1 that `span` means `name`.

    Args:
        quality: how well the two match, in 0..1; 1 is letter by letter.
    """
    words = [word for word in text.parse.words if word.span.overlaps(span)]
    content = sum(_parts(word) for word in words if _has_content(word))
    score = _BIAS + _CONTENT_WORD * min(content, 4)
    if content:
        score += _STOP_WORD * sum(not _has_content(word) and word.text.isalnum() for word in words)
    else:
        score += _STOP_ONLY
    # Capitals are evidence for a name written with capitals: "the Director" does not mean a tag "director".
    capitals = [word for word in words if word.span.start > 0 and _is_capital(word)]
    proper = text.cased and bool(capitals) and _has_capital(name)
    score += _case(text, span, words, proper) + _syntax(text, span, words, proper)
    score += _MATCH * 2 * (min(quality, 0.9) - 0.9) + (_LITERAL if quality > 0.95 else 0.0)
    return 1 / (1 + math.exp(-score))


def _case(text: Text, span: Span, words: list[Word], proper: bool) -> float:
    """Return the evidence from capital letters and digits."""
    score = 0.0
    if _is_number(span.of(text.text)):
        score += _NUMBER
    if not text.cased:
        return score
    if proper:
        score += _CAPITAL
    elif any(_is_capital(word) for word in words):
        score += _CAPITAL_FIRST
    elif not _is_number(span.of(text.text)):
        score += _LOWER
    for run in text.runs:
        if run.overlaps(span) and not span.covers(run):
            covered = run.shared(span)
            score += _PART * (1 - covered / (run.end - run.start))
    return score


def _syntax(text: Text, span: Span, words: list[Word], proper: bool) -> float:
    """Return the evidence from the parse: names, noun chunks, and words of the question itself."""
    score = 0.0
    if any(name.start == span.start and name.end == span.end for name in text.parse.names):
        score += _NAME_SAME
    elif any(name.overlaps(span) for name in text.parse.names):
        score += _NAME_TOUCHES
    if any(chunk.end == span.end and chunk.covers(span) for chunk in text.parse.chunks):
        score += _CHUNK
    if any(word.pos == "PROPN" for word in words):
        score += _PROPER
    content = [word for word in words if _has_content(word)]
    if content and not proper:
        if any(word.asked for word in content):
            score += _ASKED
        if is_schema(text, content):
            score += _SCHEMA
        if all(word.pos == "VERB" for word in content):
            score += _VERB
        following = next((word for word in text.parse.words if word.span.start >= span.end), None)
        if following and _is_described(text, words[-1], following):
            score += _DESCRIBES
    return score


def is_schema(text: Text, words: Iterable[Word]) -> bool:
    """Return whether all content words are parts of relation names: "director"."""
    return all(_prefix(word.text) in text.schema for word in words if _has_content(word))


def _is_described(text: Text, last: Word, following: Word) -> bool:
    if text.cased:
        return _is_capital(following)
    if last.pos == "ADJ" and following.pos == "NOUN":
        return True
    return last.pos == "NOUN" and following.span.start in text.starts


def is_cased(words: list[Word]) -> bool:
    """Return whether capitals distinguish names from other words: some words have them, but not most."""
    letters = [word for word in words if word.text[:1].isalpha() and word.span.start > 0]
    capitals = [word for word in letters if _is_capital(word)]
    return bool(capitals) and (len(letters) < 4 or len(capitals) <= 0.8 * len(letters))


def _runs(words: list[Word]) -> list[Span]:
    """Return runs of capitalized words and numbers, including short words inside: "Lord of the Rings"."""
    runs: list[Span] = []
    current: list[Word] = []
    for word in [*words, None]:
        if word is not None and (_begins(word) or (current and _continues(word))):
            current.append(word)
        else:
            while current and not _is_capital(current[-1]) and not current[-1].text.isdigit():
                current.pop()
            if current:
                runs.append(Span(current[0].span.start, current[-1].span.end))
            current = []
    return runs


def _begins(word: Word) -> bool:
    return _is_capital(word) and (word.span.start > 0 or not word.stop)


def _continues(word: Word) -> bool:
    if word.text.isdigit() or word.text in ("'s", "-", ":", "."):
        return True
    return word.stop and word.pos in ("ADP", "DET") and word.text.lower() not in _LINKS


def _has_content(word: Word) -> bool:
    return not word.stop and any(character.isalnum() for character in word.text)


def _parts(word: Word) -> int:
    return max(1, sum(bool(part) for part in word.text.split("_")))


def _is_capital(word: Word) -> bool:
    return _has_capital(word.text)


def _has_capital(text: str) -> bool:
    return any(character.isupper() for character in text)


def _is_number(text: str) -> bool:
    return any(character.isdigit() for character in text) and not any(c.isalpha() for c in text)


def _prefix(word: str) -> str:
    return word.casefold()[:_PREFIX] if len(word) >= 4 else ""
