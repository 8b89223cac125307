"""Where somebody went to school."""

import pytest

from kgqa_neo4j.question.schooling import as_schools


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("where did Ada Vane go to school?", "which school did Ada Vane go to?"),
        ("Where did Bo Lind go to law school", "which law school did Bo Lind go to"),
        ("Where did Ada Vane go to university?", "which university did Ada Vane go to?"),
        ("Where did Ada Vane go to work?", "Where did Ada Vane go to work?"),
        ("Where did the school bus go to?", "Where did the school bus go to?"),
    ],
)
def test_the_school_is_asked_for(question: str, asked: str) -> None:
    assert as_schools(question) == asked
