"""Settings of observability: OpenTelemetry, logs, the audit log."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kgqa_neo4j.settings.section import Section


class OtelSettings(Section):
    """OpenTelemetry: spans and metrics."""

    use: bool = Field(False, description="send spans and metrics to OpenTelemetry; needs the extra `otel`")
    endpoint: str = Field("", description="OTLP endpoint over HTTP; empty for the providers of this process")
    service: str = Field("kgqa", description="`service.name` reported to `otel.endpoint`")
    content: bool = Field(False, description="include questions, answers, values and statements in spans")


class LogSettings(Section):
    """Logs of the resident engine and of servers."""

    format: Literal["text", "json"] = Field("text", description="log lines as text or as JSON")


class AuditSettings(Section):
    """The audit log: who asked what when, in `audit.log` in the workspace."""

    use: bool = Field(False, description="keep an audit log in the workspace")
    max_mb: int = Field(10, ge=1, description="megabytes per file before the next one starts")
    files: int = Field(10, ge=1, description="number of older files to keep")
