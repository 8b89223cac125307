"""Guesses from column values: a header line, swapped columns, an encoding other than UTF-8."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kgqa_neo4j.loaders.columns import BLANKS, RELATION_WORDS, TRIPLE

# With fewer rows than these, the repetition in a column is no evidence, or not sufficient evidence.
_ROWS_TO_JUDGE, _ROWS_TO_COMPARE = 20, 4
_WORD = re.compile(r"[^\W\d][\w ]*")
# Minimum share of rows whose relation recurs in other rows.
_REPEATED = 0.5
# Share of values that look like relations ("works_in", "born in"): at least in a column of relations, at most in
# others.
_MOST, _FEW = 0.9, 0.1
_RELATION = re.compile(r"[a-z][A-Za-z]*(?:[ _-][a-z]+)*")


def unlike_the_rest(first: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Return the columns of a triple if the first row looks like a header, None if it may be a fact.

    Relations recur in a file, but the header's word for them does not. The row is a header if that word is one for
    relations, such as "attribute", or if it alone is in lower case or has single-letter fields.
    """
    fields = [field.strip(BLANKS) for field in first]
    if len(fields) != len(TRIPLE) or len(set(fields)) < len(fields) or not all(map(_WORD.fullmatch, fields)):
        return None
    counts = Counter(row[1].strip(BLANKS) for row in rows)
    repeated = sum(count for count in counts.values() if count > 1)
    seen = {field.strip(BLANKS) for row in rows for field in row}
    if not rows or repeated < _REPEATED * len(rows) or seen & set(fields):
        return None
    ends = [row[place].strip(BLANKS) for row in rows for place in (0, 2)]
    named = fields[1].lower() in RELATION_WORDS
    single = all(len(field) == 1 for field in fields) and all(len(end) > 1 for end in ends)
    small = all(field.islower() for field in fields) and not any(end[:1].islower() for end in ends)
    return TRIPLE if named or single or small else None


def swapped(rows: Sequence[Sequence[str]]) -> str:
    """Return the apparent order of the columns, "" if it is subject, relation, object.

    Relations recur more than subjects and objects; or else another column is the only one that looks like relations.
    """
    columns = [[row[place].strip(BLANKS) for row in rows] for place in range(len(TRIPLE))]
    if len(rows) >= _ROWS_TO_JUDGE:
        subjects, relations, objects = (len(set(column)) / len(rows) for column in columns)
        if relations > 0.8 and min(subjects, objects) < 0.2:
            return _order(0 if subjects < objects else 2)
    if len(rows) < _ROWS_TO_COMPARE:
        return ""
    alike = [sum(map(bool, map(_RELATION.fullmatch, column))) / len(rows) for column in columns]
    for place, other in ((0, 2), (2, 0)):
        repeats = len(set(columns[place])) < len(rows)
        if repeats and alike[place] >= _MOST and alike[1] <= _FEW and alike[other] <= _FEW:
            return _order(place)
    return ""


def not_utf8(name: str, lines: Sequence[bytes]) -> tuple[str, ...]:
    """Return a note for the user if one of the first non-blank lines is not UTF-8."""
    for number, line in enumerate(lines, 1):
        try:
            line.decode()
        except UnicodeDecodeError as error:
            return (
                f"{name} is not in UTF-8: line {number} at byte {error.start + 1}; such lines are rejected. "
                f"If it is in Latin-1: iconv -f latin1 -t utf8 {name} > utf8-{name}",
            )
    return ()


def _order(relations: int) -> str:
    return "relation,subject,object" if relations == 0 else "subject,object,relation"
