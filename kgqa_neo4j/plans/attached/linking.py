"""Links a question about an attached graph: spots that are stored values become topics."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from kgqa_neo4j.linking.base import Candidate, Linking, Mention
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.attached.names import ValueNames
from kgqa_neo4j.plans.language.things import Kind, Thing, id_of
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind as VocabularyKind

_OPTIONS = 3
_EXACT = 0.97
_PLAIN_NUMBER = re.compile(r"[\d.,:/ -]+")


def linking_of(spotted: Spotted, names: ValueNames) -> Linking:
    """Return the linking of a question, with the candidates of each spot, the most likely first."""
    question, tokens = spotted.question, spotted.tokens
    topics: list[Candidate] = []
    spots = spotted.spots
    for place, spot in enumerate(spots):
        if not spot.values or _PLAIN_NUMBER.fullmatch(spot.text):
            continue
        first, last = tokens[spot.first], tokens[spot.last - 1]
        start, end = first.start, last.end
        text = question[start:end]
        if spot.quoted:
            start, end, text = start + 1, end - 1, question[start + 1 : end - 1]
        elif spot.last and last.possessive:
            text = re.sub(r"['\u2019]s$", "", text)
            end = start + len(text)
        elif text.islower() and " " not in text and spot.values[0].similarity >= _EXACT:
            # A common word is more likely one of a few values than a name; the reader looks these up itself.
            continue
        things = {thing: one for one in spot.values if (thing := names.thing(one)) is not None}
        before = spots[place - 1] if place else None
        if (
            before
            and before.last == spot.first
            and spot.values[0].similarity >= _EXACT
            and _is_class(before, things)
        ):
            # "Berth D-02" is D-02.
            start = tokens[before.first].start
            text = question[start:end]
        mention = Mention(text, start, end, "brackets" if spot.quoted else "value")
        for thing, one in list(things.items())[:_OPTIONS]:
            match = "exact" if one.similarity >= _EXACT else "fuzzy"
            topics.append(
                Candidate(Entity(id_of(thing), one.value), mention, match, one.similarity, one.similarity)
            )
    return Linking(question, np.zeros(0, np.float32), topics, topics)


def _is_class(spot: Spot, things: Iterable[Thing]) -> bool:
    """Whether a spot names the label of one of the nodes in `things`."""
    labels = {one.element.name for one in spot.of(VocabularyKind.LABEL) if one.score >= _EXACT}
    return any(thing.kind is Kind.NODE and thing.owner in labels for thing in things)
