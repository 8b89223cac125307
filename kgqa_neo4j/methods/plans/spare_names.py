"""Linked names that may be dropped from a question: those that only qualify another name, and misread common words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.plans.reading.asked import AskedQuestion

if TYPE_CHECKING:
    from kgqa_neo4j.methods.plans.planning import Planning


def without_second_name(run: Planning, asked: AskedQuestion) -> Linking | None:
    """Link a question again without a name that only qualifies the name before it: "Duluth, Minnesota".

    Return None if there is no such name, if it is needed to disambiguate, or if no triple joins the two.
    """
    names = run.parts.reader.qualified_name(asked) if run.parts.reader else None
    if names is None or run.linked is None or len(names[0].options) > 1:
        return None
    first, second = names
    ends = {"one": first.options[0].id, "other": second.options[0].id}
    if not run.parts.graph.read("are_joined", **ends)[0]["joined"]:
        return None
    question = run.linked.question[: first.end] + run.linked.question[second.end :]
    given = [one.entity.id for one in run.linked.topics if one.match == "topic"]
    run.linked = run.link(given or [first.options[0].id], question)
    return run.linked


def drop_misread_name(run: Planning, asked: AskedQuestion) -> bool:
    """Drop the topic of a common word that may have been misread as a name; return whether there was one."""
    word = run.parts.reader.named_by_word(asked) if run.parts.reader else None
    if word is None or run.linked is None:
        return False
    topics = [one for one in run.linked.topics if one.mention.start != word.start]
    run.linked = replace(run.linked, topics=topics)
    return True
