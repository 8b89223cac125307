"""Values of an attached property graph in Cypher, compared by their meaning, however they are stored."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.compiling import days_of, time_of
from kgqa_neo4j.plans.language.query import DatePart, Unit
from kgqa_neo4j.plans.language.values import apart
from kgqa_neo4j.question.dates import EVERY_YEAR, MONTHS
from kgqa_neo4j.question.units import DAY_SECONDS, MONTH_SECONDS, seconds

AsValue = Callable[[str, Property], str]
AddParameter = Callable[[int | float | str | bool | date], str]

_TEXTUAL = {
    Comparison.CONTAINS: "CONTAINS",
    Comparison.STARTS: "STARTS WITH",
    Comparison.ENDS: "ENDS WITH",
}
_MADE = {"ZONED DATETIME": "datetime", "LOCAL DATETIME": "localdatetime"}
_TRUE = frozenset({"yes", "true", "y", "t", "1"})
_ISO_DAY = 10
_NUMBERED = "%Y%m%d"
_NAMED_MONTHS = frozenset({"B", "b"})
_DIRECTIVE = re.compile(r"%-?([YmdyBb])")


def is_text(facts: Property) -> bool:
    """Return whether the values of a property are stored as text."""
    return "STRING" in facts.stored and facts.type is not ValueType.LIST


def comparable(text: str, facts: Property) -> str:
    """Return the expression for a property's value in comparable form: a number, a date (or ISO day), or as it is."""
    if facts.type is ValueType.NUMBER and is_text(facts):
        grouped = any("," in sample for sample in facts.samples)
        return f"toFloatOrNull(replace({text}, ',', ''))" if grouped else f"toFloatOrNull({text})"
    if facts.type.is_time:
        return _day(text, facts)
    return text


def measured(text: str, facts: Property) -> str:
    """Return the expression for a property's value for measures: as `comparable`, but date-times keep their time."""
    if facts.type is ValueType.DATETIME and (set(facts.stored) <= _MADE.keys() or _as_iso(facts)):
        return text
    return comparable(text, facts)


def between(one: str, facts: Property, other: str, other_facts: Property, unit: Unit | None) -> str:
    """Return the expression for the difference between two values, for dates in a unit.

    Raises:
        InputError: they are not numbers or dates, or one is a year and days are asked for.
    """
    numbers = [known.type is ValueType.NUMBER for known in (facts, other_facts)]
    if all(numbers):
        return f"{comparable(other, other_facts)} - {comparable(one, facts)}"
    if not all(
        number or known.type.is_time for number, known in zip(numbers, (facts, other_facts), strict=True)
    ):
        raise InputError(
            "only numbers and dates can be subtracted", hint="use two properties that are dates or numbers"
        )
    if any(numbers):
        if unit is not Unit.YEARS:
            raise InputError("the time from a year to a date can only be in years")
        return f"{_year(other, other_facts)} - {_year(one, facts)}"
    return apart(_date(one, facts), _date(other, other_facts), unit)


def until_day(text: str, facts: Property, day: Time, unit: Unit | None, parameter: AddParameter) -> str:
    """Return the expression for the difference between a value and a day, which becomes a parameter.

    Raises:
        InputError: the value is not a date, or is a year and days are asked for.
    """
    if facts.type is ValueType.NUMBER and unit is Unit.YEARS:
        return f"{parameter(day.year)} - {comparable(text, facts)}"
    if not facts.type.is_time:
        raise InputError(f"{facts.name!r} is not a date to count days from", hint="use a date property")
    return apart(_date(text, facts), f"date({parameter(day.iso)})", unit)


def within(text: str, facts: Property, part: DatePart) -> str:
    """Return the expression for the period that contains a date or a year: months as 1997-05, quarters as 1997-Q2.

    Raises:
        InputError: the value is not a date, or is a year and the period is shorter.
    """
    if facts.type is ValueType.NUMBER and part in (DatePart.YEAR, DatePart.DECADE):
        year = comparable(text, facts)
        return year if part is DatePart.YEAR else f"toInteger({year}) / 10 * 10"
    if not facts.type.is_time:
        raise InputError(f"{facts.name!r} is not a date, so it has no {part}", hint="use a date property")
    day = _date(text, facts)
    match part:
        case DatePart.YEAR:
            return f"{day}.year"
        case DatePart.DECADE:
            return f"{day}.year / 10 * 10"
        case DatePart.MONTH:
            return f"left(toString({day}), 7)"
        case DatePart.QUARTER:
            return f"toString({day}.year) + '-Q' + toString({day}.quarter)"
        case DatePart.WEEKDAY:
            names = ", ".join(f"'{name}'" for name in calendar.day_name)
            return f"[{names}][{day}.dayOfWeek - 1]"
    return f"toString({day})"


