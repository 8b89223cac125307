"""Which queries deny something."""

import pytest

from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.reading.denial import denies


@pytest.mark.parametrize(
    "query",
    [
        "any where not -knows-> [Python]",
        "none any where -parking-> [x]",
        "any where -knows-> (any where not -in-> [x])",
        ":Movie where -.released-> != 2001",
        ':User where -.enabled-> = "no"',
    ],
)
def test_a_query_denies_a_step_a_value_or_that_there_is_any(query: str) -> None:
    assert denies(parse_query(query))


@pytest.mark.parametrize(
    "query", ["any where -knows-> [Python]", ":Movie where -.released-> < 2001", "count of any"]
)
def test_other_queries_do_not(query: str) -> None:
    assert not denies(parse_query(query))
