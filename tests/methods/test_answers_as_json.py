"""Every method as a program asks it: one JSON object that the schema allows."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from kgqa_neo4j.cli.main import group
from kgqa_neo4j.methods import method_names
from kgqa_neo4j.reporting.answer_json import schema
from tests.endpoint import endpoint

QUESTION = "who directed [Hell Night]?"


@pytest.mark.parametrize("method", method_names())
def test_every_method_prints_one_json_object_of_the_schema(sample_workspace: Path, method: str) -> None:
    arguments = ["--workspace", str(sample_workspace), "ask", QUESTION, "--json", "--method", method]
    with endpoint("Tom DeSimone") as model:
        result = CliRunner().invoke(group, arguments, env=model.environment)
    assert not result.exception or isinstance(result.exception, SystemExit), result.exc_info
    answer = json.loads(result.stdout)
    jsonschema.validate(answer, schema())
    assert answer["method"] == method and answer["status"] in ("answered", "fallback", "unanswerable")
    assert bool(answer["statements"]) is not method.startswith("llm")
