"""Reads words for a sex that is stored abbreviated or as another word: "women" for `gender: 'F'`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from kgqa_neo4j.attached.model import FoundValue
from kgqa_neo4j.attached.text import name_words
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token
from kgqa_neo4j.plans.reading.labelled.vocabulary import Vocabulary
from kgqa_neo4j.question.kinship import SEX_NAMES, SEXES

_WRITTEN = {
    sex: frozenset({sex, sex[0], *(word for word, said in SEXES.items() if said == sex)})
    for sex in ("male", "female")
}


def sex_spots(tokens: Sequence[Token], vocabulary: Vocabulary, covered: Set[int]) -> Iterator[Spot]:
    """Yield the words for a sex that labels store as a value.

    Args:
        tokens: of the question.
        vocabulary: the words of the schema.
        covered: indexes of the tokens that are stored values themselves.
    """
    for place, one in enumerate(tokens):
        written = _WRITTEN.get(SEXES.get(one.lower, one.lower))
        if written is None or place in covered or vocabulary.labels(one.lower):
            continue
        found = tuple(
            FoundValue(label.name, named.name, value, 1, 1.0)
            for label in vocabulary.schema.labels
            for named in label.properties
            if not SEX_NAMES.isdisjoint(name_words(named.name))
            for value in named.values
            if value.lower() in written
        )
        if found:
            yield Spot(place, place + 1, one.text, values=found)
