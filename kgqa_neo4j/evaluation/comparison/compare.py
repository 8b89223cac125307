"""A complete comparison of methods; called by `kgqa compare`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa_neo4j import methods
from kgqa_neo4j.evaluation.comparison.protocol import Arm, Budget, Protocol, Source, label_of
from kgqa_neo4j.evaluation.comparison.results import Results, results
from kgqa_neo4j.evaluation.comparison.scheduling import Asker, Cell, Sample, ask_all, rounds
from kgqa_neo4j.evaluation.identity import code_identity
from kgqa_neo4j.evaluation.runs import OnProgress, Run, gold_answers
from kgqa_neo4j.evaluation.task import EvaluationTask, answering_all
from kgqa_neo4j.llm.cache import identity_of, serves_in_parallel
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.resources import ResourcesBySettings
from kgqa_neo4j.model.errors import ConfigError, KgqaError
from kgqa_neo4j.model.progress import no_progress
from kgqa_neo4j.question_sets.questions import Question, read_questions
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.version import __version__

Drawn = dict[tuple[Source, int], list[Question]]
Kept = dict[tuple[Source, int], dict[Arm, Run]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A finished comparison: its key, protocol and setting, notes for the reader, and results."""

    key: str
    protocol: Protocol
    setting: dict[str, Any]
    notes: list[str]
    results: Results


def compare(
    protocol: Protocol,
    configuration: Configuration,
    *,
    budget: Budget = Budget(),  # noqa: B008 - immutable
    jobs: int = 1,
    share_reads: bool = False,
    fresh: bool = False,
    runs: Path | None = None,
    on_progress: OnProgress = lambda done, of: None,
    say: Callable[[str], None] = no_progress,
) -> Comparison:
    """Ask the remaining questions and return the comparison.

    Args:
        protocol: what to compare.
        configuration: the workspace and its settings; swept settings are changed for each arm.
        budget: when to stop; every method is still asked the same questions.
        jobs: number of questions asked concurrently; 1 if the language model serializes calls.
        share_reads: reuse what one arm read from the graph for the others.
        fresh: discard the results of earlier identical runs.
        runs: folder for runs instead of the workspace's.
        on_progress: called with (done, total) after each answer.
        say: receives notices for the user before the questions are asked.

    Raises:
        KgqaError: the protocol is inconsistent, a file cannot be read, or the database or a model cannot be used.
            Answers so far are stored.
    """
    protocol.check()
    _check_methods(protocol)
    drawn = _draw(protocol)  # report an invalid file before starting a server
    configuration = answering_all(configuration)
    configurations = {arm: configuration.changed(dict(arm.values), "--vary") for arm in protocol.arms()}
    resources = open_resources(configuration)
    with resources.graph, ExitStack() as stack:
        by_settings = ResourcesBySettings(resources)
        askers = {arm: Asker(arm, own, by_settings.of(own)) for arm, own in configurations.items()}
        if jobs > 1 and not all(map(serves_in_parallel, by_settings.models())):
            say("this language model backend takes one call at a time: using --jobs 1")
            jobs = 1
        if jobs > 1 and share_reads:
            say("shared reads need a single thread: using --jobs 1")
            jobs = 1
        kept = {key: _runs(protocol, *key, askers, runs, fresh) for key in drawn}
        _check_different(kept)
        samples = [
            Sample(source, seed, drawn[source, seed], _open(stack, of_sample, askers))
            for (source, seed), of_sample in kept.items()
        ]
        order = rounds(samples, budget)
        gold = {
            source: gold_answers(
                resources.graph, [question for sample, question in order if sample.source == source]
            )
            for source in protocol.sources
        }
        ask_all(order, resources, gold, budget, jobs, on_progress, share_reads=share_reads)
        found = results(protocol, samples, order)
    if not found.asked:
        raise KgqaError("the budget ran out before every method was asked one question", hint="raise --budget")
    setting = _setting(protocol, kept, resources.embedder.model, jobs)
    return Comparison(_key(protocol, kept), protocol, setting, _notes(found, budget, jobs, share_reads), found)


