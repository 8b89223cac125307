"""Clauses that give a time by another entity or fact, and choices among named entities.

English only, by rules, like `kgqa_neo4j.question.times`. Which fact a clause is about is left to the candidate plans.
"""

from __future__ import annotations

import re
from typing import Literal

TemporalRelation = Literal["", "sooner", "later", "meanwhile", "same_year"]
"""Temporal relation of the answer to a fact of another entity; a named condition of the plan language."""

# "When" asks for a time if a verb follows it or nothing does; otherwise it begins a clause.
_VERB = r"(?:did|do|does|was|were|is|are|has|have|had|will|would|can|could|should|might|exactly)"
WHEN = rf"\bwhen\b(?=\s+{_VERB}\b|\s*[?.!]*$)"
_BESIDE: tuple[tuple[TemporalRelation, str], ...] = (
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


def read_temporal_relation(text: str) -> TemporalRelation:
    """Return the temporal relation of the answer to another fact in the question, "" for none."""
    return next((kind for kind, pattern in _BESIDE if re.search(pattern, text, re.IGNORECASE)), "")


def chooses(text: str) -> bool:
    """Return whether a question asks for one of several entities that it names."""
    return bool(_AMONG.search(text))


def read_comparison(text: str) -> Literal["", "first", "last"]:
    """Return which of several a comparative asks for: "first" (earlier), "last" (later), or "" for neither."""
    return "first" if _EARLIER.search(text) else "last" if _LATER.search(text) else ""
