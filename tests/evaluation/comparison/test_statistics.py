import math

import pytest

from kgqa_neo4j.evaluation.comparison.statistics import paired_difference, spread


def test_spread_is_the_mean_and_the_sample_standard_deviation() -> None:
    mean, deviation = spread([1.0, 2.0, 3.0, 4.0])
    assert (mean, deviation) == pytest.approx((2.5, math.sqrt(5 / 3)))
    assert spread([0.5]) == (0.5, None)


def test_the_interval_of_two_pairs_is_known_by_hand() -> None:
    # Means of two draws from {0, 1}: 0 in a quarter of the cases, 0.5 in a half, 1 in a quarter.
    found = paired_difference([1.0, 1.0], [0.0, 1.0])
    assert (found.mean, found.low, found.high, found.pairs) == (0.5, 0.0, 1.0, 2)


def test_the_interval_of_a_hundred_pairs_is_that_of_the_binomial_distribution() -> None:
    # 25 of 100 differ by 1: the quantiles of Binomial(100, 0.25) at 2.5 % and 97.5 % are 17 and 34.
    found = paired_difference([1.0] * 25 + [0.0] * 75, [0.0] * 100)
    assert found.mean == 0.25
    assert found.low == pytest.approx(0.17, abs=0.011) and found.high == pytest.approx(0.34, abs=0.011)
    assert found == paired_difference([1.0] * 25 + [0.0] * 75, [0.0] * 100)


def test_pairing_takes_out_what_questions_have_in_common() -> None:
    hard_and_easy = [0.0, 1.0] * 50
    assert paired_difference(hard_and_easy, hard_and_easy).high == 0.0
    worse = paired_difference([0.0] * 100, hard_and_easy)
    assert worse.mean == -0.5 and worse.high < -0.35


def test_one_pair_has_no_interval_and_none_no_difference() -> None:
    found = paired_difference([1.0], [0.0])
    assert found.mean == 1.0 and math.isnan(found.low) and math.isnan(found.high)
    with pytest.raises(ValueError, match="nothing to compare"):
        paired_difference([], [])
