"""Parsing a query from text. The grammar is `query.lark`, explained in docs/plans.md; `text` prints queries."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, VisitError

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Column,
    DatePart,
    FactTest,
    Form,
    Function,
    Having,
    Measure,
    Order,
    OverallAggregate,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
    Term,
    TermComparison,
    Unit,
    ValueTest,
)
from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.text import read_constant, read_name, read_places, read_topic, unexpected


def parse_query(text: str) -> Query:
    """Parse a query.

    Raises:
        InputError: the text is not a query; the message gives the column of the error.
    """
    try:
        query: Query = _Builder().transform(_grammar().parse(text))
    except UnexpectedInput as error:
        column, rest = unexpected(text, error)
        raise InputError(
            f"the query cannot be read at column {column}: {rest}",
            hint="a query looks like: any where -relation-> [prefix:Topic] and not -other->; see docs/plans.md",
        ) from None
    except VisitError as error:
        raise InputError(f"the query cannot be read: {error.orig_exc}", hint="see docs/plans.md") from None
    return query


class _Builder(Transformer[Token, Any]):
    """Builds the values of `query.py` from the parse tree."""

    def start(self, items: list[Any]) -> Query:
        told = dict(item for item in items if item[0] not in ("pattern", "share"))
        _, pattern, compared = next(item for item in items if item[0] == "pattern")
        whole = next((item for item in items if item[0] == "share"), None)
        if told.get("form", Form.LIST).is_share != (whole is not None):
            raise InputError("a share needs a part and a whole: percentage :Part where ... of :Whole")
        if whole is None:
            return Query(pattern, compared, **told)
        if compared:
            raise InputError(
                "values cannot be compared within the part of a share", hint="compare them in the whole"
            )
        return replace(Query(whole[1], whole[2], **told), part=pattern)

    def share(self, items: list[Any]) -> tuple[str, Pattern, tuple[TermComparison, ...]]:
        return "share", items[0][1], items[0][2]

    def form(self, items: list[Token]) -> tuple[str, Form]:
        return "form", Form(str(items[0]).removesuffix(" of"))

    def aggregate(self, items: list[Any]) -> tuple[str, Aggregate]:
        return "aggregate", Aggregate(Function(str(items[0])), items[1])

    def pattern(self, items: list[Any]) -> tuple[str, Pattern, tuple[TermComparison, ...]]:
        subject, conditions = items[0], items[1] if len(items) > 1 else []
        return (
            "pattern",
            Pattern(
                subject.entities,
                subject.label,
                tuple(one for one in conditions if isinstance(one, ValueTest)),
                tuple(one for one in conditions if isinstance(one, Branch)),
                _either(conditions),
            ),
            tuple(one for one in conditions if isinstance(one, TermComparison)),
        )

    def anything(self, items: list[Any]) -> Pattern:
        return Pattern()

    def entities(self, items: list[Token]) -> Pattern:
        return Pattern(entities=tuple(map(read_topic, items)))

    def label(self, items: list[str]) -> Pattern:
        return Pattern(label=items[0])

    def where(self, items: list[Any]) -> list[Any]:
        return items

    def branch(self, items: list[Any]) -> Branch:
        quantifier, (path, *rest) = _quantifier(items)
        told = dict(one for one in rest if not isinstance(one, Pattern))
        pattern = next((one for one in rest if isinstance(one, Pattern)), Pattern())
        return Branch(path, pattern, quantifier, **told)

    def either(self, items: list[Branch]) -> tuple[Branch, ...]:
        return tuple(items)

    def facts(self, items: list[FactTest]) -> tuple[str, tuple[FactTest, ...]]:
        return "facts", tuple(items)

    def fact(self, items: list[Any]) -> FactTest:
        return FactTest(items[0], self.own_test(items[1:]))

    def having_fact(self, items: list[Any]) -> FactTest:
        return FactTest(items[1], items[0] == "with")

    def at(self, items: list[Any]) -> FactTest:
        return FactTest("", ValueTest(Comparison.AT, items[0]))

    def naming(self, items: list[Token]) -> tuple[str, str]:
        return "name", items[0].removeprefix("$")

    def table(self, items: list[Any]) -> tuple[str, Table]:
        columns = tuple(one for one in items if isinstance(one, Column))
        told = dict(one for one in items[1:] if not isinstance(one, Column))
        limits = told.pop("limits", {})
        told |= {"distinct": items[0] == "give distinct", "every": items[0] == "give every"}
        return "table", Table(columns, **told, **limits)

    def column(self, items: list[Any]) -> Column:
        told: dict[str, Any] = {}
        for one in items:
            if isinstance(one, tuple):
                told["path"] = one
            elif not isinstance(one, Token):
                told["fact"] = one
            elif one.type == "SUMMARY":
                told["summary"] = Summary(str(one))
            elif one.type == "HIDDEN":
                told["hidden"] = True
            elif one.type == "APART":
                told["apart"] = True
            elif one.type == "ONCE":
                told["distinct"] = True
            elif one.type == "COUNTED":
                told["counted"] = True
            elif one.type == "PART":
                told["part"] = DatePart(str(one).removesuffix(" of"))
            else:
                told["of"] = one.removeprefix("$")
        return Column(**told)

    def having(self, items: list[Having]) -> tuple[str, tuple[Having, ...]]:
        return "having", tuple(items)

    def held(self, items: list[Any]) -> Having:
        return Having(items[0], self.own_test(items[1:]))

    def sorting(self, items: list[Sorting]) -> tuple[str, tuple[Sorting, ...]]:
        return "sorting", tuple(items)

    def sorted_by(self, items: list[Token]) -> Sorting:
        return Sorting(int(items[0]), len(items) > 1)

    def limit(self, items: list[Any]) -> tuple[str, dict[str, int]]:
        return "limits", {"limit": int(items[0]), **dict(items[1:])}

    def skip(self, items: list[Token]) -> tuple[str, int]:
        return "skip", int(items[0])

    def of_each(self, items: list[Token]) -> tuple[str, int]:
        return "each", int(items[-1])

    def own_test(self, items: list[Any]) -> ValueTest:
        return ValueTest(Comparison(str(items[0])), items[1])

    def own_entities(self, items: list[Token]) -> Branch:
        quantifier, entities = _quantifier(items)
        return Branch((), self.entities(entities), quantifier)

    def own_label(self, items: list[Any]) -> Branch:
        quantifier, names = _quantifier(items)
        return Branch((), Pattern(label=names[0]), quantifier)

    def own_pattern(self, items: list[Any]) -> Branch:
        quantifier, patterns = _quantifier(items)
        return Branch((), self.to_pattern(patterns), quantifier)

    def counted(self, items: list[Any]) -> Branch:
        *rest, comparison, number = items
        counted = ValueTest(Comparison(str(comparison)), read_constant(number))
        return replace(self.branch(rest), count=counted)

    def compared(self, items: list[Any]) -> TermComparison:
        return TermComparison(items[0], Comparison(str(items[1])), items[2])

    def overall(self, items: list[Any]) -> OverallAggregate:
        return OverallAggregate(Aggregate(Function(str(items[0])), items[1]), self.to_pattern(items[2:]))

    def to_entities(self, items: list[Token]) -> Pattern:
        return self.entities(items)

    def to_value(self, items: list[Any]) -> Pattern:
        return Pattern(tests=(self.own_test(items),))

    def to_pattern(self, items: list[Any]) -> Pattern:
        _, pattern, compared = items[0]
        if compared:
            raise InputError("two values cannot be compared inside parentheses")
        found: Pattern = pattern
        return found

    def term(self, items: list[Any]) -> Term:
        return Term(items[-1], read_topic(items[0]) if items[0] != "$" else "")

    def counting_term(self, items: list[Any]) -> Term:
        return replace(self.term(items[1:]), count=True)

    def counting(self, items: list[Any]) -> Measure:
        return Measure(items[0], count=True)

    def value(self, items: list[Any]) -> Measure:
        return Measure(items[0])

    def difference(self, items: list[Any]) -> Measure:
        if not isinstance(items[2], Term | Time):
            raise InputError(
                f"{items[2]!r} is not a date", hint="write a date, as in: years from -born-> to 2024-05-01"
            )
        return Measure(items[1], until=items[2], unit=Unit(str(items[0])))

    def itself(self, items: list[Any]) -> Measure:
        return Measure()

    def qualifier(self, items: list[str]) -> Measure:
        return Measure(qualifier=items[0])

    def order(self, items: list[Any]) -> tuple[str, Order]:
        greatest, rest = items[0] == "max", items[1:]
        place = many = 1
        if isinstance(rest[0], Token):
            place, many = read_places(rest.pop(0))
        return "order", Order(rest[0], greatest, place, many)

    def group(self, items: list[Path]) -> tuple[str, Path]:
        return "group", items[0]

    def columns(self, items: list[Path]) -> tuple[str, tuple[Path, ...]]:
        return "columns", tuple(items)

    def path(self, items: list[Move]) -> Path:
        return tuple(items)

    def outward(self, items: list[str]) -> Move:
        return Move(items[0], True)

    def inward(self, items: list[str]) -> Move:
        return Move(items[0], False)

    def name(self, items: list[Token]) -> str:
        # A plain string: `column` takes every token for a keyword or a variable.
        return str(read_name(items[0]))

    def constant(self, items: list[Token]) -> Any:
        return read_constant(items[0])


def _either(conditions: list[Any]) -> tuple[Branch, ...]:
    found = [one for one in conditions if isinstance(one, tuple)]
    if len(found) > 1:
        raise InputError(
            "a pattern can have only one group of alternatives",
            hint="put the other one into the parentheses of a path",
        )
    return found[0] if found else ()


def _quantifier(items: list[Any]) -> tuple[Quantifier, list[Any]]:
    """Return the quantifier in front of a condition, and the remaining items."""
    if not (isinstance(items[0], Token) and items[0].type == "QUANTIFIER"):
        return Quantifier.SOME, items
    quantifier = Quantifier.ALL if items[0] == "all" else Quantifier.NONE
    if quantifier is Quantifier.ALL and not isinstance(items[1], tuple):
        raise InputError("an entity is one of others, or `not` one of them")
    return quantifier, items[1:]


@cache
def _grammar() -> Lark:
    grammar = (files("kgqa_neo4j.plans.language") / "query.lark").read_text("utf-8")
    return Lark(grammar, start="start", parser="lalr", maybe_placeholders=False)
