"""Similarity of words to a stored value: misspelled, shortened, or in another order."""

from __future__ import annotations

from rapidfuzz import fuzz

from kgqa_neo4j.attached.text import words

# Similarity of a prefix of a word, and minimum similarity of a misspelled word.
_PREFIX, _MISSPELT = 0.92, 0.72
_LEAST_PREFIX = 3
# Factor for a value that is hardly covered by the words; it rises to 1 with the share covered.
_PART = 0.6


def text_similarity(asked: str, value: str) -> float:
    """Return the similarity of the words `asked` to `value`, 0 to 1; both normalized, see `text.normalised`."""
    if asked == value:
        return 1.0
    whole: float = fuzz.ratio(asked, value) / 100
    return min(0.97, max(whole, _by_words(words(asked), words(value))))


def _by_words(asked: list[str], value: list[str]) -> float:
    if not asked or not value:
        return 0.0
    left = list(value)
    found = covered = 0.0
    for word in asked:
        if not left:
            break
        scores = [_word_similarity(word, other) for other in left]
        best = max(range(len(left)), key=scores.__getitem__)
        if scores[best]:
            found += len(word) * scores[best]
            covered += len(left.pop(best))
    share = found / sum(map(len, asked))
    return share * (_PART + (1 - _PART) * covered / sum(map(len, value)))


def _word_similarity(asked: str, word: str) -> float:
    if asked == word:
        return 1.0
    if len(asked) >= _LEAST_PREFIX and word.startswith(asked):
        return _PREFIX
    same: float = fuzz.ratio(asked, word) / 100
    return same if same >= _MISSPELT else 0.0
