"""Observability of questions: spans and metrics, ids in log records, the audit log.

Spans, metrics and the audit log are off by default, and OpenTelemetry is then not imported; see docs/observability.md.
"""
