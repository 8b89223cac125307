"""Operations of a question on the facts that it names: count, compare, negate, order, group, average."""

from kgqa_neo4j.question.operations.model import (
    Comparative,
    DateBound,
    NumberBound,
    Operations,
    Superlative,
)
from kgqa_neo4j.question.operations.numbers import number_of
from kgqa_neo4j.question.operations.reading import read_operations

__all__ = [
    "Comparative",
    "DateBound",
    "NumberBound",
    "Operations",
    "Superlative",
    "number_of",
    "read_operations",
]
