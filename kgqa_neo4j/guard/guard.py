"""The guard: what a model or a user wrote as Cypher runs only if every part of it is on a list.

A query is parsed by a grammar of what may be written (``cypher.lark``), its names and sizes are held to
lists and bounds, and it is written out again: over entities alone, limited in rows, returning what may leave.
`kgqa_neo4j.methods.query.query_execution` does the rest: read access, EXPLAIN, limits of time and of what is fetched.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa_neo4j.guard.checks import check
from kgqa_neo4j.guard.parsing import parsed
from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.guard.projection import write

LANGUAGE = "CYPHER 25"


@dataclass(frozen=True, slots=True)
class Guarded:
    """A query that may run: only `guard` makes it.

    `text` is limited in rows, to be shown; `run` is what the server runs, which returns the same rows without
    what may not leave the graph. `proof` returns the relationships that the query's patterns match; it is ""
    where the query has no named relationship in reach.
    """

    text: str
    run: str
    proof: str
    tokens: int


def guard(query: str, policy: Policy) -> Guarded:
    """Return `query` as it may run under `policy`.

    Raises:
        CypherRefused: it may not; `kind` and message say why.
    """
    tokens, tree = parsed(query)
    check(tree, policy)
    parts = write(query, tree, policy)
    return Guarded(
        "\n".join([LANGUAGE, *(part.shown for part in parts)]),
        "\n".join([LANGUAGE, *(part.run for part in parts)]),
        f"{LANGUAGE}\n{parts[0].proof}" if len(parts) == 1 and parts[0].proof else "",
        len(tokens),
    )
