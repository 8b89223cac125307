"""Choice among the queries that a question may mean: which to execute, and whether to answer by a query at all."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from kgqa_neo4j.plans.language.query import Form, Pattern, Quantifier, Query, entities_of
from kgqa_neo4j.plans.reading.asked import AskedQuestion
from kgqa_neo4j.plans.reading.confidence import estimate, signals
from kgqa_neo4j.plans.reading.costs import HEAD
from kgqa_neo4j.plans.reading.reader import Proposal, Reading
from kgqa_neo4j.plans.schema import RelationFacts
from kgqa_neo4j.question.wording import words

# Maximum distance in score from the best query for another query to be an alternative reading.
_AS_GOOD = 0.15
# The same for a query that explains as much as a best query without results.
_FARTHER = 0.8
# Minimum confidence to prefer a query where the question may ask for a chain of steps.
_SURE = 0.6
# The same for a query about one name that leaves words unexplained.
_SURE_OF_PART = 0.8
# The same where no chain of steps has turned out to be the answer.
_PLAIN = 0.75
# Unexplained words above which the question is about something that the graph lacks; the limit is higher if the query
# joins several named entities.
_UNKNOWN, _UNKNOWN_JOINED = 0.72, 1.1
# The same if a single step is the only link between the named entities; and the minimum lead of that query over the
# next one, in unexplained words.
_UNKNOWN_ALONE, _AHEAD = 1.3, 0.4
# Minimum confidence to answer despite unexplained words.
_LIKELY = 0.5
# Factor on the unexplained words if a single step is the only link.
_ALONE = 0.5
# Unexplained words to ignore: "everything".
_LITTLE = 0.2
# Unexplained words below which a query expresses the whole question.
_WHOLE = 0.35
_PAIR = 2
# Last words of relation names that say where something lies.
_WITHIN = (["in"], ["within"], ["inside"])


def is_known(reading: Reading) -> bool:
    """Return whether the best query explains enough for the question to be about what the graph has."""
    best = reading.proposals[0]
    joined = len(entities_of(best.query.pattern)) > 1
    if is_only_way(reading):
        return best.unknown <= _UNKNOWN_ALONE
    return best.unknown <= (_UNKNOWN_JOINED if joined else _UNKNOWN)


def is_likely(reading: Reading, asked: AskedQuestion) -> bool:
    """Return whether the best query of a question with operations explains its first noun, and is probably right.

    Other unexplained words then matter little: "the oldest vessel on the register".
    """
    first = next((word.text for word in asked.words if word.noun and word.weight >= HEAD), "")
    likely = reading.operates and estimate(signals(reading.proposals, 0)) >= _LIKELY
    return likely and first not in reading.proposals[0].unexplained


def takes_all(reading: Reading, asked: AskedQuestion) -> bool:
    """Return whether the best query returns a whole class, ignoring a restricting adjective: "*vegetarian* members"."""
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
    """Return whether to prefer the best query to a chain of steps."""
    query = reading.proposals[0].query
    # A query about one name without comparisons or joins: a chain of steps could express the rest of the question.
    chain = asked is not None and sum(word.certain for word in asked.words) == 1
    chain = chain and len(entities_of(query.pattern)) == 1 and not query.compared
    least = _SURE_OF_PART if chain and not explains_all(reading) else _SURE
    return reading.operates or is_only_way(reading) or estimate(signals(reading.proposals, 0)) >= least


def is_only_way(reading: Reading) -> bool:
    """Return whether one step joins the requested class to a named entity, and no other query explains nearly as much.

    Then nothing else can be meant, whatever the verb is: "which concerts did X help pay for".
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
    """Return the confidence signals of a query; unexplained words count less if its step is the only link."""
    told = signals(reading.proposals, place)
    if place == 0 and not reading.operates and is_only_way(reading):
        told["missing"] *= _ALONE
    return told


def is_plain(reading: Reading) -> bool:
    """Return whether the best query clearly expresses the whole question, without conditions of mere existence."""
    best = reading.proposals[0]
    if any(branch.path and branch.pattern.any for branch in best.query.pattern.branches):
        # That something exists says little about the answer.
        return False
    return (
        best.missing < _WHOLE and best.unknown <= _LITTLE and estimate(signals(reading.proposals, 0)) >= _PLAIN
    )


def explains_all(reading: Reading) -> bool:
    """Return whether the best query expresses the whole question."""
    return reading.proposals[0].missing < _WHOLE


def is_whole(reading: Reading) -> bool:
    """Return whether the best query joins several entities and expresses the whole question.

    If it has no results, that is the answer.
    """
    return len(entities_of(reading.proposals[0].query.pattern)) > 1 and explains_all(reading)


def says_within(query: Query, relations: Mapping[str, RelationFacts]) -> bool:
    """Return whether a query only asks if something lies in something else, by the names of its relations.

    What lies in a city also lies in its country, so a longer path may be meant if there is no short one.
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
    """Return whether a question asks if two entities are related, without saying how ("has X ever been on Y")."""
    named = sum(word.certain for word in asked.words)
    return (
        asked.ops.whether and named == _PAIR and all(word.certain or word.weight < HEAD for word in asked.words)
    )


def as_good(
    reading: Reading, *, farther: bool = False, among: Container[Query] = ()
) -> Iterator[tuple[int, Proposal]]:
    """Yield the best query and its alternatives, each with its rank, to try in turn until one has an answer.

    `farther` adds queries that explain as much by a longer path, if the question lists without operations, or both
    queries count, or the query is one of `among`.
    """
    best = reading.proposals[0]
    for place, one in enumerate(reading.proposals):
        near = one.score >= best.score - _AS_GOOD
        as_much = one.missing <= best.missing and one.score >= best.score - _FARTHER
        counted = best.query.form is one.query.form is Form.COUNT
        if near or (farther and as_much and (counted or not reading.operates or one.query in among)):
            yield place, one
