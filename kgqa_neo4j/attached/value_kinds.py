"""Infer the meaning of a property's values from samples, regardless of how they are stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime

from kgqa_neo4j.attached.model import ValueType
from kgqa_neo4j.attached.text import name_words, normalised, words_of

PLACEHOLDERS = frozenset(
    ("", "-", "--", "?", "n/a", "na", "none", "null", "nil", "nan", "unknown", "undefined", "indefinite", "tbd")
)
"""Texts for a missing value."""

EPOCH_SECONDS, EPOCH_MILLISECONDS, DIGITS = "epoch_s", "epoch_ms", "%Y%m%d"
"""Formats of dates stored as integers."""

_NATIVE = {
    "INTEGER": ValueType.NUMBER,
    "FLOAT": ValueType.NUMBER,
    "BOOLEAN": ValueType.BOOLEAN,
    "DATE": ValueType.DATE,
    "ZONED DATETIME": ValueType.DATETIME,
    "LOCAL DATETIME": ValueType.DATETIME,
    "DURATION": ValueType.DURATION,
    "POINT": ValueType.POINT,
}
# Tried in this order; if day and month are ambiguous, the month comes first.
_DATES = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%m/%d/%Y",
    "%d/%m/%Y",
    "%m-%d-%Y",
    "%d-%m-%Y",
    "%d.%m.%Y",
    "%Y.%m.%d",
    "%m/%d/%y",
    "%d/%m/%y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%d %B %Y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
)
_TIMES = (
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y/%m/%d %H:%M:%S",
    "%m/%d/%Y %H:%M",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %I:%M %p",
    "%d/%m/%Y %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%d.%m.%Y %H:%M",
    "%d.%m.%Y %H:%M:%S",
)
ISO_TIME = "iso8601"
"""Format of ``2018-01-27T10:00:00.000Z`` and similar, which Cypher's `datetime` reads directly."""

_NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?([eE][+-]?\d+)?|[+-]?\.\d+")
_TIME_WORDS = words_of(
    """
    date time timestamp day at on created updated modified edited born birth birthday dob start end since
    until expires expiry last first used seen due when epoch
    """
)
# Words in names of properties whose digits are a code, compared as text.
_CODE_WORDS = words_of(
    """
    zip zipcode postal postcode phone telephone mobile fax ssn isbn iban id code number no key uuid guid
    sku barcode ean hash ref reference serial version
    """
)
_BOOLEANS = (
    frozenset(("true", "false")),
    frozenset(("yes", "no")),
    frozenset(("y", "n")),
    frozenset(("t", "f")),
)
# Minimum share of values, apart from placeholders, that must be of a kind.
_MOST = 0.9
# Separators of lists, the pattern of an item, and the share of repeated items required if there are several lists.
_COMMA = ", "
_SEPARATORS = ("|", ";", _COMMA)
_ITEM = re.compile(r"[^\W\d_][^\d|;]{0,38}")
_SEVERAL_LISTS, _REPEATED = 2, 0.5
# Maximum number of digits that a float can distinguish.
_LONGEST_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Meaning:
    """The type of values, and the format of dates stored as text or numbers, or the separator of lists."""

    type: ValueType
    format: str = ""


def meaning_of(name: str, stored: Sequence[str], values: Sequence[object]) -> Meaning:
    """Return the meaning of a property's values.

    Args:
        name: the property's name: digits in ``zip`` are a code, integers in ``created`` may be times.
        stored: the Neo4j types seen, without ``NOT NULL``.
        values: some of the values, as returned by the driver.
    """
    if any(kind.startswith("LIST") for kind in stored):
        return Meaning(ValueType.LIST)
    if set(stored) == {"STRING"}:
        return _of_texts(name, [str(value) for value in values])
    if set(stored) == {"INTEGER"}:
        return _of_integers(name, [value for value in values if isinstance(value, int)])
    kinds = {_NATIVE.get(kind, ValueType.TEXT if kind == "STRING" else ValueType.OTHER) for kind in stored}
    if len(kinds) == 1:
        return Meaning(kinds.pop())
    if kinds == {ValueType.TEXT, ValueType.NUMBER}:
        # A mix of numbers and texts is numeric if the texts are.
        return _of_texts(name, [str(value) for value in values])
    return Meaning(ValueType.OTHER)


