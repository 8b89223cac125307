"""Identifiers read as the words that they abbreviate."""

import pytest

from kgqa_neo4j.question.wording import says_mutual, word_relation


@pytest.mark.parametrize(
    ("relation", "reads"),
    [
        ("emp_cnt", "employee count"),
        ("mgmt", "management"),
        ("hasHQ", "has headquarters"),
        ("P_teaches", "teaches"),
        ("b_date", "birth date"),
        ("dob", "date of birth"),
        ("min_age", "minimum age"),
        ("runtime_min", "runtime minutes"),
        ("count", "count"),
    ],
)
def test_an_identifier_reads_in_full(relation: str, reads: str) -> None:
    assert word_relation(relation, relation).text == reads


@pytest.mark.parametrize("relation", ["spouse", "coauthor_with", "sharesBorderWith", "MARRIED_TO", "codeshare"])
def test_a_name_says_that_a_relation_holds_both_ways(relation: str) -> None:
    assert says_mutual(word_relation(relation, relation).label)


@pytest.mark.parametrize("relation", ["parent", "directed_by", "manager", "located_in"])
def test_other_names_do_not_say_so(relation: str) -> None:
    assert not says_mutual(word_relation(relation, relation).label)
