"""Times given by other entities, and choices among named ones: which words of a question say so.

English only, by rules, as `kgqa_neo4j.question.times`; what a clause is about is left to the queries that are
tried.
"""

from __future__ import annotations

import re
from typing import Literal

Beside = Literal["", "sooner", "later", "meanwhile", "same_year"]
"""How what is asked for stands to a fact of another entity; the named condition of the dialect."""

# "When" asks for a time where a verb follows it, and else begins a clause.
_VERB = r"(?:did|do|does|was|were|is|are|has|have|had|will|would|can|could|should|might|exactly)"
WHEN = rf"\bwhen\b(?=\s+{_VERB}\b|\s*[?.!]*$)"
_BESIDE: tuple[tuple[Beside, str], ...] = (
    ("same_year", r"\b(?:in|during) the (?:same |very )?year\b(?! of\b)"),
    ("sooner", r"\b(?:before|prior to|preced(?:e|es|ed|ing)|predecessors?)\b"),
    ("later", r"\b(?:after|following|since|succeed(?:s|ed|ing)?|successors?)\b"),
    ("meanwhile", rf"\b(?:while|during|at the (?:time|moment)|when)\b(?!\s+{_VERB}\b|\s*[?.!]*$)"),
)
_AMONG = re.compile(
    r"\b(?:who|whom|which|what)(?: ones?)? (?:of|among|out of|between)\b|^(?:out of|among|between|of)\b|"
    r"[:,] [^:]+\bor\b[^:]+$",
    re.IGNORECASE,
)
_EARLIER = re.compile(r"\b(?:earlier|sooner)\b", re.IGNORECASE)
_LATER = re.compile(r"\blater\b", re.IGNORECASE)


def read_beside(text: str) -> Beside:
    """Return how what is asked for stands in time to something else in the question, "" if it does not."""
    return next((kind for kind, pattern in _BESIDE if re.search(pattern, text, re.IGNORECASE)), "")


def chooses(text: str) -> bool:
    """Tell whether a question asks for one of several that it names."""
    return bool(_AMONG.search(text))


def read_comparison(text: str) -> Literal["", "first", "last"]:
    """Return which of several is asked for by a comparative: the earlier or the later one."""
    return "first" if _EARLIER.search(text) else "last" if _LATER.search(text) else ""
