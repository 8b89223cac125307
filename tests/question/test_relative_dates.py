"""Periods told from today."""

from datetime import date

import pytest

from kgqa_neo4j.question.relative_dates import with_dates

TODAY = date(2026, 3, 31)  # a Tuesday


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("which leases expire this year?", "which leases expire in 2026?"),
        ("orders placed during last month", "orders placed in February 2026"),
        ("orders since last year", "orders since 2025"),
        (
            "how many visits were there last week?",
            "how many visits were there between 2026-03-23 and 2026-03-29?",
        ),
        ("visits since last week", "visits since 2026-03-23"),
        ("claims filed last quarter and denied", "claims filed between 2025-10-01 and 2025-12-31 and denied"),
        ("what were last year's orders?", "what were orders in 2025?"),
        ("incidents in the last 30 days", "incidents between 2026-03-01 and 2026-03-31"),
        ("leases that end in the next two months", "leases that end between 2026-03-31 and 2026-05-31"),
        ("claims in the past year", "claims between 2025-03-31 and 2026-03-31"),
        ("who was hired two years ago?", "who was hired in 2024?"),
        ("who was hired more than one month ago?", "who was hired before 2026-02-28?"),
        ("which invoices are due today?", "which invoices are due on 2026-03-31?"),
        ("orders placed yesterday", "orders placed on 2026-03-30"),
        ("which licences expire before tomorrow?", "which licences expire before 2026-04-01?"),
        ("which policies have already expired?", "which policies expired before 2026-03-31?"),
        # No dates.
        ("who runs the company today?", "who runs the company today?"),
        ("who directed Last Year at Marienbad?", "who directed Last Year at Marienbad?"),
        ("who directed last year at marienbad?", "who directed last year at marienbad?"),
        ("what was the last year of the war?", "what was the last year of the war?"),
        ("claims settled within 60 days", "claims settled within 60 days"),
    ],
)
def test_a_period_is_said_by_its_dates(question: str, asked: str) -> None:
    assert with_dates(question, TODAY) == asked


def test_a_name_of_the_graph_is_no_period() -> None:
    assert with_dates("who sings last month?", TODAY, {"last month"}.__contains__) == "who sings last month?"
