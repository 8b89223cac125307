"""A notebook shows an answer with its proof and its picture."""

from __future__ import annotations

import warnings
from pathlib import Path

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.testing import small_graph

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import nbformat
    from nbclient import NotebookClient


def test_an_executed_notebook_shows_answer_proof_and_picture(tmp_path: Path) -> None:
    with small_graph(
        [("Ada", "leads", "Sales"), ("Ben", "works_in", "Sales")], workspace=tmp_path / "ws"
    ) as graph:
        cells = [
            f"from kgqa_neo4j import KnowledgeGraph\nkg = KnowledgeGraph.open({str(graph.configuration.workspace)!r})",
            'kg.ask("who leads Sales?", method="plans")',
            "kg.close()",
        ]
        notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells]  # type: ignore[no-untyped-call]
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        assert isinstance(graph, KnowledgeGraph)
    shown = notebook.cells[1].outputs[0].data["text/html"]
    assert "<b>Ada</b>" in shown and "<td>leads</td>" in shown and "<iframe sandbox" in shown
