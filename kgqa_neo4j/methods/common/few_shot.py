"""Learned questions shown to the language model before the one that is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.question_run import QuestionRun
from kgqa_neo4j.plans.learning import few_shot as examples
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.plans.learning.few_shot import FewShotExample
from kgqa_neo4j.question.masking import mask_topics

WorkedExample = tuple[Mapping[str, str], str]
"""What a template's last turn is filled with, and the reply that is right."""


def worked_examples(
    question_run: QuestionRun, linking: Linking, write: Callable[[FewShotExample], WorkedExample]
) -> list[WorkedExample]:
    """Return worked examples for a question, the nearest last; none where nothing was learned, or is wanted.

    Says in a step which ones. `write` puts one into the words of a prompt.

    Raises:
        ConfigError: the settings name a set that was not learned.
    """
    resources, settings = question_run.resources, question_run.resources.settings.learning
    sets = store.chosen(resources.graph, settings.sets) if settings.examples else None
    if sets is None:
        return []
    vector = resources.embedder.encode([mask_topics(linking)])[0]
    found = examples.nearest(resources.graph, vector, settings.examples, sets)
    if found:
        told = "; ".join(example.question for example in found)
        question_run.step(
            "examples",
            f"learned questions shown to the model: {told}",
            questions=[one.question for one in found],
        )
    return [write(example) for example in found]


def pairs_shown(resources: Resources) -> int:
    """Return how many question-answer pairs worked examples are taken from."""
    settings = resources.settings.learning
    sets = store.chosen(resources.graph, settings.sets) if settings.examples else None
    return 0 if sets is None else store.fingerprint(resources.graph, sets)[1]
