"""Parts of `kgqa serve` that need no server."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from starlette.datastructures import Headers

from kgqa_neo4j.cli import serve as serve_command
from kgqa_neo4j.cli.context import CliContext
from kgqa_neo4j.model.addresses import is_loopback
from kgqa_neo4j.model.errors import ConfigError, NoSuchGraph
from kgqa_neo4j.open_graphs import LOADED
from kgqa_neo4j.serving.access import Rules
from kgqa_neo4j.serving.graphs import Credentials, ServedGraphs
from kgqa_neo4j.serving.problems import Problem
from kgqa_neo4j.settings import Attachment, load_configuration
from kgqa_neo4j.settings.attachment import write_attachment


def test_nothing_else_imports_what_serving_needs() -> None:
    script = (
        "import sys, kgqa_neo4j.cli.main, kgqa_neo4j.cli.serve, kgqa_neo4j.knowledge_graph;"
        "print({'fastapi', 'starlette', 'uvicorn', 'sse_starlette', 'openai'} & set(sys.modules))"
    )
    assert subprocess.check_output([sys.executable, "-c", script], text=True).strip() == "set()"


def test_what_is_not_installed_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(serve_command, "_NEEDED", ("fastapi", "no_such_package"))
    done = CliRunner().invoke(serve_command.command, obj=CliContext(tmp_path))
    assert isinstance(done.exception, ConfigError)
    assert "no_such_package" in done.exception.message and "pip install" in done.exception.hint


def test_attached_graphs_are_served_by_name_the_default_one_first(tmp_path: Path) -> None:
    served = ServedGraphs(load_configuration(tmp_path, {}, {}))
    assert (served.names(), served.default) == ([LOADED], LOADED)
    for name, at in (("films", "2026-01-02"), ("shop", "2026-01-01")):
        one = {"name": name, "uri": f"bolt://{name}:7687", "attached_at": at}
        write_attachment(tmp_path, msgspec.convert(one, Attachment))
    served = ServedGraphs(load_configuration(tmp_path, {}, {}))
    assert served.names() == ["films", "shop"]
    assert served.get().configuration.settings.neo4j.uri == "bolt://films:7687"
    assert served.get("shop").configuration.settings.neo4j.uri == "bolt://shop:7687"
    assert served.get("shop") is served.get("shop")
    with served.asked_by("shop", Credentials("ada", "her password")) as own:
        settings = own.configuration.settings.neo4j
        assert (settings.uri, settings.username) == ("bolt://shop:7687", "ada")
    with pytest.raises(NoSuchGraph) as raised:
        served.get("flims")
    assert "did you mean films?" in raised.value.hint
    assert "her password" not in repr(Credentials("ada", "her password"))


@pytest.mark.parametrize(
    ("host", "origin", "code"),
    [
        ("127.0.0.1:8642", None, ""),
        ("localhost", "http://localhost", ""),
        ("[::1]:8642", "http://[::1]:8642", ""),
        ("graphs.example:8642", "https://a.example", ""),
        ("evil.example", None, "unknown-host"),
        ("", None, "unknown-host"),
        ("127.0.0.1.evil.example", None, "unknown-host"),
        ("127.0.0.1:8642", "http://127.0.0.1:9999", "foreign-origin"),
        ("127.0.0.1:8642", "null", "foreign-origin"),
    ],
)
def test_hosts_and_origins_are_those_that_are_known(host: str, origin: str | None, code: str) -> None:
    rules = Rules(origins=["https://a.example"], hosts=["graphs.example"])
    headers = {"host": host, **({"origin": origin} if origin else {})}
    if not code:
        rules.check("/v1/ask", "POST", Headers(headers))
        return
    with pytest.raises(Problem) as raised:
        rules.check("/v1/ask", "POST", Headers(headers))
    assert raised.value.code == code


def test_addresses_that_only_this_machine_reaches_need_no_token() -> None:
    assert [is_loopback(one) for one in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "10.0.0.1", "a.example")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
