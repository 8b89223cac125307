"""Explanations of gold answers on an attached graph: finds a query for the question that returns the gold answer.

It may be the query of a reading, or the same query with its answer in another form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from kgqa_neo4j.methods.attached_teaching.gold import Gold, Golds, Rows
from kgqa_neo4j.model.errors import DatabaseDown, DatabaseError, InputError
from kgqa_neo4j.plans.attached.confidence import ReadingMode, attached_estimate, attached_signals
from kgqa_neo4j.plans.attached.learning.forms import OPTIONS, Aspect, Option, decided, open_aspects
from kgqa_neo4j.plans.attached.learning.lessons import says_different
from kgqa_neo4j.plans.attached.learning.memory import FormSeen
from kgqa_neo4j.plans.attached.reader import AttachedReader
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.reading.choice import as_good
from kgqa_neo4j.plans.reading.reader import Reading

# As in answering: unexplained words above which a reading is skipped, and queries tried per reading.
_UNKNOWN, _TRIED = 2.5, 4
# Other queries checked, over all readings.
_OTHERS = 8


@dataclass(frozen=True, slots=True)
class Answered:
    """The current answer to a question: the first query with rows, its confidence, and the readings considered."""

    query: Query
    rows: Rows
    estimate: float
    readings: tuple[Reading, ...] = ()
    way: ReadingMode = ReadingMode.LABELS


@dataclass(frozen=True, slots=True)
class Explanation:
    """The query that returns the gold answer, and a description of how it was found (`by`); None and "" if none does.

    `forms` is evidence for the aspects of the form (see `Aspect`) that the gold answer decides. `best`: it is the query
    that is currently used to answer, at most in another form.
    """

    query: Query | None = None
    by: str = ""
    forms: tuple[FormSeen, ...] = ()
    best: bool = False


class Explainer:
    """Explains gold answers on one attached graph."""

    def __init__(self, golds: Golds, reader: AttachedReader) -> None:
        self._golds = golds
        self._reader = reader

    def answered(self, question: str) -> Answered | None:
        """Return the current answer to a question; None if it is not answered.

        Raises:
            DatabaseError, ModelNotFound, ModelUnreadable: see `AttachedReader.readings`.
        """
        before: list[Reading] = []
        for way, reading in self._reader.readings(question):
            before.append(reading)
            if reading.proposals[0].missing > _UNKNOWN:
                continue
            for place, one in islice(as_good(reading), _TRIED):
                rows = self._rows(one.query)
                if rows and any(value is not None for row in rows for value in row.values()):
                    estimate = attached_estimate(attached_signals(reading, way, place))
                    return Answered(one.query, rows, estimate, tuple(before), way)
        return None

    def explained(self, question: str, gold: Gold, answered: Answered | None) -> Explanation:
        """Return the explanation of the gold answer among the readings of a question.

        Raises:
            DatabaseError: the graph cannot be queried.
        """
        if answered is None:
            return Explanation()
        different = says_different(question)
        if self._golds.agrees(gold, answered.rows):
            return Explanation(
                answered.query, "its reading", self._told(answered.query, {}, gold, different), True
            )
        for options, query in self._in_other_forms(answered.query, gold, different):
            if self._agrees(gold, query):
                how = ", ".join(f"{aspect}: {option}" for aspect, option in options.items())
                told = self._told(answered.query, options, gold, different)
                return Explanation(query, f"its reading, {how}", told, True)
        for query in self._others(answered):
            if self._agrees(gold, query):
                return Explanation(query, "another reading")
        return Explanation()

    def _others(self, answered: Answered) -> Iterator[Query]:
        found = (one.query for reading in answered.readings for one in reading.proposals)
        yield from islice((query for query in dict.fromkeys(found) if query != answered.query), _OTHERS)

    def _in_other_forms(
        self, query: Query, gold: Gold, different: bool
    ) -> Iterator[tuple[dict[Aspect, Option], Query]]:
        """Yield the query in other forms, fewest changes first, each with the changed options by aspect."""
        if not gold.counts_rows:
            return
        usual = {one.aspect: one.option for one in open_aspects(query, different)}
        choices = [
            dict(zip(usual, options, strict=True))
            for options in product(*(OPTIONS[aspect] for aspect in usual))
        ]
        changes = [{key: one for key, one in some.items() if one is not usual[key]} for some in choices]
        for change in sorted(filter(None, changes), key=len):
            yield change, decided(query, change, self._reader.schema)

    def _told(
        self, query: Query, options: Mapping[Aspect, Option], gold: Gold, different: bool
    ) -> tuple[FormSeen, ...]:
        """Return evidence for the aspects of a query, right with `options`, that have at least one wrong option."""
        if not gold.counts_rows:
            return ()
        found = []
        for one in open_aspects(query, different):
            right = tuple(
                each
                for each in OPTIONS[one.aspect]
                if each is options.get(one.aspect, one.option)
                or self._agrees(gold, decided(query, {**options, one.aspect: each}, self._reader.schema))
            )
            if len(right) < len(OPTIONS[one.aspect]):
                found.append(FormSeen(one.aspect, one.context, one.label, right, one.option))
        return tuple(found)

    def _agrees(self, gold: Gold, query: Query) -> bool:
        rows = self._rows(query)
        return bool(rows) and self._golds.agrees(gold, rows)

    def first_agreeing(self, gold: Gold, queries: Sequence[Query]) -> Query | None:
        """Return the first query that has rows, possibly in another form, if its rows are the gold answer; else None.

        Raises:
            DatabaseError: the graph cannot be queried.
        """
        for query in queries:
            rows = self._rows(query)
            if not rows:
                continue
            if self._golds.agrees(gold, rows):
                return query
            found = (other for _, other in self._in_other_forms(query, gold, different=False))
            return next((other for other in found if self._agrees(gold, other)), None)
        return None

    def _rows(self, query: Query) -> Rows:
        try:
            return self._golds.rows(query)
        except InputError:
            return ()
        except DatabaseError as error:
            if isinstance(error, DatabaseDown):
                raise
            return ()


def shown(explanation: Explanation) -> str:
    """Return the text of the query of an explanation; "" if there is none."""
    return query_text(explanation.query) if explanation.query else ""
