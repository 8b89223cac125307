"""Durations in words, as in answers."""

from __future__ import annotations

from neo4j.time import Duration


def duration_text(duration: Duration) -> str:
    """Return a duration in words, without sign and zero parts: "2 years 3 months", "17 hours 31 minutes"."""
    years, months = divmod(abs(duration.months), 12)
    minutes, seconds = divmod(abs(duration.seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        (years, "year"),
        (months, "month"),
        (abs(duration.days), "day"),
        (hours, "hour"),
        (minutes, "minute"),
        (seconds, "second"),
    ]
    told = [f"{count:,} {unit}{'s' if count != 1 else ''}" for count, unit in parts if count]
    return " ".join(told) or "0 days"
