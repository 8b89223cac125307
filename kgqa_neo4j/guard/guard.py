"""The guard: what a model or a user wrote as Cypher runs only if every part of it is on a list.

A query is read token by token. A word is a keyword that is listed, a function that is listed, a name
where a name may stand, or the reason to refuse the query. Since a new clause begins with a word after
the end of an operand, no clause gets through that is not listed, whatever Cypher learns to do. What
passes is limited in rows; `kgqa_neo4j.methods.query.execution` does the rest: read access, EXPLAIN, timeout.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa_neo4j.guard.policy import CLAUSES, FUNCTIONS, LATER, OPERATORS, SUBQUERIES, VALUES, Policy
from kgqa_neo4j.guard.tokens import Kind, Token, tokenise
from kgqa_neo4j.model.errors import CypherRefused, Refusal

LANGUAGE = "CYPHER 25"
MAX_TOKENS = 900
MAX_DEPTH = 12
# Each WITH can double a text by x + x; so few of both cannot fill the server's memory.
MAX_WITH = 4
MAX_PLUS = 12
_KEYWORDS = CLAUSES | LATER | OPERATORS | VALUES
_PROOF = (
    "RETURN DISTINCT [fact IN [{names}] WHERE fact IS NOT NULL AND startNode(fact):Entity | "
    # As text: the driver cannot read dates before year 1.
    "fact {{start_time: toString(fact.start_time), end_time: toString(fact.end_time), "
    "point_in_time: toString(fact.point_in_time), type: type(fact), source: startNode(fact).id, "
    "source_name: startNode(fact).name, target: endNode(fact).id, target_name: endNode(fact).name}}] AS facts"
)
_CLOSES = {")": "(", "]": "[", "}": "{"}
_PREFIXES = ("EXPLAIN", "PROFILE", "CYPHER")
# Keywords that stand between two operands.
_BETWEEN = frozenset({"AS", "AND", "OR", "XOR", "IN", "IS", "STARTS", "ENDS", "CONTAINS", "THEN", "ELSE"})
_FOLLOWED_BY = {"OPTIONAL": ("MATCH",), "ORDER": ("BY",), "STARTS": ("WITH",), "ENDS": ("WITH",)}


@dataclass(frozen=True, slots=True)
class Guarded:
    """A query that may run: only `guard` makes it.

    `text` is limited in rows. `proof` returns the relationships that the query's patterns match,
    beside what it returns itself; it is "" where the query has no named relationship in reach.
    """

    text: str
    proof: str
    tokens: int


def guard(query: str, policy: Policy) -> Guarded:
    """Return `query` as it may run under `policy`.

    Raises:
        CypherRefused: it may not; `kind` and message say why.
    """
    tokens = tokenise(query)
    if tokens and tokens[-1].marks(";"):
        tokens.pop()
    if not tokens:
        raise CypherRefused(Refusal.FORM, "the query is empty")
    if len(tokens) > MAX_TOKENS:
        raise CypherRefused(Refusal.SIZE, f"the query has {len(tokens):,} parts, {MAX_TOKENS} are allowed")
    reader = _Reader(tokens, policy)
    reader.read()
    branches = _branches(query, tokens, reader, policy)
    return Guarded(
        f"{LANGUAGE}\n" + "\n".join(limited for limited, _ in branches),
        f"{LANGUAGE}\n{branches[0][1]}" if len(branches) == 1 and branches[0][1] else "",
        len(tokens),
    )


@dataclass(slots=True)
class _Reader:
    """Reads tokens in order; `open` holds the brackets around, a subquery's as ``{}``."""

    tokens: list[Token]
    policy: Policy
    open: list[str] = field(default_factory=list)
    returns: list[int] = field(default_factory=list)
    """Places of RETURN outside of all brackets."""
    unions: list[int] = field(default_factory=list)
    relationships: list[str] = field(default_factory=list)
    """Names of relationships in patterns outside of subqueries."""
    withs: int = 0
    plus: int = 0
    ended: bool = False
    """The token before ends an operand."""
    clause: bool = True
    """Here a clause must begin."""

    def read(self) -> None:
        for place, token in enumerate(self.tokens):
            reads = {
                Kind.WORD: self._word,
                Kind.QUOTED: self._quoted,
                Kind.PARAMETER: self._parameter,
                Kind.MARK: self._mark,
            }
            reads.get(token.kind, self._value)(place, token)
        if self.open:
            self._refuse(Refusal.FORM, "a bracket is not closed")
        if not self.ended:
            self._refuse(Refusal.FORM, "the query ends too early")

    def _word(self, place: int, token: Token) -> None:
        before, after, word = self._at(place - 1), self._at(place + 1), token.word
        if place == 0 and word in _PREFIXES:
            self._refuse(Refusal.CLAUSE, f"a query may not begin with {word}")
        if self._is_key(place):
            self._key(place, token.text)
        elif self._is_label(place):
            self._label(token.text)
        elif word in SUBQUERIES and after.marks("{"):
            self._operand(word)
        elif word in _KEYWORDS:
            self._keyword(place, word)
        elif after.marks("("):
            self._operand(token.text)
            if token.text.lower() not in FUNCTIONS:
                self._refuse(Refusal.FUNCTION, f"the function {token.text} may not be used")
        else:
            self._operand(token.text)
            self.ended = True
            if before.marks("[") and self._at(place - 2).marks("-") and "{}" not in self.open:
                self.relationships.append(token.text)

    def _quoted(self, place: int, token: Token) -> None:
        name = token.text[1:-1].replace("``", "`")
        if self._at(place + 1).marks("("):
            self._refuse(Refusal.FUNCTION, f"the function {name} may not be used")
        if self._is_key(place):
            self._key(place, name)
        elif self._is_label(place):
            self._label(name)
        else:
            self._operand(token.text)
            self.ended = True

    def _value(self, place: int, token: Token) -> None:
        self._operand(token.text)
        self.ended = True

    def _parameter(self, place: int, token: Token) -> None:
        self._operand(token.text)
        self.ended = True
        if token.text[1:] not in self.policy.parameters:
            self._refuse(Refusal.PARAMETER, f"there is no parameter {token.text}")

    def _operand(self, text: str) -> None:
        """Something that is no clause begins: it may not, where a clause must or another operand ended."""
        if self.clause or self.ended:
            self._refuse(Refusal.CLAUSE, f"{text[:40]} is no clause that may be used here")

    def _key(self, place: int, name: str) -> None:
        before, after = self._at(place - 1), self._at(place + 1)
        if before.marks(".") and after.marks("("):
            function = f"{self._at(place - 2).text}.{name}"
            if function.lower() not in FUNCTIONS or self._at(place - 3).marks("."):
                self._refuse(Refusal.FUNCTION, f"the function {function} may not be used")
        elif name not in self.policy.keys:
            self._refuse(Refusal.PROPERTY, f"the property {name} may not be read")
        self.ended = before.marks(".") and not after.marks("(")

    def _label(self, name: str) -> None:
        type_ = bool(self.open) and self.open[-1] == "["
        if name not in (self.policy.types if type_ else self.policy.labels):
            what = "relationship type" if type_ else "label"
            self._refuse(Refusal.IDENTIFIER, f"the {what} {name[:40]} may not be named")
        self.ended = True

    def _keyword(self, place: int, word: str) -> None:
        before, after = self._at(place - 1), self._at(place + 1)
        joined = before.word in ("STARTS", "ENDS") and word == "WITH"
        begins = word in CLAUSES and not joined
        if begins and not (self.clause or self.ended or before.word == "OPTIONAL"):
            self._refuse(Refusal.CLAUSE, f"{word} may not stand here")
        if self.clause and not begins and not (before.word == "UNION" and word in ("ALL", "DISTINCT")):
            self._refuse(Refusal.CLAUSE, f"{word} may not stand where a clause begins")
        if (begins or word in LATER - {"WHERE"}) and self.open and self.open[-1] != "{}":
            self._refuse(Refusal.CLAUSE, f"{word} may not stand inside of brackets")
        if (word in LATER or word in _BETWEEN) and not self.ended:
            self._refuse(Refusal.CLAUSE, f"{word} may not stand here")
        if (wanted := _FOLLOWED_BY.get(word)) and after.word not in wanted:
            self._refuse(Refusal.CLAUSE, f"{after.text[:40]} may not follow {word}")
        if word == "IS" and after.word not in ("NULL", "NOT"):
            self._refuse(Refusal.FORM, "IS may only be followed by NULL or NOT NULL")
        if word == "ALL" and before.word != "UNION":
            self._refuse(Refusal.FUNCTION, "the predicate ALL may not be used")
        if word == "RETURN" and not self.open:
            self.returns.append(place)
        if word == "UNION":
            if self.open:
                self._refuse(Refusal.CLAUSE, "a union may not stand inside of a subquery")
            self.unions.append(place)
        if begins and word == "WITH":
            self.withs += 1
            if self.withs > MAX_WITH:
                self._refuse(Refusal.SIZE, f"a query may have {MAX_WITH} WITH")
        self.clause = word == "UNION" or (self.clause and word in ("ALL", "DISTINCT"))
        self.ended = word in VALUES

    def _mark(self, place: int, token: Token) -> None:
        mark, before, after = token.text, self._at(place - 1), self._at(place + 1)
        if mark == ";":
            self._refuse(Refusal.STATEMENTS, "only one statement may be run")
        if self.clause and not (self.open and mark == "("):
            self._refuse(Refusal.CLAUSE, f"{mark} may not stand where a clause begins")
        if mark in "([{":
            self._opens(place, mark, before)
        elif mark in _CLOSES:
            if not self.open or self.open.pop()[0] != _CLOSES[mark]:
                self._refuse(Refusal.FORM, f"{mark} at {token.start} closes nothing")
            self.ended = True
            self.clause = False
            return
        elif mark == "$":
            self._dynamic(place)
        elif mark == "*":
            self._star(place, before, after)
            return
        elif mark == "+":
            self.plus += 1
            if self.plus > MAX_PLUS or before.marks(">", "-"):
                self._refuse(Refusal.SIZE, "too many + or a repeated pattern")
        elif mark in ("%", "/", "=") and not self.ended:
            self._refuse(Refusal.FORM, f"{mark} may not stand here")
        elif mark == "." and after.marks("*"):
            self._refuse(Refusal.PROPERTY, "properties are read by name")
        elif mark == "|" and not (
            self.open and self.open[-1] in "([" and (after.kind in (Kind.WORD, Kind.QUOTED) or after.marks("$"))
        ):
            self._refuse(Refusal.FORM, "| may only stand between labels or types")
        self.ended = False

    def _opens(self, place: int, mark: str, before: Token) -> None:
        inside = self.open[-1] if self.open else ""
        subquery = mark == "{" and before.word in SUBQUERIES
        if mark == "{" and before.marks(")") and inside not in ("(", "["):
            self._refuse(Refusal.FORM, "a repeated pattern may not be used")
        if mark == "(" and self.ended and before.kind is not Kind.WORD:
            self._refuse(Refusal.FORM, "a bracket may not follow here")
        if mark == "[" and self.ended and not self._is_place(place):
            # ``n['question']`` would read any property of any node.
            self._refuse(
                Refusal.PROPERTY, "brackets after a value may only hold a place in a list: [0], [0..3]"
            )
        self.open.append("{}" if subquery else mark)
        self.clause = subquery
        if len(self.open) > MAX_DEPTH:
            self._refuse(Refusal.SIZE, f"brackets may be {MAX_DEPTH} deep")

    def _dynamic(self, place: int) -> None:
        """A relationship type by parameter: ``:$($r1)``, and nothing else that is computed."""
        shape = [self._at(place + offset) for offset in (1, 2, 3)]
        if not (
            self._at(place - 1).marks(":", "|")
            and self.open
            and self.open[-1] == "["
            and shape[0].marks("(")
            and shape[1].kind is Kind.PARAMETER
            and shape[2].marks(")")
        ):
            self._refuse(Refusal.FORM, "$( may only stand for a relationship type: :$($r1)")

    def _star(self, place: int, before: Token, after: Token) -> None:
        if self.open and self.open[-1] == "[":
            if self.relationships and self._steps_of(place) == self.relationships[-1]:
                # The name of a path of variable length stands for a list.
                self.relationships.pop()
            numbers = [self._at(place + offset) for offset in (1, 2, 3)]
            end = numbers[2] if numbers[1].marks("..") else numbers[1] if numbers[0].marks("..") else numbers[0]
            if not (end.text.isdigit() and int(end.text[:9]) <= self.policy.hops):
                self._refuse(Refusal.SIZE, f"a path may have {self.policy.hops} steps: *1..2")
        elif before.marks(">", "-"):
            self._refuse(Refusal.FORM, "a repeated pattern may not be used")
        self.ended = before.word in ("RETURN", "WITH", "DISTINCT") or (before.marks("(") and after.marks(")"))

    def _steps_of(self, place: int) -> str:
        """Return what stands first in the bracket that holds the token at `place`."""
        while place > 0 and not self.tokens[place].marks("["):
            place -= 1
        return self._at(place + 1).text

    def _is_place(self, opened: int) -> bool:
        """Whether a bracket holds a number, or two with ``..`` between them."""
        first, between, last, end = (self._at(opened + offset) for offset in (1, 2, 3, 4))
        if between.marks(".."):
            return first.text.isdigit() and last.text.isdigit() and end.marks("]")
        return first.text.isdigit() and between.marks("]")

    def _is_key(self, place: int) -> bool:
        before = self._at(place - 1)
        in_map = bool(self.open) and self.open[-1] == "{"
        named = in_map and before.marks("{", ",") and self._at(place + 1).marks(":")
        return before.marks(".") or named

    def _is_label(self, place: int) -> bool:
        in_map = bool(self.open) and self.open[-1] == "{"
        return self._at(place - 1).marks(":", "|") and not in_map

    def _at(self, place: int) -> Token:
        return self.tokens[place] if 0 <= place < len(self.tokens) else Token(Kind.MARK, "", 0)

    def _refuse(self, kind: Refusal, why: str) -> None:
        raise CypherRefused(kind, why)


