"""Words that deny what something is."""

import pytest

from kgqa_neo4j.question.denied_states import denying_states

KNOWN = {"resolved", "assigned", "veiled", "unveiled", "active", "hardy", "come"}


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("which incidents are still unresolved?", "which incidents are not resolved?"),
        ("Which tasks remain unassigned?", "Which tasks are not assigned?"),
        ("unresolved incidents of Ada", "incidents of Ada that are not resolved"),
        ("how many un-assigned tasks are there?", "how many tasks are there that are not assigned?"),
        ("is INC-1 unresolved?", "is INC-1 not resolved?"),
        # The graph has a word for it, or none for what is denied.
        ("which statues were unveiled in 1920?", "which statues were unveiled in 1920?"),
        ("which bills are unpaid?", "which bills are unpaid?"),
        ("which members are inactive?", "which members are not active?"),
        ("which non-hardy plants are there?", "which plants are there that are not hardy?"),
        ("which members have an income?", "which members have an income?"),
        # Denied twice.
        ("which incidents are not unresolved?", "which incidents are not unresolved?"),
        ("who lives in the United Kingdom?", "who lives in the United Kingdom?"),
    ],
)
def test_what_is_denied_is_said_by_its_own_word(question: str, asked: str) -> None:
    assert denying_states(question, KNOWN.__contains__) == asked
