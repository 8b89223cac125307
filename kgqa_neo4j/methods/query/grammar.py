"""The grammar of generated Cypher: chosen entities and relations, reading clauses only.

A sentence is a query in the dialect of `kgqa_neo4j.guard.dialect`: a pattern of up to three steps, optionally a second
one from another entity, conditions and a return clause; or the union of two such queries; or the comparison of two
entities by a value. A pattern begins with a step that the graph has at its entity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kgqa_neo4j.llm.grammar import literal
from kgqa_neo4j.methods.query.query_templates import TOLD, ordered
from kgqa_neo4j.question.times import Reading

MAX_NUMBERS = 4
MAX_TEXTS = 8
# Words that ask for an extreme; a false positive ("west") only allows clauses that are not needed.
_EXTREME = re.compile(r"\b(?:most|least|fewest|maximum|minimum|top|\w{2,}est)\b", re.IGNORECASE)
_KEY = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_TEXT = re.compile(r'[^"\\\x00-\x1f\x7f]{1,100}')


class Qualified(NamedTuple):
    """Qualifiers of facts besides time: names of properties, and their possible texts."""

    keys: Sequence[str] = ()
    texts: Sequence[str] = ()


UNQUALIFIED = Qualified()


class Begin(NamedTuple):
    """A step at an entity: the numbers of both, from 1, and whether it follows the relation's direction."""

    entity: int
    relation: int
    outward: bool


def every_begin(entities: int, relations: int) -> list[Begin]:
    """Return all possible steps for these numbers of entities and relations."""
    return [
        Begin(entity, relation, outward)
        for entity in range(1, entities + 1)
        for relation in range(1, relations + 1)
        for outward in (True, False)
    ]


def cypher_grammar(
    begins: Sequence[Begin],
    relations: int,
    reading: Reading,
    numbers: Sequence[str],
    hops: int,
    qualified: Qualified = UNQUALIFIED,
) -> str:
    """Return the grammar for some chosen entities and relations.

    Args:
        begins: the steps that patterns may begin with, at least one.
        relations: the number of relations, ``$r1`` to ``$rN``.
        reading: the question's time expressions; the grammar has conditions on times only if there are any, and
            extremes only if the question asks for one.
        numbers: numbers in the question, for comparisons.
        hops: maximum number of steps per pattern.
        qualified: qualifiers of facts and their values; those that cannot be written are left out.
    """
    facts = [f"t{place}" for place in range(1, hops + 1)]
    first = sorted({one.entity for one in begins})
    conditions = _conditions(facts, reading, numbers, qualified)
    second = ' (", " second)?' if len(first) > 1 else ""
    where = ' (" WHERE " condition (" AND " condition)?)?' if conditions else ""
    in_order = _ordered(facts, reading)
    also = '(condition " AND ")? ' if conditions else ""
    ends = [f'{where} " RETURN " returned'.strip(), *([f'" WHERE " {also}ordered'] if in_order else [])]
    lines = [
        f'root ::= query (" UNION " query)?{" | compared" if second else ""}',
        f'query ::= "MATCH " pattern{second} ({" | ".join(ends)})',
        f"pattern ::= {' | '.join(_chain(steps) for steps in range(1, hops + 1))}",
        f"begin ::= {_any(_begin('t1', one) for one in begins)}",
        f"relation ::= {_any(f'$r{place}' for place in range(1, relations + 1))}",
        f"returned ::= {_returned(facts, reading)}",
    ]
    if second:
        lines.append(f'second ::= ({_any(_begin("t4", one) for one in begins)}) "(x:Entity)"')
        lines.append(f"compared ::= {_compared(first, relations)}")
    if in_order:
        lines.append(f"ordered ::= {_any(in_order)}")
    if conditions:
        lines.append(f"condition ::= {conditions}")
    lines += [f'node{place} ::= "(y{place}:Entity)"' for place in range(1, hops)]
    return "\n".join(lines) + "\n"


def _begin(fact: str, one: Begin) -> str:
    bracket = f"[{fact}:$($r{one.relation})]"
    arrow = f"-{bracket}->" if one.outward else f"<-{bracket}-"
    return f"(:Entity {{id: $e{one.entity}}}){arrow}"


def _chain(steps: int) -> str:
    parts = ["begin"]
    for place in range(2, steps + 1):
        parts += [f"node{place - 1}", _step(f"t{place}")]
    return " ".join([*parts, '"(x:Entity)"'])


def _step(fact: str) -> str:
    bracket = f'"[{fact}:$(" relation ")]'
    return f'("-" {bracket}->" | "<-" {bracket}-")'


def _compared(entities: Sequence[int], relations: int) -> str:
    """Return the rule for comparing two entities by one relation; no result if either value is unknown."""
    pair = ", ".join(f"$e{place}" for place in entities[:2])
    patterns = _any(
        f"(x:Entity)-[t1:$($r{place})]->(v:Entity), (y:Entity)-[t2:$($r{place})]->(v2:Entity)"
        for place in range(1, relations + 1)
    )
    ends = literal(f" WHERE x.id IN [{pair}] AND y.id IN [{pair}] AND x.id <> y.id AND ")
    than = _any(["earlier(v, v2)", "earlier(v2, v)", "v.value > v2.value", "v.value < v2.value"])
    return f'"MATCH " ({patterns}) {ends} ({than}) " RETURN DISTINCT x"'


def _conditions(facts: list[str], reading: Reading, numbers: Sequence[str], qualified: Qualified) -> str:
    found: list[str] = []
    if reading.stands:
        found += [literal(f"{reading.stands}({one})") for one in [*facts, "x"]]
    if numbers:
        found.append(f'"x.value " ("<" | ">" | "=") " " ({_any(numbers[:MAX_NUMBERS])})')
    keys = [key for key in qualified.keys if _KEY.fullmatch(key)]
    texts = [f'"{text}"' for text in qualified.texts if _TEXT.fullmatch(text)]
    if keys and texts:
        found.append(f'({_any(facts)}) "." ({_any(keys)}) " = " ({_any(texts[:MAX_TEXTS])})')
    return " | ".join(found)


def _returned(facts: list[str], reading: Reading) -> str:
    found = ['"DISTINCT x"']
    if reading.count:
        found = ['"count(DISTINCT x) AS number"']
    elif reading.asks:
        name = TOLD.get(reading.asks, "time")
        found += [literal(f"{name}({one}) AS answer") for one in [*facts, "x"]]
    return " | ".join(found)


def _ordered(facts: list[str], reading: Reading) -> list[str]:
    """Return the clauses for an order, with conditions that the ordered value exists (nulls would be returned too)."""
    if reading.count or (reading.asks and not reading.order):
        return []
    if not reading.order:
        # A small model would write an order for any question.
        if not _EXTREME.search(reading.text):
            return []
        return [f"x.value IS NOT NULL RETURN x ORDER BY x.value {way} LIMIT 1" for way in ("DESC", "ASC")]
    name = TOLD.get(reading.asks, "time")
    found = []
    for one in [*facts, "x"]:
        dated = f"{'time' if name == 'lasted' else name}({one})"
        returned = f"{name}({one}) AS answer" if reading.asks else "x"
        for ended in [True, False] if reading.order == "previous" and one != "x" else [False]:
            known, order = ordered(reading, one, dated, ended=ended)
            found.append(f"{' AND '.join(known)} RETURN {returned}{order}")
    return found


def _any(options: Iterable[str]) -> str:
    return " | ".join(literal(option) for option in options)
