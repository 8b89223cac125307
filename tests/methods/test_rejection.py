import pytest

from kgqa_neo4j.methods.query.rejection import auroc, measure, risk_coverage


def test_shares_of_what_a_policy_catches_and_loses() -> None:
    measured = measure([0.9, 0.4, 0.6, 0.1], [True, True, False, False])
    assert (measured.caught, measured.lost, measured.answered, measured.risk) == (0.5, 0.5, 0.5, 0.5)
    assert measured.auroc == 0.75


def test_nothing_to_share_is_none() -> None:
    measured = measure([0.9, 0.8], [True, True])
    assert measured.caught is None and measured.lost == 0.0 and measured.risk == 0.0 and measured.auroc is None
    assert measure([], []).answered == 0.0 and measure([0.0], [False]).risk is None


def test_risk_falls_as_less_is_answered_and_ties_are_taken_together() -> None:
    scores, right = [0.9, 0.8, 0.8, 0.1], [True, True, False, False]
    assert risk_coverage(scores, right) == [(0.25, 0.0), (0.75, pytest.approx(1 / 3)), (1.0, 0.5)]
    assert risk_coverage([], []) == []


@pytest.mark.parametrize(
    ("scores", "expected"), [([3.0, 2.0, 1.0], 1.0), ([1.0, 2.0, 3.0], 0.0), ([1.0, 1.0, 1.0], 0.5)]
)
def test_auroc_is_the_chance_that_a_right_answer_scores_higher(scores: list[float], expected: float) -> None:
    assert auroc(scores, [True, True, False]) == expected
