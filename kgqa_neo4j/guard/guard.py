"""The guard for a loaded graph: Cypher from a model or a user runs only if an allowlist permits every part of it.

A query is parsed by a grammar of the allowed language (``cypher.lark``), its names are checked against lists and its
sizes against limits, and it is rewritten: restricted to entities, limited in rows, returning only what may be shown.
`kgqa_neo4j.methods.query.query_execution` adds read access, EXPLAIN, and limits on time and fetched data.
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
    """A query that may run; created only by `guard`.

    `text` is the query with a row limit, for display. `run` is the query to execute, which returns the same rows
    without anything that must not leave the graph. `proof` is a query that returns the relationships that the patterns
    match, "" if there is no named relationship that it could return. `tokens` is the length of the query in tokens.
    """

    text: str
    run: str
    proof: str
    tokens: int


def guard(query: str, policy: Policy) -> Guarded:
    """Check `query` against `policy`, and return it in the form that may run.

    Raises:
        CypherRefused: the query is not allowed; `kind` and message give the reason.
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
