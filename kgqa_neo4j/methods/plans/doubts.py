"""Evidence in the question's words for and against a ranked plan.

A plan expresses ("says") a word if the word stands for one of its steps or for what the plan leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from kgqa_neo4j.methods.plans.refusals import is_like_learned, turned, unread_word, unsupported, untaught
from kgqa_neo4j.plans.aggregation import asks_count
from kgqa_neo4j.plans.candidates import Candidate
from kgqa_neo4j.plans.confidence.signals import Signals
from kgqa_neo4j.plans.execution import Result
from kgqa_neo4j.plans.plan import AnswerForm, Plan
from kgqa_neo4j.plans.reading.asked import asks_unknown, foreign_noun, unknown_noun
from kgqa_neo4j.plans.scoring import Scores
from kgqa_neo4j.question.answer_kinds import lacks_measure

if TYPE_CHECKING:
    from kgqa_neo4j.methods.plans.planning import Planning

# Best plans searched for one that expresses all of the question, if there is a reason against the answer.
_LOOKED_AT = 200
# Confidence at which a plan is accepted whatever words it leaves out; and how far the score of an alternative may be
# below the plan's, unless the alternative extends it.
_LIKELY, _BEHIND = 0.65, 2.1
# Question words for a value of the topic, never for others that share it.
_ASK_VALUES = frozenset({"where", "when"})
# Next plans searched for one that expresses a noun or verb left out by an otherwise plausible plan.
_NEXT = 12


def names_another(run: Planning, plan: Plan) -> bool:
    """Whether the question asks by name for a relation that the plan does not follow."""
    ranker, reader = run.parts.ranker if run.settings.words else None, run.parts.reader
    if ranker is None or run.asked is None or not ranker.names_another(run.asked, plan):
        return False
    return reader is None or run.taken_apart is None or not reader.asks_for(run.taken_apart, plan)


def unread(run: Planning, plan: Plan) -> str:
    """Return a word of the question that the plan fails to express; "" if there is none."""
    if not run.settings.words:
        return ""
    reader = run.parts.reader
    if reader is not None and run.taken_apart is not None and (name := reader.unknown_name(run.taken_apart)):
        return name
    topics = run.linking.topics if run.linking else ()
    of_class = any(topic.match == "class" for topic in topics)
    if of_class and run.taken_apart is not None and (noun := unknown_noun(run.taken_apart)):
        return noun
    relations = run.parts.schema.relations()
    return unread_word(run.form, plan, relations, counts=asks_count(run.form), of_class=of_class)


def reason_against(run: Planning, result: Result, signals: Signals) -> str:
    """Return the reason to refuse the result of a plan; "" if it may be an answer."""
    plan, reader, taken_apart = result.plan, run.parts.reader, run.taken_apart
    if not (run.refuses and run.settings.words) or is_like_learned(signals.nearest):
        return ""
    if result.entities and lacks_measure(run.form, [entity.name for entity in result.entities]):
        # A country cannot answer "how much".
        return "unread"
    reason = _lack(run, plan, signals)
    if reason and reader is not None and taken_apart is not None:
        # Checked last, since there is rarely a reason.
        said = reader.says(taken_apart, plan) or reader.says_all(taken_apart, plan)
        return "" if said else reason
    return reason


def _lack(run: Planning, plan: Plan, signals: Signals) -> str:
    """Return the reason against an answer, disregarding lessons: `unread` or `empty`; "" for none."""
    assert run.asked is not None and run.scores is not None
    ranker, reader, taken_apart = run.parts.ranker, run.parts.reader, run.taken_apart
    named = plan.form is AnswerForm.WHICH and reader is not None and reader.knows_classes
    asked_for = ranker.asked_for(run.asked, plan) if ranker and named else 1.0
    seen = untaught(signals, run.scores.unknown)
    unknown = taken_apart is not None and len(plan.chains) == 1 and asks_unknown(taken_apart)
    relations = run.parts.schema.relations()
    if reason := unsupported(seen, relations, asked_for, unknown_noun=unknown):
        return reason
    if taken_apart is None or reader is None or len(plan.chains) > 1:
        return ""
    if foreign_noun(taken_apart):
        return "unread"
    chain = plan.chains[0]
    return "empty" if reader.lies_beside(taken_apart, chain.topic, chain.path) else ""


def is_of_another_class(run: Planning, result: Result) -> bool:
    """Whether "which" is followed by a class and none of the result's entities belongs to it."""
    reader, asked = run.parts.reader, run.taken_apart
    if reader is None or asked is None or result.plan.form is not AnswerForm.WHICH:
        return False
    return reader.asks_for_others(asked, [entity.id for entity in result.entities])


