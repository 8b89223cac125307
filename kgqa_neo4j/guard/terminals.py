"""Conversion of tokens to the terminals of ``cypher.lark``, some of which depend on neighboring tokens.

The bracket of a pattern is recognized by an adjacent arrow, a function name by the bracket after it, a key by the dot
before it or the colon after it. A keyword is not a name, unless it is in backticks or is a label or a type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token

from kgqa_neo4j.guard import tokens as lexical
from kgqa_neo4j.guard.policy import CONTENT_KEYWORDS, KEYWORDS, QUANTIFIERS, RESERVED, SUBQUERIES
from kgqa_neo4j.guard.tokens import TokenKind
from kgqa_neo4j.model.errors import CypherRefused, Refusal

MAX_DEPTH = 12
_CLOSES = {")": "(", "]": "[", "}": "{"}
_ARROWS = (("<", "-", "-", ">"), ("<", "-", "-"), ("-", "-", ">"), ("-", "-"))
_HALVES = (("-", "["), ("<", "-", "["))
_MARKS = {
    **{"(": "LPAR", ")": "RPAR", "[": "_LSQB", "]": "_RSQB", "{": "_LBRACE", "}": "_RBRACE"},
    **{"*": "STAR", "+": "PLUS", "-": "MINUS", "/": "_TIMES", "%": "_TIMES", "..": "DOTS", ".": "_DOT"},
    **{",": "_COMMA", ":": "_COLON", "|": "_BAR", "$": "_DOLLAR", "=": "_EQUAL"},
    **dict.fromkeys(("<", ">", "<=", ">=", "<>"), "_COMPARED"),
}
_NOTHING = lexical.Token(TokenKind.MARK, "", 0)


class Terminals:
    """An iterable over the terminals of a query, in order.

    Raises:
        CypherRefused: brackets do not match or are nested too deeply, or a word is not allowed.
    """

    def __init__(self, tokens: Sequence[lexical.Token]) -> None:
        self._tokens = tokens
        self._partner: dict[int, int] = {}
        self._inside: list[int] = []
        self._pair_brackets()
        self._arrows = self._find_arrows()

    def __iter__(self) -> Iterator[Token]:
        place = 0
        while place < len(self._tokens):
            terminal, count = self._arrows.get(place) or self._terminal(place)
            first, last = self._tokens[place], self._tokens[place + count - 1]
            text = "".join(token.text for token in self._tokens[place : place + count])
            yield Token(terminal, text, start_pos=first.start, end_pos=last.end)
            place += count

    def _pair_brackets(self) -> None:
        """Record the partner of each bracket, and the innermost bracket around each token."""
        opened: list[int] = []
        for place, token in enumerate(self._tokens):
            if token.marks(")", "]", "}"):
                if not opened or not self._tokens[opened[-1]].marks(_CLOSES[token.text]):
                    raise CypherRefused(Refusal.FORM, f"{token.text} at {token.start} closes nothing")
                start = opened.pop()
                self._partner[start], self._partner[place] = place, start
            self._inside.append(opened[-1] if opened else -1)
            if token.marks("(", "[", "{"):
                opened.append(place)
                if len(opened) > MAX_DEPTH:
                    raise CypherRefused(Refusal.SIZE, f"brackets may be {MAX_DEPTH} deep")
        if opened:
            raise CypherRefused(Refusal.FORM, "a bracket is not closed")

    def _find_arrows(self) -> dict[int, tuple[str, int]]:
        """Return (terminal, number of tokens) of each arrow or half of an arrow, by the index of its first token."""
        found: dict[int, tuple[str, int]] = {}
        for place, token in enumerate(self._tokens):
            if not (token.marks("-", "<") and self._at(place - 1).marks(")")):
                continue
            if half := next((marks for marks in _HALVES if self._reads(place, marks)), None):
                closes = self._partner[place + len(half) - 1]
                found[place] = ("ARROW_OPEN", len(half))
                found[closes] = ("ARROW_CLOSE", 3 if self._at(closes + 2).marks(">") else 2)
                if not self._reads(closes, ("]", "-")):
                    raise CypherRefused(Refusal.FORM, f"the arrow at {token.start} has no end")
            elif whole := next((marks for marks in _ARROWS if self._reads(place, marks)), None):
                found[place] = ("ARROW", len(whole))
        return found

    def _terminal(self, place: int) -> tuple[str, int]:
        token = self._tokens[place]
        if token.kind is TokenKind.MARK:
            return self._mark(place, token), 1
        if token.kind is TokenKind.NUMBER:
            return "INTEGER" if token.text.isdigit() else "FLOAT", 1
        if token.kind in (TokenKind.WORD, TokenKind.QUOTED):
            return self._word(place, token)
        return token.kind.name, 1

    def _mark(self, place: int, token: lexical.Token) -> str:
        if token.marks(";"):
            raise CypherRefused(Refusal.STATEMENTS, "only one statement may be run")
        if token.marks("("):
            before, after = place - 1, self._partner[place] + 1
            called = self._at(before).marks("$") or self._at(before).word not in {"", *KEYWORDS}
            return "LNODE" if not called and (after in self._arrows or self._ends_arrow(before)) else "LPAR"
        if token.marks("["):
            loops = (
                self._at(place + 1).kind in (TokenKind.WORD, TokenKind.QUOTED)
                and self._at(place + 2).word == "IN"
            )
            return "_LCOMP" if loops else "_LSQB"
        if token.marks(":") and self._is_key(place - 1):
            return "_MAPCOLON"
        return _MARKS[token.text]

    def _word(self, place: int, token: lexical.Token) -> tuple[str, int]:
        word, after = token.word, self._at(place + 1)
        if self._at(place - 1).marks("."):
            if after.marks("("):
                raise CypherRefused(Refusal.FUNCTION, f"the function {token.text} may not be used")
            return "KEY", 1
        if self._is_key(place):
            return "KEY", 1
        if self._at(place - 1).marks(":") and not self._is_key(place - 2):
            # After the colon of a label or type, a keyword is a name: `[:WITH]`.
            return "NAME", 1
        if word in SUBQUERIES and after.marks("{"):
            return "SUBQUERY", 1
        if word in QUANTIFIERS and after.marks("("):
            return "QUANTIFIED", 1
        if word in KEYWORDS:
            return (word if word in CONTENT_KEYWORDS else f"_{word}"), 1
        if after.marks("("):
            return self._function(token, 1)
        if after.marks(".") and self._at(place + 2).word and self._at(place + 3).marks("("):
            return self._function(token, 3)
        if word in RESERVED:
            raise CypherRefused(
                Refusal.CLAUSE,
                f"{token.text} is a keyword of Cypher that may not be used here; as a name it wants backticks",
            )
        return "NAME", 1

    def _function(self, token: lexical.Token, count: int) -> tuple[str, int]:
        if token.kind is TokenKind.QUOTED:
            raise CypherRefused(Refusal.FUNCTION, f"the function {token.text} may not be used")
        return "FUNCTION", count

    def _is_key(self, place: int) -> bool:
        """Whether a token is the key of a map: a word after ``{`` or ``,`` and before ``:``."""
        token, before = self._at(place), self._at(place - 1)
        if token.kind not in (TokenKind.WORD, TokenKind.QUOTED) or not self._at(place + 1).marks(":"):
            return False
        opened = self._inside[place]
        in_map = opened >= 0 and self._tokens[opened].marks("{") and not self._is_subquery(opened)
        return in_map and before.marks("{", ",")

    def _is_subquery(self, brace: int) -> bool:
        return self._at(brace - 1).word in SUBQUERIES

    def _ends_arrow(self, place: int) -> bool:
        """Whether an arrow or its quantifier ends at a token index."""
        if self._at(place).marks("}"):
            place = self._partner[place] - 1
        starts = (place - back for back in range(4))
        return any(
            self._arrows.get(start, ("ARROW_OPEN", 0))[0] != "ARROW_OPEN"
            and start + self._arrows[start][1] == place + 1
            for start in starts
        )

    def _at(self, place: int) -> lexical.Token:
        return self._tokens[place] if 0 <= place < len(self._tokens) else _NOTHING

    def _reads(self, place: int, marks: Sequence[str]) -> bool:
        return all(self._at(place + offset).marks(mark) for offset, mark in enumerate(marks))
