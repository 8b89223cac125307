"""What is deployed runs commands that exist, without root, with probes that the server answers."""

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.cli.reference import walk
from kgqa_neo4j.integrations.mcp.transports import HEALTH, READY
from kgqa_neo4j.settings import environment_name, setting_names
from kgqa_neo4j.version import __version__

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text("utf-8")
UNIT = (ROOT / "deploy/kgqa-mcp.service").read_text("utf-8")
KUBERNETES: list[dict[str, Any]] = list(
    yaml.safe_load_all((ROOT / "deploy/kubernetes.yaml").read_text("utf-8"))
)
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
COMMANDS = dict(walk(group, ("kgqa",)))


def container() -> dict[str, Any]:
    (deployment,) = [one for one in KUBERNETES if one["kind"] == "Deployment"]
    (only,) = deployment["spec"]["template"]["spec"]["containers"]
    return dict(only)


def commands() -> dict[str, list[str]]:
    started = re.search(r"^CMD \[(.*)\]$", DOCKERFILE, re.MULTILINE)
    unit = re.search(r"^ExecStart=\S+/kgqa (.*)$", UNIT, re.MULTILINE)
    assert started and unit
    return {
        "Dockerfile": [word.strip(' "') for word in started[1].split(",")],
        "unit": shlex.split(unit[1]),
        "kubernetes": container()["args"],
        "compose": COMPOSE["services"]["page"]["command"],
    }


@pytest.mark.parametrize(("where", "words"), commands().items())
def test_a_deployed_command_exists_with_its_options(where: str, words: list[str]) -> None:
    name, *arguments = words
    command = COMMANDS["kgqa", name]
    # With the group's own settings: a command keeps the help option that it was first asked for.
    parent = click.Context(group, info_name="kgqa", **group.context_settings)
    parsed = command.make_context(name, list(arguments), parent=parent)
    assert name == "serve" or parsed.params["http"], where


def test_variables_that_are_set_are_read() -> None:
    known = {environment_name(name) for name in setting_names()}
    known |= {"KGQA_MCP_TOKEN", "KGQA_SERVE_TOKEN", "KGQA_WORKSPACE", "KGQA_CACHE_DIR", "KGQA_STATE_DIR"}
    text = "\n".join(
        [
            DOCKERFILE,
            UNIT,
            str(container()["env"]),
            *(str(COMPOSE["services"][name]["environment"]) for name in ("kgqa", "page")),
        ]
    )
    named = set(re.findall(r"\b((?:NEO4J|KGQA)_[A-Z_]+)(?==|')", text))
    assert len(named) > 5 and named <= known


def test_nothing_runs_as_root_or_writes_beside_its_data() -> None:
    user = re.findall(r"^USER (.*)$", DOCKERFILE, re.MULTILINE)
    assert user == ["10001:10001"]
    assert container()["securityContext"]["readOnlyRootFilesystem"]
    assert {one["mountPath"] for one in container()["volumeMounts"]} == {"/data", "/tmp"}
    for name, profile in (("kgqa", "tools"), ("page", "page")):
        compose = COMPOSE["services"][name]
        assert compose["read_only"] and compose["tmpfs"] == ["/tmp"] and compose["profiles"] == [profile]
    assert "DynamicUser=yes" in UNIT and "ProtectSystem=strict" in UNIT


def test_probes_ask_for_what_the_server_answers() -> None:
    probes = {
        name: container()[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")
    }
    assert probes == {"startup": HEALTH, "liveness": HEALTH, "readiness": READY}
    assert f"8765{HEALTH}" in DOCKERFILE


def test_the_image_is_that_of_this_version() -> None:
    assert container()["image"] == f"kgqa:{__version__}"


def test_what_the_image_is_made_of_is_sent_to_the_builder() -> None:
    copied = re.findall(r"^COPY (?!--)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[0] == "!"}
    assert {name for names in copied for name in names.split()} == sent