def says_all(run: Planning, plan: Plan) -> bool:
    """Whether a plan expresses all of the question."""
    reader, asked = run.parts.reader, run.taken_apart
    return reader is not None and asked is not None and run.refuses and reader.says_all(asked, plan)


def says_most(scores: Scores, place: int) -> bool:
    """Whether a plan leaves less than one word unexplained, so that the question's verb must be one of its steps."""
    return scores.unexplained is None or float(scores.unexplained[place]) < 1.0


def fuller(
    run: Planning,
    found: Sequence[Candidate],
    scores: Scores,
    order: Sequence[int],
    rank: int,
    signals: Signals,
    reason: str,
) -> tuple[int, Result] | None:
    """Return the index and the result of the next plan that expresses all of the question and has an answer.

    Searched in two cases: if there is a reason against the current plan (the other one must then clearly express the
    word that asks); or if the current plan is not learned, has a low confidence, and leaves out a noun or verb that
    clearly stands for a relation of the graph.

    Args:
        run: the question.
        found: the candidates.
        scores: their scores.
        order: their indexes, best first.
        rank: position of the current plan in `order`.
        signals: of the current plan.
        reason: against the current plan; "" for none.
    """
    reader, asked = run.parts.reader, run.taken_apart
    if reader is None or asked is None:
        return None
    plan = found[order[rank]].plan
    if not reason and (
        not run.refuses
        or (run.answer.confidence or 0.0) >= _LIKELY
        or is_like_learned(signals.nearest)
        or not reader.leaves_word(asked, plan)
        or reader.says_all(asked, plan)
    ):
        return None
    values = scores.values
    for place in order[rank + 1 : _LOOKED_AT if reason else rank + 1 + _NEXT]:
        far = values[place] < values[order[rank]] - _BEHIND
        if not reason and far and not _goes_on(plan, found[place].plan):
            continue
        if asked.wh in _ASK_VALUES and _turns_back(found[place].plan):
            continue
        if reader.says_all(asked, found[place].plan, surely=bool(reason)):
            result = run.result(found[place].plan)
            if result.entities and not run.contradicted(result):
                return place, result
    return None


def _turns_back(plan: Plan) -> bool:
    """Whether a plan follows a step and then its reverse, to others with the same value."""
    return any(then == move.back for one in plan.chains for move, then in pairwise(one.path))


def _goes_on(plan: Plan, other: Plan) -> bool:
    """Whether the other plan's first chain extends the first chain of the plan."""
    (first, *_), (second, *_) = plan.chains, other.chains
    return first.topic == second.topic and second.path[: len(first.path)] == first.path


def goes_the_other_way(run: Planning, plan: Plan) -> bool:
    """Whether a plan follows the verb's relation in the wrong direction, and the topic or its kind has the other."""
    reader = run.parts.reader
    if not run.settings.words or reader is None or not turned(run.form, plan, run.parts.schema.relations()):
        return False
    (chain,) = plan.chains
    return reader.may_have(chain.topic, chain.path[0].back)


def is_other_way(run: Planning, plan: Plan, other: Plan) -> bool:
    """Whether the other plan has the same relations as the plan, in the directions that the verb requires."""
    steps, others = ([move.relation for one in some.chains for move in one.path] for some in (plan, other))
    return steps == others and not turned(run.form, other, run.parts.schema.relations())
