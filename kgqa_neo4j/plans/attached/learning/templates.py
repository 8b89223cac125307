"""Question templates: learned questions with slots for their constants, answered by the learned query.

Templates are compared word by word, ignoring articles and treating a leading "list", "find" or "what are" alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.attached.model import PropertyGraphSchema, ValueType
from kgqa_neo4j.attached.values import ValueIndex
from kgqa_neo4j.model.comparison import Constant
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.attached.learning.constants import ComparedConstant, constants_of, with_constants
from kgqa_neo4j.plans.language.query import Query
from kgqa_neo4j.plans.reading.labelled.spots import Token, tokens_of, written
from kgqa_neo4j.question.lexicon import IMPERATIVES
from kgqa_neo4j.question.nouns import singular_of

_ARTICLES = frozenset({"the", "a", "an", "all", "please", "me", "us"})
_ASKING = IMPERATIVES | {"retrieve", "return", "get", "identify", "fetch", "display", "provide"}
_WHAT = (("what", "is"), ("what", "are"), ("which", "are"))
# Maximum number of tokens of a value.
_LONGEST = 8
_SLOT = "\N{SECTION SIGN}"


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a template: the text to compare, and the index of its token."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Template:
    """A question template: `form` are its words, with `_SLOT` and a number for each slot; `slots` are the constants of
    the `query` that the slots replace. `pairs` are the keys of the pairs that it was learned from."""

    form: tuple[str, ...]
    query: Query
    slots: tuple[ComparedConstant, ...]
    pairs: tuple[str, ...] = field(default=(), compare=False)


def template_of(question: str, query: Query, pair: str = "") -> Template | None:
    """Return the template of a question and its query; None if it would consist of slots only."""
    tokens = tokens_of(question)
    taken: dict[int, str] = {}
    slots: list[ComparedConstant] = []
    for held in constants_of(query):
        known = next((place for place, one in enumerate(slots) if one.value == held.value), None)
        if known is not None:
            continue
        spans = [span for span in _spans(tokens, held.value) if not any(at in taken for at in range(*span))]
        if not spans:
            continue
        for first, last in spans:
            taken.update(dict.fromkeys(range(first, last), ""))
            taken[first] = f"{_SLOT}{len(slots)}"
        slots.append(held)
    form = tuple(taken.get(one.at, one.text) for one in _words(tokens, taken))
    if all(one.startswith(_SLOT) for one in form):
        return None
    return Template(form, query, tuple(slots), (pair,) if pair else ())


class Templates:
    """The templates learned from pairs. Of several meanings the one with the most pairs is used, none in a tie."""

    def __init__(self, found: Sequence[Template], schema: PropertyGraphSchema, index: ValueIndex) -> None:
        self._schema = schema
        self._index = index
        by_form: dict[tuple[str, ...], dict[Query, Template]] = {}
        for one in found:
            same = by_form.setdefault(one.form, {})
            plain = with_constants(one.query, lambda held, one=one: _numbered(one, held))  # type: ignore[misc]
            known = same.get(plain)
            pairs = (*known.pairs, *one.pairs) if known else one.pairs
            same[plain] = Template(one.form, one.query, one.slots, pairs)
        self._first: dict[str, list[Template]] = {}
        for form, some in by_form.items():
            ranked = sorted(some.values(), key=lambda one: -len(one.pairs))
            if len(ranked) == 1 or len(ranked[0].pairs) > len(ranked[1].pairs):
                first = form[0] if not form[0].startswith(_SLOT) else _SLOT
                self._first.setdefault(first, []).append(ranked[0])

    def __len__(self) -> int:
        return sum(map(len, self._first.values()))

    def recalled(self, question: str) -> Iterator[tuple[Query, Template]]:
        """Yield the templates that a question matches, each with its query with the question's values in the slots."""
        tokens = tokens_of(question)
        words = _words(tokens, {})
        if not words or not self._first:
            return
        for template in (*self._first.get(words[0].text, ()), *self._first.get(_SLOT, ())):
            values = self._filled(template, tokens, words, 0, 0, {})
            if values is not None:
                yield _with_values(template, values), template

    def _filled(
        self,
        template: Template,
        tokens: Sequence[Token],
        words: Sequence[_Word],
        place: int,
        at: int,
        values: dict[int, Constant],
    ) -> dict[int, Constant] | None:
        """Return the value of each slot, if the words from index `at` on match the form from index `place` on."""
        form = template.form
        if place == len(form):
            return values if at == len(words) else None
        if at >= len(words):
            return None
        if not form[place].startswith(_SLOT):
            fits = form[place] == words[at].text and tokens[words[at].at].kind != "quoted"
            return self._filled(template, tokens, words, place + 1, at + 1, values) if fits else None
        number = int(form[place].removeprefix(_SLOT))
        for last in range(at + 1, min(len(words), at + _LONGEST) + 1):
            value = self._value(tokens, words[at].at, words[last - 1].at + 1, template.slots[number])
            if value is None or values.get(number, value) != value:
                continue
            found = self._filled(template, tokens, words, place + 1, last, {**values, number: value})
            if found is not None:
                return found
        return None

    def _value(self, tokens: Sequence[Token], first: int, last: int, held: ComparedConstant) -> Constant | None:
        """Return tokens [first, last) as a value for a slot; None if they cannot be one."""
        run = tokens[first:last]
        quoted = any(one.kind == "quoted" for one in run)
        if quoted and len(run) > 1:
            return None
        text = run[0].text if quoted else written(tokens, first, last)
        if isinstance(held.value, Time):
            return _time(text)
        if isinstance(held.value, int | float):
            value = _number(text) if len(run) == 1 else None
            return int(value) if value is not None and value.is_integer() else value
        stored = [
            one
            for one in self._index.exact([text]).get(text, ())
            if (one.label, one.property) == (held.owner, held.property)
        ]
        if stored:
            return stored[0].value
        # Other texts, such as a part of a value, have to be quoted.
        is_text = self._type(held) is ValueType.TEXT
        return text if quoted and is_text else None

    def _type(self, held: ComparedConstant) -> ValueType | None:
        owner = self._schema.label.get(held.owner) or self._schema.type.get(held.owner)
        return (
            next((one.type for one in owner.properties if one.name == held.property), None) if owner else None
        )


