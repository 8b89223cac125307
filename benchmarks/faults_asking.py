"""Random questions, and replies of a language model that are garbage: each ends in an answer or an error of ours.

Questions are drawn by Hypothesis from all of Unicode, up to some thousand characters; replies likewise, and from pieces
of what methods ask for. Every answer must fit the schema of `--json`, and every method stay within its calls.

    python -m benchmarks.faults_asking --questions 10000 --replies 5000
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import jsonschema
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.harness import Parser
from kgqa_neo4j import KgqaError, KnowledgeGraph
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.iquest.method import most_calls
from kgqa_neo4j.methods.pdrr.method import MAX_CALLS as PDRR_CALLS
from kgqa_neo4j.methods.query.method import MAX_CALLS as QUERY_CALLS
from kgqa_neo4j.reporting.answer_json import schema, to_json
from kgqa_neo4j.testing import small_graph

TRIPLES = [
    ("Ada", "leads", "Sales"),
    ("Ben", "leads", "Support"),
    ("Cleo", "works_in", "Sales"),
    ("Dan", "works_in", "Sales"),
    ("Sales", "located_in", "Rome"),
    ("Support", "located_in", "Oslo"),
    ("Ada", "born_on", "1952-03-11"),
]
QUESTION = "in which city is what [Ada] leads?"
# The most calls of the model that a method may make; none is asked of `plans`.
CALLS = {
    "adaptive": 2,
    "auto": 4,
    "iquest": most_calls(4),
    "kaping": 1,
    "kg-rag": 9,
    "llm": 1,
    "llm-decompose": 9,
    "pdrr": PDRR_CALLS,
    "query": QUERY_CALLS,
}
MOST_SECONDS = 60.0

_WORDS = ["who", "leads", "Sales", "[Ada]", "how many", "in", "Rome", "before 1960", *"[]`'\"\\$?"]
_PIECES = ["1.", "(Ada, leads, ?x)", "MATCH (n) RETURN n", "<|im_end|>", "Answer:", "yes", "Ada", *"{}[]\n"]
_PLAIN: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "phases": [Phase.generate],
    "suppress_health_check": list(HealthCheck),
}


def questions() -> st.SearchStrategy[str]:
    """Return texts of any characters and length, and such among words that mean something."""
    # What Python cannot encode cannot be typed either, but a program may pass it.
    anything = st.text(st.characters(), max_size=200)
    words = st.lists(st.sampled_from(_WORDS) | st.text(max_size=5), max_size=30).map(" ".join)
    long = st.builds(lambda piece, times: piece * times, st.text(min_size=1, max_size=20), st.integers(1, 400))
    return anything | words | long


def replies() -> st.SearchStrategy[str]:
    """Return what a model might say that understood nothing."""
    return questions() | st.lists(st.sampled_from(_PIECES) | st.text(max_size=8), max_size=60).map("".join)


def ask_anything(
    graph: KnowledgeGraph, count: int, *, start: int = 0, methods: Sequence[str] = ("plans",)
) -> Counter[str]:
    """Ask `count` random questions; return how often there was which status or error.

    Raises:
        AssertionError: an answer is none, or took too long; any other error is a fault as well.
    """
    outcomes: Counter[str] = Counter()

    @seed(start)
    @settings(max_examples=count, **_PLAIN)
    @given(question=questions(), method=st.sampled_from(list(methods)))
    def one(question: str, method: str) -> None:
        outcomes[_asked(graph, question, method)] += 1

    one()
    return outcomes


def answer_garbage(graph: KnowledgeGraph, script: Script, count: int, *, start: int = 0) -> Counter[str]:
    """Ask the methods in turn, `count` times in all, with garbage for replies; count the outcomes.

    Raises:
        AssertionError: an answer is none, took too long, or more calls of the model than the method may make.
    """
    outcomes: Counter[str] = Counter()
    turns = cycle(sorted(CALLS))

    @seed(start)
    @settings(max_examples=count, **_PLAIN)
    @given(said=st.lists(replies(), min_size=1, max_size=4))
    def one(said: list[str]) -> None:
        method = next(turns)
        script.begin(said)
        outcome = _asked(graph, QUESTION, method)
        assert script.calls <= CALLS[method], (method, script.calls, said)
        outcomes[f"{method}: {outcome}"] += 1

    one()
    return outcomes


class Script:
    """What a model says, over and over; and how often it was asked."""

    def __init__(self) -> None:
        self.llm = ScriptedLLM(lambda _: self._next())
        self.begin([""])

    def begin(self, said: Sequence[str]) -> None:
        """Say these replies in turn from now on."""
        self._said, self.calls = list(said), 0
        self.llm.requests.clear()

    def _next(self) -> str:
        self.calls += 1
        return self._said[(self.calls - 1) % len(self._said)]


def _asked(graph: KnowledgeGraph, question: str, method: str) -> str:
    began = time.monotonic()
    try:
        answer = graph.ask(question, method=method, keep=False)
    except KgqaError as error:
        outcome = type(error).__name__
    else:
        jsonschema.validate(json.loads(json.dumps(to_json(answer))), schema())
        outcome = answer.status.value
    assert time.monotonic() - began < MOST_SECONDS, (method, question)
    return outcome


def main() -> None:
    """Ask, and print how often there was which outcome."""
    parser = Parser(__doc__)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--replies", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    script = Script()
    with small_graph(TRIPLES, llm=script.llm) as graph:
        for name, outcomes in (
            ("questions", ask_anything(graph, arguments.questions, start=arguments.seed)),
            ("replies", answer_garbage(graph, script, arguments.replies, start=arguments.seed)),
        ):
            print(f"{sum(outcomes.values())} {name}: {dict(sorted(outcomes.items()))}", flush=True)
    sys.exit(0)


if __name__ == "__main__":
    main()
