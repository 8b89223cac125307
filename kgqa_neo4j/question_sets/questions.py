"""Read question sets: files of questions with topic entities and gold answers."""

from __future__ import annotations

import gzip
import json
import random
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from kgqa_neo4j.model.errors import InputError

Format = Literal["metaqa", "pathquestion", "jsonl"]
FORMATS: tuple[Format, ...] = get_args(Format)

_BRACKETS = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Question:
    """A question: text without brackets, gold topic entities, gold answers, and its line in the file (from 1).

    A topic or an answer is an id with or without its prefix, or an exact name or alias. `others` has further names of
    each answer, any of which is accepted. `rows` is the gold table of a question for a table, whose `answers` are
    empty. Both are empty only if the right reply is that there is no answer. `kind` is the file's category of the
    question, such as ``count``. `plan` and `cypher` are the file's query for the answers; `place` is file and line, if
    several files are read together.
    """

    question: str
    topics: tuple[str, ...]
    answers: tuple[str, ...]
    line: int
    others: tuple[tuple[str, ...], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    kind: str = ""
    plan: str = ""
    cypher: str = ""
    place: str = ""

    @property
    def golds(self) -> tuple[tuple[str, ...], ...]:
        """Each answer as all its names in the file, beginning with the one in `answers`."""
        others = self.others or ((),) * len(self.answers)
        return tuple((first, *more) for first, more in zip(self.answers, others, strict=True))

    @property
    def answer_names(self) -> tuple[str, ...]:
        """Every name of every answer, including cells of a table."""
        return tuple(name for names in (*self.golds, *self.rows) for name in names)


def format_by_name(path: Path | str) -> Format | None:
    """Return the format that a file name implies, None if it implies none."""
    name = str(path).removesuffix(".gz")
    return "jsonl" if name.endswith((".jsonl", ".ndjson")) else None


def read_questions(path: Path | str, format: Format) -> list[Question]:
    """Return the questions of a file, plain or gzip, in order. Blank lines are skipped.

    ``metaqa``: ``question with [topic] TAB answer|answer``. ``pathquestion``: ``question TAB
    answer(answer/answer/) TAB topic#relation#...``; only the first entity of the gold path is
    read. ``jsonl``: objects with ``question``, ``answers`` (a list; an item is a name, a number, a boolean or
    a list of names of one answer; rows if ``table`` is true) and optionally ``topic`` or ``topics`` (a
    string or a list), ``kind``, and ``plan`` or ``cypher``, with which ``answers`` may be omitted.

    Raises:
        InputError: the file cannot be read, or a line does not have the format; gives file:line.
    """
    path = Path(path)
    parse = _PARSERS[format]
    questions = []
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            parsed = parse(line)
        except ValueError as error:
            raise InputError(
                f"{path}:{number}: {error}", hint=f"check that this is a question file of the format {format}"
            ) from None
        answers = tuple(first for first, *_ in parsed.golds)
        others = tuple(tuple(names[1:]) for names in parsed.golds)
        told = others if any(others) else ()
        questions.append(
            Question(
                parsed.text,
                parsed.topics,
                answers,
                number,
                told,
                parsed.rows,
                parsed.kind,
                parsed.plan,
                parsed.cypher,
            )
        )
    if not questions:
        raise InputError(f"{path} has no questions")
    return questions


def questions_of(
    pairs: Path | str | Iterable[Question | tuple[str, Sequence[str]]], format: Format
) -> list[Question]:
    """Return the questions of a file in a format, or pairs as questions; see `bracketed`.

    Raises:
        InputError: the file cannot be read, or a pair has no answers.
    """
    if isinstance(pairs, (str, Path)):
        return read_questions(pairs, format)
    return [one if isinstance(one, Question) else bracketed(*one, line=at) for at, one in enumerate(pairs, 1)]


def bracketed(text: str, answers: Sequence[str], *, line: int = 1) -> Question:
    """Return a question from a text with its topic entities, if any, in brackets.

    Raises:
        InputError: there are no answers.
    """
    topics = tuple(topic.strip() for topic in _BRACKETS.findall(text))
    golds = _distinct(answers)
    if not golds:
        raise InputError(f"pair {line}, {text!r}: no answers", hint='as in: ("who leads [Sales]?", ["Ada"])')
    return Question(_BRACKETS.sub(r"\1", text).strip(), topics, golds, line)


def split_by_share(
    questions: Sequence[Question], share: float, seed: int = 0
) -> tuple[list[Question], list[Question]]:
    """Return a random share of the questions of a file, at least one, and the rest, both in order.

    The choice depends only on the number of questions and the seed, so that files with corresponding lines are split
    alike.
    """
    places = range(len(questions))
    chosen = set(random.Random(seed).sample(places, min(len(places), max(1, round(share * len(places))))))
    return (
        [questions[place] for place in places if place in chosen],
        [questions[place] for place in places if place not in chosen],
    )


def _lines(path: Path) -> Iterator[str]:
    number = 0
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                # The file may start with a byte-order mark; anything else that is not UTF-8 is an error.
                yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}:{number}: not UTF-8: {error.reason}") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{path}:{number + 1}: the compressed file is damaged: {error}", hint="download it again"
        ) from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


