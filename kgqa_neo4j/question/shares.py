"""Questions for a share: "what percentage of the films were made in Japan" needs all films and those that match."""

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
    """A question for a share, taken apart into two questions.

    `word` asks for the share, `part` is the question for the entities that match, and `all` the question for the whole,
    or "" if only the noun at the beginning of `part` says what that is.
    """

    question: str
    word: str
    part: str
    all: str = ""

    @property
    def hundred(self) -> bool:
        """Whether the share is in percent rather than a fraction of 1."""
        return self.word in _HUNDRED

    @property
    def noun(self) -> str:
        """The question for everything that the noun at the beginning of `part` names."""
        return " ".join(self.part.split()[:2]).rstrip("?.") + "?"


def share_asked(question: str) -> ShareAsked | None:
    """Return the parts of a question for a share; None for other questions."""
    match = _SHARE.match(question)
    if match is None:
        return None
    word, rest = match["word"].lower(), match["rest"]
    part = f"Which {rest}?"
    predicate = None if match["told"] or match["given"] else _PREDICATE.search(rest)
    return ShareAsked(question, word, part, f"Which {rest[: predicate.start()]}?" if predicate else "")
