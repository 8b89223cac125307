"""Words that deny what something is, "unresolved", said by the word that they deny."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgqa_neo4j.question.wording import is_participle

_DENIED = re.compile(r"\bun-?(?P<state>[a-z]{4,})\b")
# "Are still unresolved", "has gone unpaid".
_SO = re.compile(
    r"\b(?:(?P<is>is|are|was|were)|remains?|remained|stays?|stayed|(?:has |have )?(?:gone|been)|went|goes?)"
    r"(?: still| currently| now)? +$"
)
_DENIES = re.compile(r"\b(?:not|no|never|without|except|cannot)\b|n't\b")
_END = re.compile(r"\W*$")


def denying_states(question: str, is_known: Callable[[str], bool]) -> str:
    """Return "unresolved incidents" as "incidents that are not resolved".

    Only where `is_known` says that the graph has a word for what is denied and none for the denial, and where the
    question denies nothing else.
    """
    found = next((one for one in _DENIED.finditer(question) if is_participle(one["state"])), None)
    if found is None or _DENIES.search(question) or is_known(found[0]) or not is_known(state := found["state"]):
        return question
    before, after = question[: found.start()], question[found.end() :]
    so = _SO.search(before)
    if so:
        return f"{before[: so.start()]}{so['is'] or 'are'} not {state}{after}"
    end = _END.search(after)
    assert end is not None
    if not end.start():
        return f"{before}not {state}{after}"
    # In the midst of a question "not" would deny all that follows.
    return f"{before}{after[: end.start()].lstrip()} that are not {state}{end[0]}"
