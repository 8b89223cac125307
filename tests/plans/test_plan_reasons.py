from kgqa_neo4j.reporting.plan_reasons import differences, reasons


def test_what_speaks_for_a_plan_is_told_in_words_the_weightiest_first() -> None:
    one = {"focus_kind": 1.0, "evidence_mean": 0.2, "undo": -1.0, "usual": 0.5}
    other = {"focus_kind": 0.5, "evidence_mean": -1.0, "undo": 0.0, "usual": 0.5}
    speaking, against = reasons(one, other)
    assert speaking == [
        "its steps match the question's words better (+1.20)",
        "it ends at what the question asks for (+0.50)",
    ]
    assert against == ["its use of repeated relations fits worse (-1.00)"]
    # What both have alike is no difference.
    assert [name for name, *_ in differences(one, other)] == ["evidence_mean", "undo", "focus_kind"]


def test_learned_questions_stand_for_themselves_beside_the_untrained_score_as_a_whole() -> None:
    one = {"untrained": 1.0, "learned": 3.0, "focus_kind": 9.0}
    other = {"untrained": 2.0, "learned": 0.0, "focus_kind": 1.0}
    assert reasons(one, other) == (
        ["learned questions favour it (+3.00)"],
        ["the untrained ranker prefers the other (-1.00)"],
    )


def test_parts_without_words_are_told_as_such() -> None:
    assert reasons({"own": 1.0}, {}) == (["other parts of the score (+1.00)"], [])
    assert reasons({}, {}) == ([], [])
