import pytest

from kgqa_neo4j.question.masking import MASK, PRONOUN, mask


@pytest.mark.parametrize("placeholder", [MASK, PRONOUN, r"\1"])
@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("who directed Dune (1984)?", ["Dune (1984)"], "who directed {0}?"),
        ("who made up_in_smoke", ["Up in Smoke", "up_in_smoke"], "who made {0}"),
        ("is Dune II longer than dune", ["Dune", "Dune II"], "is {0} longer than {0}"),
        ("nothing here", ["", "  "], "nothing here"),
    ],
)
def test_topics_are_masked_whole(text: str, names: list[str], expected: str, placeholder: str) -> None:
    assert mask(text, names, placeholder) == expected.format(placeholder)


@pytest.mark.parametrize("placeholder", [MASK, PRONOUN])
def test_a_topic_that_is_called_as_the_placeholder_is_masked_once(placeholder: str) -> None:
    text = f"is {placeholder} in dune or in Dune II"
    expected = f"is {placeholder} in {placeholder} or in {placeholder}"
    assert mask(text, ["Dune", "Dune II", placeholder], placeholder) == expected
