"""When the best plan is no answer: words that it does not say, what the graph lacks, a wrong direction."""

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

# Confidence below which an answer is looked at for what speaks against it, and the log-odds among the plans that the
# topic has from which on one of them is meant all the same: a question that none of them is for fits several badly.
_DOUBTFUL, _PLAIN = 0.39, 2.0
# The log-odds against everything else together, from which on it is nearly as likely.
_NEARLY = -1.0
# Confidence below which nothing else has to speak against an answer.
_HOPELESS = 0.2
# Cosine of a question form that was learned, from which on its lesson holds for the question.
_LIKE = 0.9
# Words that nothing in the graph explains, from which on the question is about something that it does not have.
_UNKNOWN = 0.5

# How well a plan must lead to what the question asks for by a noun.
_ASKED_FOR = 0.15
# The same where nothing in the graph is known to be meant by that noun: "which customers live in X".
_ASKED_FOR_UNKNOWN = 0.6
# Relations of a graph up to which that tells something: among hundreds some rival explains any word.
_TOLD_APART = 60

Relations = Mapping[str, RelationFacts]


def unread_word(form: str, plan: Plan, relations: Relations, *, counts: bool, of_class: bool) -> str:
    """Return a word of the question that asks for what a plan does not say: its answer would be another's.

    Args:
        form: the question with its topics masked.
        plan: what was executed.
        relations: those of the graph.
        counts: the question asks for a number of things.
        of_class: a topic is the class that is asked for.
    """
    names = [relations[one].name for one in _taken(plan) if one in relations]
    unread = negation(form, names) or rank(form, names) or price(form, names)
    if not counts:
        unread = unread or aggregate(form, names)
    if plan.form is AnswerForm.EXISTS:
        # "Did X start before X" asks for two values, not for a relation between the two.
        unread = unread or beside(form, names)
    if unread or plan.conditions or plan.extreme or not of_class:
        return unread
    # All of a class is no answer to a question about some of it.
    return superlative(form, names) or bound(form)


def untaught(signals: Signals, unknown: float) -> Signals:
    """Return the signals of an answer as they would be had nothing been learned.

    Args:
        signals: of the answer.
        unknown: how many of the question's words nothing in the graph explains.
    """
    if signals.nearest <= 0:
        return signals
    unknown = 0.0 if signals.omitted >= OMITTED else unknown
    # The lead over other plans of the topic is by what was learned; before that it was no less than this.
    among = min(signals.among, signals.before)
    return replace(signals, share=signals.before, among=among, nearest=0.0, known=0.0, unknown=unknown)


def unsupported(signals: Signals, relations: Relations, asked_for: float, *, unknown_noun: bool) -> str:
    """Return why an answer is none by what the graph alone says: `unread` or `empty`; "" where it may be one.

    It does not lead to what the question asks for by a noun that means nothing here ("which drugs"); or it is unsure,
    and does not lead to what a known noun asks for; or it is unsure, less likely than everything else together, what
    entities like the topic have and it lacks among that, and hardly likelier than other plans that the topic has; or it
    is as good as surely wrong.

    Args:
        signals: of the answer, see `untaught`.
        relations: those of the graph.
        asked_for: how well the plan leads to what is asked for, see `Ranker.asked_for`.
        unknown_noun: nothing in the graph is known to be meant by the noun that asks for it.
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
        # A longer plan says more of the question, which is about what the graph has.
        return ""
    return "unread" if signals.unknown >= _UNKNOWN or signals.omitted >= OMITTED else "empty"


def is_like_learned(nearest: float) -> bool:
    """Return whether a question form that was learned is so near that it says what is meant."""
    return nearest >= _LIKE


def unknown_told(words: Sequence[str]) -> str:
    """Return what is said of a question about what the graph does not have, given its words that mean nothing there."""
    if not words:
        return "no fact of the graph says what the question asks for"
    told = ", ".join(f'"{word}"' for word in words)
    return f"the graph has nothing that {told} could mean"


def turned(form: str, plan: Plan, relations: Relations) -> bool:
    """Return whether a plan follows one relation, once or twice, against what is said of who does it to whom."""
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
