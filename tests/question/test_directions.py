"""Who does it and to whom it is done, in questions and in names of relations."""

import pytest

from kgqa_neo4j.question.directions import does_to_others, goes_outward, steps_outward


@pytest.mark.parametrize(
    ("form", "label", "outward"),
    [
        ("Who does X report to?", "reports to", True),
        ("Who reports to X?", "reports to", False),
        ("Who supervises X?", "supervised by", True),
        ("Which students are supervised by X?", "supervised by", False),
        ("Who is X treated by?", "treated by", True),
        ("What movies did X direct?", "directed by", False),
        ("Who directed X?", "directed by", True),
        ("What was recorded in X?", "recorded at", False),
        ("Where does X work?", "works at", True),
        ("Who works at the X?", "works at", False),
        ("Who is X's boss?", "reports to", True),
        ("who are the direct reports of X", "reports to", False),
        ("Who is the manager of X?", "manages", False),
        ("X's subordinates", "managed by", False),
        ("Who manages X?", "reports to", True),
        ("Whom does X supervise?", "reports to", False),
        ("Whom does X lead?", "leads", True),
        # A relation's own name right before the topic, in whatever voice.
        ("Which judges studied at X?", "studied at", False),
        ("Which cases were filed in X?", "filed in", False),
        # Another verb for what is done to somebody, and one for what comes from them.
        ("Who taught X how to climb?", "trained by", True),
        ("Whom has X coached?", "trained by", None),
        ("Whom did X coach?", "trained by", False),
        ("Who learned from X?", "trained by", None),
        ("Who borrowed X?", "lent by", None),
        # Other nouns have no sides, nor has what holds both ways, nor do other verbs say anything.
        ("Who is the author of X?", "author", None),
        ("Who is X married to?", "married to", None),
        ("Who wrote X?", "supervised by", None),
        ("Who does X report X to?", "reports to", None),
    ],
)
def test_a_question_says_which_way_a_relation_is_followed(form: str, label: str, outward: bool | None) -> None:
    assert goes_outward(form, label.split()) is outward


@pytest.mark.parametrize(
    ("form", "label", "outward"),
    [
        ("Who loves X?", "loves", False),
        ("Whom does X love?", "loves", True),
        ("Who is loved by X?", "loves", True),
        ("Which classes use X?", "class", None),
        ("Who is X's boss?", "boss", None),
        ("Who knows X?", "loves", None),
    ],
)
def test_a_verb_alone_says_which_way_it_is_done(form: str, label: str, outward: bool | None) -> None:
    assert goes_outward(form, [label], alone=True) is outward
    assert goes_outward(form, [label]) is None


@pytest.mark.parametrize(
    ("form", "outward"),
    [
        ("Who loves the one who loves X?", (False, False)),
        ("who is loved by the one that X loves", (True, True)),
        ("Who loves somebody that X loves?", (True, False)),
        ("who is loved by the person who loves X?", (False, True)),
        ("Who loves X?", None),
        ("Who knows the one who loves X?", None),
    ],
)
def test_a_verb_said_twice_has_a_way_each(form: str, outward: tuple[bool, bool] | None) -> None:
    assert steps_outward(form, ["loves"]) == outward


@pytest.mark.parametrize(
    ("form", "verb", "does"),
    [
        ("How many followers does X have?", "follows", False),
        ("Who are the followers of X?", "follows", False),
        ("X's followers", "follows", False),
        ("Who is followed by the people that X follows?", "follows", True),
        ("Who follows X?", "follows", False),
        ("Whom does X mentor?", "mentors", True),
        # Of other verbs, and of mere nouns, nothing is said.
        ("How many followers does X have?", "mentors", None),
        ("What is the number of X?", "follows", None),
    ],
)
def test_a_question_says_who_does_what_one_verb_says(form: str, verb: str, does: bool | None) -> None:
    assert does_to_others(form, verb) is does
