"""Nouns that people say for one another, and the table of them that is made of WordNet."""

from importlib.resources import files
from pathlib import Path

import pytest

from kgqa_neo4j.question.synonyms import synonyms
from training.synonyms import groups


@pytest.mark.parametrize(
    ("noun", "other"),
    [("case", "lawsuit"), ("physician", "doctor"), ("client", "customer"), ("motion picture", "film")],
)
def test_nouns_for_one_thing_are_said_for_one_another(noun: str, other: str) -> None:
    assert other in synonyms(noun) and noun in synonyms(other)


def test_nouns_of_common_fields_are_said_for_one_another() -> None:
    assert "provider" in synonyms("doctor") and "doctor" in synonyms("provider")
    assert "encounter" in synonyms("visit")


def test_a_narrower_noun_is_said_of_a_wider_one_and_not_the_other_way_round() -> None:
    assert 0.0 < synonyms("hospital")["organization"] < synonyms("hospital")["clinic"] == 1.0
    assert "lorry" not in synonyms("car")


def test_what_a_noun_usually_means_counts_more() -> None:
    meant = synonyms("lawsuit")
    assert 1.0 >= meant["suit"] > meant["case"] > meant["cause"] > 0.0


def test_nouns_that_both_rarely_mean_one_thing_are_none() -> None:
    # "Case" and "cause" are both lawsuits, and hardly anybody says so.
    assert "cause" not in synonyms("case")


def test_other_words_have_no_synonyms() -> None:
    assert synonyms("zzyzx") == synonyms("case:3") == synonyms("") == {}


def test_the_table_comes_with_its_licence() -> None:
    folder = files("kgqa_neo4j.question")
    assert "Princeton University" in (folder / "LICENSE-WordNet.txt").read_text("utf-8")
    assert len((folder / "synonyms.txt").read_bytes()) < 400_000


def test_the_table_holds_common_nouns_that_are_said(tmp_path: Path) -> None:
    data = (
        "01 18 n 03 doctor 0 physician 0 Dr 0 001 @ 09 n 0000 | who heals",
        "02 18 n 02 doctor 0 churchman 0 001 @ 09 n 0000 | a title of the church",
        "03 15 n 02 paris 0 capital 0 001 @i 09 n 0000 | a single town",
        "04 20 n 02 sagebrush_weed 0 mugwort 0 001 @ 09 n 0000 | a plant",
        "05 18 n 01 surgeon 0 001 @ 01 n 0000 | who operates",
    )
    index = {
        "doctor": "01 02", "physician": "01", "dr": "01", "churchman": "02", "paris": "03", "capital": "03",
        "sagebrush_weed": "04", "mugwort": "04", "surgeon": "05",
    }  # fmt: skip
    (tmp_path / "data.noun").write_text("".join(f"{line}\n" for line in data))
    (tmp_path / "index.noun").write_text(
        "".join(
            f"{noun} n {len(keys.split())} 1 @ {len(keys.split())} 0 {keys}\n" for noun, keys in index.items()
        )
    )
    (tmp_path / "index.sense").write_text("doctor%1:18:00:: 01 1 4\nchurchman%1:18:00:: 02 1 1\n")
    assert list(groups(tmp_path)) == [
        [("doctor", 1), ("physician", 1)],
        [("churchman", 1), ("doctor", 2)],
    ]