def _date(text: str, facts: Property) -> str:
    """Return the expression for a day as a Cypher date, however it is stored."""
    day = _day(text, facts)
    if facts.format == _NUMBERED and not is_text(facts):
        return f"date(toString({day}))"
    if is_text(facts) and _as_iso(facts):
        # Some texts are not dates ("NULL", "unknown"). No regular expression: the guard refuses those as too costly.
        parts = f"size({day}) = 10 AND size(split({day}, '-')) = 3"
        return (
            f"CASE WHEN {parts} AND toIntegerOrNull(replace({day}, '-', '')) IS NOT NULL THEN date({day}) END"
        )
    return day


def _year(text: str, facts: Property) -> str:
    """Return the expression for the year of a date, or of a number that is a year."""
    return comparable(text, facts) if facts.type is ValueType.NUMBER else f"{_date(text, facts)}.year"


def as_stored(text: str, facts: Property) -> str:
    """Return the expression for a property's value as it is stored."""
    return text


def items(text: str, facts: Property) -> str:
    """Return the expression for the items of a list, which may be stored as text."""
    return f"split({text}, '{facts.format}')" if facts.format else text


def stored_value(facts: Property, text: str) -> int | float | str:
    """Return a value given as text in the property's stored type: as a number if it is stored as one."""
    if is_text(facts) or not set(facts.stored) & {"INTEGER", "FLOAT"}:
        return text
    try:
        number = float(text.replace(",", ""))
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


def operator(comparison: Comparison) -> str:
    """Return the Cypher operator of a comparison.

    Raises:
        InputError: it is `Comparison.AT`, which is only for facts.
    """
    if comparison is Comparison.AT:
        raise InputError("'at' only applies to facts", hint="use = and a date")
    return "<>" if comparison is Comparison.UNEQUAL else str(comparison)


def tested(text: str, facts: Property, comparison: Comparison, value: Constant, parameter: AddParameter) -> str:
    """Return the condition that compares a property's value with a constant.

    Raises:
        InputError: the two cannot be compared.
    """
    if comparison in _TEXTUAL:
        return _textual(text, facts, comparison, str(value), parameter)
    sign = operator(comparison)
    if facts.type is ValueType.LIST and comparison in (Comparison.EQUAL, Comparison.UNEQUAL):
        found = f"{parameter(_plain(value))} IN {items(text, facts)}"
        return found if comparison is Comparison.EQUAL else f"NOT {found}"
    if facts.type is ValueType.DURATION:
        return _lasting(text, comparison, value, parameter)
    if facts.type.is_time and not isinstance(value, str):
        return _dated(_day(text, facts), facts, comparison, value, parameter)
    if facts.type.is_time and isinstance(value, str) and (every := EVERY_YEAR.fullmatch(value)):
        return _in_month(text, facts, comparison, int(every["month"]), parameter)
    if isinstance(value, Time):
        value = value.year if facts.type is ValueType.NUMBER else value.name
    if isinstance(value, str):
        return _worded(text, facts, sign, value, parameter)
    if facts.type is ValueType.TEXT and comparison in (Comparison.EQUAL, Comparison.UNEQUAL):
        return f"{text} {sign} {parameter(str(value))}"
    if facts.type is ValueType.TEXT:
        return f"toFloatOrNull({text}) {sign} {parameter(value)}"
    return f"{comparable(text, facts)} {sign} {parameter(value)}"


def _in_month(text: str, facts: Property, comparison: Comparison, month: int, parameter: AddParameter) -> str:
    """Return the condition that a date is in a month, in any year."""
    if comparison not in (Comparison.EQUAL, Comparison.UNEQUAL):
        raise InputError("a month without a year cannot be ordered", hint="use = or !=")
    day, sign = _day(text, facts), "=" if comparison is Comparison.EQUAL else "<>"
    if facts.format == _NUMBERED:
        return f"{text} / 100 % 100 {sign} {parameter(month)}"
    if is_text(facts) and _as_iso(facts):
        return f"toInteger(substring({text}, 5, 2)) {sign} {parameter(month)}"
    return f"{day}.month {sign} {parameter(month)}"


def _lasting(text: str, comparison: Comparison, value: Constant, parameter: AddParameter) -> str:
    """Return a comparison of durations by their seconds, because Cypher sorts durations but does not compare them."""
    try:
        number = seconds(str(value)) if isinstance(value, str) else float(str(value))
    except ValueError as error:
        raise InputError(f"{str(value)!r} is not a duration", hint="use ISO 8601, as in PT1H30M") from error
    length = f"{text}.months * {MONTH_SECONDS} + {text}.days * {DAY_SECONDS} + {text}.seconds"
    return f"{length} {operator(comparison)} {parameter(number)}"


