"""The language model calls of `pdrr` before the answer, with fallbacks for unusable replies.

See docs/methods/pdrr.md, steps 2 to 4. Each function makes at most one call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kgqa_neo4j.llm.grammar import one_of
from kgqa_neo4j.methods.common.calls import Calls, Sampling
from kgqa_neo4j.methods.common.few_shot import WorkedExample
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES
from kgqa_neo4j.methods.pdrr.chain import Path
from kgqa_neo4j.methods.pdrr.partial_triples import Decomposition, DecompositionError, Operation, grammar, parse
from kgqa_neo4j.plans.learning.few_shot import FewShotExample
from kgqa_neo4j.settings import PdrrSettings

CHAIN, PARALLEL = "chain", "parallel"
_NUMBER = re.compile(r"\D{0,6}(\d{1,4})[.)]?")


def worked_example(example: FewShotExample) -> WorkedExample:
    """Return a learned question and the partial triples of its chain as a few-shot example."""
    ends = [example.topic, *(f"thing#{number}" for number in range(1, len(example.steps) + 1))]
    lines = [
        f"{{{subject}, {relation}, {object_}}}"
        for subject, (relation, _), object_ in zip(ends, example.steps, ends[1:], strict=False)
    ]
    return {"question": example.question, "names": example.topic}, "\n".join(lines)


class PdrrReplies:
    """The model's replies for one question; `fallbacks` describes each unusable one."""

    def __init__(self, calls: Calls, settings: PdrrSettings) -> None:
        self.fallbacks: list[str] = []
        self._calls = calls
        self._settings = settings

    def taken(self) -> list[str]:
        """Return the fallbacks since the last call of this function."""
        taken, self.fallbacks = self.fallbacks, []
        return taken

    def type(self, question: str) -> str:
        """Return ``chain`` or ``parallel``: as configured, else as predicted, else ``chain``."""
        if self._settings.type != "predicted":
            return self._settings.type
        reply = self._ask("pdrr_type", {"question": question}, one_of([CHAIN, PARALLEL]))
        word = (reply or "").strip().rstrip(".").casefold()
        if word in (CHAIN, PARALLEL):
            return word
        self._fall_back("the type of the question was not predicted: taken for a chain", reply)
        return CHAIN

    def decomposition(
        self, question: str, names: Sequence[str], kind: str, examples: Sequence[WorkedExample] = ()
    ) -> Decomposition | None:
        """Return the partial triples; None if the reply has no usable ones."""
        settings, parallel = self._settings, kind == PARALLEL
        values = {"question": question, "names": ", ".join(names) or "(none)"}
        form = grammar(names, settings.max_triples, parallel=parallel)
        reply = self._ask("pdrr_parallel" if parallel else "pdrr_chain", values, form, examples)
        if reply is None:
            return None
        try:
            found = parse(reply, names)
        except DecompositionError as error:
            self._fall_back(f"the decomposition cannot be used ({error})", reply)
            return None
        if len(found.triples) > settings.max_triples:
            count = len(found.triples)
            self.fallbacks.append(
                f"only the first {settings.max_triples} of {count} partial triples are looked up"
            )
        if parallel and found.operation is None:
            self.fallbacks.append("the decomposition names no operation: its conditions are intersected")
        if found.operation and not parallel:
            self.fallbacks.append(f"the operation of a chain is left out: {found.operation}")
        operation = (found.operation or Operation.INTERSECT) if parallel else None
        return Decomposition(found.triples[: settings.max_triples], operation)

    def path(self, question: str, paths: Sequence[Path]) -> int:
        """Return the index of the path that the model picks, else the first. A single path needs no call."""
        if len(paths) < 2:
            return 0
        lines = [
            f"{number}. {' '.join(link.triple.text for link in path.links())}"
            for number, path in enumerate(paths, 1)
        ]
        numbers = [str(number) for number in range(1, len(paths) + 1)]
        reply = self._ask("pdrr_path", {"question": question, "paths": "\n".join(lines)}, one_of(numbers))
        found = _NUMBER.fullmatch((reply or "").strip())
        if found and 1 <= int(found[1]) <= len(paths):
            return int(found[1]) - 1
        self._fall_back("no path was picked: the most similar one is taken", reply)
        return 0

    def _ask(
        self, prompt: str, values: Mapping[str, str], form: str, examples: Sequence[WorkedExample] = ()
    ) -> str | None:
        """Return the reply; None if the call failed, which is recorded as a fallback."""
        settings = self._settings
        try:
            return self._calls.complete(
                prompt,
                values,
                examples=examples,
                sampling=Sampling(settings.temperature, settings.max_tokens),
                grammar=form if settings.constrain else None,
            )
        except MODEL_FAILURES as error:
            self.fallbacks.append(f"the language model failed: {error.message}")
            return None

    def _fall_back(self, what: str, reply: str | None) -> None:
        said = " ".join((reply or "").split())[:60]
        self.fallbacks.append(f"{what}; the reply was {said!r}" if reply is not None else what)
