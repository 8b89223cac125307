"""The layers that import-linter enforces are the ones that the documentation draws."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_documented_layers_are_the_enforced_ones() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    contract = next(one for one in settings["contracts"] if one["id"] == "layers")
    enforced = [sorted(layer.split(" | ")) for layer in contract["layers"]]
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    table = page.split("## Rooms")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+`) \|", table, re.MULTILINE)
    assert [sorted(re.findall(r"`(\w+)`", row)) for row in rows] == enforced


def test_documented_modules_of_the_methods_exist() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    table = page.split("## Parts of the methods")[1].split("\n## ")[0]
    named = re.findall(r"`(\w+/\w+)`", "\n".join(line.split(" | ")[0] for line in table.splitlines()[4:]))
    methods = ROOT / "kgqa_neo4j/methods"
    assert len(named) > 20
    assert [one for one in named if not ((methods / one).is_dir() or (methods / f"{one}.py").is_file())] == []