def _plain(value: Constant) -> int | float | str:
    return value.name if isinstance(value, Time) else value


def _textual(text: str, facts: Property, comparison: Comparison, value: str, parameter: AddParameter) -> str:
    if facts.type is ValueType.LIST:
        inner = f"toLower(toString(one)) {_TEXTUAL[comparison]} {parameter(value.lower())}"
        return f"any(one IN {items(text, facts)} WHERE {inner})"
    shown = text if is_text(facts) or not facts.stored else f"toString({text})"
    return f"toLower({shown}) {_TEXTUAL[comparison]} {parameter(value.lower())}"


def _worded(text: str, facts: Property, sign: str, value: str, parameter: AddParameter) -> str:
    if facts.type is ValueType.BOOLEAN:
        told = value.casefold() in _TRUE
        if not is_text(facts):
            return f"{text} {sign} {parameter(told)}"
        said = (one.casefold() for one in facts.values or facts.samples)
        spelt = next((one for one in said if (one in _TRUE) == told), value.casefold())
        return f"toLower({text}) {sign} {parameter(spelt)}"
    if is_text(facts) or not facts.stored:
        return f"{text} {sign} {parameter(value)}"
    if facts.type is ValueType.DATETIME and set(facts.stored) <= _MADE.keys():
        # The text of a date-time, converted to the stored type.
        return f"{text} {sign} {_MADE[facts.stored[0]]}({parameter(value)})"
    stored = stored_value(facts, value)
    return f"{f'toString({text})' if isinstance(stored, str) else text} {sign} {parameter(stored)}"


def _day(text: str, facts: Property) -> str:
    """Return the expression for a day: a number such as 20180207 or ISO text if stored as such, else a date."""
    if facts.stored in (("INTEGER",), ("FLOAT",)):
        # 20180207 is compared as it is, timestamps by their day.
        if facts.format == _NUMBERED:
            return text
        unit = {"epoch_ms": "epochMillis", "epoch_s": "epochSeconds"}.get(facts.format)
        if unit is None:
            raise InputError(f"dates stored as {facts.format or 'numbers'} cannot be compared")
        return f"date(datetime({{{unit}: {text}}}))"
    if not is_text(facts):
        return text if facts.stored == ("DATE",) else f"date({text})"
    if _as_iso(facts):
        return f"left({text}, {_ISO_DAY})" if facts.type is ValueType.DATETIME else text
    order = _DIRECTIVE.findall(facts.format)
    marks = set(_DIRECTIVE.sub("", facts.format))
    if "," in marks:
        # "May 12, 1868".
        text, marks = f"replace({text}, ',', '')", marks - {","}
    named = next((one for one in order if one in _NAMED_MONTHS), "")
    if sorted("m" if one == named else one for one in order) != ["Y", "d", "m"] or len(marks) != 1:
        raise InputError(f"dates written as {facts.format or facts.samples[:1]} cannot be compared")
    (mark,) = marks
    part = {one: f"split({text}, '{mark}')[{place}]" for place, one in enumerate(order)}
    month = _month(part[named]) if named else f"toInteger({part['m']})"
    day = f"date({{year: toInteger({part['Y']}), month: {month}, day: toInteger({part['d']})}})"
    return f"CASE WHEN size(split({text}, '{mark}')) = 3 THEN {day} END"


def _month(text: str) -> str:
    """Return the expression for the number of a month that is written as a name, possibly abbreviated."""
    names = [f"'{name[:3].title()}'" for name in MONTHS]
    return f"1 + head([i IN range(0, 11) WHERE {text} STARTS WITH [{', '.join(names)}][i]])"


def _as_iso(facts: Property) -> bool:
    return is_text(facts) and (facts.format.startswith("%Y-%m-%d") or not facts.format)


def _dated(day: str, facts: Property, comparison: Comparison, value: Constant, parameter: AddParameter) -> str:
    first, last = days_of(time_of(value))

    def constant(one: date) -> str:
        if facts.format == _NUMBERED and not is_text(facts):
            return parameter(int(one.strftime("%Y%m%d")))
        return parameter(one.isoformat() if _as_iso(facts) else one)

    if comparison is Comparison.LESS:
        return f"{day} < {constant(first)}"
    if comparison is Comparison.AT_MOST:
        return f"{day} <= {constant(last)}"
    if comparison is Comparison.GREATER:
        return f"{day} > {constant(last)}"
    if comparison is Comparison.AT_LEAST:
        return f"{day} >= {constant(first)}"
    if first == last:
        return f"{day} {'<>' if comparison is Comparison.UNEQUAL else '='} {constant(first)}"
    within = f"{constant(first)} <= {day} <= {constant(last)}"
    return f"NOT ({within})" if comparison is Comparison.UNEQUAL else within
