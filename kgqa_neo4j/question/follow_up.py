"""Follow-up questions: what they omit, and which words refer back.

English only, by rules. "and in Sales?" repeats the last question for another entity; the pronoun in "who directed it?"
refers to the entity of the last question or to its answer.
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
# Maximum number of names listed in place of a plural pronoun.
_LISTED = 3


def left_out(text: str) -> str:
    """Return the name that an elliptic follow-up consists of ("Sales" for "and in Sales?"), "" for a full question."""
    match = _ELLIPSIS.match(text)
    if not match or _ASKING.search(match["rest"]):
        return ""
    return match["rest"]


def pointing(text: str) -> Pointing:
    """Return what a pronoun of the question may refer to: a person, any entity ("thing"), or "" without a pronoun."""
    return "person" if _PERSON.search(text) else "thing" if _THING.search(text) else ""


def of_several(text: str) -> bool:
    """Return whether a question refers back to several entities, as "they" does."""
    return bool(_SEVERAL.search(text)) and not _PERSON.search(text)


def counts_them(text: str) -> bool:
    """Return whether a question only asks for the number of previous answers ("how many are they?")."""
    return bool(_HOW_MANY.match(text))


def resolved(text: str, name: str) -> str:
    """Return the question with its first pronoun replaced by a name in brackets."""
    return _with(text, f"[{name}]")


def resolved_to_all(text: str, names: Sequence[str]) -> str:
    """Return the question with its first pronoun replaced by several names, the first few of them listed."""
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
    """Return the question with a mention replaced by another name in brackets, "" if it lacks the mention."""
    plain = re.sub(r"[\[\]]", "", question)
    pattern = re.compile(rf"(?<!\w){re.escape(mention)}(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda match: f"[{name}]", plain, count=1) if pattern.search(plain) else ""
