"""The request models, and their description in OpenAPI."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Literal

from fastapi import Header
from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from kgqa_neo4j.serving.graphs import Credentials
from kgqa_neo4j.serving.problems import Problem

MOST_CHARACTERS = 10_000

Graph = Annotated[str, Field(max_length=100, description="name of the graph; empty for the default one")]
Name = Annotated[str, Field(max_length=1000)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OwnCredentials(_Request):
    """A user of the database, for this request alone."""

    username: str = Field(max_length=200)
    password: SecretStr = Field(max_length=1000)


class _Asking(_Request):
    graph: Graph = ""
    topics: list[Name] = Field([], max_length=20, description="ids, names or aliases of what it is about")
    credentials: OwnCredentials | None = None


class AskRequest(_Asking):
    """A question."""

    question: str = Field(max_length=MOST_CHARACTERS, description="in plain language; [...] names the topic")
    method: str | None = Field(
        None, max_length=100, description="name of a method instead of the configured one"
    )
    min_confidence: float | None = Field(None, ge=0, le=1, description="below it an answer is withheld")
    fallback: Literal["auto", "on", "off"] | None = Field(
        None, description="let the model answer alone when the graph has nothing"
    )
    keep: bool = Field(True, description="keep the answer in the history; never with own credentials")
    stream: bool = Field(False, description="answer with server-sent events, as the header Accept may ask too")

    def settings(self) -> dict[str, object]:
        """Return the settings, by dotted name, given for this question."""
        given = {"ask.min_confidence": self.min_confidence, "ask.fallback": self.fallback}
        return {name: value for name, value in given.items() if value is not None}


class PlanRequest(_Asking):
    """A question whose plans are listed, or a plan that is executed."""

    question: str | None = Field(None, min_length=1, max_length=MOST_CHARACTERS)
    plan: str | None = Field(None, min_length=1, max_length=MOST_CHARACTERS, description="see docs/plans.md")
    most: int = Field(20, ge=1, le=100, description="plans listed")

    @model_validator(mode="after")
    def _one_of_both(self) -> PlanRequest:
        if (self.question is None) == (self.plan is None):
            raise ValueError("give either a question or a plan")
        return self


class Pair(_Request):
    """A question with its right answers."""

    question: str = Field(min_length=1, max_length=MOST_CHARACTERS)
    answers: list[Name] = Field(min_length=1, max_length=1000, description="names or ids")


class LearnRequest(_Request):
    """One of: pairs to learn from; an answer that was right; an answer that was wrong, with the right ones."""

    graph: Graph = ""
    set: str = Field("default", max_length=100, description="name of the set that it is kept in")
    pairs: list[Pair] | None = Field(None, min_length=1, max_length=1000)
    confirm: str | None = Field(None, max_length=40, description="id of an answer that was right")
    correct: str | None = Field(None, max_length=40, description="id of an answer that was wrong")
    answers: list[Name] = Field([], max_length=1000, description="what `correct` should have been")

    @model_validator(mode="after")
    def _one_of_three(self) -> LearnRequest:
        if sum(one is not None for one in (self.pairs, self.confirm, self.correct)) != 1:
            raise ValueError("give one of pairs, confirm and correct")
        return self


CredentialsHeader = Annotated[
    str | None,
    Header(
        alias="X-Neo4j-Authorization",
        description="a user of the database for this request alone, in the form of HTTP's Basic scheme",
    ),
]


def credentials_of(body: OwnCredentials | None, header: str | None) -> Credentials | None:
    """Return a request's own credentials, if any.

    Raises:
        Problem: the header does not follow the Basic scheme.
    """
    if body is not None:
        return Credentials(body.username, body.password.get_secret_value())
    if header is None:
        return None
    scheme, _, encoded = header.partition(" ")
    try:
        user, colon, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        colon = ""
    if scheme.lower() != "basic" or not colon:
        raise Problem(
            400,
            "bad-credentials-header",
            "X-Neo4j-Authorization must be: Basic, then user:password in Base64",
        )
    return Credentials(user, password)


def problem_responses() -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of error responses."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"default": {"description": "what went wrong (RFC 9457)", "content": content}}
