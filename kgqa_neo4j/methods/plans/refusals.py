"""Reasons to refuse the best plan: words that it does not express, facts that the graph lacks, a wrong direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgqa_neo4j.plans.confidence.calibration import estimate
from kgqa_neo4j.plans.confidence.signals import OMITTED, Signals
from kgqa_neo4j.plans.plan import AnswerForm, Plan
from kgqa_neo4j.plans.schema import RelationFacts
from kgqa_neo4j.question.directions import goes_against, steps_outward
from kgqa_neo4j.question.operators import aggregate, beside, bound, negation, price, rank, superlative
from kgqa_neo4j.question.wording import word_relation

# Confidence below which an answer is checked; and log-odds among the topic's plans at which a plan is accepted all the
# same, because a question that fits none of them fits several equally badly.
_DOUBTFUL, _PLAIN = 0.39, 2.0
# Log-odds against all other plans together, at which a plan is nearly as likely as these.
_NEARLY = -1.0
# Confidence below which an answer is refused without further evidence.
_HOPELESS = 0.2
# Minimum cosine of a learned question template for its lesson to apply.
_LIKE = 0.9
# Unexplained words from which the question is about something that the graph does not have.
_UNKNOWN = 0.5

# Minimum of `Ranker.asked_for`: how well a plan leads to the noun that asks.
_ASKED_FOR = 0.15
# The same for a noun with no known meaning in the graph: "which customers live in X".
_ASKED_FOR_UNKNOWN = 0.6
# Maximum number of relations for these checks: among hundreds of relations, some explain any word.
_TOLD_APART = 60

Relations = Mapping[str, RelationFacts]


def unread_word(form: str, plan: Plan, relations: Relations, *, counts: bool, of_class: bool) -> str:
    """Return an operation word of the question that a plan does not express, "" for none.

    The plan's answer would be to a different question.

    Args:
        form: the question with its topics masked.
        plan: the executed plan.
        relations: of the graph.
        counts: whether the question asks for a count.
        of_class: whether a topic is the class of the answers.
    """
    names = [relations[one].name for one in _taken(plan) if one in relations]
    unread = negation(form, names) or rank(form, names) or price(form, names)
    if not counts:
        unread = unread or aggregate(form, names)
    if plan.form is AnswerForm.EXISTS:
        # "Did X start before X" compares two values; it does not ask for a relation between the topics.
        unread = unread or beside(form, names)
    if unread or plan.conditions or plan.extreme or not of_class:
        return unread
    # A question about some members of a class is not answered by all of them.
    return superlative(form, names) or bound(form)


def untaught(signals: Signals, unknown: float) -> Signals:
    """Return the signals of an answer as they would be without learning.

    Args:
        signals: of the answer.
        unknown: number of the question's words that nothing in the graph explains.
    """
    if signals.nearest <= 0:
        return signals
    unknown = 0.0 if signals.omitted >= OMITTED else unknown
    # The log-odds among the topic's plans are only known with learning; without it they were at least `before`.
    among = min(signals.among, signals.before)
    return replace(signals, share=signals.before, among=among, nearest=0.0, known=0.0, unknown=unknown)


def unsupported(signals: Signals, relations: Relations, asked_for: float, *, unknown_noun: bool) -> str:
    """Return the reason to refuse an answer by the graph alone: `unread` or `empty`; "" if it may be right.

    An answer is refused in one of these cases:

    - the noun that asks has no known meaning in the graph ("which drugs"), and the plan does not lead to it;
    - the confidence is low, and the plan does not lead to the (known) noun that asks;
    - the confidence is low, and the plan is less likely than all others together (including plans that entities like
      the topic have and the topic lacks), and hardly likelier than the topic's other plans;
    - the answer is almost certainly wrong.

    Args:
        signals: of the answer, see `untaught`.
        relations: of the graph.
        asked_for: how well the plan leads to the noun that asks, see `Ranker.asked_for`.
        unknown_noun: whether that noun has no known meaning in the graph.
    """
    if len(relations) > _TOLD_APART:
        return ""
    if unknown_noun and asked_for < _ASKED_FOR_UNKNOWN:
        return "unread"
    confidence = estimate(signals)
    if confidence >= _DOUBTFUL:
        return ""
    if asked_for < _ASKED_FOR:
        return "unread"
    if signals.skipped:
        return ""
    if confidence >= _HOPELESS and (signals.share >= 0 or signals.among >= _PLAIN):
        return ""
    if confidence >= _HOPELESS and signals.omitted >= OMITTED and signals.share >= _NEARLY:
        # A longer plan explains more words, so the question is about something that the graph has.
        return ""
    return "unread" if signals.unknown >= _UNKNOWN or signals.omitted >= OMITTED else "empty"


def is_like_learned(nearest: float) -> bool:
    """Whether the nearest learned question template is close enough to decide the meaning."""
    return nearest >= _LIKE


def unknown_told(words: Sequence[str]) -> str:
    """Return the text of a refusal for a question about something that the graph lacks, given the unknown words."""
    if not words:
        return "no fact in the graph answers the question"
    told = ", ".join(f'"{word}"' for word in words)
    return f"the graph has nothing that {told} could mean"


def turned(form: str, plan: Plan, relations: Relations) -> bool:
    """Whether a plan follows a single relation, once or repeatedly, in directions that contradict the question."""
    steps = [move for chain in plan.chains for move in chain.path]
    names = {step.relation for step in steps}
    if len(plan.chains) != 1 or len(names) != 1 or not names <= relations.keys():
        return False
    (name,) = names
    label = word_relation(name, relations[name].name).label
    if len(steps) == 1:
        return goes_against(form, label, steps[0].outward, alone=True)
    said = steps_outward(form, label)
    return said is not None and said != tuple(step.outward for step in steps)


def _taken(plan: Plan) -> Sequence[str]:
    return [move.relation for one in plan.chains for move in one.path]
