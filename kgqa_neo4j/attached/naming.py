"""Find naming properties: those that hold what people call a node by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa_neo4j.attached.model import Property, ValueType
from kgqa_neo4j.attached.text import name_words, words_of

MOST = 4
"""Maximum number of naming properties of a label."""

_NAME_WORDS = {"name": 1.0, "title": 0.95, "label": 0.8, "caption": 0.75, "headline": 0.7, "username": 0.7}
_KEY_WORDS = {"code": 0.45, "symbol": 0.45, "number": 0.4, "no": 0.35, "id": 0.35, "key": 0.35, "ssn": 0.35}
_KEY_WORDS |= {
    "registration": 0.45,
    "reg": 0.4,
    "plate": 0.4,
    "serial": 0.4,
    "tail": 0.4,
    "reference": 0.4,
    "vin": 0.35,
}
_KEY_WORDS |= {"iban": 0.4, "isbn": 0.4, "sku": 0.4, "ip": 0.4, "uuid": 0.25, "guid": 0.25, "ref": 0.35}
# Abbreviations of these words.
_SHORT = {
    "nm": "name",
    "nme": "name",
    "ttl": "title",
    "lbl": "label",
    "cd": "code",
    "num": "number",
    "nbr": "number",
}
_WHOLE = frozenset(("fullname", "displayname"))
_PARTIAL = frozenset(("firstname", "lastname", "surname", "forename"))
_PARTS = frozenset(
    ("first", "last", "middle", "given", "family", "sur", "maiden", "nick", "short", "alt", "old")
)
# Names that only experts use for things with an everyday name.
_LEARNED = frozenset(
    ("latin", "scientific", "botanical", "binomial", "technical", "systematic", "formal", "legal")
)
# Login names, which people are not called by if they have another name.
_SIGNED_IN = frozenset(("screen", "user", "login", "account"))
_AVOIDED = words_of(
    """
    phone telephone mobile fax email mail url uri link website web href image photo picture icon address
    street description summary text body content comment comments note notes bio overview tagline
    abstract crawl message password hash token
    """
)
# Words, besides those of the label, of properties that merely number nodes.
_NUMBERING = (["id"], ["key"], ["uuid"], ["guid"], ["id", "str"], ["no"], ["number"])
# Values longer than this are descriptions.
_LONGEST_NAME = 80
# Text of posts and comments, which names them if otherwise only a number or a code does: words, maximum average length,
# minimum distinctness and presence.
_SAID, _LONGEST_SAID, _SAID_DISTINCT, _SAID_PRESENT = frozenset(("text", "body", "content")), 400, 0.8, 0.9
# Short descriptions, which name nodes that otherwise only have a code: "Diabetes" for "44054006".
_DESCRIBED, _LONGEST_DESCRIPTION = frozenset(("description", "desc", "descr")), 60
_CODES = frozenset(("code", "cd"))
_LEAST = 0.2
_NICKNAMES, _NICKNAME = frozenset(("nickname", "alias", "shortname")), 0.32
_SUBJECTS, _SUBJECT = frozenset(("subject", "heading")), 0.65
# Houses without a name are called by their address.
_ADDRESS, _NAMED_BY_ADDRESS = "address", 0.5
# Penalty for nodes that lack the property, bonus for values that are words, and for capitalized ones.
_LACKING = 0.3
_WORDED = 0.05
_PROPER = 0.03
_WORDS = re.compile(r"[^\W\d_]{2,}\.?(?:(?:,? |['\u2019-])[^\W\d_]+\.?)*")
# Rating of a property's words from which it is meant as a name, and of words that say nothing.
_MEANT, _OTHER = 0.3, 0.15
# Minimum share of nodes that have it; minimum distinctness of an id, and of a name of something else.
_RARE, _KEY_DISTINCT, _FOREIGN_DISTINCT = 0.05, 0.95, 0.7


@dataclass(frozen=True, slots=True)
class _Rated:
    name: str
    rating: float
    is_meant: bool


def naming_of(label: str, properties: Sequence[Property]) -> tuple[str, ...]:
    """Return the naming properties of a label, best first; () if there are none.

    They are rated by the words of the property (name and title before codes and ids), by how many nodes have it, how
    distinct its values are, and whether it is unique or indexed. Contact data, addresses and long texts name a node
    only if nothing else does. First and last names come after a full name, and next to each other.
    """
    rated = [_rated(label, one) for one in properties]
    # Ties keep the given order.
    ordered = sorted((one for one in rated if one.rating >= _LEAST), key=lambda one: -one.rating)
    meant = [one.name for one in ordered if one.is_meant]
    said = next(filter(_is_said, properties), None)
    if said is not None and meant and all(_is_number(label, name) for name in meant):
        meant = [said.name, *meant]
    described = next(filter(_is_description, properties), None)
    if described is not None and meant and all(_is_number(label, name) or _is_code(name) for name in meant):
        meant = [described.name, *meant]
    return tuple(meant[:MOST]) or tuple(one.name for one in ordered[:1]) or _called_alike(label, properties)


def _called_alike(label: str, properties: Sequence[Property]) -> tuple[str, ...]:
    """Return the property named like the label, even if nodes share its values: the `port` of a `Port`."""
    known = (one for one in properties if one.present >= _SAID_PRESENT)
    return tuple(one.name for one in known if name_words(one.name) == name_words(label))


def _is_said(one: Property) -> bool:
    """Return whether a property is the text of a post or a comment."""
    return name_words(one.name)[-1] in _SAID and _tells_apart(one, _LONGEST_SAID)


def _is_description(one: Property) -> bool:
    """Return whether a property is a short description of each node."""
    return name_words(one.name)[-1] in _DESCRIBED and _tells_apart(one, _LONGEST_DESCRIPTION)


def _tells_apart(one: Property, longest: int) -> bool:
    """Return whether most nodes have a distinct text of at most `longest` characters on average."""
    short = sum(map(len, one.samples)) <= longest * len(one.samples)
    told = one.type is ValueType.TEXT and one.present >= _SAID_PRESENT and one.distinct >= _SAID_DISTINCT
    return bool(one.samples) and short and told


def _is_code(name: str) -> bool:
    return name_words(name)[-1] in _CODES


def _is_number(label: str, name: str) -> bool:
    """Return whether a property merely numbers the nodes of a label: `id`, `tweetId`."""
    return [word for word in name_words(name) if word not in name_words(label)] in _NUMBERING


def _rated(label: str, one: Property) -> _Rated:
    textual = one.type is ValueType.TEXT or (one.type is ValueType.NUMBER and _is_key(label, one))
    if not textual or one.present < _RARE or not one.samples:
        return _Rated(one.name, 0.0, False)
    word = _word_rating(label, one)
    rating = 0.55 * word + 0.25 * one.distinct + 0.2 * one.present + 0.1 * one.unique + 0.05 * one.indexed
    rating += _WORDED * _worded(one) + _PROPER * _proper(one) - _LACKING * (1.0 - one.present)
    # Values shared by many nodes are categories, not names.
    if one.distinct < (0.5 if word < _MEANT else 0.2 if word < 0.7 else 0.0) and not one.unique:
        rating *= 0.4
    is_meant = word >= _MEANT or one.unique
    if _is_avoided(label, one):
        rating, is_meant = 0.35 * rating, False
    return _Rated(one.name, rating, is_meant)


def _word_rating(label: str, one: Property) -> float:
    """Return how clearly the words of a property mean a name, 0 to 1."""
    words, own = name_words(one.name), name_words(label)
    if words == own:
        # `ip` of an IP, `ssn` of an SSN.
        return 0.85
    rest = [_SHORT.get(word, word) for word in words if word not in own] or words
    last = rest[-1]
    if last in _WHOLE or (last == "name" and {"full", "display"} & set(rest)):
        return 1.0
    if last in _NAME_WORDS:
        partial = bool((_PARTS | _SIGNED_IN | _LEARNED).intersection(rest[:-1]))
        if partial or len(rest) == 1:
            return _NAME_WORDS[last] * (0.6 if partial else 1.0)
        # The name of something else, such as `contactTitle`: a name of the node only if it is distinct.
        return _NAME_WORDS[last] * (0.8 if one.distinct >= _FOREIGN_DISTINCT else 0.2)
    if last in _PARTIAL:
        return 0.6
    if last in _SUBJECTS and len(rest) == 1 and one.distinct >= _FOREIGN_DISTINCT:
        # Tickets and messages are called by their subject.
        return _SUBJECT
    if set(words) <= set(own) or words[-1:] == own[-1:]:
        # `phone` of a PhoneNumber, `streetAddress` of an Address; but not `firstBus` of a BusLine.
        return 0.6
    is_key = one.distinct >= _KEY_DISTINCT
    if words == [_ADDRESS] and is_key:
        return _NAMED_BY_ADDRESS
    if last in _KEY_WORDS or last.endswith(("id", "code")):
        return _KEY_WORDS.get(last, 0.35) if is_key else _OTHER
    if last in _NICKNAMES:
        return _NICKNAME
    return 0.6 if last.endswith(("name", "title")) else _OTHER


def _worded(one: Property) -> float:
    """Return the share of values that are words rather than codes: "asthma", not "J45"."""
    return sum(bool(_WORDS.fullmatch(text)) for text in one.samples) / len(one.samples)


def _proper(one: Property) -> float:
    """Return the share of values with an initial capital, as names have: "DripStop Plumbing", not "plumbing"."""
    return sum(text[:1].isupper() for text in one.samples) / len(one.samples)


def _is_key(label: str, one: Property) -> bool:
    words = name_words(one.name)
    worded = words == name_words(label) or words[-1] in _KEY_WORDS or words[-1].endswith("id")
    return (worded or one.unique) and one.distinct >= _KEY_DISTINCT


def _is_avoided(label: str, one: Property) -> bool:
    own, words = name_words(label), name_words(one.name)
    if words == [_ADDRESS] and one.distinct >= _KEY_DISTINCT:
        return False
    # The `streetAddress` of an `Address` may name it.
    avoided = words[-1] not in own and bool(_AVOIDED.intersection(words) - set(own))
    return avoided or sum(map(len, one.samples)) > _LONGEST_NAME * len(one.samples)
