"""Parsing of an untrusted query by the grammar ``cypher.lark``, with reasons for refusals.

There is no Python parser of all of Cypher 25, and none is needed: the grammar covers a read-only subset, and anything
else is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer

from kgqa_neo4j.guard import tokens as lexical
from kgqa_neo4j.guard.terminals import Terminals
from kgqa_neo4j.model.errors import CypherRefused, Refusal

Node = Tree[Token]
MAX_TOKENS = 900


def parsed(query: str) -> tuple[list[lexical.Token], Node]:
    """Return the tokens of one query, without a final semicolon, and its tree.

    Raises:
        CypherRefused: the query is empty, has more than `MAX_TOKENS` tokens, or does not fit the grammar.
    """
    tokens = lexical.tokens_of_one(query)
    if len(tokens) > MAX_TOKENS:
        raise CypherRefused(Refusal.SIZE, f"the query has {len(tokens):,} parts, {MAX_TOKENS} are allowed")
    return tokens, _parse(tokens)


def _parse(tokens: Sequence[lexical.Token]) -> Node:
    """Return the tree of a query; its trees and tokens have positions in the text.

    Raises:
        CypherRefused: the query does not fit the grammar.
    """
    terminals: Any = Terminals(tokens)
    try:
        return _parser().parse(terminals)
    except UnexpectedToken as error:
        raise _refusal(error) from None


def name_of(token: str) -> str:
    """Return the name that a token denotes, with or without backticks."""
    return token[1:-1].replace("``", "`") if token.startswith("`") else str(token)


def text_of(literal: str) -> str:
    """Return the value of a quoted literal."""
    inner = literal[1:-1]
    for escape, meant in (("\\'", "'"), ('\\"', '"'), ("\\\\", "\\")):
        inner = inner.replace(escape, meant)
    return inner


def _refusal(error: UnexpectedToken) -> CypherRefused:
    token = error.token
    if token.type == "$END":
        return CypherRefused(Refusal.FORM, "the query ends too early; it must have one RETURN, at its end")
    if token.type.lstrip("_").isupper() and token[:1].isalpha():
        return CypherRefused(Refusal.CLAUSE, f"{token[:40]} at {token.start_pos} may not stand there")
    return CypherRefused(Refusal.FORM, f"{token[:40]} at {token.start_pos} may not stand there")


class _Passed(Lexer):
    """Passes on terminals that already exist, in place of a lexer."""

    def __init__(self, configuration: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        terminals: Iterable[Token] = lexer_state
        return iter(terminals)


@cache
def _parser() -> Lark:
    grammar = (files("kgqa_neo4j.guard") / "cypher.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer=_Passed, propagate_positions=True, maybe_placeholders=False)