def _with_values(template: Template, values: dict[int, Constant]) -> Query:
    known = {template.slots[number].value: value for number, value in values.items()}
    return with_constants(template.query, lambda held: known.get(held.value, held.value))


def _numbered(template: Template, held: ComparedConstant) -> Constant:
    place = next((place for place, one in enumerate(template.slots) if one.value == held.value), None)
    return held.value if place is None else f"{_SLOT}{place}"


def _words(tokens: Sequence[Token], taken: dict[int, str]) -> list[_Word]:
    """Return the words of a template; of tokens `taken` by a slot only the first one, as the slot."""
    found: list[_Word] = []
    starts = 2 if tuple(one.lower for one in tokens[:2]) in _WHAT and 0 not in taken and 1 not in taken else 0
    if starts:
        found.append(_Word("show", 0))
    for at, one in enumerate(tokens[starts:], starts):
        if at in taken:
            if taken[at]:
                found.append(_Word(taken[at], at))
            continue
        if one.kind == "mark" or (one.kind == "word" and one.lower in _ARTICLES):
            continue
        if one.kind == "word" and not found and one.lower in _ASKING:
            found.append(_Word("show", at))
            continue
        found.append(_Word(singular_of(one.lower) if one.kind == "word" else one.text.lower(), at))
    return found


def _spans(tokens: Sequence[Token], value: Constant) -> Iterator[tuple[int, int]]:
    """Yield the spans of tokens [first, last) that express a constant."""
    at = 0
    while at < len(tokens):
        for last in range(min(len(tokens), at + _LONGEST), at, -1):
            if _says(tokens, at, last, value):
                yield at, last
                at = last
                break
        else:
            at += 1


def _says(tokens: Sequence[Token], first: int, last: int, value: Constant) -> bool:
    run = tokens[first:last]
    if any(one.kind == "quoted" for one in run) and len(run) > 1:
        return False
    text = run[0].text if len(run) == 1 else written(tokens, first, last)
    if run[-1].possessive and len(run) == 1:
        text = run[0].text[: len(run[0].lower)]
    if isinstance(value, Time):
        return _time(text) == value
    if isinstance(value, str):
        return text.casefold() == value.casefold()
    return len(run) == 1 and _number(text) == value


def _number(text: str) -> float | None:
    """Return the number in a text such as ``$1,200``; None for anything else."""
    digits = text.replace(",", "").lstrip("$")
    return float(digits) if digits.replace(".", "", 1).lstrip("-").isdigit() else None


def _time(text: str) -> Time | None:
    try:
        return Time.parse(text)
    except ValueError:
        return None
