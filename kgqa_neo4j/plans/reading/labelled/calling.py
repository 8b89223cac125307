"""How well words name what is called so: all of its words, its last or first ones, or with a tail."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.attached.model import Property, RelationshipType, ValueType
from kgqa_neo4j.attached.units import unit_of
from kgqa_neo4j.plans.reading.labelled.wordforms import forms, same
from kgqa_neo4j.question.abbreviations import expanded
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.synonyms import synonyms
from kgqa_neo4j.question.thesaurus import senses
from kgqa_neo4j.question.units import is_unit
from kgqa_neo4j.question.wording import is_participle, words

# Words that may follow what something is called and say nothing more: "email address", "purchase code".
TAILS = frozenset(
    {
        "number", "address", "value", "name", "code", "id", "node", "property", "field", "relationship", "percentage",
        "percent", "amount",
    }
)  # fmt: skip
# The same of properties alone: "account status", "highway type".
SORTS = frozenset({"type", "kind", "status", "level", "date", "time"})
# What names that are written as one word often end with: `starttime`, `healthstatus`.
_LASTS = (
    "time", "date", "year", "day", "status", "type", "kind", "name", "number", "code", "level", "price", "cost", "rate",
    "count", "size", "title", "text", "address", "location", "city", "country", "score", "length",
)  # fmt: skip
_FIRSTS = 3
# What names of properties begin with that count something.
_COUNTS = frozenset({"number", "count", "total", "num", "nbr", "no"})
DOERS = ("er", "or", "ist", "ant")
"""Endings of nouns for whoever does what a type says."""
# Nouns that end so for what is done, and for nobody who does it.
_DEEDS = frozenset({
    "order", "reorder", "offer", "answer", "transfer", "cover", "encounter", "tender", "charter", "register", "letter",
    "chapter", "error", "favor", "grant", "plant", "list", "consist",
})  # fmt: skip
# Units that a property may be called by alone, as no other thing is.
_MEASURES = frozenset(
    {"hectares", "acres", "tonnes", "tons", "liters", "litres", "gallons", "kilometers", "kilometres"}
)
_MEASURED = 0.95
_SUFFIX, PREFIX, TAILED = 0.55, 0.45, 0.9
# "Organisational unit" for `OU`.
_INITIALS = 0.85
# So many initials are rather those than an abbreviation of another word.
_LONG_INITIALS = 3
_NUMBERED = 0.85
# Words of a name that says its unit.
_WITH_UNIT = 2
# "The ID" of something is its `movieId`.
_IDENTIFIERS, _IDENTIFIED = frozenset({"id", "code", "key"}), 0.6
# What ends the name of a property that describes a code, which is called like the rest.
_DESCRIBING = frozenset({"description", "desc", "label", "text"})


def is_passive(kind: str) -> bool:
    """Return whether a type says what is done to its source: who is "influenced by" others does not influence them."""
    return words(kind)[-1:] == ["by"]


def names_doer(noun: str) -> bool:
    """Return whether a noun in the singular ends like one for whoever does something: workers do, and orders do not."""
    return noun.endswith(DOERS) and noun not in _DEEDS


def parted(word: str) -> tuple[str, ...]:
    """Return the two words that a name is made of which is written as one; () for any other word."""
    ends = [(word.removesuffix(one), one) for one in _LASTS if word.endswith(one)]
    # Few names end so, and looking for a word takes a while.
    if not ends or _is_word(word):
        return ()
    return next(((first, last) for first, last in ends if len(first) >= _FIRSTS and _is_word(first)), ())


def _is_word(text: str) -> bool:
    return bool(senses(text) or synonyms(text)) or is_participle(text)


def name_similarity(said: tuple[str, ...], called: tuple[str, ...]) -> float:
    """Return how well words name what is called so: all of its words, its last or first ones, or with a tail."""
    if forms("".join(said)) & forms("".join(called)):
        return 1.0
    if len(said) > 1 and singular_of(said[-1]) in TAILS and forms("".join(said[:-1])) & forms("".join(called)):
        return TAILED
    size = len(said)
    if len(called) == _WITH_UNIT and size >= _LONG_INITIALS and is_unit(called[-1]):
        # "Monthly recurring revenue" of `mrrCents`.
        return name_similarity(said, called[:1])
    spelt = len(called) == 1 and (size >= _LONG_INITIALS or tuple(expanded(called)) == called)
    spelt = spelt and called[0] not in FUNCTION_WORDS
    if size > 1 and spelt and singular_of("".join(word[0] for word in said)) == called[0]:
        return _INITIALS
    if size == len(called):
        alike = [same(one, other) for one, other in zip(said, called, strict=True)]
        return min(alike) if all(alike) else 0.0
    if size < len(called):
        if size == 1 and said[0] in _IDENTIFIERS and called[-1] == said[0]:
            return _IDENTIFIED
        if said == ("numbers",) and called[-1] == "number":
            # The singular asks how many there are.
            return _NUMBERED
        if said[-1] in FUNCTION_WORDS and singular_of(said[-1]) not in TAILS:
            return 0.0
        tail = [same(one, other) for one, other in zip(said, called[-size:], strict=True)]
        if all(tail) and said[-1] not in TAILS:
            return min(tail) * (_SUFFIX + 0.35 * size / len(called))
        head = [same(one, other) for one, other in zip(said, called[:size], strict=True)]
        if all(head):
            return min(head) * (PREFIX + 0.4 * size / len(called))
        return 0.0
    extra = [word for word in said if not any(same(word, other) for other in called)]
    if extra and all(singular_of(word) in TAILS for word in extra) and len(said) - len(extra) == len(called):
        return TAILED
    return 0.0


def value_similarity(said: tuple[str, ...], called: tuple[str, ...]) -> float:
    """Return how well words name a property that is called so, in a way that labels and types are not named."""
    if len(said) == 1 < len(called) and said[0] == called[-1] and said[0] in _MEASURES:
        # "Hectares" are what an area is counted in.
        return _MEASURED
    if len(said) > 1 and said[-1] in SORTS and forms("".join(said[:-1])) & forms("".join(called)):
        return TAILED
    return 0.0


def is_verb_of(said: Sequence[str], called: Sequence[str]) -> bool:
    """Return whether a word is a verb that a noun for who does it is made of: who "works" is a worker."""
    if len(said) != 1 or len(called) != 1 or not called[0].endswith(DOERS):
        return False
    return not forms(said[0]) & forms(called[0]) and not singular_of(said[0]).endswith(DOERS)


def counted_by(said: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the name of a property says that it counts; () for none."""
    full = expanded(said)
    if len(full) < 2:
        return ()
    if full[0] in _COUNTS and is_plural(full[-1]):
        return tuple(full[2:] if full[1] == "of" else full[1:])
    return tuple(full[:-1]) if full[-1] == "count" else ()


def ends_in_unit(said: Sequence[str]) -> bool:
    """Return whether the name of a property ends with what its values are counted in."""
    return len(said) > 1 and (len(said[-1]) == 1 or bool(unit_of(" ".join(said))))


def is_own(name: str, label: str) -> bool:
    """Return whether a property is called like the label but for its last word: `ticket_id` of a `Ticket`."""
    return set(words(name)[:-1]) <= set(words(label))


def described(properties: Sequence[Property]) -> dict[str, str]:
    """Return the properties that describe what others are codes of, each with that: `status_description`, `status`."""
    names = {tuple(words(one.name)): one.name for one in properties}
    return {
        name: names[said[:-1]]
        for said, name in names.items()
        if said[-1:] and said[-1] in _DESCRIBING and said[:-1] in names
    }


def is_only_sort(one: Property, kind: RelationshipType) -> bool:
    """Return whether a property is the only one that says of which sort relationships of a type are."""
    sorts = [other for other in kind.properties if other.type is ValueType.TEXT and len(other.values) > 1]
    return sorts == [one]
