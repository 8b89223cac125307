"""Enumeration of queries around the topics, best first, for the strategy `enumerate`.

Chains come from `kgqa_neo4j.plans.candidates` and are ranked by the fit of their relations to the question. The
question's time expressions determine how each is written as Cypher and, if the plan language can express it, as a plan.
A date that is asked for or compared may be a fact's own time or a further step to a date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.methods.common.chains import chain_text, step_text
from kgqa_neo4j.methods.query.plan_translation import plan_of
from kgqa_neo4j.methods.query.qualifier_queries import Qualifier, of_chain
from kgqa_neo4j.methods.query.query_templates import ParameterNames, QueryTemplate, write, write_age
from kgqa_neo4j.methods.query.related_facts import among, beside
from kgqa_neo4j.plans.candidates import Candidate, Limits, StepPrior, candidates, no_step_prior
from kgqa_neo4j.plans.plan import Chain, Move, Plan
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scorer
from kgqa_neo4j.plans.value_kinds import leads_to_times
from kgqa_neo4j.question.times import Reading

# Best chains that are written as queries.
_WRITTEN = 40
# Penalty for ignoring "first" or "now", which may be mere figures of speech.
_PLAIN_COST = 0.3
# Penalty for dating by a further step, since facts may have times of their own.
_STEP_COST = 0.05
# Penalty for taking the second latest as the previous one, since there may be one that has ended.
_SECOND_COST = 0.01
# Bonus for using several topics, if the question names them.
_NAMED_GAIN = 1.0
# Maximum number of chains combined with the facts of other topics.
_RELATED = 3
# Minimum lead in cosine of a qualifier over its relation for a query that asks for the qualifier.
_ASKED_MORE = 0.1
# Cosine bonus of a qualifier whose words are in the question.
_SAID = 0.3
# Maximum number of qualifiers compared with the question.
_QUALIFIERS = 20
_BEGUN = "date of birth, founded, start, beginning"
_ENDED = "date of death, dissolved, end"


@dataclass(frozen=True, slots=True)
class Written:
    """A query to try, its meaning as text, and its score.

    `plain`: the query ignores the question's time. `keys` are properties of facts, besides times, that it may use. If
    there is an equivalent `plan`, that is executed instead.
    """

    query: str
    meaning: str
    score: float
    plain: bool = False
    keys: tuple[str, ...] = ()
    plan: Plan | None = None


def enumerated(
    schema: Schema,
    scorer: Scorer,
    embedder: Embedder,
    asked: MaskedQuestion,
    reading: Reading,
    names: ParameterNames,
    limits: Limits,
    qualifiers: Sequence[Qualifier] = (),
) -> list[Written]:
    """Return queries about the topics of `asked`, best first; their entities and relations are added to `names`.

    Raises:
        DatabaseError: or a subclass.
    """
    topics = [topic.id for topic in asked.topics]
    if reading.asks == "age" and (query := _age(schema, embedder, topics[0], reading, names)):
        return [Written(query, "age", 1.0)]
    step_prior = scorer.step_prior(asked)
    found = candidates(schema, topics, step_prior, limits)
    if not found:
        return []
    scores = scorer.score(asked, found, schema)
    ranked = [(found[place], float(scores.values[place])) for place in scores.order()]
    about = _About(schema, reading, names, {topic.id: topic.name for topic in asked.topics})
    written: dict[str, Written] = {}
    for one in (
        *_related(about, ranked, step_prior),
        *_qualified(about, ranked, _gains(embedder, asked, qualifiers, schema), qualifiers),
        *_forms(about, ranked, _said_of(scorer, embedder, asked, reading)),
    ):
        if one.query not in written or written[one.query].score < one.score:
            written[one.query] = one
    return sorted(written.values(), key=lambda one: -one.score)


@dataclass(frozen=True, slots=True)
class _About:
    """The common input of all queries of one question; `told` maps the ids of its topics to names."""

    schema: Schema
    reading: Reading
    names: ParameterNames
    told: dict[str, str]

    def meaning(self, form: QueryTemplate) -> str:
        return meaning(form, self.schema, self.told)

    def written(self, form: QueryTemplate, said: str, score: float) -> Written:
        keys = tuple(form.qualifier.keys) if form.qualifier else ()
        query = write(form, self.reading, self.names)
        plan = plan_of(form, self.reading, self.told)
        return Written(query, said, score, form.plain, keys, plan)


def _related(about: _About, ranked: Sequence[tuple[Candidate, float]], fits: StepPrior) -> Iterator[Written]:
    """Yield the queries that relate the times of several topics; their bonus ranks them before queries about one."""
    schema, reading, names = about.schema, about.reading, about.names
    if len(about.told) < 2 or not (reading.beside or reading.among):
        return
    steps = [
        (one.plan.chains[0], score)
        for one, score in ranked
        if len(one.plan.chains) == 1 and one.plan.hops == 1 and not one.plan.revisited
    ]
    for chain, score in steps[:_RELATED]:
        move = chain.path[0]
        text = about.meaning(QueryTemplate((chain,)))
        chosen = among(schema, [*about.told], move, reading, names) if reading.among else ()
        for place, query in enumerate(chosen):
            yield Written(
                query, f"the {reading.order} of those named, {text}", score + _NAMED_GAIN - place * _STEP_COST
            )
        others = beside(schema, [*about.told], chain.topic, move, fits, reading, names)
        for place, query in enumerate(others):
            yield Written(query, f"{text}, {reading.beside}", score + _NAMED_GAIN - place * _STEP_COST)


def _forms(about: _About, ranked: Sequence[tuple[Candidate, float]], fits: StepPrior) -> Iterator[Written]:
    schema, reading = about.schema, about.reading
    relations = schema.relations()

    def written(form: QueryTemplate, score: float) -> Written:
        return about.written(form, about.meaning(form), score)

    # Skip plans that only lead back to their topic.
    led = [(candidate, score) for candidate, score in ranked if not candidate.plan.revisited]
    for candidate, score in led[:_WRITTEN]:
        chains = candidate.plan.chains
        ends = leads_to_times(chains[0].path[-1], relations)
        if reading.asks in ("time", "start", "end", "duration"):
            if ends and reading.asks != "duration":
                yield written(QueryTemplate(chains, times=True), score)
            else:
                yield written(QueryTemplate(chains), score - _STEP_COST)
            yield from (written(form, score) for form in _between(chains, [*about.told]))
            if (reading.stands or reading.order) and not reading.period:
                yield written(QueryTemplate(chains, plain=True), score - _PLAIN_COST)
            continue
        if not (reading.stands or reading.order):
            yield written(QueryTemplate(chains), score)
            continue
        for form, cost in _timed(chains, reading, fits):
            yield written(form, score - cost)
        if not ends:
            moves = schema.following(chains[0].path[-1])
            dated = [move for move in moves if leads_to_times(move, relations)]
            for move in dated[:3]:
                yield written(QueryTemplate(chains, dated_by=move), score - _STEP_COST)
        if not reading.period:
            yield written(QueryTemplate(chains, plain=True), score - _PLAIN_COST)


def _gains(
    embedder: Embedder, asked: MaskedQuestion, qualifiers: Sequence[Qualifier], schema: Schema
) -> dict[Qualifier, float]:
    """Return the lead in cosine of each qualifier over its relation, plus a bonus if its words are in the question."""
    asked_for = [one for one in qualifiers if not one.value][:_QUALIFIERS]
    if not asked_for:
        return {}
    relations = schema.relations()
    named = {one: relations[one.move.relation].name for one in asked_for if one.move.relation in relations}
    texts = list(dict.fromkeys([*(one.words for one in asked_for), *named.values()]))
    similarity = dict(zip(texts, np.asarray(embedder.encode(texts), np.float32) @ asked.vector, strict=True))
    said = f" {asked.masked.casefold()} "
    return {
        one: float(similarity[one.words] - similarity[name]) + (_SAID if one.said_in(said) else 0.0)
        for one, name in named.items()
    }


def _qualified(
    about: _About,
    ranked: Sequence[tuple[Candidate, float]],
    gains: dict[Qualifier, float],
    qualifiers: Sequence[Qualifier],
) -> Iterator[Written]:
    """Yield queries with qualifiers: with another topic as the value, or asking for the value."""
    for candidate, score in ranked[:_WRITTEN] if qualifiers else ():
        chains = candidate.plan.chains
        for one in of_chain(qualifiers, chains):
            form = QueryTemplate(chains, qualifier=one)
            if one.value:
                said = f"{about.meaning(form)} ({one.words}: {about.told[one.value]})"
                yield about.written(form, said, score + _NAMED_GAIN)
            elif gains.get(one, 0.0) > _ASKED_MORE:
                # Prefer facts that end at another topic, if there are any.
                around = about.schema.around
                ends = [other for other in about.told if one.move.back in around(other) and other != one.topic]
                for to in [*ends, ""]:
                    form = QueryTemplate(chains, to=to, qualifier=one)
                    said = f"{one.words} of {about.meaning(form)}"
                    cost = -_NAMED_GAIN if to else _STEP_COST
                    yield about.written(form, said, score + gains[one] - cost)


def _said_of(scorer: Scorer, embedder: Embedder, asked: MaskedQuestion, reading: Reading) -> StepPrior:
    """Return how well steps fit the noun after "previous" and the like; constant without such a noun."""
    if not reading.noun:
        return no_step_prior
    vector = np.asarray(embedder.encode([reading.noun])[0], np.float32)
    return scorer.step_prior(replace(asked, text=reading.noun, masked=reading.noun, vector=vector))


def _timed(
    chains: tuple[Chain, ...], reading: Reading, fits: StepPrior
) -> Iterator[tuple[QueryTemplate, float]]:
    """Yield the templates that apply the question's time to chains, each with its penalty."""
    if reading.order not in ("previous", "next") and reading.stands != "past":
        yield QueryTemplate(chains), 0.0
        return
    steps = list(enumerate((move for chain in chains for move in chain.path), 1))
    # Among equally good steps the last one leads to the answer.
    steps.sort(key=lambda step: (-fits(step[1]), -step[0]))
    for place, (fact, _) in enumerate(steps[: 1 if reading.noun else 2]):
        cost = place * _STEP_COST
        if reading.order == "previous":
            yield QueryTemplate(chains, about=fact, ended=True), cost
        yield QueryTemplate(chains, about=fact), cost + (_SECOND_COST if reading.order == "previous" else 0.0)


