"""Learnt questions shown to the language model before the one that is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.base import Tools
from kgqa_neo4j.methods.common.question_run import Inquiry
from kgqa_neo4j.plans.learning import few_shot as shots
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.plans.learning.few_shot import Shot
from kgqa_neo4j.plans.scoring import masked

WorkedExample = tuple[Mapping[str, str], str]
"""What a template's last turn is filled with, and the reply that is right."""


def worked_examples(
    inquiry: Inquiry, linking: Linking, write: Callable[[Shot], WorkedExample]
) -> list[WorkedExample]:
    """Return worked examples for a question, the nearest last; none where nothing was learnt, or is wanted.

    Says in a step which ones. `write` puts one into the words of a prompt.

    Raises:
        ConfigError: the settings name a set that was not learnt.
    """
    tools, settings = inquiry.tools, inquiry.tools.settings.learning
    sets = store.chosen(tools.graph, settings.sets) if settings.examples else None
    if sets is None:
        return []
    vector = tools.embedder.encode([masked(linking)])[0]
    found = shots.nearest(tools.graph, vector, settings.examples, sets)
    if found:
        told = "; ".join(shot.question for shot in found)
        inquiry.step(
            "examples",
            f"learnt questions shown to the model: {told}",
            questions=[one.question for one in found],
        )
    return [write(shot) for shot in found]


def pairs_shown(tools: Tools) -> int:
    """Return how many question-answer pairs worked examples are taken from."""
    settings = tools.settings.learning
    sets = store.chosen(tools.graph, settings.sets) if settings.examples else None
    return 0 if sets is None else store.fingerprint(tools.graph, sets)[1]
