"""Which of the queries that a question may mean is its answer's, if any."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from kgqa_neo4j.plans.language.query import Form, Pattern, Quantifier, Query, entities_of
from kgqa_neo4j.plans.reading.asked import AskedQuestion
from kgqa_neo4j.plans.reading.confidence import estimate, signals
from kgqa_neo4j.plans.reading.costs import HEAD
from kgqa_neo4j.plans.reading.reader import Proposal, Reading
from kgqa_neo4j.plans.schema import RelationFacts
from kgqa_neo4j.question.wording import words

# A query whose score is lower by more than this is no other reading of the question.
_AS_GOOD = 0.15
# The same of one that explains as much of a question whose best query leads to nothing.
_FARTHER = 0.8
# Confidence from which a query is taken where a chain of steps could be meant as well.
_SURE = 0.6
# The same where it leaves words unexplained of what is asked of one name.
_SURE_OF_PART = 0.8
# The same where a chain of steps has been found to be no answer.
_PLAIN = 0.75
# Words left unexplained, from which on the question is about something that the graph does not have; more of them where
# several things that it names are joined.
_UNKNOWN, _UNKNOWN_JOINED = 0.72, 1.1
# The same where one step alone joins what is named, and by how many words less the next query has to explain.
_UNKNOWN_ALONE, _AHEAD = 1.3, 0.4
# Confidence from which a query is an answer whatever words it leaves unexplained.
_LIKELY = 0.5
# What is left there of the words that nothing explains.
_ALONE = 0.5
# Words that may stay unknown all the same: "everything".
_LITTLE = 0.2
# Words left over, below which a query says the whole question.
_WHOLE = 0.35
_PAIR = 2
# What the name of a relation to where something lies ends with.
_WITHIN = (["in"], ["within"], ["inside"])


def is_known(reading: Reading) -> bool:
    """Return whether the best query explains so much of a question that it is about what the graph has."""
    best = reading.proposals[0]
    joined = len(entities_of(best.query.pattern)) > 1
    if is_only_way(reading):
        return best.unknown <= _UNKNOWN_ALONE
    return best.unknown <= (_UNKNOWN_JOINED if joined else _UNKNOWN)


def is_likely(reading: Reading, asked: AskedQuestion) -> bool:
    """Return whether the best query does what is asked with what is asked for, and is more likely right than wrong.

    Other words that nothing explains say little then: "the oldest vessel on the register".
    """
    first = next((word.text for word in asked.words if word.noun and word.weight >= HEAD), "")
    likely = reading.operates and estimate(signals(reading.proposals, 0)) >= _LIKELY
    return likely and first not in reading.proposals[0].unexplained


def takes_all(reading: Reading, asked: AskedQuestion) -> bool:
    """Return whether the best query gives all of a class, though an adjective says which: "*vegetarian* members"."""
    best = reading.proposals[0]
    bare = Query(Pattern(branches=best.query.pattern.branches), form=best.query.form)
    if best.query != bare or len(bare.pattern.branches) != 1 or len(bare.pattern.branches[0].path) != 1:
        return False
    (branch,) = bare.pattern.branches
    named = {word.entity.options[0].id for word in asked.words if word.entity and word.certain}
    return (
        branch.quantifier is Quantifier.SOME
        and named.isdisjoint(branch.pattern.entities)
        and any(word.adjective and word.text in best.unexplained for word in asked.words)
    )


def is_sure(reading: Reading, asked: AskedQuestion | None = None) -> bool:
    """Return whether the best query is meant rather than a chain of steps."""
    query = reading.proposals[0].query
    # What is asked of one name, and neither compares nor joins: a chain of steps could say the rest of it.
    chain = asked is not None and sum(word.certain for word in asked.words) == 1
    chain = chain and len(entities_of(query.pattern)) == 1 and not query.compared
    least = _SURE_OF_PART if chain and not explains_all(reading) else _SURE
    return reading.operates or is_only_way(reading) or estimate(signals(reading.proposals, 0)) >= least


def is_only_way(reading: Reading) -> bool:
    """Return whether one step joins the class asked for to what is named, and no other query explains nearly as much.

    What else could be meant then, whatever its verb is: "which concerts did X help pay for".
    """
    best, *others = reading.proposals
    branches = [one for one in best.query.pattern.branches if one.quantifier is Quantifier.SOME]
    plain = best.query == Query(Pattern(branches=tuple(branches)))
    if (
        not plain
        or len(branches) != 2
        or any(len(one.path) != 1 or not one.pattern.entities for one in branches)
    ):
        return False
    return best.missing < others[0].missing - _AHEAD if others else True


def told_of(reading: Reading, place: int) -> dict[str, float]:
    """Return the signals of a query: words that nothing explains say less where it is the only way."""
    told = signals(reading.proposals, place)
    if place == 0 and not reading.operates and is_only_way(reading):
        told["missing"] *= _ALONE
    return told


def is_plain(reading: Reading) -> bool:
    """Return whether the best query says all of a question, by what it names alone, and much better than others do."""
    best = reading.proposals[0]
    if any(branch.path and branch.pattern.any for branch in best.query.pattern.branches):
        # That there is something says little of what is asked for.
        return False
    return (
        best.missing < _WHOLE and best.unknown <= _LITTLE and estimate(signals(reading.proposals, 0)) >= _PLAIN
    )


def explains_all(reading: Reading) -> bool:
    """Return whether the best query says all that the question says."""
    return reading.proposals[0].missing < _WHOLE


def is_whole(reading: Reading) -> bool:
    """Return whether the best query joins several entities and says all that the question says.

    That it leads to nothing is an answer then.
    """
    return len(entities_of(reading.proposals[0].query.pattern)) > 1 and explains_all(reading)


def says_within(query: Query, relations: Mapping[str, RelationFacts]) -> bool:
    """Return whether a query only asks whether one thing lies in another, by the names of the relations on its way.

    What lies in a city lies in the country of the city: a longer way may be meant where there is no short one.
    """
    (first, *others) = query.pattern.branches or (None,)
    return (
        query.form is Form.EXISTS
        and first is not None
        and not others
        and first.quantifier is Quantifier.SOME
        and bool(first.path)
        and all(move.outward and words(relations[move.relation].name)[-1:] in _WITHIN for move in first.path)
    )


def says_no_relation(asked: AskedQuestion) -> bool:
    """Return whether a question asks of two entities, and by no word of its own, whether one has to do with the other.

    "Has X ever been on Y?"
    """
    named = sum(word.certain for word in asked.words)
    return (
        asked.ops.whether and named == _PAIR and all(word.certain or word.weight < HEAD for word in asked.words)
    )


def as_good(
    reading: Reading, *, farther: bool = False, among: Container[Query] = ()
) -> Iterator[tuple[int, Proposal]]:
    """Yield the best query and those that may be meant as well, with their places, for where it has no answer.

    With `farther` also those that explain as much by a longer way, where a list is asked for and nothing is done
    with it, or where things are counted, or where it is one `among` those that may be meant by it.
    """
    best = reading.proposals[0]
    for place, one in enumerate(reading.proposals):
        near = one.score >= best.score - _AS_GOOD
        as_much = one.missing <= best.missing and one.score >= best.score - _FARTHER
        counted = best.query.form is one.query.form is Form.COUNT
        if near or (farther and as_much and (counted or not reading.operates or one.query in among)):
            yield place, one