def _of_texts(name: str, values: Sequence[str]) -> Meaning:
    real = [value.strip() for value in values if normalised(value) not in PLACEHOLDERS]
    if not real:
        return Meaning(ValueType.TEXT)
    if {value.casefold() for value in real} <= _one_of(real):
        return Meaning(ValueType.BOOLEAN)
    if _share(real, _is_number) >= _MOST:
        return Meaning(ValueType.TEXT if _is_code(name, real) else ValueType.NUMBER)
    if separator := _separator_of(real):
        return Meaning(ValueType.LIST, separator)
    if _share(real, _may_be_date) < _MOST:
        return Meaning(ValueType.TEXT)
    if _share(real, _is_iso_time) >= _MOST:
        return Meaning(ValueType.DATETIME, ISO_TIME)
    for formats, kind in ((_DATES, ValueType.DATE), (_TIMES, ValueType.DATETIME)):
        shares = {form: _share(real, lambda value, form=form: _is_written(value, form)) for form in formats}
        best = max(shares, key=lambda form: shares[form])
        if shares[best] >= _MOST:
            return Meaning(kind, best)
    return Meaning(ValueType.TEXT)


def _separator_of(values: Sequence[str]) -> str:
    """Return the separator of lists that are stored as text, "" for other texts.

    The items have few words each, and items recur: "Malta;Cyprus", "Malta".
    """
    for separator in _SEPARATORS:
        lists = [value.split(separator) for value in values if separator in value]
        items = [item.strip() for some in lists for item in some]
        worded = all(_ITEM.fullmatch(item) for item in items)
        if not lists or not worded:
            continue
        single, often = {value for value in values if separator not in value}, Counter(items)
        if separator == _COMMA and not _enumerate(lists, single):
            continue
        repeated = sum(often[item] > 1 or item in single for item in items)
        if repeated >= (_REPEATED if len(lists) >= _SEVERAL_LISTS else 1.0) * len(items):
            spaced = all(some.startswith(" ") for parts in lists for some in parts[1:])
            return f"{separator} " if spaced else separator
    return ""


def _enumerate(lists: Sequence[Sequence[str]], single: Set[str]) -> bool:
    """Return whether texts with commas are lists rather than names or places: "arid, hot", "hot, arid, windy".

    Lists have several lengths, and some item comes first in one and later in another.
    """
    lengths = {len(some) for some in lists} | ({1} if single else set())
    first = {some[0].strip() for some in lists} | single
    later = {item.strip() for some in lists for item in some[1:]}
    return len(lengths) > 1 and bool(first & later)


def _of_integers(name: str, values: Sequence[int]) -> Meaning:
    # Milliseconds from 2001 to 2100 are hardly anything else; other times need a name that says so.
    if values and all(1_000_000_000_000 <= value < 4_102_444_800_000 for value in values):
        return Meaning(ValueType.DATETIME, EPOCH_MILLISECONDS)
    if not values or not _TIME_WORDS.intersection(name_words(name)):
        return Meaning(ValueType.NUMBER)
    if all(_is_written(str(value), DIGITS) and 1000_00_00 < value < 3000_00_00 for value in values):
        return Meaning(ValueType.DATE, DIGITS)
    # From 1973 to 2100: smaller numbers are counts and years.
    if all(100_000_000 <= value < 4_102_444_800 for value in values):
        return Meaning(ValueType.DATETIME, EPOCH_SECONDS)
    if all(100_000_000_000 <= value < 4_102_444_800_000 for value in values):
        return Meaning(ValueType.DATETIME, EPOCH_MILLISECONDS)
    return Meaning(ValueType.NUMBER)


def _one_of(values: Sequence[str]) -> frozenset[str]:
    first = values[0].casefold()
    return next((pair for pair in _BOOLEANS if first in pair), frozenset())


def _share(values: Sequence[str], test: object) -> float:
    assert callable(test)
    return sum(1 for value in values if test(value)) / len(values)


def _is_number(value: str) -> bool:
    return _NUMBER.fullmatch(value) is not None


def _is_code(name: str, values: Sequence[str]) -> bool:
    whole = [value for value in values if value.isdecimal()]
    if any(len(value) > 1 and value.startswith("0") for value in whole):
        return True
    if any(len(value) > _LONGEST_NUMBER for value in whole):
        return True
    return len(whole) == len(values) and bool(_CODE_WORDS.intersection(name_words(name)))


def _may_be_date(value: str) -> bool:
    return 6 <= len(value) <= 40 and any(char.isdigit() for char in value)


def _is_iso_time(value: str) -> bool:
    if "T" not in value or not _is_written(value[:10], "%Y-%m-%d"):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_written(value: str, form: str) -> bool:
    try:
        parsed = datetime.strptime(value, form)
    except ValueError:
        return False
    return date(1, 1, 1) <= parsed.date()
