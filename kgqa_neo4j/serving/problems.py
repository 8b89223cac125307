"""Errors as problem details (RFC 9457): one code per class of `KgqaError`, with its hint."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kgqa_neo4j.model import errors
from kgqa_neo4j.model.errors import CypherRefused, KgqaError

MEDIA_TYPE = "application/problem+json"
# Seconds after which to retry if something is unavailable.
_SOON = 5
# The HTTP status of an error class and of its subclasses that are not listed themselves.
_STATUSES: Mapping[type[KgqaError], int] = {
    KgqaError: 500,
    errors.ConfigError: 400,
    errors.NoSuchGraph: 404,
    errors.InputError: 422,
    errors.DatabaseError: 502,
    errors.DatabaseDown: 503,
    errors.DatabaseStarting: 503,
    errors.IndexPopulating: 503,
    errors.WrongPassword: 403,
    errors.EmptyGraph: 409,
    errors.ReadOnlyServer: 403,
    errors.StatementTimeout: 504,
    errors.ServerError: 503,
    errors.ModelError: 502,
    errors.ContextOverflow: 422,
    errors.ModelTimeout: 504,
    errors.ModelUnavailable: 503,
    errors.NoSuchTopic: 422,
    errors.CypherRefused: 422,
    errors.NotEnoughDisk: 507,
    errors.SparkFailed: 502,
}
_WORD_ENDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Problem(Exception):
    """An error response to a request.

    `code` identifies the problem for programs; `retry_after` is in seconds, 0 if retrying does not help.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        hint: str = "",
        retry_after: int = 0,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.hint = hint
        self.headers = {**(headers or {}), **({"Retry-After": str(retry_after)} if retry_after else {})}
        self.more = more

    def body(self) -> dict[str, Any]:
        """Return the problem as a JSON object; `error` is for OpenAI clients."""
        return {
            "type": f"urn:kgqa:problem:{self.code}",
            "title": self.code.replace("-", " "),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "hint": self.hint,
            **self.more,
            "error": {"message": self.detail, "type": "kgqa_error", "code": self.code, "param": None},
        }


def problem_of(error: KgqaError) -> Problem:
    """Return the problem that reports an error to the client."""
    kind = next(one for one in type(error).__mro__ if one in _STATUSES)
    status = _STATUSES[kind]
    more: dict[str, Any] = {"exit_code": error.exit_code}
    if isinstance(error, CypherRefused):
        more["refusal"] = error.kind.value
    return Problem(
        status,
        code_of(type(error)),
        error.message,
        hint=error.hint,
        retry_after=_SOON if status == 503 else 0,
        **more,
    )


def code_of(kind: type[KgqaError]) -> str:
    """Return the code of an error class: ``no-such-topic`` for `NoSuchTopic`."""
    return _WORD_ENDS.sub("-", kind.__name__).lower()


def all_codes() -> list[str]:
    """Return the codes of all error classes."""
    kinds = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, KgqaError)]
    return sorted(code_of(kind) for kind in kinds)
