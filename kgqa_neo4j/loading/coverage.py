"""The share of a question file's topics and answers that the graph contains."""

from __future__ import annotations

from pathlib import Path

from kgqa_neo4j.linking.resolution import resolve
from kgqa_neo4j.loaders.files import LineFile
from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.summary import Coverage
from kgqa_neo4j.question_sets.questions import Format, read_questions


def coverage(connection: Connection, file: Path, format: Format | None = None) -> Coverage:
    """Count the distinct topics and gold answers of a question file, in total and in the graph.

    Raises:
        InputError: the file cannot be read as questions.
    """
    questions = read_questions(file, format or question_format(file))
    topics = {topic for question in questions for topic in question.topics}
    golds = {names for question in questions for names in question.golds}
    found = _found(connection, topics.union(*golds))
    held = sum(not found.isdisjoint(names) for names in golds)
    return Coverage(file.name, len(questions), len(topics), len(topics & found), len(golds), held)


def question_format(file: Path) -> Format:
    """Detect a question file's format from its first line: JSON, a path with `#`, or MetaQA's."""
    first = next((line for line in LineFile(file).lines() if line), b"") or b""
    if first.lstrip().startswith(b"{"):
        return "jsonl"
    columns = first.split(b"\t")
    return "pathquestion" if len(columns) == 3 and b"#" in columns[2] else "metaqa"


def _found(connection: Connection, names: set[str]) -> set[str]:
    prefixes = [row["prefix"] for row in connection.run(lambda database: database.read("load_prefixes"))]
    ids = connection.run(lambda database: resolve(database, names, prefixes))
    return {name for name, meant in ids.items() if meant}
