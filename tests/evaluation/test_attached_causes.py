"""What separates wrong rows from the gold ones."""

from typing import Any

import pytest

from benchmarks.attached_causes import Cause, cause_of

GOLD = [{"name": "Ann", "n": 3}, {"name": "Bo", "n": 1}]


@pytest.mark.parametrize(
    ("rows", "cause"),
    [
        (list(reversed(GOLD)), Cause.RIGHT),
        ([], Cause.NONE),
        ([*GOLD, GOLD[0]], Cause.REPEATED),
        ([{"name": "Ann"}, {"name": "Bo"}], Cause.LACKING),
        ([{**one, "city": "Rome"} for one in GOLD], Cause.FURTHER),
        ([{"name": "Ann", "n": 2}, {"name": "Bo", "n": 7}], Cause.GROUPS),
        (GOLD[:1], Cause.SOME),
        ([*GOLD, {"name": "Cy", "n": 3}], Cause.MORE),
        ([GOLD[0], {"name": "Cy", "n": 9}], Cause.OTHERS),
        ([{"name": "Cy", "n": 9}], Cause.ELSE),
    ],
)
def test_the_first_check_that_applies_names_the_cause(rows: list[dict[str, Any]], cause: Cause) -> None:
    assert cause_of(GOLD, rows, None) is cause


def test_rows_in_another_order_and_another_number_are_told() -> None:
    assert cause_of(GOLD, list(reversed(GOLD)), (1,)) is Cause.ORDER
    assert cause_of([{"n": 4}], [{"total": 5}], None) is Cause.NUMBER
