"""What is recorded of questions while they are answered: spans and metrics, log records, the audit log.

Without a setting nothing is recorded and OpenTelemetry is not imported; docs/observability.md says what there is.
"""
