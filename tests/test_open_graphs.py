"""Graphs by name: of one workspace and of several, opened once, and anew when attached anew."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ConfigError, KgqaError, NoSuchGraph
from kgqa_neo4j.open_graphs import LOADED, NamedGraphs, OpenGraphs
from kgqa_neo4j.reporting.history import History
from kgqa_neo4j.settings import Attachment, Configuration, load_configuration
from kgqa_neo4j.settings.attachment import write_attachment


def attached(workspace: Path, name: str, host: str = "", at: str = "2026-01-01") -> None:
    fields = {"name": name, "uri": f"bolt://{host or name}:7687", "attached_at": at}
    write_attachment(workspace, msgspec.convert(fields, Attachment))


def settings(workspace: Path) -> Configuration:
    workspace.mkdir(exist_ok=True)
    return load_configuration(workspace)


@pytest.fixture
def several(tmp_path: Path) -> NamedGraphs:
    """A workspace with two attached graphs, one with a loaded graph, and one with an attached graph."""
    attached(tmp_path / "first", "shop")
    attached(tmp_path / "first", "films", at="2026-01-02")
    attached(tmp_path / "third", "films", "elsewhere")
    others = {"second": settings(tmp_path / "second"), "third": settings(tmp_path / "third")}
    return NamedGraphs(settings(tmp_path / "first"), others)


def uri(graphs: NamedGraphs, name: str = "") -> str:
    return graphs.get(name).configuration.settings.neo4j.uri


def test_graphs_of_other_workspaces_stand_behind_their_names(several: NamedGraphs) -> None:
    assert several.names() == ["films", "shop", "second", "third/films"]
    assert (several.default, uri(several)) == ("films", "bolt://films:7687")
    assert uri(several, "third/films") == uri(several, "third") == "bolt://elsewhere:7687"
    assert several.get("second").configuration.workspace.name == "second"
    with pytest.raises(NoSuchGraph) as raised:
        several.get("third/shop")
    assert "third/films" in raised.value.hint


def test_a_graph_is_opened_once_and_anew_when_it_was_attached_anew(several: NamedGraphs) -> None:
    before, other = several.get("films"), several.get("shop")
    assert several.get() is before
    attached(several.configuration.workspace, "films", "moved", at="2026-02-01")
    assert uri(several, "films") == "bolt://moved:7687" and several.get("shop") is other
    with pytest.raises(KgqaError, match="was closed"):
        before.ask("who?")


def test_a_workspace_is_not_called_as_a_graph_of_the_first(tmp_path: Path) -> None:
    attached(tmp_path / "first", "films")
    for name in ("films", LOADED):
        with pytest.raises(ConfigError, match="both a graph and a workspace"):
            NamedGraphs(settings(tmp_path / "first"), {name: settings(tmp_path / "second")})


def test_the_graph_that_was_not_asked_for_the_longest_is_closed(tmp_path: Path) -> None:
    graphs, configuration = OpenGraphs(most=2), settings(tmp_path)
    first, second = (graphs.of(key, lambda: configuration) for key in (1, 2))
    assert graphs.of(1, lambda: configuration) is first
    graphs.of(3, lambda: configuration)
    assert graphs.of(1, lambda: configuration) is first
    assert graphs.of(2, lambda: configuration) is not second


def test_answers_are_found_in_whichever_workspace_keeps_them(several: NamedGraphs) -> None:
    answer = Answer(question="who?", method="plans", status=Status.ANSWERED, text="Ada")
    for day, (name, ask_id) in enumerate((("third", "0b"), ("second", "0a"), ("first", "0c")), 1):
        workspace = several.configuration.workspace.parent / name
        History(workspace).add(
            replace(answer, ask_id=ask_id * 10, text=name), datetime(2026, 1, day, tzinfo=UTC)
        )
    assert several.answer("0b").text == "third" and several.answer("last").text == "first"
    assert [(name, one.text) for name, one in several.asked(2)] == [("", "first"), ("second", "second")]
    with pytest.raises(KgqaError, match="no question"):
        several.answer("0d")


@pytest.mark.parametrize(
    ("also", "said"),
    [
        (["--also", "no/such"], "there is no workspace"),
        (["--also", "a=.", "--also", "a=."], "names two"),
        (["--also", "a/b=."], "not a valid workspace name"),
    ],
)
def test_a_workspace_that_cannot_be_served_is_told(also: list[str], said: str, tmp_path: Path) -> None:
    for command in ("serve", "mcp"):
        done = CliRunner().invoke(group, ["--workspace", str(tmp_path), command, *also])
        assert isinstance(done.exception, ConfigError) and said in done.exception.message