def _check_methods(protocol: Protocol) -> None:
    try:
        for name in protocol.methods:
            methods.METHODS.get(name)
    except ConfigError as error:
        where = f"the preset {protocol.preset}: " if protocol.preset else ""
        raise ConfigError(f"{where}{error.message}", hint=error.hint) from None


def _plan(protocol: Protocol, source: Source, method: str, seed: int) -> EvaluationTask:
    return EvaluationTask(source.file, source.format, method, protocol.sample, seed, protocol.topic)


def _draw(protocol: Protocol) -> Drawn:
    drawn: Drawn = {}
    for source in protocol.sources:
        questions = read_questions(source.file, source.format)
        for seed in protocol.seeds:
            drawn[source, seed] = _plan(protocol, source, protocol.baseline, seed).drawn(questions)
    return drawn


def _runs(
    protocol: Protocol,
    source: Source,
    seed: int,
    askers: dict[Arm, Asker],
    folder: Path | None,
    fresh: bool,
) -> dict[Arm, Run]:
    runs = {}
    for arm, asker in askers.items():
        plan, resources = _plan(protocol, source, arm.method, seed), asker.resources
        run = Run(plan, asker.configuration, resources.graph, folder, identity_of(resources.llm))
        if fresh:
            run.forget()
        runs[arm] = run
    return runs


def _check_different(kept: Kept) -> None:
    seen: dict[str, str] = {}
    for (source, seed), runs in kept.items():
        for arm, run in runs.items():
            name = f"{source.label}, {' '.join(filter(None, (arm.method, label_of(arm.values))))}, seed {seed}"
            if run.key in seen:
                raise ConfigError(
                    f"these are the same run: {seen[run.key]}; {name}",
                    hint="compare different files, and vary settings that change answers",
                )
            seen[run.key] = name


def _open(stack: ExitStack, runs: dict[Arm, Run], askers: dict[Arm, Asker]) -> list[Cell]:
    return [Cell(arm, run, stack.enter_context(run.opened()), askers[arm]) for arm, run in runs.items()]


def _key(protocol: Protocol, kept: Kept) -> str:
    keys = sorted(run.key for runs in kept.values() for run in runs.values())
    text = json.dumps([keys, protocol.baseline, [source.label for source in protocol.sources]])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _setting(protocol: Protocol, kept: Kept, encoder: str, jobs: int) -> dict[str, Any]:
    """Return everything needed to reproduce the comparison."""
    first = next(run for runs in kept.values() for run in runs.values())
    return {
        "preset": protocol.preset,
        "files": [
            {"label": source.label, "file": source.file.name, "format": source.format}
            for source in protocol.sources
        ],
        "methods": list(protocol.methods),
        "baseline": protocol.baseline,
        "sample": protocol.sample,
        "seeds": list(protocol.seeds),
        "topic": protocol.topic,
        "vary": {name: list(values) for name, values in protocol.vary.items()},
        "jobs": jobs,
        "embedding_model": encoder,
        "version": __version__,
        "code": code_identity(),
        "graph": first.description["graph"],
        "settings": first.description["settings"],
    }


def _notes(found: Results, budget: Budget, jobs: int, share_reads: bool) -> list[str]:
    notes = []
    if found.asked < found.planned:
        notes.append(
            f"Cut off by the budget of {budget.text}: {found.asked:,} of {found.planned:,} questions were "
            f"asked, {found.planned - found.asked:,} were left out. Every method was asked the same ones."
        )
    if jobs > 1:
        notes.append(f"{jobs} questions were asked at once, so seconds are those of a busy machine.")
    if share_reads:
        notes.append("Reads of the graph were shared, so seconds are not those of one method alone.")
    if any(row["llm_cached"] for row in found.runs):
        notes.append("Some replies came from the cache (llm_cached); seconds are those of the original calls.")
    return notes
