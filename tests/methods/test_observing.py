"""Steps are heard of while a question is answered."""

from kgqa_neo4j.model.answer import Step
from kgqa_neo4j.model.observing import observe, observing


def test_a_step_is_told_to_who_listens_in_this_context_alone() -> None:
    heard: list[str] = []
    with observing(lambda step: heard.append(step.kind)):
        observe(Step("linking", "about Ada"))
        with observing(lambda step: None):
            observe(Step("plans", "many"))
    observe(Step("execution", "later"))
    assert heard == ["linking"]
