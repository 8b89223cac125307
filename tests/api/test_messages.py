"""What people are told of answers that are none, or not given."""

from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status, Step
from kgqa_neo4j.reporting.answer_json import to_json
from kgqa_neo4j.reporting.messages import message


def made(status: Status, *steps: Step, reason: str = "", topics: tuple[str, ...] = ()) -> Answer:
    named = [ScoredEntity(name, name, 1.0) for name in topics]
    return Answer("who?", "plans", status, steps=list(steps), reason=reason, topics=named, confidence=0.25)


READ = Step("reading", "", {"considered": [{"text": "any where -leads->", "unexplained": ["boss"]}]})


def test_an_ordinary_answer_needs_no_words() -> None:
    assert message(made(Status.ANSWERED)) == ""
    assert message(made(Status.ANSWERED, reason="not all was read")) == "not all was read"


def test_a_withheld_answer_says_how_sure_it_is_and_what_was_not_understood() -> None:
    withheld = Step("withheld", "", {"minimum": 0.5, "answers": 1})
    told = message(made(Status.WITHHELD, READ, withheld, reason="unsure"))
    assert told == 'Withheld: 25 % is below your minimum of 50 %. The graph has nothing that "boss" could mean'


def test_codes_of_reasons_are_put_into_words() -> None:
    unread = Step("unread", 'the graph has nothing that "gaffer" could mean')
    told = to_json(made(Status.UNANSWERABLE, unread, reason="unread"))
    assert told["reason"] == "unread" and told["message"].startswith("Not answered: the graph has nothing")
    assert (
        message(made(Status.UNANSWERABLE, reason="empty", topics=("Ada",)))
        == "No fact about Ada matches the question"
    )
    assert message(made(Status.FAILED, reason="no reply")) == "Failed: no reply"


def test_names_that_may_be_meant_are_asked_for_only_where_nothing_was_found() -> None:
    near = Step("linking", "", {"suggestions": ["Sales", "Sails"]})
    assert message(made(Status.UNANSWERABLE, near)).endswith('matches the graph. Did you mean "Sales"?')
    assert "Did you mean" not in message(made(Status.UNANSWERABLE, near, topics=("Ada",)))
    assert message(made(Status.FALLBACK, near)).endswith('Did you mean "Sales"?')
