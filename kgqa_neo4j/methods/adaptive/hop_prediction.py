"""Hop prediction: how deep to explore, from a pseudo query that the model writes.

See docs/methods/adaptive.md, step 2. One call, constrained by a grammar and parsed strictly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgqa_neo4j.methods.adaptive import pseudo_query
from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.methods.common.few_shot import WorkedExample
from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.model.errors import ContextOverflow, ModelTimeout, ModelUnavailable
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.learning.few_shot import FewShotExample
from kgqa_neo4j.settings import AdaptiveSettings

# Enough for long relations, but small enough to soon cut off a model that fails to stop.
TOKENS_PER_HOP = 24


@dataclass(frozen=True, slots=True)
class Prediction:
    """The depth; 0 if the reply was unusable, for the given `reason`. `given`: the depth is a setting."""

    depth: int
    given: bool
    reason: str
    step: Step


def predict(
    calls: Calls,
    question: str,
    topics: Sequence[Entity],
    settings: AdaptiveSettings,
    examples: Callable[[], Sequence[WorkedExample]] = tuple,
) -> Prediction:
    """Return the predicted depth, between 1 and `settings.max_hops`.

    A fixed `settings.hops` is returned without a call. `examples` returns few-shot examples and is only used for a
    call; see `worked_example`. A failed call counts as an unusable reply, since the next call may still succeed.
    """
    if settings.hops:
        summary = f"explore {settings.hops} hops, as set"
        return Prediction(
            settings.hops, True, "", Step("hops", summary, {"depth": settings.hops, "by": "setting"})
        )
    names = [f"e{number}" for number in range(1, len(topics) + 1)]
    entities = "\n".join(f"{name} = {topic.name}" for name, topic in zip(names, topics, strict=True))
    try:
        reply = calls.complete(
            "hops",
            {"question": question, "entities": entities},
            examples=examples(),
            sampling=Sampling(max_tokens=TOKENS_PER_HOP * (settings.max_hops + len(topics)), stop=["\n\n"]),
            grammar=pseudo_query.grammar(len(topics), settings.max_hops),
        )
    except (ContextOverflow, ModelTimeout, ModelUnavailable) as error:
        return _unusable(f"the hop prediction failed ({error.message})", "")
    try:
        found = pseudo_query.depth(pseudo_query.parse(reply), names)
    except pseudo_query.PseudoQueryError as error:
        return _unusable(f"the hop prediction was unusable ({error})", reply)
    if found == 0:
        return _unusable("the hop prediction was unusable (no pattern touches a linked entity)", reply)
    depth = min(found, settings.max_hops)
    clamped = f", clamped from {found}" if depth != found else ""
    summary = f"explore {depth} hop{'s' * (depth > 1)}{clamped}: {reply.strip()}"
    return Prediction(depth, False, "", Step("hops", summary, {"depth": depth, "by": "model", "reply": reply}))


def worked_example(example: FewShotExample) -> WorkedExample:
    """Return a learned question and its pseudo query as a few-shot example."""
    values = {"question": example.question, "entities": f"e1 = {example.topic}"}
    return values, pseudo_query.chain([name for name, _ in example.steps])


def _unusable(reason: str, reply: str) -> Prediction:
    return Prediction(0, False, reason, Step("hops", reason, {"by": "similarity", "reply": reply}))
