"""Answers by queries read from the question: counts, comparisons, negations, groups, tables and the like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.common.calls import timed
from kgqa_neo4j.methods.common.read_queries import (
    add_proof,
    in_words,
    judge_reading,
    not_understood,
    put_into_words,
    show_reading,
)
from kgqa_neo4j.methods.plans.spare_names import drop_misread_name, without_second_name
from kgqa_neo4j.methods.plans.unrecorded_conditions import without_unrecorded
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.plans.language.execution import QueryResult
from kgqa_neo4j.plans.language.query import Branch, Form, Pattern, Query, entities_of
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.reading.ages import birth, death, listed, with_ages
from kgqa_neo4j.plans.reading.asked import foreign_noun
from kgqa_neo4j.plans.reading.averages import with_averages
from kgqa_neo4j.plans.reading.choice import (
    as_good,
    explains_all,
    is_known,
    is_likely,
    is_plain,
    is_sure,
    is_whole,
    says_no_relation,
    says_within,
    takes_all,
)
from kgqa_neo4j.plans.reading.reader import Proposal, Reader, Reading
from kgqa_neo4j.plans.reading.shares import share_of
from kgqa_neo4j.plans.reading.topic_positions import placed
from kgqa_neo4j.question.ages import ages_asked
from kgqa_neo4j.question.answer_kinds import asks_whether, contradicts, lacks_measure
from kgqa_neo4j.question.averages import with_average
from kgqa_neo4j.question.fillers import without_fillers
from kgqa_neo4j.question.shares import share_asked

# Factor of the confidence if a condition was dropped because the graph does not record it.
_UNTOLD = 0.7

if TYPE_CHECKING:
    from kgqa_neo4j.methods.plans.planning import Planning


def read_and_answer(run: Planning, linking: Linking) -> bool:
    """Answer a question by the best query read from it; return False if plans of chains should answer it.

    Raises:
        DatabaseError: or a subclass: the graph cannot be queried.
        ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
    """
    reader = run.parts.reader
    question = placed(linking)
    if reader is None or question is None:
        return False
    with timed(run.answer.seconds, "exploration"):
        run.taken_apart = asked = reader.asked(question)
        alone = without_second_name(run, asked)
        if alone is not None and (question := placed(alone)) is not None:
            linking = alone
            run.taken_apart = asked = reader.asked(question)
        reading = run.parts.lessons.recalled(question, reader.reading_of(asked))
        if says_no_relation(asked):
            reading = reader.with_events(asked, reading)
        if not reading.proposals:
            return False
        if not is_known(reading) and not is_likely(reading, asked):
            if reading.operates and run.linked is not None:
                _refuse_unknown(run, reading)
                return True
            return False
        if takes_all(reading, asked):
            _refuse_unknown(run, reading)
            return True
        run.linking = linking
        return _answer(run, reading)


def answer_share(run: Planning, topics: Sequence[str]) -> bool:
    """Answer a question for a percentage or fraction by reading its two lists; return False for other questions.

    Raises:
        DatabaseError: or a subclass: the graph cannot be queried.
        ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
    """
    reader, asked = run.parts.reader, share_asked(run.answer.question)
    if reader is None or asked is None:
        return False
    readings = []
    for question in (asked.part, asked.all or asked.noun):
        linking = placed(run.link(topics, question))
        if linking is None:
            return False
        readings.append(reader.reading_of(reader.asked(linking), chains=True))
    share = share_of(asked.hundred, *readings)
    return bool(share.proposals) and _answer(run, share)


def answer_beside_average(run: Planning, topics: Sequence[str]) -> bool:
    """Answer a question that compares with the average of all; return False for other questions.

    Raises:
        DatabaseError: or a subclass: the graph cannot be queried.
        ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
    """
    reader = run.parts.reader
    if reader is None:
        return False
    for question, number in with_average(run.answer.question):
        linking = placed(run.link(topics, question))
        if linking is None:
            continue
        run.taken_apart = asked = reader.asked(linking)
        reading = with_averages(reader.reading_of(asked, chains=True), number, reader.all_of)
        if reading.proposals and _answer(run, reading):
            return True
    return False


def answer_ages(run: Planning, topics: Sequence[str]) -> bool:
    """Answer a question for ages by dates of birth; return False for other questions, or if the graph has none.

    Raises:
        DatabaseError: or a subclass: the graph cannot be queried.
        ModelNotFound, ModelUnreadable: the spaCy pipeline cannot be used.
    """
    reader, asked = run.parts.reader, ages_asked(without_fillers(run.answer.question))
    born = birth(run.parts.schema) if reader is not None and asked is not None else None
    linking = placed(run.link(topics, run.answer.question)) if born is not None else None
    if reader is None or asked is None or born is None or linking is None:
        return False
    run.taken_apart = reader.asked(linking)
    persons = _persons(run, topics, reader, asked.whose, born)
    reading = with_ages(persons, asked, listed, born, death(run.parts.schema), date.today())
    return bool(reading.proposals) and explains_all(reading) and _answer(run, reading)


def _persons(run: Planning, topics: Sequence[str], reader: Reader, whose: str, born: Move) -> Reading:
    """Return a reading with queries for the persons in a noun phrase; for "", for all who have a date of birth."""
    linking = placed(run.link(topics, whose)) if whose else None
    one = _only_topic(linking) if linking is not None else None
    known = Pattern(branches=(Branch((born,)),)) if not whose else None
    if one is not None and born in run.parts.schema.around(one):
        known = Pattern((one,))
    if known is not None:
        return Reading((Proposal(Query(known), 0.0, (), 0.0, 0.0),))
    readings = []
    for question in (f"list {whose}", f"who is {whose}"):
        linking = placed(run.link(topics, question))
        if linking is not None:
            readings.append(reader.reading_of(reader.asked(linking), chains=True))
    found = [one for one in readings if one.proposals]
    return min(found, key=lambda one: one.proposals[0].missing, default=Reading())


def _only_topic(linking: Linking) -> str | None:
    """Return the id of the entity whose name is the whole text; None if there is no such entity."""
    named = [one for one in linking.topics if one.mention.text.strip() == linking.question.strip()]
    return named[0].entity.id if named else None


REWORDING_ANSWERERS = (answer_share, answer_beside_average, answer_ages)
"""Functions that answer a question by rewording it into others; each returns whether it answered."""


def answer_instead(run: Planning) -> bool:
    """Answer by a query that expresses all of the question, after plans of chains failed; return False without one."""
    reader = run.parts.reader
    if reader is None or run.taken_apart is None or foreign_noun(run.taken_apart):
        return False
    reading = reader.reading_of(run.taken_apart, chains=True)
    if not reading.proposals or not is_plain(reading):
        return False
    result = run.parts.queries.execute(reading.proposals[0].query)
    if not result.total or _contradicted(run, result):
        return False
    show_reading(run, reading)
    _tell(run, reading, 0, result)
    return True


def _answer(run: Planning, reading: Reading) -> bool:
    """Answer by the best query that has an answer; return False if a plan of chains may have one instead."""
    if not is_sure(reading, run.taken_apart):
        return False
    results = []
    best = reading.proposals[0].query
    relations = run.parts.schema.relations()
    asks_within = says_within(best, relations)
    among = [one.query for one in reading.proposals if asks_within and says_within(one.query, relations)]
    if run.taken_apart is not None and says_no_relation(run.taken_apart):
        # Any relation between the two entities is accepted.
        among = [one.query for one in reading.proposals if one.query.form is Form.EXISTS]
    for place, one in as_good(reading, farther=bool(among) or not _lacks(run, best), among=among):
        if (among and one.query not in among) or (place and _leaves_out(one.query, best)):
            continue
        result = run.parts.queries.execute(one.query)
        if _contradicted(run, result):
            result = replace(result, entities=())
        if (
            not (place or result.total or reading.operates)
            and run.taken_apart
            and drop_misread_name(run, run.taken_apart)
        ):
            return False
        results.append((place, result))
        if result.total and not _is_zero(result) and not (among and _is_no(result)):
            break
    else:
        # None has an answer: report the first count of zero or "no", else the failed attempts.
        zero = next((at for at, (_, result) in enumerate(results) if result.total), len(results) - 1)
        results = results[: zero + 1]
    found = results[-1][1].total
    untold = None if found else without_unrecorded(run.parts.queries, best, _named(run))
    if untold is None and not found and not reading.operates and not is_whole(reading):
        return False
    show_reading(run, reading)
    for place, result in results[:-1] if found else results:
        run.step("execution", f"{query_text(result.query)} leads to nothing", rank=place + 1)
    if found:
        _tell(run, reading, *results[-1])
    elif untold is not None:
        _tell(run, reading, 0, untold[0], untold[1])
    else:
        # The question was understood and there is nothing: keep other methods from exploring.
        run.misread = True
        run.refuse("empty")
    return True


def _contradicted(run: Planning, result: QueryResult) -> bool:
    """Whether the question words rule out the kind of result: an entity for "how much"."""
    if result.query.part:
        # A share is a number, although the reworded questions ask for lists.
        return False
    assert run.taken_apart is not None
    form = run.taken_apart.masked
    # "Are there any? Which ones?" asks for the entities, which only the reading recognizes.
    names = [entity.name for entity in result.entities]
    return not asks_whether(form) and bool(names) and (contradicts(form, names) or lacks_measure(form, names))


def _leaves_out(query: Query, best: Query) -> bool:
    """Whether a query is the best one with conditions dropped: children instead of a son."""
    fewer = set(query.pattern.branches) < set(best.pattern.branches)
    return fewer and query == replace(best, pattern=replace(best.pattern, branches=query.pattern.branches))


def _named(run: Planning) -> set[str]:
    """Return the ids of the entities that words of the question may mean."""
    spans = [word.entity for word in run.taken_apart.words if word.entity] if run.taken_apart else []
    return {option.id for span in spans for option in span.options}


def _is_zero(result: QueryResult) -> bool:
    """Whether the result is a count of 0, in which case another path may be meant."""
    return result.query.form is Form.COUNT and [entity.name for entity in result.entities] == ["0"]


def _is_no(result: QueryResult) -> bool:
    return [entity.name for entity in result.entities] == ["no"]


def _lacks(run: Planning, query: Query) -> bool:
    """Whether an entity in a query's condition lacks the condition's relation, so that no answer is the right one."""
    return any(
        branch.path[-1].back not in run.parts.schema.around(entity)
        for branch in query.pattern.branches
        if branch.path
        for entity in branch.pattern.entities[:1]
    )


def _tell(run: Planning, reading: Reading, place: int, result: QueryResult, untold: Path = ()) -> None:
    """Fill in the answer from a query's result; `untold` is the path of a condition dropped as not recorded."""
    step = run.step(
        "execution",
        f"{query_text(result.query)} leads to {result.total:,}",
        plan={"text": query_text(result.query), "form": str(result.query.form)},
        names=_names(run, result.query),
        cypher=result.statement.text,
        parameters=result.statement.parameters,
        rank=place + 1,
        total=result.total,
        cut=result.cut,
    )
    if result.cut:
        run.because("the graph around the topic was only partly read")
    if result.query.form is not Form.NONE:
        add_proof(run, run.parts.queries, result.query, step)
    judge_reading(run, reading, place)
    if untold:
        run.answer.confidence = (run.answer.confidence or 0.0) * _UNTOLD
        relation = run.parts.schema.relations()[untold[-1].relation].name
        run.because(f"the graph does not tell whether this fits by {relation}")
    run.answer_with(result.entities)
    put_into_words(run, in_words(result.query.form, result.entities), result.rows)


def _names(run: Planning, query: Query) -> dict[str, str]:
    """Return the names of the entities of a query, by id."""
    rows = run.parts.graph.read("entity_names", ids=list(entities_of(query.pattern)))
    return {row["id"]: row["name"] for row in rows}


def _refuse_unknown(run: Planning, reading: Reading) -> None:
    """Refuse a question about something that the graph does not have, recording what was understood."""
    best = reading.proposals[0]
    run.step("unread", not_understood(reading), word=best.unexplained[0] if best.unexplained else "")
    run.misread = True
    run.answer.status = Status.UNANSWERABLE
    run.because("unread")
