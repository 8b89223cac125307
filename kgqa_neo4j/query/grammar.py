"""The grammar of the Cypher that a model may write: chosen entities and relations, clauses that read.

A sentence of it is a query in the words of `kgqa_neo4j.query.dialect`: one or two patterns of up to three
steps, conditions, and what is returned; or the union of two such.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa_neo4j.llm.grammar import literal
from kgqa_neo4j.query.times import Reading

MAX_NUMBERS = 4


def cypher_grammar(entities: int, relations: int, reading: Reading, numbers: list[str], hops: int) -> str:
    """Return the grammar for so many entities and relations.

    Args:
        entities: how many there are, ``$e1`` to ``$eN``.
        relations: how many there are, ``$r1`` to ``$rN``.
        reading: what the question says of time; conditions on times stand in the grammar only if it does.
        numbers: numbers in the question, which values may be compared with.
        hops: steps of one pattern at most.
    """
    facts = [f"t{place}" for place in range(1, hops + 1)]
    chains = [_chain(steps) for steps in range(1, hops + 1)]
    lines = [
        'root ::= query (" UNION " query)?',
        'query ::= "MATCH " pattern (", " second)? where? " RETURN " returned',
        f"pattern ::= {' | '.join(chains)}",
        f'second ::= "(x:Entity)" {_step("t4")} topic',
        'topic ::= "(:Entity {id: " entity "})"',
        f"entity ::= {_any(f'$e{place}' for place in range(1, entities + 1))}",
        f"relation ::= {_any(f'$r{place}' for place in range(1, relations + 1))}",
        'where ::= " WHERE " condition (" AND " condition)?',
        f"condition ::= {_conditions(facts, reading, numbers)}",
        f"returned ::= {_returned(facts, reading)}",
    ]
    for place in range(1, hops):
        lines.append(f'node{place} ::= "(y{place}:Entity)"')
    return "\n".join(lines) + "\n"


def _chain(steps: int) -> str:
    parts = ["topic"]
    for place in range(1, steps + 1):
        parts.append(_step(f"t{place}"))
        parts.append('"(x:Entity)"' if place == steps else f"node{place}")
    return " ".join(parts)


def _step(fact: str) -> str:
    bracket = f'"[{fact}:$(" relation ")]'
    return f'("-" {bracket}->" | "<-" {bracket}-")'


def _conditions(facts: list[str], reading: Reading, numbers: list[str]) -> str:
    found = ['"x.id <> " entity', '"NOT x:Mediator"']
    if reading.stands:
        found += [literal(f"{reading.stands}({one})") for one in [*facts, "x"]]
    if numbers:
        found.append(f'"x.value " ("<" | ">" | "=") " " ({_any(numbers[:MAX_NUMBERS])})')
    return " | ".join(found)


def _returned(facts: list[str], reading: Reading) -> str:
    found = ['"DISTINCT x"']
    if reading.count:
        found = ['"count(DISTINCT x) AS number"']
    elif reading.order:
        way = "ASC" if reading.order == "first" else "DESC"
        found = [literal(f"x ORDER BY time({one}) {way} LIMIT 1") for one in [*facts, "x"]]
    elif reading.asks:
        name = {"duration": "lasted", "age": "lasted", "start": "start", "end": "end"}.get(reading.asks, "time")
        found += [literal(f"{name}({one}) AS answer") for one in [*facts, "x"]]
    else:
        found += ['"x ORDER BY x.value DESC LIMIT 1"', '"x ORDER BY x.value ASC LIMIT 1"']
    return " | ".join(found)


def _any(options: Iterable[str]) -> str:
    return " | ".join(literal(option) for option in options)
