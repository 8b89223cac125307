"""Ask random questions, and answer methods with garbage model replies: each must end in an answer or a `KgqaError`.

Hypothesis draws questions from all of Unicode, up to several thousand characters; replies likewise, and from fragments
of the formats that methods expect. Every answer must match the schema of `--json`, and every method must stay within
its maximum number of calls.

    python -m benchmarks.faults_asking --questions 10000 --replies 5000
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.harness import Parser
from benchmarks.valid_json import validate
from kgqa_neo4j import KgqaError, KnowledgeGraph
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.iquest.method import most_calls
from kgqa_neo4j.methods.pdrr.method import MAX_CALLS as PDRR_CALLS
from kgqa_neo4j.methods.query.method import MAX_CALLS as QUERY_CALLS
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
# Maximum number of model calls of each method. `plans` makes none and is left out.
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

_WORDS = ["who", "leads", "Sales", "[Ada]", "§0", "§7", "how many", "in", "Rome", "before 1960", *"[]`'\"\\$?"]
_PIECES = ["1.", "(Ada, leads, ?x)", "MATCH (n) RETURN n", "<|im_end|>", "Answer:", "yes", "Ada", *"{}[]\n"]
_PLAIN: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "phases": [Phase.generate],
    "suppress_health_check": list(HealthCheck),
}


def questions() -> st.SearchStrategy[str]:
    """Return arbitrary texts of various lengths, some mixed with meaningful words."""
    # Lone surrogates cannot be typed, but a program may pass them.
    anything = st.text(st.characters(), max_size=200)
    words = st.lists(st.sampled_from(_WORDS) | st.text(max_size=5), max_size=30).map(" ".join)
    long = st.builds(lambda piece, times: piece * times, st.text(min_size=1, max_size=20), st.integers(1, 400))
    return anything | words | long


def replies() -> st.SearchStrategy[str]:
    """Return replies that a model might give without having understood anything."""
    return questions() | st.lists(st.sampled_from(_PIECES) | st.text(max_size=8), max_size=60).map("".join)


def ask_anything(
    graph: KnowledgeGraph, count: int, *, start: int = 0, methods: Sequence[str] = ("plans",)
) -> Counter[str]:
    """Ask `count` random questions; return the number of each status or error.

    Raises:
        AssertionError: an answer took too long. Any error other than `KgqaError` is a fault as well.
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
    """Ask the methods in turn, `count` times in all, with garbage replies; return the number of each outcome.

    Raises:
        AssertionError: an answer took too long, or more model calls than the method may make.
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
    """A model that repeats scripted replies and counts its calls."""

    def __init__(self) -> None:
        self.llm = ScriptedLLM(lambda _: self._next())
        self.begin([""])

    def begin(self, said: Sequence[str]) -> None:
        """Start to give these replies in turn."""
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
        validate(answer)
        outcome = answer.status.value
    assert time.monotonic() - began < MOST_SECONDS, (method, question)
    return outcome


def main() -> None:
    """Run both checks and print the number of each outcome."""
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
