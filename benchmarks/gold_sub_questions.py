"""A stand-in for a language model that plays both roles of `iquest` from the gold path of a question.

In the guiding role it asks for the path's next relation; in the answering role it gives exactly the names that the
facts in the prompt support. Errors are therefore errors of retrieval. For measurements and tests only: no method may
see a gold path.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.gold_decomposition import Hop
from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.model.graph import fold


class GoldSubQuestions:
    """Replies for one question, to be passed to `ScriptedLLM`.

    `returns`: whether paths of the question set may lead back to an entity of two steps before.
    """

    def __init__(self, topic: str, path: Sequence[Hop], *, returns: bool = False) -> None:
        self._path = list(path)
        self._returns = returns
        self._known = [topic]
        self._before: set[str] = set()
        self._place = 0

    def __call__(self, request: Request) -> str:
        """Return the reply to the prompt of `request`."""
        name = request.prompt.split("/")[0]
        return str(getattr(self, f"_{name}")(request.messages[-1]["content"]))

    def _iquest_guide(self, text: str) -> str:
        if self._place == len(self._path):
            return "none"
        hop = self._path[self._place]
        names = self._known[0] if self._place == 0 else "this"
        return f"{names} {hop.relation} what?" if hop.outward else f"what {hop.relation} {names}?"

    def _iquest_answer(self, text: str) -> str:
        found = reached(text.splitlines(), self._known, self._path[self._place])
        back = {fold(name) for name in self._before}
        self._before = set(self._known)
        self._known = [name for name in found if self._returns or fold(name) not in back]
        self._place += 1
        return "; ".join(self._known) or "none"

    def _iquest_enough(self, text: str) -> str:
        return "yes" if self._place == len(self._path) else "no"

    def _iquest_final(self, text: str) -> str:
        return "; ".join(self._known) or "nothing"


def reached(facts: Sequence[str], names: Sequence[str], hop: Hop) -> list[str]:
    """Return the names reached from `names` by `hop` in ``a | relation | b; c`` lines."""
    known = {fold(name) for name in names}
    found: dict[str, None] = {}
    for fact in facts:
        parts = [part.strip() for part in fact.split(" | ")]
        if len(parts) == 3 and parts[1] == hop.relation:
            near, far = (parts[0], parts[2]) if hop.outward else (parts[2], parts[0])
            if known & {fold(name) for name in (near, *near.split("; "))}:
                found.update(dict.fromkeys(far.split("; ")))
    return list(found)
