"""A complete evaluation of one method; called by `kgqa eval`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kgqa_neo4j import methods
from kgqa_neo4j.evaluation.runs import OnProgress, Run
from kgqa_neo4j.evaluation.task import EvaluationTask, answering_all
from kgqa_neo4j.llm.cache import identity_of
from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.methods.base import Learner
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.question_sets.perturbing import changed
from kgqa_neo4j.question_sets.questions import FORMATS
from kgqa_neo4j.settings import Configuration

__all__ = ["FORMATS", "EvaluationTask", "evaluate"]


def evaluate(
    plan: EvaluationTask,
    configuration: Configuration,
    *,
    fresh: bool = False,
    kept: bool = False,
    runs: Path | None = None,
    on_progress: OnProgress = lambda done, of: None,
) -> dict[str, Any]:
    """Ask the remaining questions of `plan` and return all metrics in one dict.

    The dict is flat except for ``by_kind``, which is present if questions have kinds; see `records.by_kind`.

    Args:
        plan: the questions and the method.
        configuration: the workspace and its settings.
        fresh: discard the results of an earlier identical run.
        kept: store each answer in the history and the graph as `kgqa ask` does.
        runs: folder for runs instead of the workspace's.
        on_progress: called with (done, total) after each question.

    Raises:
        KgqaError: the file cannot be read, or the database or a model cannot be used.
    """
    plan.questions()  # report an invalid file before starting a server
    method = methods.create(plan.method)
    configuration = answering_all(configuration)
    resources = open_resources(configuration, no_progress)

    def answer(question: str, topics: Sequence[str]) -> Answer:
        return ask(question, resources, configuration, topics, method=method, kept=kept)

    with resources.graph:
        run = Run(plan, configuration, resources.graph, runs, identity_of(resources.llm))
        if fresh:
            run.forget()
        figures = run.execute(resources.graph, answer, on_progress)
        pairs = method.qa_pairs_used(resources) if isinstance(method, Learner) else 0
    return {
        "file": plan.file.name,
        "format": plan.format,
        "method": plan.method,
        "topic": plan.topic,
        "sample": plan.sample,
        "seed": plan.seed,
        "left_out": plan.left_out,
        **_perturbation(plan),
        "embedding_model": resources.embedder.model,
        "qa_pairs_used": pairs,
        **figures,
        "predictions": str(run.predictions),
    }


def _perturbation(plan: EvaluationTask) -> dict[str, str | int]:
    if plan.perturb is None:
        return {}
    return {
        "perturb": plan.perturb,
        "perturbed": changed(replace(plan, perturb=None).questions(), plan.questions()),
    }
