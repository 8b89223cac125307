"""Confidence of a model's statement, from the words of the question that it leaves unexplained, as for plans."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa_neo4j.guard.labelled import LabelledStatement
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.confidence import estimate
from kgqa_neo4j.plans.reading.labelled.spots import Spot
from kgqa_neo4j.plans.reading.labelled.unexplained import UNDONE, Spotted, unexplained
from kgqa_neo4j.plans.reading.labelled.vocabulary import Kind

# Minimum length of a literal that may explain words of the question by being a part of them.
_PART = 3
# Maximum of the unexplained amount, as for plans.
_MOST = 3.0
_CALLED = {
    Summary.AVERAGE: frozenset(("avg",)),
    Summary.SUM: frozenset(("sum", "count")),
    Summary.MAXIMUM: frozenset(("max",)),
    Summary.MINIMUM: frozenset(("min",)),
}


@dataclass(frozen=True, slots=True)
class Explained:
    """How well a statement explains a question: the unexplained `words`, their weight `missing`, and the confidence."""

    words: tuple[str, ...]
    missing: float
    confidence: float


UNEXPLAINED = Explained((), 0.0, 0.0)


def explained_by(spotted: Spotted, statement: LabelledStatement) -> Explained:
    """Return how well a statement explains a question.

    The confidence is the estimate for plans, by the unexplained words alone, since there are no competing statements.
    """
    used = {place for spot in spotted.spots if _says(statement, spot) for place in range(spot.first, spot.last)}
    left = [*unexplained(spotted, used), *((word, UNDONE) for word in _undone(spotted, statement))]
    missing = sum(weight for _, weight in left)
    told = {"missing": min(_MOST, missing), "margin": 0.0, "skipped": 0.0, "cost": 0.0}
    return Explained(tuple(word for word, _ in left), missing, estimate(told))


def _says(statement: LabelledStatement, spot: Spot) -> bool:
    names = statement.labels | statement.types | statement.keys
    if any(one.element.name in names for one in spot.named):
        return True
    texts = {text.casefold() for text in statement.texts}
    if spot.number is not None and (spot.number in statement.numbers or spot.text.casefold() in texts):
        return True
    wanted = [spot.text, *(one.value for one in spot.values)]
    if spot.time is not None:
        wanted.append(spot.time.name)
    return any(text.casefold() in texts for text in wanted) or any(
        len(text) >= _PART and text in spot.text.casefold() for text in texts
    )


def _undone(spotted: Spotted, statement: LabelledStatement) -> list[str]:
    """Return words for operations that the statement lacks, one word per operation."""
    operations, tree = spotted.operations, statement.tree
    subqueries = any(tree.find_data("subquery"))
    ordered = any(tree.find_data("order"))
    found = []
    # "How many seats", "how many hours": the number may be a property.
    numbered = any(
        one.element.name in statement.keys
        for spot in spotted.spots
        for one in spot.of(Kind.PROPERTY, Kind.FACT)
    )
    if operations.counts and not (statement.functions & {"count", "size", "sum"} or subqueries or numbered):
        found.append(operations.counts[0][0].text)
    if operations.most and not (ordered or statement.functions & {"max", "min"}):
        found.append(operations.most[0].text)
    for sign, summary, _ in operations.functions[:1]:
        if not (ordered or statement.functions & _CALLED.get(summary, frozenset())):
            found.append(sign.text)
    denied = any(tree.find_data("not")) or "<>" in statement.text or any(tree.find_data("is_null"))
    if operations.nots and not denied:
        found.append(operations.nots[0].text)
    return found
