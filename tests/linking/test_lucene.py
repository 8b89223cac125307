"""Full-text queries built from hostile text, run against a real index."""

import random

import pytest

from kgqa_neo4j.linking.lucene import CLAUSES, any_of, escape, quote, resembling
from kgqa_neo4j.store.driver import Database

SPECIAL = '+-&&||!(){}[]^"~*?:\\/<>='


@pytest.mark.parametrize("term", [*SPECIAL, "AND", "OR", "NOT", "TO", "a b", "name:x", "[a TO b]", "x~2", "\\"])
def test_no_term_acts_as_syntax(names_database: Database, term: str) -> None:
    for query in (escape(term), quote(term), f"{escape(term)}~1", f"{quote(term)} {escape(term)}"):
        names_database.read("linking_worded", query=query, vector=None, limit=1)


def test_random_text_never_breaks_a_query(names_database: Database) -> None:
    chance = random.Random(0)
    letters = SPECIAL + "ANDORTab \t\u2019\u202e😀\"'`;0"
    for _ in range(60):
        text = "".join(chance.choices(letters, k=chance.randrange(1, 40)))
        names_database.read("linking_named", ids=[], names=[text], queries=any_of([text]), vector=None, limit=1)
        if query := resembling([text]):
            names_database.read("linking_worded", query=query, vector=None, limit=1)


def test_a_field_name_in_a_name_is_not_searched_as_a_field(names_database: Database) -> None:
    for query in (escape("keys:*"), quote("name:*")):
        assert names_database.read("linking_worded", query=query, vector=None, limit=5) == []


def test_many_keys_stay_within_the_limit_of_clauses(names_database: Database) -> None:
    queries = any_of(f"key {number}" for number in range(3 * CLAUSES))
    assert len(queries) == 3
    names_database.read("linking_named", ids=[], names=[], queries=queries, vector=None, limit=1)


def test_nothing_to_look_for_gives_no_query() -> None:
    assert resembling(["?!", ""]) == ""
    assert any_of(["", "x" * 40_000]) == []
