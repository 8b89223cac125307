"""Rewords questions about an attached graph into forms that its readers understand: "60 days ago" into a date."""

from __future__ import annotations

from datetime import date

from kgqa_neo4j.attached.model import Property, PropertyGraphSchema, ValueType
from kgqa_neo4j.plans.attached.facts_asked_too import with_columns
from kgqa_neo4j.plans.reading.labelled.vocabulary import Vocabulary
from kgqa_neo4j.question.ages import as_birthdays, as_not_died, tells_age, tells_birth, tells_death
from kgqa_neo4j.question.breakdowns import as_groups
from kgqa_neo4j.question.company import as_alongside
from kgqa_neo4j.question.contrasts import as_exclusion
from kgqa_neo4j.question.counted_nouns import with_numbers
from kgqa_neo4j.question.fillers import without_fillers
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.part_years import spelled_parts
from kgqa_neo4j.question.relative_dates import with_dates
from kgqa_neo4j.question.repetition import as_numbers_of_times
from kgqa_neo4j.question.second_questions import as_one_question
from kgqa_neo4j.question.sorted_numbers import as_sorted_numbers
from kgqa_neo4j.question.wording import words


class Rewording:
    """Rewords questions about one graph.

    `born` and `died` are the properties for the births and deaths of persons, None if the graph has none; `born` is
    also None if the graph has ages.
    """

    def __init__(self, schema: PropertyGraphSchema, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        properties = [one for label in schema.labels for one in label.properties]
        aged = tells_age(one.name for one in properties)
        dates = [one for one in properties if one.type.is_time or one.type is ValueType.NUMBER]
        self.born: Property | None = (
            None if aged else next((one for one in dates if tells_birth(one.name)), None)
        )
        self.died: Property | None = next((one for one in dates if tells_death(one.name)), None)
        counted = (words(one.name)[-1:] for one in properties if one.type is ValueType.NUMBER)
        # Nouns for numeric properties that count parts: `bedrooms`.
        self._parts = {singular_of(name): name for some in counted for name in some if is_plural(name)}

    def plain(self, question: str) -> str:
        """Return a question reworded step by step, each step applied to the result of the one before."""
        # First, because `without_fillers` blanks out the words for the order.
        plain = without_fillers(as_sorted_numbers(question))
        plain = as_exclusion(as_numbers_of_times(as_alongside(plain)))
        plain = spelled_parts(with_dates(plain, date.today()))
        plain = as_groups(with_numbers(plain, self._parts), self._vocabulary.labels)
        plain = as_one_question(plain, self._vocabulary.is_stored_number)
        plain = with_columns(plain, self._vocabulary)
        if self.died is not None:
            plain = as_not_died(plain)
        if self.born is not None:
            plain = as_birthdays(plain, date.today(), self.born.type is ValueType.NUMBER)
        return plain
