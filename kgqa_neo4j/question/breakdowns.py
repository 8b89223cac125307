"""Short forms of questions for groups: "orders by customer", "break down the hours by project"."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.tables import table
from kgqa_neo4j.question.wording import is_participle

_BY = re.compile(
    r"^(?P<lead>\W*(?:please )?(?:(?:give|show)(?: me| us)? )?"
    r"(?:(?:an? |the )?(?:break ?down|split) of|break(?: down)?|split(?: up)?)(?: (?:the|our|all))? )?"
    r"(?P<what>[^?,;:]*?[\w-])(?: (?:down|up))? by (?P<by>[a-z]+(?: [a-z]+)?)(?P<end>\W*)$",
    re.IGNORECASE,
)
# Words after which "by" introduces a sort key or a measure instead of a group.
_OTHERWISE = re.compile(
    r"\b(?:sort|order|rank|group|top|bottom|most|least|highest|lowest|best|worst|largest|smallest|each|every|per)\b",
    re.IGNORECASE,
)


def as_groups(
    question: str, is_class: Callable[[str], bool], is_counted: Callable[[str], bool] = lambda noun: True
) -> str:
    """Rewrite a short question for groups with "per"; return other questions unchanged.

    Args:
        question: as it was asked.
        is_class: returns whether a noun names a class of the graph.
        is_counted: returns whether the noun before "by" can be counted; called only if `is_class` holds for the other.
    """
    match = _BY.match(question)
    if match is None or not match["by"].islower() or _OTHERWISE.search(match["what"]):
        # "Murder by Death" is a name.
        return question
    by, led = match["by"], bool(match["lead"])
    before = re.split(r"[^\w-]", match["what"].lower())[-1]
    # In "films directed by women", the women are the agents.
    done = is_participle(before) or before in table("irregular_verbs.txt")
    grouped = (
        not is_plural(by) and (led or not done) and is_class(by) and (led or is_counted(singular_of(before)))
    )
    if not led and not grouped:
        return question
    return f"{match['what']} {'per' if grouped else 'by'} {match['by']}{match['end']}"
