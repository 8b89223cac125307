"""Scores how well words match a name in the schema: the whole name, its first or last words, or with a tail word."""

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

# Tail words, which may follow a name without adding meaning: "email address", "purchase code".
TAILS = frozenset(
    {
        "number", "address", "value", "name", "code", "id", "node", "property", "field", "relationship", "percentage",
        "percent", "amount",
    }
)  # fmt: skip
# Tail words for properties only: "account status", "highway type".
SORTS = frozenset({"type", "kind", "status", "level", "date", "time"})
# Frequent endings of names written as one word: `starttime`, `healthstatus`.
_LASTS = (
    "time", "date", "year", "day", "status", "type", "kind", "name", "number", "code", "level", "price", "cost", "rate",
    "count", "size", "title", "text", "address", "location", "city", "country", "score", "length",
)  # fmt: skip
_FIRSTS = 3
# First words of properties that store a count.
_COUNTS = frozenset({"number", "count", "total", "num", "nbr", "no"})
DOERS = ("er", "or", "ist", "ant")
"""Endings of agent nouns: nouns for whoever does what a type expresses."""
# Nouns with these endings that are not agent nouns.
_DEEDS = frozenset({
    "order", "reorder", "offer", "answer", "transfer", "cover", "encounter", "tender", "charter", "register", "letter",
    "chapter", "error", "favor", "grant", "plant", "list", "consist",
})  # fmt: skip
# Units that name a property by themselves, since they mean nothing else.
_MEASURES = frozenset(
    {"hectares", "acres", "tonnes", "tons", "liters", "litres", "gallons", "kilometers", "kilometres"}
)
_MEASURED = 0.95
_SUFFIX, PREFIX, TAILED = 0.55, 0.45, 0.9
# Score of initials spelled out: "organisational unit" for `OU`.
_INITIALS = 0.85
# Minimum number of initials not to be taken as an abbreviation of one word.
_LONG_INITIALS = 3
_NUMBERED = 0.85
# Number of words in a name that ends with its unit.
_WITH_UNIT = 2
# Score of "the ID" for a `movieId`.
_IDENTIFIERS, _IDENTIFIED = frozenset({"id", "code", "key"}), 0.6
# Last words of properties that describe the codes in the property named by the other words.
_DESCRIBING = frozenset({"description", "desc", "label", "text"})


def is_passive(kind: str) -> bool:
    """Return whether a type expresses what is done to its source: `INFLUENCED_BY`."""
    return words(kind)[-1:] == ["by"]


def is_agent_noun(noun: str) -> bool:
    """Return whether a singular noun looks like an agent noun: "worker" does, "order" does not."""
    return noun.endswith(DOERS) and noun not in _DEEDS


def parted(word: str) -> tuple[str, ...]:
    """Return the two words of a name that is written as one; () for any other word."""
    ends = [(word.removesuffix(one), one) for one in _LASTS if word.endswith(one)]
    # Checked first: few names have such an ending, and looking up words is slow.
    if not ends or _is_word(word):
        return ()
    return next(((first, last) for first, last in ends if len(first) >= _FIRSTS and _is_word(first)), ())


def _is_word(text: str) -> bool:
    return bool(senses(text) or synonyms(text)) or is_participle(text)


def name_similarity(said: tuple[str, ...], called: tuple[str, ...]) -> float:
    """Return how well words match a name: the whole name, its first or last words, or with a tail word."""
    if forms("".join(said)) & forms("".join(called)):
        return 1.0
    if len(said) > 1 and singular_of(said[-1]) in TAILS and forms("".join(said[:-1])) & forms("".join(called)):
        return TAILED
    size = len(said)
    if len(called) == _WITH_UNIT and size >= _LONG_INITIALS and is_unit(called[-1]):
        # Ignore the unit: "monthly recurring revenue" for `mrrCents`.
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
            # Plural only: "number" asks for a count.
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
    """Return how well words match the name of a property, by the rules that do not apply to labels and types."""
    if len(said) == 1 < len(called) and said[0] == called[-1] and said[0] in _MEASURES:
        # "Hectares" may mean a property whose name ends with that unit.
        return _MEASURED
    if len(said) > 1 and said[-1] in SORTS and forms("".join(said[:-1])) & forms("".join(called)):
        return TAILED
    return 0.0


def is_verb_of(said: Sequence[str], called: Sequence[str]) -> bool:
    """Return whether a word is the verb of an agent noun: who "works" is a worker."""
    if len(said) != 1 or len(called) != 1 or not called[0].endswith(DOERS):
        return False
    return not forms(said[0]) & forms(called[0]) and not singular_of(said[0]).endswith(DOERS)


def counted_by(said: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words for what a property counts, from its name; () if it counts nothing."""
    full = expanded(said)
    if len(full) < 2:
        return ()
    if full[0] in _COUNTS and is_plural(full[-1]):
        return tuple(full[2:] if full[1] == "of" else full[1:])
    return tuple(full[:-1]) if full[-1] == "count" else ()


def ends_in_unit(said: Sequence[str]) -> bool:
    """Return whether the name of a property ends with the unit of its values."""
    return len(said) > 1 and (len(said[-1]) == 1 or bool(unit_of(" ".join(said))))


def is_own(name: str, label: str) -> bool:
    """Return whether all but the last word of a property's name are in its label: `ticket_id` of a `Ticket`."""
    return set(words(name)[:-1]) <= set(words(label))


def described(properties: Sequence[Property]) -> dict[str, str]:
    """Return the properties that describe codes, by name, each with the property that has the codes:
    `status_description`, `status`."""
    names = {tuple(words(one.name)): one.name for one in properties}
    return {
        name: names[said[:-1]]
        for said, name in names.items()
        if said[-1:] and said[-1] in _DESCRIBING and said[:-1] in names
    }


def is_only_sort(one: Property, kind: RelationshipType) -> bool:
    """Return whether a property is the only one that classifies the relationships of a type."""
    sorts = [other for other in kind.properties if other.type is ValueType.TEXT and len(other.values) > 1]
    return sorts == [one]