class _Parsed(NamedTuple):
    text: str
    topics: tuple[str, ...]
    # Each answer as a tuple of its names.
    golds: Sequence[tuple[str, ...]]
    rows: tuple[tuple[str, ...], ...] = ()
    kind: str = ""
    plan: str = ""
    cypher: str = ""


def _metaqa(line: str) -> _Parsed:
    text, _, gold = line.partition("\t")
    topics = tuple(topic.strip() for topic in _BRACKETS.findall(text))
    if not topics:
        raise ValueError("no [topic] in the question")
    answers = _distinct(gold.split("|"))
    if not answers:
        raise ValueError("no answers after the TAB")
    return _Parsed(_BRACKETS.sub(r"\1", text).strip(), topics, _single(answers))


def _pathquestion(line: str) -> _Parsed:
    fields = line.split("\t")
    if len(fields) != 3:
        raise ValueError(f"{len(fields)} columns instead of 3 (question, answers, path)")
    text, gold, path = (field.strip() for field in fields)
    topic = path.split("#", 1)[0].strip()
    answers = _distinct(_slashed(gold))
    if not (topic and answers):
        raise ValueError("no topic or no answers")
    return _Parsed(_unbracketed(text), (topic,), _single(answers))


def _slashed(gold: str) -> list[str]:
    """Split ``answer(answer/other/)``; names may contain brackets, so split where the first answer is also listed."""
    if gold.endswith("/)"):
        for match in re.finditer(r"\(", gold):
            listed = gold[match.end() : -2].split("/")
            if gold[: match.start()] in listed:
                return listed
    raise ValueError(f"the answers {gold!r} are not of the form answer(answer/answer/)")


def _jsonl(line: str) -> _Parsed:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(row, dict) or not isinstance(row.get("question"), str):
        raise ValueError('no object with a "question"')
    topic = row.get("topic") or row.get("topics") or []
    topics = [topic] if isinstance(topic, str) else topic
    if not _are_strings(topics):
        raise ValueError('"topic" is not a list of strings')
    kind, plan, cypher = (row.get(name, "") for name in ("kind", "plan", "cypher"))
    for name, value in (("kind", kind), ("plan", plan), ("cypher", cypher)):
        if not isinstance(value, str):
            raise ValueError(f'"{name}" is not a string')
    answers = row.get("answers", [] if plan or cypher else None)
    text = _unbracketed(row["question"])
    if row.get("table") and answers:
        return _Parsed(text, _distinct(topics), (), _rows(answers), kind, plan, cypher)
    if not isinstance(answers, list) or not all(_is_value(one) or _are_strings(one) for one in answers):
        raise ValueError(
            '"answers" is not a list whose items are strings, numbers, booleans or lists of strings'
        )
    golds = [_distinct(one if isinstance(one, list) else [_name(one)]) for one in answers]
    return _Parsed(text, _distinct(topics), tuple(dict.fromkeys(filter(None, golds))), (), kind, plan, cypher)


def _rows(answers: object) -> tuple[tuple[str, ...], ...]:
    rows = answers if isinstance(answers, list) else []
    if not rows or not all(isinstance(row, list) and row and all(map(_is_value, row)) for row in rows):
        raise ValueError('"answers" of a table is not a list of rows: lists of strings, numbers or booleans')
    if len({len(row) for row in rows}) > 1:
        raise ValueError('the rows of "answers" differ in length')
    return tuple(tuple(map(_name, row)) for row in rows)


def _is_value(value: object) -> bool:
    return isinstance(value, str | int | float)


def _name(value: str | float) -> str:
    """Return the name of a value in a question file: yes and no for booleans."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.strip() if isinstance(value, str) else str(value)


def _are_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _unbracketed(text: str) -> str:
    # In a question to the program, brackets mark a topic entity; in a file they would leak it into runs that link
    # entities.
    if _BRACKETS.search(text):
        raise ValueError("the question has [...] in it; give the topic in its own field")
    if not text.strip():
        raise ValueError("the question is empty")
    return text.strip()


def _single(answers: Iterable[str]) -> list[tuple[str, ...]]:
    return [(answer,) for answer in answers]


def _distinct(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for part in items if (item := part.strip())))


_PARSERS: dict[Format, Callable[[str], _Parsed]] = {
    "metaqa": _metaqa,
    "pathquestion": _pathquestion,
    "jsonl": _jsonl,
}


def gold_ids(question: Question, resolved: Mapping[str, frozenset[str]]) -> list[frozenset[str]]:
    """Return the ids of each gold answer of a question: those of all its names, as found by `resolve`."""
    return [frozenset().union(*(resolved[name] for name in names)) for names in question.golds]
