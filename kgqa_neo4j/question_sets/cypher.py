"""Files of questions with gold Cypher and of predicted Cypher; perturbations of the values in questions."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.question_sets.perturbing import mistyped, shortened

ValuePerturbation = Literal["case", "typo", "partial", "plural", "unquoted"]
VALUE_PERTURBATIONS: tuple[ValuePerturbation, ...] = get_args(ValuePerturbation)

_QUOTED = re.compile(
    r"(?<!\w)'([^'\n]+(?:'\w[^'\n]*)*)'(?!\w)|\"([^\"\n]+)\"|\u2018([^\u2019\n]+)\u2019|\u201c([^\u201d\n]+)\u201d"
)
_LITERAL = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")


@dataclass(frozen=True, slots=True)
class CypherQuestion:
    """A question with its gold statement; `kind` is the category that the file gives it."""

    id: str
    question: str
    cypher: str
    kind: str = ""


def read_cypher_questions(path: Path) -> list[CypherQuestion]:
    """Return the questions of a JSON Lines file with ``question``, ``cypher`` and optional ``id`` and ``kind``.

    Raises:
        InputError: the file cannot be read, or a line is invalid; gives file:line.
    """
    questions = []
    for number, entry in _entries(path):
        question, cypher = entry.get("question"), entry.get("cypher", entry.get("gold_cypher"))
        if not (isinstance(question, str) and isinstance(cypher, str)):
            raise InputError(f"{path}:{number}: `question` and `cypher` must be strings")
        questions.append(
            CypherQuestion(str(entry.get("id", number)), question, cypher, str(entry.get("kind") or ""))
        )
    if not questions:
        raise InputError(f"{path} has no questions")
    return questions


def read_predictions(path: Path) -> dict[str, str]:
    """Return the predicted statements in a file (``pred_cypher`` or ``cypher``), by the text of the question.

    Raises:
        InputError: the file cannot be read, or a line is invalid; gives file:line.
    """
    predictions: dict[str, str] = {}
    for number, entry in _entries(path):
        question, cypher = entry.get("question"), entry.get("pred_cypher", entry.get("cypher"))
        if not (isinstance(question, str) and isinstance(cypher, str | None)):
            raise InputError(f"{path}:{number}: `question` and `pred_cypher` must be strings")
        # Null means that there is no prediction.
        predictions.setdefault(question, cypher or "")
    return predictions


def drawn(questions: Sequence[CypherQuestion], sample: int, seed: int) -> list[CypherQuestion]:
    """Return `sample` questions drawn without replacement, or all in their order if `sample` is 0.

    Raises:
        InputError: there are fewer questions.
    """
    if sample > len(questions):
        raise InputError(f"there are only {len(questions)} questions, not {sample}")
    return random.Random(seed).sample(list(questions), sample) if sample else list(questions)


def perturbed_values(question: CypherQuestion, rule: ValuePerturbation, seed: int = 0) -> CypherQuestion:
    """Return a question with the values that it names changed by a rule; deterministic for a seed and id.

    Values are quoted texts, and texts from the gold statement that occur in the question.

    * ``case``: all values in lower case, or in upper case if they are in lower case already.
    * ``typo``: one edit in one value. ``partial``: a value of several words without one of them.
    * ``plural``: one value with a plural ending. ``unquoted``: no quotes around any value.
    """
    text = question.question
    if rule == "unquoted":
        stripped = _QUOTED.sub(lambda match: next(part for part in match.groups() if part is not None), text)
        return replace(question, question=stripped)
    places = _values(question)
    if rule == "case":
        for start, stop in reversed(places):
            value = text[start:stop]
            lower = value.lower()
            text = text[:start] + (value.upper() if value == lower else lower) + text[stop:]
        return replace(question, question=text)
    draw = random.Random(f"{seed}:{question.id}:{text}")
    change = {"typo": mistyped, "partial": shortened, "plural": _plural}[rule]
    changeable = [(start, stop) for start, stop in places if change(text[start:stop], draw)]
    if not changeable:
        return question
    start, stop = draw.choice(changeable)
    return replace(question, question=text[:start] + change(text[start:stop], draw) + text[stop:])


def _plural(value: str, _draw: random.Random) -> str:
    """Return a value with a plural ending, "" if it does not end in a letter."""
    if not value or not value[-1].isalpha():
        return ""
    if re.search(r"[^aeiou]y$", value):
        return f"{value[:-1]}ies"
    return f"{value}es" if re.search(r"(s|x|z|ch|sh)$", value) else f"{value}s"


def _values(question: CypherQuestion) -> list[tuple[int, int]]:
    """Return the spans of values in the text, in order; of overlapping ones the longer."""
    text = question.question
    spans = [
        match.span(group)
        for match in _QUOTED.finditer(text)
        for group in range(1, 5)
        if match[group] is not None
    ]
    for match in _LITERAL.finditer(question.cypher):
        value = re.sub(r"\\(.)", r"\1", match[1] if match[1] is not None else match[2])
        if value:
            pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
            spans += [found.span() for found in re.finditer(pattern, text, re.IGNORECASE)]
    found: list[tuple[int, int]] = []
    for start, stop in sorted(spans, key=lambda span: span[0] - span[1]):
        if all(stop <= first or start >= last for first, last in found):
            found.append((start, stop))
    return sorted(found)


def _entries(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}", hint="give JSON lines in UTF-8, plain or gzip") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise InputError(f"{path}:{number}: {error}", hint="write one JSON object per line") from None
        if not isinstance(entry, dict):
            raise InputError(f"{path}:{number}: not a JSON object")
        yield number, entry
