"""The minimal guard for attached graphs: every clause of an untrusted statement must be read-only.

Labels, types and properties are not checked, because all of an attached graph may be read. `Database.read_untrusted`
adds read access, EXPLAIN, and limits on time and fetched data.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_neo4j.guard.tokens import Token, TokenKind, tokens_of_one
from kgqa_neo4j.model.errors import CypherRefused, Refusal

_WRITING = frozenset(
    (
        *(
            "CREATE",
            "MERGE",
            "DELETE",
            "DETACH",
            "SET",
            "REMOVE",
            "FOREACH",
            "INSERT",
            "DROP",
            "ALTER",
            "GRANT",
        ),
        *(
            "DENY",
            "REVOKE",
            "SHOW",
            "TERMINATE",
            "USE",
            "START",
            "STOP",
            "ENABLE",
            "RENAME",
            "PERIODIC",
            "EXPLAIN",
        ),
        *("PROFILE", "LOAD", "TRANSACTIONS", "FINISH"),
    )
)
# Namespaces of Neo4j's own functions; functions of extensions may run statements or access the network.
_NAMESPACES = frozenset(
    {"date", "datetime", "localdatetime", "time", "localtime", "duration", "point", "vector"}
)
_FIRST = frozenset(("MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL"))


def check_reads(statement: str) -> str:
    """Check that a statement only reads, and return it without a final semicolon.

    Raises:
        CypherRefused: it has other clauses, calls a procedure or an extension's function, or is not a single statement.
    """
    tokens = tokens_of_one(statement)
    if tokens[0].word not in _FIRST:
        raise CypherRefused(Refusal.CLAUSE, f"a query may not begin with {tokens[0].text}")
    for place, token in enumerate(tokens):
        if token.marks(";"):
            raise CypherRefused(Refusal.STATEMENTS, "there is more than one statement")
        if token.word in _WRITING and not _is_name(tokens, place):
            raise CypherRefused(Refusal.CLAUSE, f"{token.word} does more than to read")
        if token.word == "CALL" and not _is_name(tokens, place) and not _opens_subquery(tokens, place + 1):
            raise CypherRefused(Refusal.CLAUSE, "procedures may not be called")
        if token.marks("(") and (space := _namespace(tokens, place)) and space not in _NAMESPACES:
            raise CypherRefused(Refusal.FUNCTION, f"functions of {space} may not be called")
    return statement[: tokens[-1].end]


def _is_name(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word is the name of a property, label, type or map key, and thus not a keyword."""
    before = tokens[place - 1] if place else None
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    return (before is not None and before.marks(".", ":", "|", "&")) or (
        after is not None and after.marks(":", ".")
    )


def _namespace(tokens: Sequence[Token], place: int) -> str:
    """Return the namespace of the function whose arguments begin at a token index, "" if its name is not dotted."""
    first = place - 1
    while first >= 2 and tokens[first - 1].marks("."):
        first -= 2
    if first < 0 or tokens[first].kind not in (TokenKind.WORD, TokenKind.QUOTED):
        return ""
    # A quoted name may contain dots too.
    space, dot, _ = tokens[first].text.strip("`").casefold().partition(".")
    return space if dot or first < place - 1 else ""


def _opens_subquery(tokens: Sequence[Token], place: int) -> bool:
    """Whether ``{`` or ``(names) {`` begins at a token index."""
    while place < len(tokens) and (
        tokens[place].marks("(", ")", ",", "*") or tokens[place].kind is TokenKind.WORD
    ):
        if tokens[place].marks(")") and place + 1 < len(tokens) and not tokens[place + 1].marks("{"):
            return False
        if place and tokens[place].marks("(") and tokens[place - 1].word != "CALL":
            return False
        place += 1
    return place < len(tokens) and tokens[place].marks("{")
