"""Formats a plan as one readable line, and parses it. The grammar is in `plan.lark`, explained in docs/plans.md."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, UnexpectedToken, VisitError

from kgqa_neo4j.model.comparison import Comparison, Constant
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.plan import AnswerForm, Chain, Condition, Extreme, FactCondition, Move, Path, Plan

T = TypeVar("T")
_BARE = re.compile(r"[\w.:/#~+]+")
# Keywords; a relation with such a name is quoted.
_WORDS = {"at", "by", "and", "where", "max", "min", "count", "exists", "revisiting"}


def plan_text(plan: Plan) -> str:
    """Return the plan as one line that `parse_plan` parses."""
    parts = [] if plan.form is AnswerForm.WHICH else [str(plan.form)]
    parts.append((" | " if plan.either else " & ").join(map(_chain_text, plan.chains)))
    if plan.conditions:
        parts.append("where " + " and ".join(map(_condition_text, plan.conditions)))
    if plan.extreme:
        parts.append(_extreme_text(plan.extreme))
    if plan.revisited:
        parts.append("revisiting")
    return " ".join(parts)


def path_text(path: Path) -> str:
    """Return a path without a topic, in the syntax of plans."""
    return " ".join(_step_text(move, "") for move in path)


def parse_plan(text: str) -> Plan:
    """Parse a plan.

    Raises:
        InputError: the text is no plan; for a syntax error, the message gives the column.
    """
    plan: Plan = _parse(text, "start")
    return plan


def parse_path(text: str) -> Path:
    """Parse a path without a topic.

    Raises:
        InputError: see `parse_plan`.
    """
    path: Path = tuple(move for move, _ in _parse(text, "path_only"))
    return path


def _chain_text(chain: Chain) -> str:
    facts = [[fact for fact in chain.facts if fact.step == place] for place in range(len(chain.path))]
    steps = [
        _step_text(move, "{" + ", ".join(map(_fact_text, held)) + "}" if held else "")
        for move, held in zip(chain.path, facts, strict=True)
    ]
    return " ".join([topic_text(chain.topic), *steps])


def _step_text(move: Move, facts: str) -> str:
    name = name_text(move.relation) + facts
    return f"-{name}->" if move.outward else f"<-{name}-"


def _fact_text(fact: FactCondition) -> str:
    if fact.comparison is Comparison.AT:
        return f"at {constant_text(fact.value)}"
    return f"{name_text(fact.name)} {fact.comparison} {constant_text(fact.value)}"


def _condition_text(condition: Condition) -> str:
    if condition.label:
        return f":{name_text(condition.label)}"
    value = _chain_text(Chain(condition.entity)) if condition.entity else constant_text(condition.value)
    return f"{path_text(condition.path)} {condition.comparison} {value}".strip()


def _extreme_text(extreme: Extreme) -> str:
    word = "max" if extreme.greatest else "min"
    if (extreme.place, extreme.many) != (1, 1):
        last = extreme.place + extreme.many - 1
        word += f" {extreme.place}" if extreme.many == 1 else f" {extreme.place}..{last}"
    if extreme.qualifier:
        return f"{word} by {{{name_text(extreme.qualifier)}}}"
    return f"{word} by {path_text(extreme.path)}" if extreme.path else word


def topic_text(topic: str) -> str:
    """Return an entity id in brackets, escaped."""
    escaped = re.sub(r"([\[\]\\])", r"\\\1", topic)
    return f"[{escaped}]"


def name_text(name: str) -> str:
    """Return the name of a relation or label, quoted if necessary."""
    if _BARE.fullmatch(name) and name not in _WORDS:
        return name
    return "`" + name.replace("`", "``") + "`"


def constant_text(value: Constant) -> str:
    """Return a constant in the syntax of plans."""
    if isinstance(value, Time):
        return value.iso[: {"year": -6, "month": -3}.get(value.precision, len(value.iso))]
    if isinstance(value, str):
        return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
    return repr(value)


class _Builder(Transformer[Token, Any]):
    """Builds the objects of `plan.py` from the parse tree."""

    def start(self, items: list[Any]) -> Plan:
        form, conditions, extreme, revisited = AnswerForm.WHICH, (), None, False
        chains: tuple[Chain, ...] = ()
        either = False
        for item in items:
            if isinstance(item, AnswerForm):
                form = item
            elif isinstance(item, Extreme):
                extreme = item
            elif isinstance(item, Token):
                revisited = True
            elif item[0] == "where":
                conditions = item[1]
            else:
                either, chains = item[0] == "either", item[1]
        return Plan(chains, either, conditions, extreme, form, revisited)

    def form(self, items: list[Token]) -> AnswerForm:
        return AnswerForm(str(items[0]))

    def all(self, items: list[Chain]) -> tuple[str, tuple[Chain, ...]]:
        return "all", tuple(items)

    def either(self, items: list[Chain]) -> tuple[str, tuple[Chain, ...]]:
        return "either", tuple(items)

    def chain(self, items: list[Any]) -> Chain:
        topic, *steps = items
        facts = [FactCondition(place, *fact) for place, (_, held) in enumerate(steps) for fact in held]
        return Chain(read_topic(topic), tuple(move for move, _ in steps), tuple(facts))

    def outward(self, items: list[Any]) -> tuple[Move, list[Any]]:
        return Move(items[0], True), items[1] if len(items) > 1 else []

    def inward(self, items: list[Any]) -> tuple[Move, list[Any]]:
        return Move(items[0], False), items[1] if len(items) > 1 else []

    def relation(self, items: list[Token]) -> str:
        return read_name(items[0])

    def facts(self, items: list[Any]) -> list[Any]:
        return items

    def qualifier(self, items: list[Any]) -> tuple[str, Comparison, Constant]:
        return read_name(items[0]), Comparison(str(items[1])), items[2]

    def at(self, items: list[Any]) -> tuple[str, Comparison, Constant]:
        return "", Comparison.AT, items[0]

    def path_only(self, items: list[Any]) -> list[Any]:
        return items

    def where(self, items: list[Condition]) -> tuple[str, tuple[Condition, ...]]:
        return "where", tuple(items)

    def test(self, items: list[Any]) -> Condition:
        steps, comparison, value = items
        path = tuple(move for move, _ in steps)
        if isinstance(value, Token):
            return Condition(path, Comparison(str(comparison)), entity=read_topic(value))
        return Condition(path, Comparison(str(comparison)), value)

    def label(self, items: list[Token]) -> Condition:
        return Condition(label=read_name(items[0]))

    def extreme(self, items: list[Any]) -> Extreme:
        greatest, rest = items[0] == "max", items[1:]
        place = many = 1
        if rest and isinstance(rest[0], Token) and rest[0].type == "PLACES":
            place, many = read_places(rest.pop(0))
        if len(rest) == 1 and isinstance(rest[0], Token):
            return Extreme(greatest, qualifier=read_name(rest[0]), place=place, many=many)
        return Extreme(greatest, tuple(move for move, _ in rest), place=place, many=many)

    def constant(self, items: list[Token]) -> Constant:
        return read_constant(items[0])


def read_places(token: Token) -> tuple[int, int]:
    """Return the first place of "2..3" and how many there are, here 2 and 2.

    Raises:
        InputError: it is not a range of places.
    """
    first, _, last = token.partition("..")
    place, many = int(first), int(last or first) - int(first) + 1
    if place < 1 or many < 1:
        raise InputError("places start at 1 and ranges go up, as in 2..3")
    return place, many


def read_constant(token: Token) -> Constant:
    """Return the constant that a token stands for."""
    if token.type == "DATE":
        return Time.parse(token)
    if token.type == "TEXT":
        return re.sub(r"\\(.)", r"\1", token[1:-1])
    return int(token) if re.fullmatch(r"-?\d+", token) else float(token)


def read_topic(token: str) -> str:
    """Return the id inside brackets, unescaped."""
    return re.sub(r"\\(.)", r"\1", token[1:-1])


def read_name(token: str) -> str:
    """Return a name without its quotes, if it has any."""
    return token[1:-1].replace("``", "`") if token.startswith("`") else str(token)


@cache
def _grammar(start: str) -> Lark:
    grammar = (files("kgqa_neo4j.plans") / "plan.lark").read_text("utf-8")
    return Lark(grammar, start=start, parser="lalr", maybe_placeholders=False)


def _parse(text: str, start: str) -> Any:
    try:
        return _Builder().transform(_grammar(start).parse(text))
    except UnexpectedInput as error:
        column, rest = unexpected(text, error)
        raise InputError(
            f"the plan cannot be read at column {column}: {rest}",
            hint=_hint(text[: column - 1].rstrip(), text[column - 1 :].lstrip()),
        ) from None
    except VisitError as error:
        raise InputError(f"the plan cannot be read: {error.orig_exc}", hint="see docs/plans.md") from None


def unexpected(text: str, error: UnexpectedInput) -> tuple[int, str]:
    """Return where a text cannot be read, as a column from 1, and what is there."""
    ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    column = len(text.rstrip()) + 1 if ended else error.column
    return column, text[column - 1 : column + 19].strip() or "unexpected end"


def _hint(before: str, rest: str) -> str:
    """Return a hint about the likely intention at a syntax error, between the text before it and the rest."""
    if rest.startswith("["):
        if "]" in rest and before:
            return "join chains with & (answers of all) or | (answers of any)"
        return "write the topic in brackets: [prefix:Topic]; escape brackets in its name: \\[ or \\]"
    if not before or before[-1] in "&|":
        return "start with a topic in brackets: [prefix:Topic] -relation->"
    if re.search(r"-[\w.:/#~+]+$", before) and re.match(r"\w", rest):
        return "put a relation with spaces in its name in backticks: -`directed by`->"
    if re.search(r"(?:->|\]|-)$", before) and rest.startswith((">", "->", "<", "=", "!")):
        return "start a condition with `where`: [prefix:Topic] -relation-> where -relation-> >= 2000"
    if re.search(r"-[\w.:/#~+`]+-?$|-$|<$", before):
        return "write a step as -relation-> along its direction, or <-relation- against it"
    return "a plan looks like: [prefix:Topic] -relation-> <-relation-; see docs/plans.md"
