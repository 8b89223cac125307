"""Follow-up questions: what they leave out, and which words point back.

English only, by rules. "and in Sales?" is the last question about another entity; "who directed it?" points
back by a pronoun to what the last question was about, or to its answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Pointing = Literal["", "thing", "person"]

_ELLIPSIS = re.compile(
    r"^\s*(?:(?:and|or|but|what about|how about|and what about|and how about|same for|now)\b[\s,]*)+"
    r"(?:(?:in|for|of|by|from|at|with|on|to|the ones?|about)\b\s*)*(?P<rest>.+?)\s*[?.!]*\s*$",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:who|whom|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|list|show|give|name|count)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b(?:he|she|him|his|her|hers)\b", re.IGNORECASE)
_THING = re.compile(
    r"\b(?:it|its|there|they|them|their|this|these|those|that one|the same one)\b(?!\s+(?:any|a|an|some|no)\b)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:they|them|their|these|those)\b", re.IGNORECASE)
_HOW_MANY = re.compile(
    r"^\s*(?:and\s+|so\s+)?(?:how\s+many(?:\s+(?:are|were|is)(?:\s+(?:there|they|these|those|that|it))?)?"
    r"(?:\s+of\s+(?:them|these|those))?(?:\s+(?:are|were)\s+there)?(?:\s+(?:altogether|in\s+(?:all|total)))?"
    r"|count\s+(?:them|these|those))\s*[?.!]*\s*$",
    re.IGNORECASE,
)
_POSSESSIVE = {"his", "her", "hers", "its", "their"}
# Names that a question about several things lists.
_LISTED = 3


def left_out(text: str) -> str:
    """Return the name that an elliptic follow-up consists of ("and in Sales?": "Sales"), "" if it is a question."""
    match = _ELLIPSIS.match(text)
    if not match or _ASKING.search(match["rest"]):
        return ""
    return match["rest"]


def pointing(text: str) -> Pointing:
    """Return whether a question points back with a pronoun: at a person, at any thing (persons too), or not."""
    return "person" if _PERSON.search(text) else "thing" if _THING.search(text) else ""


def of_several(text: str) -> bool:
    """Return whether a question points back at several things, as "they" does."""
    return bool(_SEVERAL.search(text)) and not _PERSON.search(text)


def counts_them(text: str) -> bool:
    """Return whether a question only asks how many answers there were ("how many are they?")."""
    return bool(_HOW_MANY.match(text))


def resolved(text: str, name: str) -> str:
    """Return the question with its first pronoun replaced by a name in brackets."""
    return _with(text, f"[{name}]")


def resolved_to_all(text: str, names: Sequence[str]) -> str:
    """Return the question with its first pronoun replaced by several names, of which the first few are listed."""
    listed = [f"[{name}]" for name in names[:_LISTED]]
    if len(names) > _LISTED:
        listed.append(f"{len(names) - _LISTED:,} more")
    return _with(text, f"{', '.join(listed[:-1])} and {listed[-1]}")


def _with(text: str, names: str) -> str:
    def replaced(match: re.Match[str]) -> str:
        return f"{names}'s" if match[0].lower() in _POSSESSIVE else names

    pattern = _PERSON if _PERSON.search(text) else _THING
    return pattern.sub(replaced, text, count=1)


def about(question: str, mention: str, name: str) -> str:
    """Return a question asked about another entity: its mention replaced by a name in brackets, "" without one."""
    plain = re.sub(r"[\[\]]", "", question)
    pattern = re.compile(rf"(?<!\w){re.escape(mention)}(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda match: f"[{name}]", plain, count=1) if pattern.search(plain) else ""
