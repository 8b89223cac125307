"""What the nearest exemplars' votes do to scores."""

from __future__ import annotations

import numpy as np
import pytest

from kgqa_neo4j.plans.learning.knn_voting import Openness, openness, votes
from kgqa_neo4j.plans.plan import Move, Path

DIRECTED: Path = (Move("directed_by", True),)
WROTE: Path = (Move("written_by", True),)
KNOWN: list[dict[Path, float]] = [{DIRECTED: 1.0}, {WROTE: 1.0}, {WROTE: 0.5}]
SUPPORT = np.array([40, 2, 2], np.float32)


def test_nearer_exemplars_with_more_pairs_speak_louder() -> None:
    voted = votes(np.array([1.2, 1.0, 0.9], np.float32), KNOWN, SUPPORT)
    assert voted[DIRECTED] == pytest.approx(40, rel=0.01)
    assert 0 < voted[WROTE] < 1


def test_a_question_like_no_exemplar_gets_no_votes_worth_counting() -> None:
    voted = votes(np.array([0.2, 0.1, 0.1], np.float32), KNOWN, SUPPORT)
    assert sum(voted.values()) < 1
    assert votes(np.zeros(0, np.float32), [], np.zeros(0, np.float32)) == {}


def test_votes_count_where_the_untrained_scorer_is_unsure_and_nothing_is_explained() -> None:
    unsure = openness(np.array([1.0, 0.9, 0.8], np.float32), np.zeros(3, np.float32))
    sure = openness(np.array([9.0, 0.0, 0.0], np.float32), np.zeros(3, np.float32))
    gains = [
        one.gained({DIRECTED: 40.0}, [DIRECTED, WROTE, None], np.zeros(3, np.float32)) for one in (unsure, sure)
    ]
    assert gains[0][0] > 10
    assert gains[0][1:].tolist() == [0.0, 0.0]
    assert gains[1][0] < 0.1


def test_a_path_that_leaves_words_to_others_gains_little() -> None:
    gained = Openness(1.0, 0.0).gained({DIRECTED: 40.0}, [DIRECTED], np.array([-1.0], np.float32))
    assert 0 < gained[0] < 0.5
