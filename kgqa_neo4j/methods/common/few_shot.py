"""Few-shot examples for prompts, taken from the learned questions nearest to the question."""

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
"""Values for the last turn of a template, and the right reply."""


def worked_examples(
    question_run: QuestionRun, linking: Linking, write: Callable[[FewShotExample], WorkedExample]
) -> list[WorkedExample]:
    """Return few-shot examples for a question, the nearest last; none if nothing was learned or the setting is off.

    They are recorded in a step. `write` turns a learned question into a prompt's values and reply.

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
    """Return the number of question-answer pairs from which few-shot examples are taken."""
    settings = resources.settings.learning
    sets = store.chosen(resources.graph, settings.sets) if settings.examples else None
    return 0 if sets is None else store.fingerprint(resources.graph, sets)[1]
