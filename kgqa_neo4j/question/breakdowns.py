"""Numbers asked for in few words: "orders by customer", "break down the hours by project"."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgqa_neo4j.question.nouns import is_plural
from kgqa_neo4j.question.tables import table
from kgqa_neo4j.question.wording import is_participle

_BY = re.compile(
    r"^(?P<lead>\W*(?:please )?(?:(?:give|show)(?: me| us)? )?"
    r"(?:(?:an? |the )?(?:break ?down|split) of|break(?: down)?|split(?: up)?)(?: (?:the|our|all))? )?"
    r"(?P<what>[^?,;:]*?(?P<before>[\w-]+))(?: (?:down|up))? by (?P<by>[a-z]+(?: [a-z]+)?)(?P<end>\W*)$",
    re.IGNORECASE,
)
# Words of forms whose "by" says what rows are sorted or measured by.
_OTHERWISE = re.compile(
    r"\b(?:sort|order|rank|group|top|bottom|most|least|highest|lowest|best|worst|largest|smallest|each|every|per)\b",
    re.IGNORECASE,
)


def as_groups(question: str, is_class: Callable[[str], bool]) -> str:
    """Return a question for numbers of each thing as one with "per"; others as they are.

    Args:
        question: as it was asked.
        is_class: returns whether a noun is what things of the graph are called.
    """
    match = _BY.match(question)
    if match is None or _OTHERWISE.search(match["what"]):
        return question
    by, before = match["by"].lower(), match["before"].lower()
    done = is_participle(before) or before in table("irregular_verbs.txt") or before == "by"
    grouped = is_class(by) and not is_plural(by) and not done
    if not match["lead"] and not grouped:
        # "Films directed by women" are made by these.
        return question
    return f"{match['what']} {'per' if is_class(by) else 'by'} {match['by']}{match['end']}"
