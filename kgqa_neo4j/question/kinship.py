"""Words that stand for several steps: relatives ("grandmother") and members of the same group ("teammates")."""

from __future__ import annotations

import re
from typing import Literal

from kgqa_neo4j.question.nouns import irregular_singular
from kgqa_neo4j.question.wording import words

Role = Literal["parent", "child", "spouse", "sibling"]
Sex = Literal["", "male", "female"]

_SINGLE: dict[str, tuple[tuple[Role, ...], Sex]] = {
    "parent": (("parent",), ""), "father": (("parent",), "male"), "mother": (("parent",), "female"),
    "dad": (("parent",), "male"), "mum": (("parent",), "female"), "mom": (("parent",), "female"),
    "child": (("child",), ""), "kid": (("child",), ""), "son": (("child",), "male"), "daughter": (("child",), "female"),
    "offspring": (("child",), ""),
    "spouse": (("spouse",), ""), "husband": (("spouse",), "male"), "wife": (("spouse",), "female"),
    "sibling": (("sibling",), ""), "brother": (("sibling",), "male"), "sister": (("sibling",), "female"),
    "uncle": (("parent", "sibling"), "male"), "aunt": (("parent", "sibling"), "female"),
    "nephew": (("sibling", "child"), "male"), "niece": (("sibling", "child"), "female"),
    "cousin": (("parent", "sibling", "child"), ""),
}  # fmt: skip
_IN_LAW: dict[Role, tuple[Role, ...]] = {
    "parent": ("spouse", "parent"),
    "child": ("child", "spouse"),
    "sibling": ("spouse", "sibling"),
}
# Names of relations that lead from a person to somebody in the role.
_LEADS: dict[Role, tuple[str, ...]] = {
    "parent": ("child of", "son of", "daughter of", "parent", "parents", "father", "mother", "sire", "dam"),
    "child": ("parent of", "father of", "mother of", "child", "children", "son", "daughter"),
    "spouse": ("spouse", "married to", "husband", "wife", "partner", "spouse of"),
    "sibling": ("sibling", "brother", "sister", "siblings", "sibling of", "brother of", "sister of"),
}
# Breeders' words for parents.
_BRED: dict[str, Sex] = {"sire": "male", "dam": "female"}
BACK: dict[Role, Role] = {"parent": "child", "child": "parent", "spouse": "spouse", "sibling": "sibling"}
"""The inverse of each role."""
SEXES: dict[str, Sex] = {
    "man": "male", "men": "male", "boy": "male", "boys": "male", "males": "male", "guys": "male",
    "woman": "female", "women": "female", "girl": "female", "girls": "female", "females": "female", "ladies": "female",
}  # fmt: skip
"""Nouns for persons of one sex, which graphs name differently."""
SEX_NAMES = frozenset({"gender", "sex", "sex or gender"})
"""Names of relations for the sex of a person."""
_MATE = re.compile(
    r"(?:team|room|class|house|work|band|school)-?mates?|co-?workers?|colleagues?|"
    r"co-?(?:stars?|actors?|authors?|writers?|founders?|hosts?)|alongside"
)
_IN_COMMON = re.compile(
    r"\b(?:in|at|on|from) (?:the|his|her|their|its)(?: same)? (?P<noun>[a-z]+)|\b(?P<verb>[a-z]{3,}) alongside\b"
)
_MATES = {
    "colleague": ("team", "department", "employer", "work", "member"),
    "coworker": ("employer", "department", "work", "team"),
    "costar": ("acted in", "starred in", "act", "star", "cast"),
    "coactor": ("acted in", "starred in", "act", "star", "cast"),
    "coauthor": ("wrote", "author", "written by"),
    "cowriter": ("wrote", "writer", "written by"),
    "cofounder": ("founded", "founder", "founded by"),
    "cohost": ("hosts", "host", "hosted by"),
    # The preceding verb says what they share.
    "alongside": ("along",),
}


def relatives(word: str) -> tuple[tuple[Role, ...], Sex] | None:
    """Return the steps from a person to the relatives that a word names, and their sex; None for other words."""
    word = word.lower().replace(" ", "-")
    word = irregular_singular(word)
    if word.endswith("-in-law") or word.endswith("s-in-law"):
        known = relatives(word.removesuffix("-in-law"))
        roles = _IN_LAW.get(known[0][0]) if known and len(known[0]) == 1 else None
        return (roles, known[1]) if known and roles else None
    great = 0
    while word.startswith("great-"):
        word, great = word.removeprefix("great-"), great + 1
    grand = word.startswith("grand")
    word = word.removeprefix("grand").removeprefix("-")
    word = irregular_singular(word)
    known = _SINGLE.get(word) or _SINGLE.get(word.removesuffix("s"))
    if known is None or ((grand or great) and known[0][0] not in ("parent", "child")):
        return None
    role = known[0][0]
    return ((role,) * (great + grand) + known[0], known[1])


def role_of(name: str) -> Role | None:
    """Return the role of the relatives to whom a relation of that name leads, None for other relations."""
    return next((role for role, names in _LEADS.items() if _plain(name) in names), None)


def sex_of(name: str) -> Sex:
    """Return the sex of those to whom a relation of that name leads, "" if it implies none."""
    told = _plain(name)
    if told in _BRED:
        return _BRED[told]
    known = _SINGLE.get(told)
    return known[1] if known else ""


def _plain(name: str) -> str:
    """Return the words of a relation's name without a leading "has" or "is": "hasMother"."""
    told = words(name)
    return " ".join(told[1:] if told[1:] and told[0] in ("has", "is", "was") else told)


def shared_by(word: str) -> tuple[str, ...]:
    """Return names for what a group of persons has in common: "team" for "teammates"; () for other words."""
    word = word.lower()
    if not _MATE.fullmatch(word):
        return ()
    root = re.sub(r"-?mates?$", "", word)
    plain = word.removesuffix("s").replace("-", "")
    return _MATES.get(plain, (root, "member"))


def shared_in(question: str) -> tuple[str, ...]:
    """Return what several have in common according to a question: "colleagues *at his branch*", "in the same class"."""
    return tuple(match["noun"] or match["verb"] for match in _IN_COMMON.finditer(question.lower()))
