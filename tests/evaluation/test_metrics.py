import pytest

from kgqa_neo4j.evaluation.metrics import Scores, at_coverage, mean, percentile, score


def units(*groups: str) -> list[frozenset[str]]:
    return [frozenset(group.split()) for group in groups]


def test_all_right_scores_one_everywhere() -> None:
    assert score(units("a", "b"), units("b", "a"), {"a"}) == Scores(1, 1, 1, 1, 1, 1, 1, 1)


def test_nothing_predicted_scores_zero_but_evidence_is_still_seen() -> None:
    assert score([], units("a"), {"a"}) == Scores(answer_in_evidence=1)


def test_order_decides_hit_at_1_and_the_share_decides_expected_hit_at_1() -> None:
    first_wrong = score(units("x", "a"), units("a"))
    assert (first_wrong.hit_at_1, first_wrong.expected_hit_at_1, first_wrong.any_hit) == (0, 0.5, 1)
    assert first_wrong.recall == 1
    assert first_wrong.f1 == pytest.approx(2 / 3)
    assert first_wrong.em == 0


def test_a_gold_answer_that_the_graph_lacks_stays_in_the_denominator() -> None:
    one_of_two = score(units("a"), units("a", ""))
    assert (one_of_two.precision, one_of_two.recall, one_of_two.em) == (1, 0.5, 0)
    assert score(units("a"), units("")) == Scores()


def test_any_bearer_of_a_name_satisfies_one_gold_answer_and_f1_stays_within_one() -> None:
    both = score(units("film1", "film2"), units("film1 film2"))
    assert (both.precision, both.recall, both.f1, both.em) == (1, 1, 1, 1)
    one = score(units("film2"), units("film1 film2"))
    assert (one.hit_at_1, one.f1, one.em) == (1, 1, 1)


def test_an_ambiguous_prediction_is_one_prediction() -> None:
    assert score(units("film1 tag1", "x"), units("film1")).precision == 0.5


def test_no_gold_answers_ask_for_a_refusal() -> None:
    assert score([], [], refused=True) == Scores(1, 1, 1, 1, 1, 1, 1, 0)
    assert score([], [], refused=False) == Scores()
    assert score(units("a"), [], refused=True) == Scores()


def test_percentiles_are_values_that_were_seen() -> None:
    values = [5.0, 1.0, 3.0, 2.0, 4.0]
    assert [percentile(values, p) for p in (0, 20, 50, 95, 100)] == [1, 1, 3, 5, 5]
    assert percentile([], 50) == 0


def test_mean_of_nothing_is_zero() -> None:
    assert (mean([]), mean([0.1] * 10)) == (0.0, 0.1)


def test_the_surest_questions_are_scored_by_coverage() -> None:
    hits, sure = [1.0, 1.0, 0.0, 0.0], [0.9, 0.8, 0.3, 0.1]
    assert [at_coverage(hits, sure, share) for share in (0.25, 0.5, 0.75, 1.0)] == [1.0, 1.0, 2 / 3, 0.5]
    # What is equally sure counts by its mean, in whatever order it was asked.
    assert at_coverage(hits, [0.5] * 4, 0.5) == at_coverage(hits[::-1], [0.5] * 4, 0.5) == 0.5
    assert at_coverage([], [], 0.5) == 0.0
