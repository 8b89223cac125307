"""The documentation and the code say the same."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.cli.reference import walk
from kgqa_neo4j.integrations.mcp.transports import PATH
from kgqa_neo4j.settings import environment_name, setting_names
from kgqa_neo4j.store.statements import statement, statement_names

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = dict(walk(group, ("kgqa",)))


def documented_command_lines() -> list[tuple[str, str]]:
    lines = []
    for page in PAGES:
        if page.name == "commands.md":
            continue
        text = page.read_text("utf-8")
        for block in re.findall(r"```(?:sh|bash|console|text)?\n(.*?)```", text, re.DOTALL):
            joined = block.replace("\\\n", " ")
            calls = re.findall(r"^\s*(?:\$ )?(kgqa [^\n#|>]+)", joined, re.MULTILINE)
            lines += [(page.name, call) for call in calls]
        lines += [(page.name, found) for found in re.findall(r"`(kgqa [a-z][^`\n]*)`", text)]
    return lines


@pytest.mark.process
def test_command_reference_is_what_the_commands_say() -> None:
    # Made as `make docs` does: in this process, tests before may have changed what commands say of themselves.
    command = [sys.executable, "-m", "kgqa_neo4j.cli.reference"]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert (ROOT / "docs" / "commands.md").read_text("utf-8") == made, "run `make docs`"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_and_option_has_help(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{' '.join(path)} {parameter.opts}"


def test_every_documented_command_exists_with_its_options() -> None:
    lines = documented_command_lines()
    assert lines
    for page, line in lines:
        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        path, rest = ["kgqa"], words[1:]
        while rest:
            if rest[0] == "--workspace":
                rest = rest[2:]
            elif isinstance(COMMANDS.get(tuple(path)), click.Group) and (*path, rest[0]) in COMMANDS:
                path.append(rest.pop(0))
            else:
                break
        command = COMMANDS[tuple(path)]
        known = {opt for parameter in command.params for opt in (*parameter.opts, *parameter.secondary_opts)}
        known |= {"--help", "-h", "--workspace", "--version"}
        unknown = [word for word in rest if re.match(r"--[a-z]", word) and word.split("=")[0] not in known]
        assert not unknown, f"{page}: `{line}` names {unknown}"
        if len(path) == 1 and rest and re.fullmatch(r"[a-z]+", rest[0]):
            raise AssertionError(f"{page}: `{line}` names no command")


@pytest.mark.parametrize("name", statement_names())
def test_every_statement_says_its_purpose_and_parameters(name: str) -> None:
    lines = statement(name).splitlines()
    assert lines[0].startswith("// Purpose: ")
    assert any(line.startswith("// Parameters: ") for line in lines)


@pytest.mark.parametrize("name", statement_names())
def test_every_statement_is_used_by_the_package(name: str) -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "kgqa_neo4j").rglob("*.py")]
    assert any(f'"{name}"' in source for source in sources)


def test_reliability_names_tests_and_benchmarks_that_there_are_for_each_of_its_lines() -> None:
    rows = re.findall(r"^\| (\d+) \|(.*)$", (ROOT / "docs" / "reliability.md").read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 21))
    for number, row in rows:
        tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row)
        assert tests, f"line {number} names no test"
        for file, name in tests:
            assert f"def {name}(" in (ROOT / file).read_text("utf-8"), f"{file} has no {name}"
        for module in re.findall(r"`benchmarks\.(\w+)`", row):
            assert (ROOT / "benchmarks" / f"{module}.py").exists(), module


def test_relative_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"


def test_configurations_of_mcp_clients_start_a_command_that_exists() -> None:
    page = (ROOT / "docs/mcp.md").read_text("utf-8")
    desktop, code = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL))
    (started,) = desktop["mcpServers"].values()
    assert started["command"] == "uvx" and started["args"][:3] == ["--from", "kgqa-neo4j[mcp]", "kgqa"]
    assert set(started["env"]) <= {environment_name(name) for name in setting_names()}
    at = started["args"].index("mcp")
    parsed = COMMANDS["kgqa", "mcp"].make_context("mcp", started["args"][at + 1 :], resilient_parsing=False)
    assert parsed.params["attach"]
    (http,) = code["servers"].values()
    port = next(one.default for one in COMMANDS["kgqa", "mcp"].params if one.name == "port")
    assert http["url"] == f"http://127.0.0.1:{port}{PATH}"
    assert f"${{input:{code['inputs'][0]['id']}}}" in http["headers"]["Authorization"]