def _between(chains: tuple[Chain, ...], topics: Sequence[str]) -> Iterator[QueryTemplate]:
    """Yield templates for the time of a fact between two topics."""
    for chain in chains:
        for other in topics:
            if len(chains) == 1 and len(chain.path) == 1 and other != chain.topic:
                yield QueryTemplate((chain,), to=other)


def _age(schema: Schema, embedder: Embedder, topic: str, reading: Reading, names: ParameterNames) -> str:
    """Return the query of an age: from the date most like a beginning to the one most like an end."""
    relations = schema.relations()
    moves = [move for move in schema.around(topic) if leads_to_times(move, relations)]
    if not moves:
        return ""
    texts = [relations[move.relation].name for move in moves]
    vectors = np.asarray(embedder.encode([_BEGUN, _ENDED, *texts]), np.float32)
    similarity = vectors[2:] @ vectors[:2].T
    born = int(similarity[:, 0].argmax())
    rest = [
        place for place in range(len(moves)) if place != born and similarity[place, 1] > similarity[place, 0]
    ]
    died = max(rest, key=lambda place: float(similarity[place, 1]), default=None)
    return write_age(topic, moves[born], None if died is None else moves[died], reading, names)


def meaning(form: QueryTemplate, schema: Schema, told: dict[str, str]) -> str:
    """Return the meaning of a template as text: its chains, their ends, their dates."""
    relations = schema.relations()

    def step(move: Move) -> tuple[str, bool]:
        name = relations[move.relation].name if move.relation in relations else move.relation
        return name, move.outward

    parts = [chain_text(told.get(one.topic, one.topic), map(step, one.path)) for one in form.chains]
    dated = f", dated by {step_text(*step(form.dated_by))}" if form.dated_by else ""
    end = f" - {told.get(form.to, form.to)}" if form.to else ""
    return " and ".join(parts) + end + dated
