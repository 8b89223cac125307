"""Questions changed by a rule: what changes, and what does not."""

import json
from pathlib import Path

import pytest

from kgqa_neo4j.evaluation.task import EvaluationTask
from kgqa_neo4j.question_sets.perturbing import Perturbation, changed, perturbed
from kgqa_neo4j.question_sets.questions import Question

QUESTION = Question("Does Ada Lovelace know Grace Hopper?", ("Ada Lovelace", "Grace Hopper"), ("yes",), 1)


def edits(one: str, other: str) -> int:
    """Return the Damerau-Levenshtein distance (optimal string alignment) of two texts."""
    rows = [[row + column for column in range(len(other) + 1)] for row in range(len(one) + 1)]
    for i, a in enumerate(one, 1):
        for j, b in enumerate(other, 1):
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


def test_case_lowers_the_whole_question() -> None:
    assert perturbed(QUESTION, "case").question == "does ada lovelace know grace hopper?"


@pytest.mark.parametrize("seed", range(40))
def test_a_typo_is_one_edit_within_a_word_of_one_mention(seed: int) -> None:
    text = perturbed(QUESTION, "typo", seed).question
    assert edits(QUESTION.question, text) == 1
    assert text.startswith("Does Ada L") and " know G" in text and text.endswith("r?")


@pytest.mark.parametrize("seed", range(10))
def test_partial_leaves_one_word_out_of_one_mention(seed: int) -> None:
    assert perturbed(QUESTION, "partial", seed).question in {
        "Does Ada know Grace Hopper?",
        "Does Lovelace know Grace Hopper?",
        "Does Ada Lovelace know Grace?",
        "Does Ada Lovelace know Hopper?",
    }


def test_what_the_gold_standard_says_stays() -> None:
    for rule in ("case", "typo", "partial"):
        found = perturbed(QUESTION, rule, 3)
        assert (found.topics, found.answers, found.line) == (QUESTION.topics, QUESTION.answers, 1)


def test_the_same_seed_draws_the_same_and_another_may_not() -> None:
    drawn = [perturbed(QUESTION, "typo", seed).question for seed in range(20)]
    assert drawn == [perturbed(QUESTION, "typo", seed).question for seed in range(20)]
    assert len(set(drawn)) > 5


@pytest.mark.parametrize(
    ("text", "topics", "rule"),
    [
        ("how many are there?", (), "typo"),
        ("how many are there?", ("Atlantis",), "typo"),
        ("who is Ada?", ("Ada",), "typo"),
        ("who is Lovelace?", ("Lovelace",), "partial"),
        ("who adores it?", ("Ador",), "typo"),
        ("what is ORD-1003?", ("1003",), "typo"),
    ],
)
def test_a_question_without_a_mention_to_change_stays(
    text: str, topics: tuple[str, ...], rule: Perturbation
) -> None:
    question = Question(text, topics, ("x",), 1)
    assert perturbed(question, rule) == question


def test_of_mentions_within_each_other_the_longer_is_shortened() -> None:
    question = Question("who runs the New York Times?", ("York", "New York", "New York Times"), (), 1)
    found = {perturbed(question, "partial", seed).question for seed in range(20)}
    assert found == {"who runs the York Times?", "who runs the New Times?", "who runs the New York?"}


def test_a_task_asks_the_perturbed_questions_of_its_sample(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    rows = [{"question": f"Who is Ada Number{n}?", "topic": f"Ada Number{n}", "answers": []} for n in range(9)]
    rows.append({"question": "who?", "answers": []})
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    plain = EvaluationTask(file, "jsonl", "test", sample=10, seed=2).questions()
    typos = EvaluationTask(file, "jsonl", "test", sample=10, seed=2, perturb="typo").questions()
    assert [one.line for one in typos] == [one.line for one in plain]
    assert changed(plain, typos) == 9
