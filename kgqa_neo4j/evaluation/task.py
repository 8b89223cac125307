"""Definition of an evaluation: a question file or a sample of it, and the method."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgqa_neo4j.model import errors
from kgqa_neo4j.question_sets.perturbing import Perturbation, perturbed
from kgqa_neo4j.question_sets.questions import Format, Question, read_questions, split_by_share
from kgqa_neo4j.settings import COMMAND_LINE, Configuration

MIN_CONFIDENCE = "ask.min_confidence"

Topic = Literal["gold", "linked"]


def answering_all(configuration: Configuration) -> Configuration:
    """Return the configuration with minimum confidence 0, so that no answer is withheld, unless set by the command."""
    if configuration.origin(MIN_CONFIDENCE) == COMMAND_LINE:
        return configuration
    return configuration.changed({MIN_CONFIDENCE: 0.0}, "evaluation")


@dataclass(frozen=True, slots=True)
class EvaluationTask:
    """What to evaluate: which questions, by which method, with linked or gold topics.

    `sample` is the number of questions to draw without replacement with `seed`; 0 for the whole file in order.
    `left_out` is the fraction of the file to skip: the part that `kgqa learn --share` learns with the same seed.
    `perturb` is a rule that changes the questions; see `perturbed`.
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
        """Return the questions to ask, in order.

        Raises:
            InputError: the file cannot be read, has too few questions, or lacks gold topics.
        """
        return self.drawn(read_questions(self.file, self.format))

    def drawn(self, questions: Sequence[Question]) -> list[Question]:
        """Return the questions to ask, given all questions of the file; see `questions`."""
        if self.left_out:
            questions = split_by_share(questions, self.left_out, self.seed)[1]
            if not questions:
                raise errors.InputError(f"{self.file}: no questions are left", hint="leave out a smaller share")
        if self.sample > len(questions):
            raise errors.InputError(f"{self.file} has {len(questions)} questions, fewer than {self.sample}")
        chosen = random.Random(self.seed).sample(questions, self.sample) if self.sample else list(questions)
        for question in chosen:
            if self.topic == "gold" and not question.topics:
                raise errors.InputError(
                    f"{self.file}:{question.line}: no topic is given", hint="evaluate with --topic linked"
                )
        return chosen if self.perturb is None else [perturbed(one, self.perturb, self.seed) for one in chosen]
