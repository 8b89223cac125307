"""Methods for tests: cheap, and with something to see from outside."""

import threading

from kgqa_neo4j.methods.common.calls import Calls
from kgqa_neo4j.model.answer import Answer, Status


class Second:
    """Asks the model as `llm` does, with other words; an instance may be used by its own thread only."""

    name = "second"
    needs_graph = False

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def answer(self, question, resources, topics=(), on_text=None):  # type: ignore[no-untyped-def]
        assert self._thread == threading.get_ident()
        calls = Calls(resources.llm, resources.settings.llm)
        text = calls.complete("alone", {"question": f"second: {question}"})
        return Answer(question, self.name, Status.ANSWERED, text, llm=calls.finish())
