"""The direction of a relation in a question: "who does X report to" against "who reports to X"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.thesaurus import NAMES, senses
from kgqa_neo4j.question.wording import is_participle, says_mutual, stem, stem_match

_DONE = r"(?P<verb>[a-z]{3,})"
_AUXILIARY = (
    r"is|are|was|were|be|been|being|am|do|does|did|has|have|had|can|could|will|would|should|may|might|must"
)
_PREPOSITIONS = r"to|for|in|on|at|with|from|under|by|of"
_THE = r"(?:the )?"
# "Does X report", "who is it that X reports to".
_DOES = re.compile(rf"\b(?:do|does|did|can|could|will|would) {_THE}{MASK} (?:[a-z]+ly )?{_DONE}\b")
# "Reports to X", "has mentored X", after the question word.
_TO_X = re.compile(
    rf"^\W*(?:who|whom|which(?: [a-z]+){{1,2}}|what(?: [a-z]+)?)(?: (?:has|have|had|also|directly))? "
    rf"(?!(?:{_AUXILIARY})\b){_DONE}(?: (?:directly|also))?(?: (?:{_PREPOSITIONS}))? {_THE}{MASK}\b"
)
# "Is X supervised", "X was treated".
_IS_DONE = re.compile(rf"\b(?:(?:is|are|was|were) {_THE}{MASK}|{MASK} (?:is|are|was|were|been)) {_DONE}\b")
# "Was recorded in X", "are kept at X": X is not the agent, and neither is the subject.
_WHERE_X = re.compile(
    rf"\b(?:is|are|was|were|been|being|get|got) {_DONE} (?:in|at|on|to|from|for|under) {_THE}{MASK}\b"
)
_BY_X = re.compile(rf"\b{_DONE} by {_THE}{MASK}\b")
# "The followers of X", "X's followers", "how many followers does X have": those who act on X.
_DOER = r"(?P<doer>[a-z]{3,}(?:er|or|ant|ist))s?"
_DOERS = (
    re.compile(rf"\b{_DOER} of {_THE}{MASK}\b"),
    re.compile(rf"\b{MASK}(?:'s|\u2019s|') (?:[a-z]+ )?{_DOER}\b"),
    re.compile(rf"\b{_DOER} (?:do|does|did|has|have|had) {_THE}{MASK} (?:have|had|got|get|gain)\b"),
)
# "The people that X follows".
_X_DOES = re.compile(
    rf"\b(?:that|which|who|whom|people|those|everyone|anyone) {_THE}{MASK} (?:[a-z]+ly )?{_DONE}\b"
)
# Minimum stem match of two forms of one word.
_FORM = 0.95
# Nouns for superiors and for subordinates, as in "X's boss".
_ABOVE = r"boss|manager|supervisor|superior"
_BELOW = r"subordinate|underling|report"
_RANK = re.compile(
    rf"\b{MASK}(?:'s|\u2019s|') (?:[a-z]+ )?(?:(?P<above>{_ABOVE})|(?:{_BELOW}))(?:e?s)?\b"
    rf"|\b(?:(?P<above_of>{_ABOVE})|(?:{_BELOW}))(?:e?s)? of {_THE}{MASK}\b"
)
# "Who manages X", "whom does X manage".
_RULES = r"manages?|supervises?|leads?|oversees?|bosses"
_RULING = re.compile(
    rf"\b(?:who|which [a-z]+)(?: directly)? (?P<above>{_RULES}) {_THE}{MASK}\b"
    rf"|\b(?:does|did) {_THE}{MASK} (?:directly )?(?:{_RULES})\b"
)
_ANSWERS = frozenset({"report", "reports", "answer", "answers"})
_MANAGES = frozenset({"manages", "supervises", "leads", "oversees", "bosses"})
_MANAGED = frozenset({"managed", "supervised", "led", "overseen"})
# Verbs that share a thesaurus sense with their converses.
_BOTH_WAYS = frozenset(map(stem, ("borrow", "lend", "loan", "buy", "sell", "supply")))
PREPOSITIONS = frozenset(_PREPOSITIONS.split("|"))
"""Prepositions that join a verb to its object, in questions and in names of relations."""

_JOINS = PREPOSITIONS - {"of"}
_ACTIVE_ENDING = "s"
# "The one who loves X", "somebody that X loves".
_CLAUSE = re.compile(
    r"(?:the (?:one|person|man|woman|people|[a-z]+)|some(?:one|body)|any(?:one|body)|those) (?:who|whom|that) "
    rf"(?P<said>[^?]*\b{MASK}\b[^?]*?)\W*$"
)
_X_VERB = re.compile(rf"{MASK} [a-z]+$")
# Maximum length of a word that is never taken as a verb, and endings of nouns in "s".
_SHORT, _NO_VERB = 3, ("ss", "us", "is")


def topic_is_agent(form: str) -> tuple[str, bool] | None:
    """Return the verb of a question and whether its topic entity is the agent; None if that is unclear.

    Args:
        form: the question with its only topic entity masked.
    """
    text = re.sub(rf"\b(?!{MASK}\b)\w+", lambda match: match[0].lower(), form)
    if text.count(MASK) != 1:
        return None
    if match := _BY_X.search(text):
        return (match["verb"], True) if is_participle(match["verb"]) else None
    if match := _WHERE_X.search(text):
        # X is at the opposite end of the relation from the entity acted on.
        return (match["verb"], True) if is_participle(match["verb"]) else None
    if match := _DOES.search(text):
        return match["verb"], True
    if match := _IS_DONE.search(text):
        return (match["verb"], False) if is_participle(match["verb"]) else None
    if match := _TO_X.search(text):
        return match["verb"], False
    return None


def subject_is_agent(label: Sequence[str]) -> tuple[str, bool] | None:
    """Return the verb in a relation's name and whether its subject is the agent; None for other names.

    The subject is the agent of "reports to" but not of "supervised by". Symmetric relations have no agent.
    """
    if len(label) < 2 or label[-1] not in _JOINS or says_mutual(label):
        return None
    verb = label[-2]
    if is_participle(verb):
        return verb, False
    return (verb, True) if verb.endswith(_ACTIVE_ENDING) and label[-1] != "by" else None


def _subject_does_alone(label: Sequence[str]) -> tuple[str, bool] | None:
    """Return the verb that is the whole name of a relation, and that its subject is the agent: "loves"; else None."""
    verb = label[0] if len(label) == 1 else ""
    third = len(verb) > _SHORT and verb.endswith(_ACTIVE_ENDING) and not verb.endswith(_NO_VERB)
    return (verb, True) if third else None


def goes_outward(form: str, label: Sequence[str], alone: bool = False) -> bool | None:
    """Return whether a question follows a relation from its topic entity as the subject; None if that is unclear.

    Args:
        form: the question with its only topic entity masked.
        label: the words of the relation's name.
        alone: whether a name of one word may be a verb ("loves"), as it may if both ends are of the same class.
    """
    if (above := _asks_above(form)) is not None and (lower := _starts_below(label)) is not None:
        return above is lower
    if _says_name_of(form, label):
        return False
    asked = topic_is_agent(form)
    named = subject_is_agent(label) or (_subject_does_alone(label) if alone else None)
    if asked is None or named is None:
        return None
    if stem_match(asked[0], named[0]) < _FORM and not _done_alike(form, asked[0], label):
        return None
    return asked[1] is named[1]


def _says_name_of(form: str, label: Sequence[str]) -> bool:
    """Return whether a question has a relation's name right before its topic entity: "which judges studied at X".

    The topic entity is then the object of the relation, whatever the voice.
    """
    if len(label) < 2 or label[-1] not in _JOINS or says_mutual(label):
        return False
    return re.search(rf"\b{re.escape(label[-2])} {label[-1]} {_THE}{MASK}\b", form) is not None


def _done_alike(form: str, verb: str, label: Sequence[str]) -> bool:
    """Return whether a question's verb has the sense of a relation in the passive: "who taught X" for `trained_by`.

    Only if the question's verb acts on somebody: whoever "learned from X" does nothing to X.
    """
    done_to = re.search(rf"\b{verb} {_THE}{MASK}\b|\b{MASK} {verb}\b(?! (?:{_PREPOSITIONS})\b)", form)
    if done_to is None or label[-1] != "by" or not _BOTH_WAYS.isdisjoint((stem(verb), stem(label[-2]))):
        return False
    told, named = senses(verb), senses(label[-2])
    return any(min(told[one], named[one]) >= NAMES for one in told.keys() & named.keys())


def does_to_others(form: str, verb: str) -> bool | None:
    """Return whether the topic entity of a question is the agent of a verb (False: acted on); None if unclear.

    Args:
        form: the question with its only topic entity masked.
        verb: in any form.
    """
    text = re.sub(rf"\b(?!{MASK}\b)\w+", lambda match: match[0].lower(), form)
    for pattern in _DOERS:
        if (match := pattern.search(text)) and stem_match(match["doer"], verb) >= _FORM:
            return False
    if (match := _X_DOES.search(text)) and stem_match(match["verb"], verb) >= _FORM:
        return True
    asked = topic_is_agent(form)
    return asked[1] if asked is not None and stem_match(asked[0], verb) >= _FORM else None


def steps_outward(form: str, label: Sequence[str]) -> tuple[bool, bool] | None:
    """Return the two directions of a question that follows a relation twice: "who loves the one that X loves".

    The verb is the whole name of the relation. The step from the topic entity comes first; None unless both are clear.

    Args:
        form: the question with its only topic entity masked.
        label: the words of the relation's name.
    """
    clause = _CLAUSE.search(form)
    if clause is None:
        return None
    inner = clause["said"]
    near = True if _X_VERB.match(inner) else goes_outward(f"who {inner}", label, alone=True)
    far = goes_outward(f"{form[: clause.start()]}{MASK}", label, alone=True)
    return None if near is None or far is None else (near, far)


def goes_against(form: str, label: Sequence[str], outward: bool, alone: bool = False) -> bool:
    """Return whether a step along a relation, `outward` or back, contradicts the direction in a question.

    For `alone`, see `goes_outward`.
    """
    said = goes_outward(form, label, alone)
    return said is not None and said is not outward


def _asks_above(form: str) -> bool | None:
    """Return whether a question asks for superiors (True), subordinates (False) or neither (None) of its topic."""
    if match := _RANK.search(form):
        return bool(match["above"] or match["above_of"])
    match = _RULING.search(form.lower().replace(MASK.lower(), MASK))
    return bool(match["above"]) if match else None


def _starts_below(label: Sequence[str]) -> bool | None:
    """Return whether a relation leads from subordinate to superior (True) or back (False); None for other relations."""
    if not _ANSWERS.isdisjoint(label) or (label[-1] == "by" and not _MANAGED.isdisjoint(label)):
        return True
    return False if not _MANAGES.isdisjoint(label) else None
