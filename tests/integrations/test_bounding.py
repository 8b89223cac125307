"""Results are cut to a number of tokens, whatever they hold."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from kgqa_neo4j.integrations.mcp.bounding import bounded, shortened, tokens

VALUES = st.dictionaries(
    st.sampled_from(["rows", "text", "proof", "cypher"]),
    st.one_of(st.text(max_size=3000), st.lists(st.lists(st.text(max_size=300), max_size=4), max_size=60)),
)


@settings(deadline=None)
@given(VALUES, st.integers(60, 2000))
def test_a_result_is_within_its_limit_and_keeps_its_keys(values: dict[str, object], limit: int) -> None:
    result = bounded(values, limit)
    assert tokens(json.dumps(result, ensure_ascii=False)) <= limit + 20
    assert result.keys() == {*values, "truncated"}
    assert result["truncated"] or all(result[key] == value for key, value in values.items())


def test_what_fits_is_left_as_it_is() -> None:
    assert bounded({"rows": [[1, 2]], "text": "x"}, 100) == {"rows": [[1, 2]], "text": "x", "truncated": False}


def test_the_beginning_of_the_largest_list_stays() -> None:
    result = bounded({"rows": [[place] for place in range(1000)], "columns": ["x"]}, 100)
    assert result["columns"] == ["x"] and result["rows"][0] == [0] and len(result["rows"]) > 20


@given(st.text(max_size=500), st.integers(0, 100))
def test_a_shortened_text_is_within_its_limit(text: str, limit: int) -> None:
    assert tokens(shortened(text, limit)) <= limit