def _branches(query: str, tokens: list[Token], reader: _Reader, policy: Policy) -> list[tuple[str, str]]:
    """Return (the text with its limit, its proof) of each part of a union."""
    starts = [0, *reader.unions]
    ends = [*reader.unions, len(tokens)]
    branches = []
    for start, end in zip(starts, ends, strict=True):
        returns = [place for place in reader.returns if start <= place < end]
        if len(returns) != 1:
            raise CypherRefused(Refusal.FORM, "a query must have one RETURN, at its end")
        branches.append(_limited(query, tokens, returns[0], start, end, reader, policy))
    return branches


def _limited(
    query: str, tokens: list[Token], returns: int, start: int, end: int, reader: _Reader, policy: Policy
) -> tuple[str, str]:
    part = tokens[returns:end]
    depth, limit = 0, None
    for place, token in enumerate(part):
        depth += token.marks("(", "[", "{") - token.marks(")", "]", "}")
        if depth == 0 and token.word in CLAUSES - {"RETURN"} and part[place - 1].word not in ("STARTS", "ENDS"):
            raise CypherRefused(Refusal.CLAUSE, f"{token.word} may not follow RETURN")
        if depth == 0 and token.word == "LIMIT":
            limit = place
    text = query[tokens[start].start : part[-1].end]
    proof = ""
    whole = not any(token.word == "WITH" for token in tokens[start:returns])
    if whole and reader.relationships:
        names = ", ".join(dict.fromkeys(reader.relationships))
        matched = query[tokens[start].start : tokens[returns].start]
        proof = f"{matched}{_PROOF.format(names=names)} LIMIT {policy.limit}"
    if limit is None:
        return f"{text} LIMIT {policy.limit}", proof
    rest = part[limit + 1 :]
    if len(rest) != 1 or not rest[0].text.isdigit():
        raise CypherRefused(Refusal.FORM, "LIMIT takes one number, at the end")
    if int(rest[0].text[:9]) > policy.limit:
        text = f"{query[tokens[start].start : rest[0].start]}{policy.limit}"
    return text, proof
