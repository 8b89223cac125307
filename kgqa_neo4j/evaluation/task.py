"""What to evaluate: the questions of a file, or a sample of them, for one method."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgqa_neo4j.model import errors
from kgqa_neo4j.question_sets.perturbing import Perturbation, perturbed
from kgqa_neo4j.question_sets.questions import Format, Question, parted, read_questions
from kgqa_neo4j.settings import COMMAND_LINE, Configuration

MIN_CONFIDENCE = "ask.min_confidence"

Topic = Literal["gold", "linked"]


def answering_all(configuration: Configuration) -> Configuration:
    """Return the configuration of an evaluation: unsure answers count too, unless the command says otherwise."""
    if configuration.origin(MIN_CONFIDENCE) == COMMAND_LINE:
        return configuration
    return configuration.changed({MIN_CONFIDENCE: 0.0}, "evaluation")


@dataclass(frozen=True, slots=True)
class EvaluationTask:
    """What to evaluate: which questions, by which method, with or without the gold topic.

    `sample` 0 means the whole file in its order; else as many questions, drawn without replacement
    by `seed`. `left_out` is a share of the file that is not asked: what `kgqa learn --share` with the same
    seed learns. `perturb` changes what is asked by a rule, see `perturbed`.
    """

    file: Path
    format: Format
    method: str
    sample: int = 0
    seed: int = 0
    topic: Topic = "linked"
    left_out: float = 0.0
    perturb: Perturbation | None = None

    def questions(self) -> list[Question]:
        """Return the questions of this plan, in the order in which they are asked.

        Raises:
            InputError: the file cannot be read, has too few questions, or lacks the gold topics.
        """
        return self.drawn(read_questions(self.file, self.format))

    def drawn(self, questions: Sequence[Question]) -> list[Question]:
        """Return the questions of this plan, given all of its file; see `questions`."""
        if self.left_out:
            questions = parted(questions, self.left_out, self.seed)[1]
            if not questions:
                raise errors.InputError(f"{self.file}: nothing is left of it", hint="leave out less")
        if self.sample > len(questions):
            raise errors.InputError(f"{self.file} has {len(questions)} questions, not {self.sample}")
        chosen = random.Random(self.seed).sample(questions, self.sample) if self.sample else list(questions)
        for question in chosen:
            if self.topic == "gold" and not question.topics:
                raise errors.InputError(
                    f"{self.file}:{question.line}: no topic is given", hint="evaluate with --topic linked"
                )
        return chosen if self.perturb is None else [perturbed(one, self.perturb, self.seed) for one in chosen]
