"""Antonyms: "failed" of "succeeded", "unverified" of "verified"."""

from __future__ import annotations

_PREFIXES = ("un", "non", "in", "dis")
_LEAST = 4
_OPPOSITES = (
    (("failed", "fail", "fails", "broken"), ("ok", "success", "successful", "succeeded", "passed", "working")),
    (("offline", "down"), ("online", "up")),
    (("private", "secret", "hidden"), ("public", "visible")),
    (("closed", "shut"), ("open",)),
    (("open",), ("closed", "shut")),
    (("discontinued", "inactive", "ended", "defunct"), ("active", "running", "current")),
    (("sold out", "missing"), ("available", "in stock")),
    (("part-time",), ("full-time",)),
    (("outdoor", "outdoors", "outside"), ("indoor", "indoors", "inside")),
    (("indoor", "indoors", "inside"), ("outdoor", "outdoors", "outside")),
    (("domestic", "national"), ("international", "foreign")),
    (("manual",), ("automatic", "automated")),
    (("temporary",), ("permanent",)),
    (("external",), ("internal",)),
    (("internal",), ("external",)),
)  # fmt: skip


def opposites(word: str) -> tuple[str, ...]:
    """Return the words whose opposite a word is; () for a word that negates none."""
    for denying, asserting in _OPPOSITES:
        if word in denying:
            return asserting
    for prefix in _PREFIXES:
        rest = word.removeprefix(prefix).lstrip("-")
        if rest != word and len(rest) >= _LEAST:
            return (rest,)
    return ()
