"""A notebook shows an answer with its proof and its picture, has magics to ask, and tables of what was found."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import managed_server
from kgqa_neo4j.testing import small_graph

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import nbformat
    from nbclient import NotebookClient

PAGE = Path(__file__).parents[2] / "docs/notebook.ipynb"


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


def test_the_notebook_of_the_documentation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        notebook = nbformat.read(PAGE, as_version=4)  # type: ignore[no-untyped-call]
        try:
            NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        finally:
            managed_server(load_configuration(tmp_path / "my-graph")).stop()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [[one.data.get("text/html", "") for one in cell.outputs if "data" in one] for cell in code]
    asked, magic, several, frame, polars = [one for one in shown if any(one)]
    assert "<b>Ada</b>" in asked[0] and "<iframe sandbox" in asked[0]
    assert "<b>Ben</b>" in magic[0]
    assert ["<b>Cleo, Dan</b>" in several[0], "<b>Ada</b>" in several[1]] == [True, True]
    assert "<td>Dan</td>" in frame[0]
    assert "works in" in polars[0]


def test_rows_become_a_table_with_a_column_a_cell() -> None:
    cells = [[ScoredEntity("", name, 1.0) for name in row] for row in (("Sales", "2"), ("Support",))]
    answer = Answer("?", "plans", Status.ANSWERED, rows=cells)
    assert answer.frame("polars").rows() == [("Sales", "2"), ("Support", None)]
    assert list(answer.frame()["column_1"]) == ["Sales", "Support"]
    with pytest.raises(ConfigError, match="unknown data frame library 'excel'"):
        answer.frame("excel")
