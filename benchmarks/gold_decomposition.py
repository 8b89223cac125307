"""A stand-in for a language model that knows the gold path of a question and reads the evidence in its prompts.

It splits the question along the gold path and answers each part with exactly the names that the evidence in the prompt
supports. Errors with it as the model are therefore errors of retrieval. For measurements and tests only: no method may
see a gold path.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.model.graph import fold

_METAQA = {
    "actor": "starred actors",
    "director": "directed by",
    "writer": "written by",
    "year": "release year",
    "genre": "has genre",
    "language": "in language",
    "tag": "has tags",
    "tags": "has tags",
    "imdbrating": "has imdb rating",
    "imdbvotes": "has imdb votes",
}


class Hop(NamedTuple):
    """One step of a gold path: a relation's name, followed along (`outward`) or against its direction."""

    relation: str
    outward: bool


def metaqa_path(question_type: str) -> list[Hop]:
    """Return the path for a line of ``qa_*_qtype.txt``, such as ``movie_to_director_to_movie``."""
    kinds = question_type.strip().split("_to_")
    return [
        Hop(_METAQA[there], True) if here == "movie" else Hop(_METAQA[here], False)
        for here, there in pairwise(kinds)
    ]


def pathquestion_paths(file: Path, hops: int) -> list[list[Hop]]:
    """Return the gold path of each line of a PathQuestion file (.gz), cut after `hops` steps."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [pathquestion_path(line.split("\t")[2])[:hops] for line in lines]


def pathquestion_path(gold: str) -> list[Hop]:
    """Return the path in a line's third column, ``topic#relation#entity#relation#answer``."""
    return [Hop(relation.replace("_", " "), True) for relation in gold.split("#")[1::2]]


class GoldDecomposition:
    """Replies for one question, to be passed to `ScriptedLLM`. Handles the prompts of `kg-rag` and `kaping`."""

    def __init__(self, topic: str, path: Sequence[Hop]) -> None:
        self._topic = topic
        self._path = list(path)
        self._known = [topic]
        self._arrived_by: dict[str, set[str]] = {}
        self._place = 0

    def __call__(self, request: Request) -> str:
        """Return the reply to the prompt of `request`."""
        name = request.prompt.split("/")[0]
        text = request.messages[-1]["content"]
        return str(getattr(self, f"_{name}")(text))

    def _kg_rag_decompose(self, text: str) -> str:
        asked = [
            self._asked([self._topic] if place == 0 else ["those"], place) for place in range(len(self._path))
        ]
        numbered = "\n".join(f"{place}. {one}" for place, one in enumerate(asked, 1))
        return f"Reasoning: as the gold path says.\nSub-questions:\n{numbered}\n<END>"

    def _kg_rag_reformulate(self, text: str) -> str:
        return self._asked(self._known, self._place)

    def _kg_rag_sub_answer(self, text: str) -> str:
        self._step(_triples(text))
        return "; ".join(self._known) or "nothing"

    def _kg_rag_synthesis(self, text: str) -> str:
        return "; ".join(self._known) or "nothing"

    def _kaping(self, text: str) -> str:
        triples = _triples(text)
        while self._place < len(self._path):
            self._step(triples)
        return "; ".join(self._known) or "nothing"

    def _asked(self, names: Sequence[str], place: int) -> str:
        hop = self._path[place]
        parts = (", ".join(names), hop.relation)
        return " ".join(parts if hop.outward else reversed(parts))

    def _step(self, triples: Sequence[str]) -> None:
        """Take the next hop of the path within `triples`, but not straight back along the same triple."""
        known = {fold(name) for name in self._known}
        arrived_by: dict[str, set[str]] = {}
        names: dict[str, str] = {}
        for triple, near, far in steps(triples, known, self._path[self._place]):
            if self._arrived_by.get(fold(near)) != {triple}:
                arrived_by.setdefault(fold(far), set()).add(triple)
                names.setdefault(fold(far), far)
        self._known, self._arrived_by = list(names.values()), arrived_by
        self._place += 1


def steps(triples: Sequence[str], known: Set[str], hop: Hop) -> Iterator[tuple[str, str, str]]:
    """Yield (line, near end, far end) for ``(subject, relation, object)`` lines that take `hop` from known names.

    `known` contains folded names.
    """
    for line in triples:
        inner, marker = line.strip()[1:-1], f", {hop.relation}, "
        # A name may contain the marker too, so each occurrence is tried.
        start = inner.find(marker)
        while start >= 0:
            ends = inner[:start], inner[start + len(marker) :]
            near, far = ends if hop.outward else ends[::-1]
            if fold(near) in known:
                yield line, near, far
            start = inner.find(marker, start + 1)


def _triples(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("(") and line.endswith(")")]
