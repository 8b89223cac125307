"""Which questions of files are learned: all, some drawn by a seed, or a share of each file."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.question_sets.questions import Format, Question, parted, read_questions


def drawn(
    files: Sequence[Path], format: Format, sample: int = 0, seed: int = 0, share: float = 1.0
) -> list[Question]:
    """Return the questions of files, or some of them drawn by a seed.

    Args:
        files: question files of one format.
        format: theirs.
        sample: questions that are drawn from all files together; 0 for all.
        seed: draws the sample and the share.
        share: share of each file that the sample is drawn from, see `parted`.

    Raises:
        InputError: a file cannot be read, they have too few questions, or one without topic or answers.
    """
    questions = [
        (file, question) for file in files for question in parted(read_questions(file, format), share, seed)[0]
    ]
    if sample > len(questions):
        named = ", ".join(map(str, files))
        raise InputError(f"{named}: {len(questions)} questions to draw from, not {sample}")
    chosen = random.Random(seed).sample(questions, sample) if sample else questions
    for file, question in chosen:
        if not (question.topics and question.answers):
            missing = "answers" if question.topics else "topic"
            raise InputError(
                f"{file}:{question.line}: no {missing} to learn from", hint="give each question both"
            )
    return [question for _, question in chosen]
