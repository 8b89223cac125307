"""Results of the MCP tools: structured output, with its schema for clients, and the same as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, Field

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.graph import Triple
from kgqa_neo4j.model.text import percent, printable
from kgqa_neo4j.plans.execution import Result as Found
from kgqa_neo4j.plans.language.execution import QueryResult
from kgqa_neo4j.plans.result_json import result_to_json
from kgqa_neo4j.reporting.found_by import found_by
from kgqa_neo4j.reporting.messages import message

_EXAMPLES = 3


class Named(BaseModel):
    """An entity or a value."""

    id: str
    name: str


class Fact(BaseModel):
    """A triple of the graph."""

    subject: str
    relation: str
    object: str


class Result(BaseModel):
    """What every result says."""

    truncated: bool = Field(False, description="something was left out to stay within the limit of tokens")


class AnswerResult(Result):
    """The answer to a question."""

    status: str = Field(description="answered, withheld (too unsure), unanswerable, fallback or failed")
    text: str
    entities: list[Named]
    rows: list[list[str]] = Field(description="a table, where things are asked for side by side")
    confidence: float | None = Field(description="the probability that the answer is right")
    reason: str = Field(description="why there is no answer, or none that is given, in words")
    proof: list[Fact] = Field(description="the facts of the graph that the answer rests on")
    cypher: str = Field(description="the statement that found it")
    parameters: dict[str, Any]
    id: str = Field(description="for explain_answer")


class PropertyInfo(BaseModel):
    """A property of a label or of a relationship type."""

    name: str
    type: str
    examples: list[str]


class LabelInfo(BaseModel):
    """A label."""

    name: str
    count: int | None = Field(description="of nodes; null where it is not kept")
    named_by: list[str] = Field(description="the properties that name a node, the best first")
    properties: list[PropertyInfo]


class RelationshipInfo(BaseModel):
    """A relationship type, or a relation of a loaded graph."""

    type: str
    count: int
    connects: list[str] = Field(description="source -> target: labels, or examples of entities")
    properties: list[PropertyInfo]


class SchemaResult(Result):
    """What a graph holds."""

    graph: str
    kind: str = Field(description="attached (a property graph), or loaded (nodes with the label Entity)")
    graphs: list[str] = Field(description="names for the argument `graph`")
    labels: list[LabelInfo]
    relationships: list[RelationshipInfo]


class PlanResult(Result):
    """What a query plan returned."""

    entities: list[Named]
    rows: list[list[str]]
    total: int
    cut: bool = Field(description="reading stopped at a bound, there may be more")
    proof: list[Fact]
    cypher: str
    parameters: dict[str, Any]


class StepInfo(BaseModel):
    """One thing that was done for an answer."""

    kind: str
    summary: str


class ConsideredPlan(BaseModel):
    """A plan that the question may mean, and how well it fits (higher is better)."""

    plan: str
    score: float


class ExplainResult(Result):
    """How an answer came about."""

    question: str
    status: str
    method: str
    text: str
    confidence: float | None
    steps: list[StepInfo]
    considered: list[ConsideredPlan] = Field(description="the best query plans, the executed one among them")
    proof: list[Fact]
    cypher: str
    parameters: dict[str, Any]
    seconds: float


class RowsResult(Result):
    """The rows of a Cypher statement."""

    columns: list[str]
    rows: list[list[Any]]
    cut: bool = Field(description="there may be more rows")
    cypher: str = Field(description="the statement as it ran, limited in rows")


def answer_values(answer: Answer) -> dict[str, Any]:
    """Return the values of an `AnswerResult`."""
    found = found_by(answer)
    return {
        "status": answer.status.value,
        "text": answer.text,
        "entities": [{"id": one.id, "name": one.name} for one in answer.entities],
        "rows": [[cell.name for cell in row] for row in answer.rows],
        "confidence": answer.confidence,
        "reason": message(answer),
        "proof": _proof(answer),
        "cypher": found.cypher if found else "",
        "parameters": found.parameters if found else {},
        "id": answer.ask_id,
    }


def explain_values(answer: Answer) -> dict[str, Any]:
    """Return the values of an `ExplainResult`."""
    found = found_by(answer)
    considered: list[Mapping[str, Any]] = []
    for step in answer.steps:
        considered = step.data.get("considered", considered)
    return {
        "question": answer.question,
        "status": answer.status.value,
        "method": answer.method,
        "text": answer.text,
        "confidence": answer.confidence,
        "steps": [{"kind": step.kind, "summary": step.summary} for step in answer.steps],
        "considered": [{"plan": one["text"], "score": one["score"]} for one in considered],
        "proof": _proof(answer),
        "cypher": found.cypher if found else "",
        "parameters": found.parameters if found else {},
        "seconds": round(answer.seconds.total, 3),
    }


def plan_values(found: Found | QueryResult) -> dict[str, Any]:
    """Return the values of a `PlanResult`."""
    values = result_to_json(found)
    return {
        "entities": values["entities"],
        "rows": [[cell["name"] for cell in row] for row in values.get("rows", ())],
        "total": values["total"],
        "cut": values["cut"],
        "proof": _facts(triple for triple, _ in found.evidence),
        "cypher": values["cypher"],
        "parameters": values["parameters"],
    }


def answer_text(values: Mapping[str, Any]) -> str:
    """Return an answer as text for a model: the answer, its confidence, the reason and the proof."""
    sure = f", confidence {percent(values['confidence'])}" if values["confidence"] is not None else ""
    lines = [f"{values['text'] or '(no answer)'} ({values['status']}{sure})"]
    lines += [values["reason"]] if values["reason"] else []
    lines += [" | ".join(row) for row in values["rows"]]
    lines += _proof_lines(values["proof"])
    lines += [f"found by: {values['cypher']}"] if values["cypher"] else []
    lines += [f"id for explain_answer: {values['id']}"] if values["id"] else []
    return _text(lines, values)


def explain_text(values: Mapping[str, Any]) -> str:
    """Return the trace of an answer as text, one line per step."""
    lines = [
        f"{values['question']} -> {values['text'] or '(no answer)'} ({values['status']}, {values['method']})"
    ]
    lines += [f"{one['kind']}: {one['summary']}" for one in values["steps"]]
    lines += [f"considered {one['score']:.3f} {one['plan']}" for one in values["considered"]]
    return _text([*lines, *_proof_lines(values["proof"])], values)


def plan_text(values: Mapping[str, Any]) -> str:
    """Return the result of a plan as text."""
    lines = [", ".join(one["name"] for one in values["entities"])] if values["entities"] else []
    lines += [" | ".join(row) for row in values["rows"]]
    lines.append(f"{values['total']} found" + ("; there may be more" if values["cut"] else ""))
    return _text([*lines, *_proof_lines(values["proof"])], values)


def schema_text(values: Mapping[str, Any]) -> str:
    """Return a schema as text in the form of Cypher patterns."""
    lines = [f"graph {values['graph']} ({values['kind']})"]
    if len(values["graphs"]) > 1:
        lines.append(f"graphs: {', '.join(values['graphs'])}")
    for label in values["labels"]:
        counted = f"  {label['count']} nodes" if label["count"] is not None else ""
        lines.append(f"(:{label['name']} {{{_properties(label['properties'])}}}){counted}")
    for one in values["relationships"]:
        held = f" {{{_properties(one['properties'])}}}" if one["properties"] else ""
        lines.append(f"[:{one['type']}{held}] {'; '.join(one['connects'])}  {one['count']}")
    return _text(lines, values)


def rows_text(values: Mapping[str, Any]) -> str:
    """Return rows as text, one per line."""
    lines = [" | ".join(values["columns"])] if values["columns"] else ["no rows"]
    lines += [" | ".join(map(_cell, row)) for row in values["rows"]]
    return _text([*lines, *(["there may be more rows"] if values["cut"] else [])], values)


def _facts(triples: Iterable[Triple]) -> list[dict[str, str]]:
    """Return triples as the names of their parts."""
    return [
        {"subject": one.subject.name, "relation": one.relation.name, "object": one.object.name}
        for one in triples
    ]


def _proof(answer: Answer) -> list[dict[str, str]]:
    return _facts(item.triple for item in answer.evidence)


def _proof_lines(proof: Iterable[Mapping[str, str]]) -> list[str]:
    return [f"  ({one['subject']}, {one['relation']}, {one['object']})" for one in proof]


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _properties(properties: Iterable[Mapping[str, Any]]) -> str:
    told = []
    for one in properties:
        examples = ", ".join(one["examples"][:_EXAMPLES])
        told.append(f"{one['name']}: {one['type']}" + (f" as in {examples}" if examples else ""))
    return ", ".join(told)


def _text(lines: Iterable[str], values: Mapping[str, Any]) -> str:
    cut = ["(cut to stay within the limit of tokens)"] if values.get("truncated") else []
    return "\n".join(map(printable, [*lines, *cut]))
