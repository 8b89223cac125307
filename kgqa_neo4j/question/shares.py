"""Questions for a share: "what percentage of the films were made in Japan" is one of "films" and one of which fit."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SHARE = re.compile(
    r"^\W*(?:(?:what|which)(?P<told> (?:is|was) the)? |how many |(?:give me |show me |calculate )(?P<given>the ))"
    r"(?P<word>percentage|percent|per cent|%|share|fraction|proportion) of "
    r"(?:(?:all(?: of)?|the|our|my|these|those) )*(?P<rest>.+?)\W*$",
    re.I,
)
_HUNDRED = frozenset({"percentage", "percent", "per cent", "%"})
_PREDICATE = re.compile(
    r"(?<!\bthat)(?<!\bwho)(?<!\bwhich) (?:is|are|was|were|has|have|had|do|does|did|can|could)(?:n't)?\b", re.I
)


@dataclass(frozen=True, slots=True)
class ShareAsked:
    """A question for a share, which a `word` asks for, of `hundred` or of 1: the question for those that fit, and the
    question for all of them.

    `all` is "" where nothing but the noun that `part` begins with says who all of them are.
    """

    question: str
    word: str
    part: str
    all: str = ""

    @property
    def hundred(self) -> bool:
        """Whether all of them are a hundred."""
        return self.word in _HUNDRED

    @property
    def noun(self) -> str:
        """The question for all that the first word of those that fit names."""
        return " ".join(self.part.split()[:2]).rstrip("?.") + "?"


def share_asked(question: str) -> ShareAsked | None:
    """Return what a question for a share asks; None for another question."""
    match = _SHARE.match(question)
    if match is None:
        return None
    word, rest = match["word"].lower(), match["rest"]
    part = f"Which {rest}?"
    predicate = None if match["told"] or match["given"] else _PREDICATE.search(rest)
    return ShareAsked(question, word, part, f"Which {rest[: predicate.start()]}?" if predicate else "")
