"""Fuzz the code that handles foreign text: the guard, the plan language, the loaders' parsers, the JSON answer.

Hypothesis mutates meaningful texts. Each may raise only a `KgqaError`, and these properties must hold: a query accepted
by the guard has a limit; a parsed query prints and parses back; every bad line has a line number.

    python -m benchmarks.fuzz --minutes 60
    python -m benchmarks.fuzz guard plans --minutes 5 --seed 7
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.harness import Parser
from benchmarks.valid_json import validate
from kgqa_neo4j.guard.guard import guard
from kgqa_neo4j.guard.policy import Policy
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine
from kgqa_neo4j.model.answer import Answer, Evidence, ScoredEntity, Status, Step
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.text import query_text

CORPUS = Path(__file__).parent.parent / "tests" / "guard" / "corpus"
AT_ONCE = 200
"""Examples between two checks of the clock."""

_QUERIES = [
    "any where -a-> [e:Marketing] and not -b-> [Python]",
    "any where -placed_on-> >= 2001-05-02 max 1..3 by -price->",
    "count of any where count <-a- (any where -knows-> [p]) >= 2",
    "exists [a] where $ -born-> < [c] -born->",
    "any where all <-a- (any where -b-> [f]) and not [a] | [b] with -c->, <-a- -b->",
    "any where <-head-{at 1992-06-01} [Land] and :Person max by {start_time}",
    ":`My Label` where -`part of`-> [b]",
    *(" and ", "not ", "[x]", "-r->", "(any where ", ")", "per -a->"),
]
_LINES = {
    "triples": [
        "a\tr\tb\n",
        "a|r|b\n",
        '"a","r","b"\n',
        "a\tr\tb\t1999-01-01\n",
        "\ufeffa\tr\tb\r\n",
        "\0\t\0\n",
    ],
    "rdf": [
        "<a:b> <a:c> <a:d> .\n",
        '<a:b> <a:c> "x"@en .\n',
        *("@prefix a: <a:> .\n", "_:b <a:c> 3 .\n", "<a:b> a <a:c> ;\n"),
    ],
    "table": ["name,age,city\n", "Ada,36,Rome\n", '"a\nb",1,\n', "x,,,,,\n", "\0,1,2\n"],
    "wikidata": ['{"id": "Q1", "type": "item", "labels": {}, "claims": {}}\n', "[\n", '{"id": "Q2"},\n', "]\n"],
    "freebase": [
        '<http://rdf.freebase.com/ns/m.1>\t<http://rdf.freebase.com/ns/a.b>\t"x"@en\t.\n',
        "m.1\ta.b.c\tm.2\n",
        "/m/1\t/a/b\t/m/2\n",
    ],
}
_NAMES = {"triples": "x.tsv", "rdf": "x.ttl", "table": "x.csv", "wikidata": "x.json", "freebase": "x.nt"}


def mutated(pieces: list[str]) -> st.SearchStrategy[str]:
    """Return concatenations of pieces, some truncated at both ends, with arbitrary text in between."""
    ends = [st.integers(0, 9)] * 2
    torn = st.builds(lambda piece, begin, end: piece[begin : len(piece) - end], st.sampled_from(pieces), *ends)
    return st.lists(st.sampled_from(pieces) | torn | st.text(max_size=4), max_size=12).map("".join)


@cache
def corpus() -> list[str]:
    """Return queries from the guard's tests, whole and truncated."""
    chance = random.Random(0)
    found = [
        json.loads(line)["query"]
        for name in ("allowed", "refused", "bounded")
        for line in (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines()
    ]
    short = [query for query in found if 0 < len(query) < 400]
    halves = [query[: chance.randrange(len(query))] for query in short]
    return short + halves


def a_query(text: str) -> None:
    """Guard a query."""
    with suppress(KgqaError):
        assert "LIMIT" in guard(text, Policy(limit=7)).run


def a_plan(text: str) -> None:
    """Parse a query of the plan language, print it and parse it again."""
    with suppress(KgqaError):
        query = parse_query(text)
        assert parse_query(query_text(query)) == query


def a_file(text: bytes, kind: str, folder: Path) -> None:
    """Read a file to its end."""
    path = folder / _NAMES[kind]
    path.write_bytes(text)
    with suppress(KgqaError):
        for item in LOADERS.get(kind).open(str(path), {}).items():
            assert not isinstance(item, BadLine) or (item.line >= 1 and item.reason)


def an_answer(names: list[str], score: float) -> None:
    """Write an answer with arbitrary names as JSON, and validate it."""
    name = names[0]
    triple = Triple(Entity(name, name), Relation(name, name), Entity(names[-1], names[-1]))
    answer = Answer(
        name,
        "plans",
        Status.ANSWERED,
        text=name,
        entities=[ScoredEntity(name, name, score)],
        evidence=[Evidence(triple, score, 1)],
        steps=[Step("hops", name)],
    )
    validate(answer)


def targets(folder: Path) -> Mapping[str, Callable[[], Callable[[], None]]]:
    """Return the fuzz targets by name: functions that create a test that runs some examples."""
    encodings = st.sampled_from(["utf-8", "utf-8", "utf-8", "utf-16", "utf-16-le", "latin-1"])

    def loader(kind: str) -> Callable[[], Callable[[], None]]:
        def one(text: str, encoding: str) -> None:
            a_file(text.encode(encoding, "replace"), kind, folder)

        return lambda: given(mutated(_LINES[kind]), encodings)(one)

    return {
        "guard": lambda: given(mutated(corpus()))(a_query),
        "plans": lambda: given(mutated(_QUERIES))(a_plan),
        "answer": lambda: given(st.lists(st.text(max_size=30), min_size=1, max_size=3), st.floats(0, 1))(
            an_answer
        ),
        **{kind: loader(kind) for kind in _LINES},
    }


def fuzz(make: Callable[[], Callable[[], None]], seconds: float, start: int = 0, at_once: int = AT_ONCE) -> int:
    """Fuzz a target for some seconds, with at least `at_once` examples; return how many were tried.

    Raises:
        Exception: an error caused by a text, with the text in a note from Hypothesis.
    """
    plain: dict[str, Any] = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}
    tried, end = 0, time.monotonic() + seconds
    while not tried or time.monotonic() < end:
        test = settings(max_examples=at_once, phases=[Phase.generate, Phase.shrink], **plain)(make())
        seed(start + tried)(test)()
        tried += at_once
    return tried


def main() -> None:
    """Fuzz the named targets, each for its share of the time, and print how many texts were tried."""
    with tempfile.TemporaryDirectory() as folder:
        known = targets(Path(folder))
        parser = Parser(__doc__)
        parser.add_argument("names", nargs="*", choices=[[], *known], help="what is fuzzed; default all")
        parser.add_argument("--minutes", type=float, default=8.0, help="in all; default %(default)s")
        parser.add_argument("--seed", type=int, default=0)
        arguments = parser.parse_args()
        names, failed = arguments.names or list(known), 0
        for name in names:
            try:
                tried = fuzz(known[name], arguments.minutes * 60 / len(names), arguments.seed)
            except Exception as error:  # noqa: BLE001 - any error is a finding
                failed += 1
                notes = getattr(error, "__notes__", ())
                print(f"{name}: {type(error).__name__}: {error}", *notes, sep="\n", flush=True)
            else:
                print(f"{name}: {tried} texts, no fault", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
