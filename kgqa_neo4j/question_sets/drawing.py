"""Select the questions to learn from: all, a random sample, or a share of each file."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.question_sets.questions import Format, Question, read_questions, split_by_share


def drawn(
    files: Sequence[Path], format: Format, sample: int = 0, seed: int = 0, share: float = 1.0
) -> list[Question]:
    """Return the questions of files, or a random sample of them.

    Args:
        files: question files in the same format.
        format: the format of the files.
        sample: number of questions drawn from all files together; 0 for all.
        seed: random seed of the sample and the share.
        share: share of each file that the sample is drawn from, see `split_by_share`.

    Raises:
        InputError: a file cannot be read, there are too few questions, or one has nothing to learn from.
    """
    questions = [
        (file, question)
        for file in files
        for question in split_by_share(read_questions(file, format), share, seed)[0]
    ]
    if sample > len(questions):
        named = ", ".join(map(str, files))
        raise InputError(f"{named}: {len(questions)} questions to draw from, fewer than {sample}")
    chosen = random.Random(seed).sample(questions, sample) if sample else questions
    for file, question in chosen:
        if not (question.answers or question.rows or question.plan or question.cypher):
            raise InputError(
                f"{file}:{question.line}: no answers to learn from",
                hint="give each question its answers, or a plan or Cypher that finds them",
            )
    return [replace(question, place=f"{file.name}:{question.line}") for file, question in chosen]
