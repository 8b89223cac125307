"""The language model calls of `query` that write a query and check its result."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.methods.common.prompts import prompt
from kgqa_neo4j.methods.query.grammar import Begin, Qualified, cypher_grammar, every_begin
from kgqa_neo4j.methods.query.qualifier_queries import is_qualifier
from kgqa_neo4j.model.graph import Entity, Relation
from kgqa_neo4j.question.times import Reading
from kgqa_neo4j.settings import LlmSettings, QuerySettings

_NUMBER = re.compile(r"(?<![\w.])\d{1,12}(?:\.\d{1,6})?(?![\w.])")
_QUOTED = re.compile(r'["“]([^"“”]{1,60})["”]')
_QUALIFIERS = 8
_FENCE = re.compile(r"^```\w*\s*|\s*```$")
_NAMED_IN_CHECK = 5


def write_query(
    calls: Calls,
    question: str,
    entities: Sequence[Entity],
    relations: Sequence[Relation],
    begins: Sequence[Begin],
    reading: Reading,
    settings: QuerySettings,
    keys: Sequence[str] = (),
    rejected: str = "",
) -> str:
    """Return the query that the model writes; `rejected` is the reason why an earlier one was rejected.

    `begins` are the steps that the graph has at the entities; without any, each chosen relation may be first.
    `keys` are properties of facts, whose values may be names of the entities or quoted texts in the question.

    Raises:
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    names = [f"$e{place} = {_one_line(one.name)}" for place, one in enumerate(entities, 1)]
    names += [f"$r{place} = {_one_line(one.name)}" for place, one in enumerate(relations, 1)]
    texts = list(dict.fromkeys([*_QUOTED.findall(question), *(one.name for one in entities)]))
    qualifiers = [key for key in keys if is_qualifier(key)][:_QUALIFIERS]
    if qualifiers:
        names.append(f"Properties of t1: {_one_line(', '.join(qualifiers))}")
    if rejected:
        names.append(f"Not this query, since {_one_line(rejected)}")
    hops = min(settings.max_hops, 3)
    begins = begins or every_begin(len(entities), len(relations))
    numbers = _NUMBER.findall(reading.text)
    form = cypher_grammar(begins, len(relations), reading, numbers, hops, Qualified(qualifiers, texts))
    reply = calls.complete(
        "query_write",
        {"question": question, "names": "\n".join(names)},
        sampling=Sampling(max_tokens=settings.max_tokens),
        grammar=form if settings.constrain else None,
    )
    return _FENCE.sub("", reply.strip()).strip()


def answers_question(
    calls: Calls, question: str, meaning: str, found: Sequence[str], settings: LlmSettings
) -> float:
    """Return the model's log-odds of yes against no for a result.

    Raises:
        ModelError: the backend cannot score options.
        ContextOverflow, ModelTimeout, ModelUnavailable.
    """
    values = {"question": question, "query": meaning, "found": "; ".join(found[:_NAMED_IN_CHECK])}
    messages = prompt("query_check", settings.prompts).messages(**values)
    yes, no = calls.choose(messages, ["yes", "no"])
    return yes - no


def _one_line(text: str) -> str:
    return " ".join(text.split())[:100]
