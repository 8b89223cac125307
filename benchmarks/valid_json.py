"""Validation of answers as JSON against the published schema."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.reporting.answer_json import schema, to_json


def validate(answer: Answer) -> None:
    """Validate an answer as JSON.

    Raises:
        jsonschema.ValidationError: it does not match the schema.
    """
    _validator().validate(json.loads(json.dumps(to_json(answer))))


@cache
def _validator() -> Any:
    # `jsonschema.validate` would check the schema itself for every answer.
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())
