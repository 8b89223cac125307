# IPython's decorators are untyped.
# mypy: disable-error-code="misc, no-untyped-call, untyped-decorator"
"""The notebook magic ``%%ask``: answers questions in a cell and shows the answers with proof and picture.

``%load_ext kgqa_neo4j`` loads it. There is no line magic ``%ask``, because IPython treats a line that ends with "?" as
a request for help.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kgqa_neo4j.model.extras import require

require("notebook", "IPython")

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer

_graphs: dict[tuple[Path, str], KnowledgeGraph] = {}


@magics_class
class AskMagics(Magics):
    """The magic ``%%ask``, which opens each graph only once."""

    @magic_arguments()
    @argument("--workspace", default=".kgqa", help="directory of the workspace")
    @argument("--graph", default="", help="which of several attached graphs")
    @argument("--method", default=None, help="method instead of the one that the settings name")
    @argument("--into", default="", help="name of a variable for the answer, or the list of answers")
    @cell_magic
    def ask(self, line: str, cell: str) -> Answer | None:
        """Answer the questions of the cell, one a line, and show each answer with its proof.

        The answer of one question is also the value of the cell.
        """
        given = parse_argstring(self.ask, line)
        questions = [one.strip() for one in cell.splitlines() if one.strip()]
        if not questions:
            raise UsageError("write a question below %%ask")
        graph = _graph(Path(given.workspace), given.graph)
        answers = [graph.ask(question, method=given.method) for question in questions]
        if given.into and self.shell is not None:
            self.shell.push({given.into: answers[0] if len(answers) == 1 else answers})
        if len(answers) == 1:
            return answers[0]
        for answer in answers:
            display(answer)
        return None


def load(ipython: Any) -> None:
    """Register the magic in IPython or a notebook."""
    ipython.register_magics(AskMagics)


def unload() -> None:
    """Close all graphs opened by the magic."""
    while _graphs:
        _graphs.popitem()[1].close()


def _graph(workspace: Path, name: str) -> KnowledgeGraph:
    key = (workspace.resolve(), name)
    if key not in _graphs:
        _graphs[key] = KnowledgeGraph.open(key[0], graph=name or None)
    return _graphs[key]
