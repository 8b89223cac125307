"""The lexer for untrusted Cypher: ASCII, without comments and escapes in identifiers.

Text that Neo4j might read differently from this lexer is refused. Cypher decodes ``\\uXXXX`` before it looks for
quotes, so such escapes are not allowed anywhere; letters and spaces outside ASCII are allowed only inside quotes.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from kgqa_neo4j.model.errors import CypherRefused, Refusal

MAX_LENGTH = 8_000
_TOKEN = re.compile(
    r"""
    (?P<blank>[\ \t\r\n]+)
  | (?P<comment>//|/\*)
  | (?P<string>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*")
  | (?P<quoted>`(?:[^`]|``)+`)
  | (?P<parameter>\$[A-Za-z_][A-Za-z0-9_]*)
  | (?P<number>(?:[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![A-Za-z0-9_]))
  | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<mark>\.\.|<=|>=|<>|[()\[\]{},.:=<>+\-*/%|$;])
    """,
    re.VERBOSE | re.DOTALL,
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class TokenKind(Enum):
    """The kind of a token. A `WORD` may be a keyword or a name; a `QUOTED` name is never a keyword."""

    STRING = "string"
    QUOTED = "quoted"
    PARAMETER = "parameter"
    NUMBER = "number"
    WORD = "word"
    MARK = "mark"


class Token(NamedTuple):
    """A token: its text as written, and the position where it begins."""

    kind: TokenKind
    text: str
    start: int

    @property
    def end(self) -> int:
        """The position after the token."""
        return self.start + len(self.text)

    @property
    def word(self) -> str:
        """The word in upper case, "" if the token is not a word."""
        return self.text.upper() if self.kind is TokenKind.WORD else ""

    def marks(self, *texts: str) -> bool:
        """Whether the token is one of the given marks."""
        return self.kind is TokenKind.MARK and self.text in texts


def tokenise(query: str) -> list[Token]:
    """Return the tokens of `query`, without white space.

    Raises:
        CypherRefused: the query is too long, or contains a comment, a Unicode escape, or an invalid character.
    """
    if len(query) > MAX_LENGTH:
        raise CypherRefused(Refusal.SIZE, f"{len(query):,} characters are more than {MAX_LENGTH:,}")
    if found := _CONTROL.search(query):
        raise CypherRefused(Refusal.CHARACTERS, f"a control character stands at {found.start()}")
    if re.search(r"\\u", query, re.IGNORECASE):
        raise CypherRefused(Refusal.CHARACTERS, "a Unicode escape may stand nowhere in a query")
    tokens: list[Token] = []
    place = 0
    while place < len(query):
        match = _TOKEN.match(query, place)
        if match is None:
            raise CypherRefused(Refusal.CHARACTERS, f"{query[place : place + 12]!r} at {place} cannot be read")
        kind = str(match.lastgroup)
        if kind == "comment":
            raise CypherRefused(Refusal.COMMENT, f"a comment begins at {place}")
        if kind != "blank":
            tokens.append(Token(TokenKind(kind), match[0], place))
        place = match.end()
    return tokens


def tokens_of_one(query: str) -> list[Token]:
    """Return the tokens of one query, without a final semicolon.

    Raises:
        CypherRefused: the query is empty, or as in `tokenise`.
    """
    tokens = tokenise(query)
    if tokens and tokens[-1].marks(";"):
        tokens.pop()
    if not tokens:
        raise CypherRefused(Refusal.FORM, "the query is empty")
    return tokens
