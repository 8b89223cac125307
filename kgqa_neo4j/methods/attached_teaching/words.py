"""Search for the meanings of unexplained words, among the elements of the schema that the gold answer uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from kgqa_neo4j.attached.model import PropertyGraphSchema
from kgqa_neo4j.methods.attached_teaching.explaining import Answered, Explainer
from kgqa_neo4j.methods.attached_teaching.gold import Gold
from kgqa_neo4j.plans.attached.learning.lessons import Lessons
from kgqa_neo4j.plans.attached.learning.meanings import elements_of, keys_in
from kgqa_neo4j.plans.attached.learning.memory import WordEvidence
from kgqa_neo4j.plans.attached.reader import AttachedReader
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.ranking.taught import Meaning, word_key
from kgqa_neo4j.plans.reading.labelled.unexplained import UNSAID, Spotted
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, GENERIC_NOUNS, LIGHT_VERBS
from kgqa_neo4j.question.nouns import singular_of

# A word with a meaning of at least this score is never learned to mean something else.
_CLEAR = 0.8
# Words and phrases per question, pairs of phrase and meaning tried, queries executed per trial.
_PHRASES, _TRIALS, _TRIED = 6, 60, 2
# Weight of evidence that is ambiguous or not confirmed by a query.
_DOUBTFUL = 0.5


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word or phrase, and one pair's evidence for it; `query` then returns the gold answer, None if none does."""

    said: str
    evidence: WordEvidence
    query: Query | None = None


ReaderWith = Callable[[Lessons], AttachedReader]
"""Creates a reader with the given lessons."""


class WordSearch:
    """Finds the words of questions that stand for elements missing from their readings."""

    def __init__(
        self, schema: PropertyGraphSchema, lessons: Lessons, reader: AttachedReader, reader_with: ReaderWith
    ) -> None:
        self._schema = schema
        self._lessons = lessons
        self._reader = reader
        self._reader_with = reader_with

    def phrases(self, question: str) -> list[str]:
        """Return the words of a question, and pairs of adjacent words, that have no clear meaning yet."""
        spotted = self._reader.spotted(question)
        open_places = [at for at in range(len(spotted.tokens)) if self._is_open(spotted, at)]
        single = [spotted.tokens[at].lower for at in open_places]
        pairs = [
            f"{spotted.tokens[at].lower} {spotted.tokens[at + 1].lower}"
            for at in open_places
            if at + 1 < len(spotted.tokens) and self._may_end(spotted, at + 1)
        ]
        return list(dict.fromkeys(singular_of(one) for one in (*single, *pairs)))[:_PHRASES]

    def _is_open(self, spotted: Spotted, at: int) -> bool:
        one = spotted.tokens[at]
        if (
            one.kind != "word"
            or spotted.operations.taken[at]
            or not one.text.isalpha()
            or not self._says(one.lower)
        ):
            return False
        if not one.text.islower() and at > 0:
            return False
        spot = next((spot for spot in spotted.spots if spot.first <= at < spot.last), None)
        if spot is None:
            return True
        return not spot.constant and spot.best(*Kind) < _CLEAR

    def _may_end(self, spotted: Spotted, at: int) -> bool:
        one = spotted.tokens[at]
        spot = next((spot for spot in spotted.spots if spot.first <= at < spot.last), None)
        return (
            one.kind == "word"
            and one.text.islower()
            and one.lower not in FUNCTION_WORDS
            and not spotted.operations.taken[at]
            and (spot is None or not spot.constant)
        )

    @staticmethod
    def _says(word: str) -> bool:
        return not any(word in one for one in (FUNCTION_WORDS, GENERIC_NOUNS, LIGHT_VERBS, UNSAID))

    def found(
        self, question: str, pair: str, gold: Gold, answered: Answered | None, explainer: Explainer
    ) -> list[FoundWord]:
        """Return the words that lead to the gold answer with a new meaning, or else the only likely word and meaning.

        Raises:
            DatabaseError, ModelNotFound, ModelUnreadable: see `AttachedReader.readings`.
        """
        phrases = self.phrases(question)
        lacking = self._lacking(gold, answered)
        right: dict[str, list[tuple[str, Query]]] = {}
        trials = ((phrase, key) for phrase in phrases for key in lacking)
        for phrase, key in islice(trials, _TRIALS):
            if (query := self._tried(question, phrase, key, gold, explainer)) is not None:
                right.setdefault(phrase, []).append((key, query))
        if right:
            # Drop phrases that contain a word that is right by itself.
            least = [one for one in right if not any(other != one and other in one.split() for other in right)]
            share = 1.0 if len(least) == 1 else _DOUBTFUL
            return [
                FoundWord(one, WordEvidence(tuple(key for key, _ in right[one]), pair, share), right[one][0][1])
                for one in least
            ]
        named = [key for key in lacking if gold.keys and " = " not in key]
        single = [one for one in phrases if " " not in one]
        if answered is not None and len(named) == 1 and len(single) == 1:
            return [FoundWord(single[0], WordEvidence((named[0],), pair, _DOUBTFUL))]
        return []

    def _lacking(self, gold: Gold, answered: Answered | None) -> list[str]:
        """Return the keys that the gold answer uses and the reading lacks; if unknown, all, likeliest first."""
        read = keys_in(answered.query) if answered else set()
        if gold.keys:
            return sorted(gold.keys - read, key=lambda key: (" = " not in key, key.startswith(":"), key))
        near = {key.removeprefix(":") for key in read if key.startswith(":")}
        elements = elements_of(self._schema)
        return sorted(
            (key for key in elements if key not in read),
            key=lambda key: (not self._is_near(key, near), "." in key, key.startswith(":"), key),
        )

    def _is_near(self, key: str, labels: set[str]) -> bool:
        owner = key.split(".", 1)[0]
        kind = self._schema.type.get(owner)
        if kind is None:
            return owner.removeprefix(":") in labels or not labels
        return not labels or any({one.source, one.target} & labels for one in kind.connections)

    def _tried(self, question: str, phrase: str, key: str, gold: Gold, explainer: Explainer) -> Query | None:
        """Return the query that returns the gold answer if `phrase` means `key`; None if none does."""
        known = self._lessons.words
        word = word_key(phrase)
        lessons = replace(
            self._lessons,
            words={**known, word: (Meaning(key, True, 1.0),)},
            said={**self._lessons.said, word: phrase},
            templates=(),
        )
        reading = self._reader_with(lessons).labelled_reading(question)
        return explainer.first_agreeing(gold, [one.query for one in reading.proposals[:_TRIED]])
