"""What a confidence is worth."""

import math

import pytest

from benchmarks.discrimination import worth


def test_a_confidence_that_tells_right_from_wrong_is_perfect() -> None:
    found = worth([0.9, 0.8, 0.2, 0.1], [1, 1, 0, 0])
    assert (found.auroc, found.withheld, found.right, found.wrong) == (1.0, 1.0, 2, 2)
    assert found.risks["50%"] == 0.0 and found.risks["100%"] == 0.5
    assert found.aurc == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)
    assert found.calibration_error == pytest.approx(0.15)
    assert found.brier == pytest.approx((0.01 + 0.04 + 0.04 + 0.01) / 4)


def test_a_confidence_that_says_the_same_of_all_tells_nothing() -> None:
    found = worth([0.5] * 4, [1, 0, 1, 0])
    assert (found.auroc, found.withheld, found.calibration_error) == (0.5, 0.0, 0.0)
    # Whichever of them come first, half of them are wrong.
    assert set(found.risks.values()) == {0.5}


def test_one_right_answer_in_twenty_may_be_lost() -> None:
    right = [0.1, *[0.9] * 39]
    found = worth([*right, 0.5, 0.95], [1.0] * 40 + [0.0] * 2)
    assert found.threshold == pytest.approx(0.9) and found.withheld == 0.5


def test_without_wrong_answers_there_is_nothing_to_tell_apart() -> None:
    found = worth([0.7, 0.9], [1, 1])
    assert math.isnan(found.auroc) and math.isnan(found.withheld)
    with pytest.raises(ValueError, match="no answers"):
        worth([], [])
