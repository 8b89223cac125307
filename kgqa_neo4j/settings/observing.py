"""Settings of what is recorded of questions while they are answered."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kgqa_neo4j.settings.section import Section


class OtelSettings(Section):
    """OpenTelemetry: spans and metrics."""

    use: bool = Field(False, description="hand spans and metrics to OpenTelemetry; needs the extra `otel`")
    endpoint: str = Field(
        "", description="where to send them by OTLP over HTTP; empty for the providers of this process"
    )
    service: str = Field("kgqa", description="`service.name` of what is sent to `otel.endpoint`")
    content: bool = Field(False, description="let spans hold questions, answers, values and statements")


class LogSettings(Section):
    """Logs of the resident engine and of servers."""

    format: Literal["text", "json"] = Field("text", description="lines of text or of JSON")


class AuditSettings(Section):
    """The audit log: who asked what when, in `audit.log` in the workspace."""

    use: bool = Field(False, description="keep an audit log in the workspace")
    max_mb: int = Field(10, ge=1, description="megabytes of one file, after which the next begins")
    files: int = Field(10, ge=1, description="older files that are kept")
