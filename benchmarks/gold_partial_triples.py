"""A stand-in for a language model that knows the gold path of a question, for the method `pdrr`.

It decomposes the question along the gold path, picks the path that follows it, and answers with the names that the
facts in the prompt support. Errors with it as the model are therefore errors of retrieval. For measurements and tests
only: no method may see a gold path.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmarks.gold_decomposition import Hop
from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.model.graph import fold

_NUMBERED = re.compile(r"^(\d+)\. \((.*)\)$", re.MULTILINE)


class GoldPartialTriples:
    """Replies for one question, to be passed to `ScriptedLLM`."""

    def __init__(self, topic: str, path: Sequence[Hop]) -> None:
        self._topic = topic
        self._hops = list(path)

    def __call__(self, request: Request) -> str:
        """Return the reply to the prompt of `request`."""
        name = request.prompt.split("/")[0].removeprefix("pdrr_")
        return str(getattr(self, f"_{name}")(request.messages[-1]["content"]))

    def _type(self, text: str) -> str:
        return "chain"

    def _chain(self, text: str) -> str:
        near, lines = self._topic, []
        for number, hop in enumerate(self._hops, 1):
            far = f"{hop.relation.split()[-1] if hop.outward else 'one'}#{number}"
            ends = (near, far) if hop.outward else (far, near)
            lines.append(f"{{{ends[0]}, {hop.relation}, {ends[1]}}}")
            near = far
        return "\n".join(lines)

    def _follows(self, path: str) -> bool:
        """Whether a path, as written in the prompt, has exactly the steps of the gold path."""
        triples = path.split(") (")
        near = self._topic
        for hop, triple in zip(self._hops, triples, strict=False):
            ends = triple.split(f", {hop.relation}, ", 1)
            if len(ends) != 2 or fold(ends[not hop.outward]) != fold(near):
                return False
            near = ends[hop.outward]
        return len(triples) == len(self._hops)

    def _path(self, text: str) -> str:
        paths = _NUMBERED.findall(text)
        return next((number for number, path in paths if self._follows(path)), "1")

    def _answer(self, text: str) -> str:
        known = [self._topic]
        for hop in self._hops:
            known = list(dict.fromkeys(self._reached(text, known, hop)))
        return "; ".join(known) or "nothing"

    def _reached(self, text: str, names: Sequence[str], hop: Hop) -> list[str]:
        folded, found = {fold(name) for name in names}, list[str]()
        for parts in (line.split(" | ") for line in text.splitlines()):
            if len(parts) == 3 and fold(parts[1]) == fold(hop.relation):
                near, far = (parts[0], parts[2]) if hop.outward else (parts[2], parts[0])
                if folded & {fold(name) for name in near.split("; ")}:
                    found += far.split("; ")
        return found
