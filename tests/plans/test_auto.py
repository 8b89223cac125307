"""The method `auto` on a real graph: plans with a scorer that is told what is right, and the language model."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgqa_neo4j.cli.plan_view import show_considered
from kgqa_neo4j.cli.render import AnswerView
from kgqa_neo4j.llm.base import LLM, Completion, OnText, Request
from kgqa_neo4j.llm.llamacpp import LlamaCpp
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.llm.weights import find_weights
from kgqa_neo4j.methods.auto.answer_realization import unfaithful
from kgqa_neo4j.methods.auto.method import Auto
from kgqa_neo4j.methods.auto.plan_reranking import Proposal, weighed
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import ModelTimeout
from kgqa_neo4j.plans.scoring import Scores
from kgqa_neo4j.settings import LlmSettings, load_configuration
from tests.plans.conftest import Planned
from tests.plans.test_method import Told, resources

DIRECTOR, STARS, FILMS_OF_DIRECTOR = (
    "[Dune] -directed_by->",
    "[Dune] -starred->",
    "[Dune] -directed_by-> <-directed_by-",
)
CLOSE = {DIRECTOR: 9.0, STARS: 8.5, FILMS_OF_DIRECTOR: 1.0}
QUESTION = "who directed Dune"


class OnlyWrites:
    """A model that cannot score texts, as those behind most endpoints."""

    model, device, context = "only-writes", "cpu", 4096

    def __init__(self, *replies: str) -> None:
        self._inner = ScriptedLLM(list(replies))
        self.requests = self._inner.requests

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        return self._inner.complete(request, on_text)


def ask(
    films: Planned,
    llm: LLM,
    scores: Mapping[str, float] = CLOSE,
    question: str = QUESTION,
    on_text: OnText | None = None,
    **settings: object,
) -> Answer:
    overrides = {
        "auto__confident": 1.0,
        "auto__plans": 3,
        "auto__phrase": True,
        "ask__min_confidence": 0.0,
        **settings,
    }
    values = {name.replace("__", "."): value for name, value in overrides.items()}
    made = replace(resources(films), llm=llm, settings=load_configuration(Path("nowhere"), values, {}).settings)
    return Auto(Plans(lambda _: Told(scores))).answer(question, made, on_text=on_text)


def names(answer: Answer) -> list[str]:
    return [entity.name for entity in answer.entities]


def steps(answer: Answer, kind: str) -> list[str]:
    return [step.summary for step in answer.steps if step.kind == kind]


def test_a_sure_plan_answers_without_a_call(films: Planned) -> None:
    answer = ask(films, ScriptedLLM(), auto__confident=0.0)
    assert (names(answer), answer.method, answer.llm.calls) == (["Lynch"], "auto", 0)
    assert "answered by the plan" in steps(answer, "auto")[0] and answer.text == "Lynch"


def test_where_plans_are_close_the_one_that_makes_the_question_likelier_answers(films: Planned) -> None:
    llm = ScriptedLLM(choices=[[-30.0], [-20.0], [-40.0]])
    answer = ask(films, llm)
    assert names(answer) == ["Kyle", "Sting"] and answer.status is Status.ANSWERED
    chains = [messages[-1]["content"] for messages, _ in llm.choice_requests]
    assert chains == ["Dune - directed by", "Dune - starred", "Dune - directed by - ~ directed by"]
    assert all(options == [QUESTION] for _, options in llm.choice_requests) and answer.llm.calls == 3
    handed, answered = steps(answer, "auto")
    assert "the language model compared 3 plans" in handed and "answered by the plan" in answered
    weighed_step = next(step for step in answer.steps if step.kind == "reranking")
    assert "finds Dune - starred the most likely" in weighed_step.summary
    assert [plan["likelihood"] for plan in weighed_step.data["plans"]] == [-30.0, -20.0, -40.0]


def test_explain_shows_what_the_model_weighed(films: Planned, capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(films, ScriptedLLM(choices=[[-30.0], [-20.0], [-40.0]]))
    show_considered(answer)
    AnswerView().show(answer)
    printed = capsys.readouterr().out
    assert "finds Dune - starred the most likely" in printed and "-20.0" in printed
    assert printed.count("the language model compared 3 plans") == 1


def test_what_the_other_plans_lead_to_stays_as_evidence_behind_the_answers(films: Planned) -> None:
    answer = ask(films, ScriptedLLM(choices=[[-30.0], [-20.0], [-40.0]]))
    texts = [one.triple.text for one in answer.evidence]
    assert texts[:2] == ["(Dune, starred, Kyle)", "(Dune, starred, Sting)"]
    assert "(Dune, directed by, Lynch)" in texts
    told = {answer.steps[one.step - 1].kind for one in answer.evidence}
    assert told == {"execution", "reranking"}


def test_a_plan_that_is_far_ahead_stays_whatever_the_model_finds(films: Planned) -> None:
    llm = ScriptedLLM(choices=[[-22.0], [-20.0], [-40.0]])
    answer = ask(films, llm, {DIRECTOR: 9.0, STARS: 2.0, FILMS_OF_DIRECTOR: 1.0})
    assert names(answer) == ["Lynch"] and answer.llm.calls == 3


def test_a_model_that_has_no_part_changes_nothing(films: Planned) -> None:
    llm = ScriptedLLM()
    assert names(ask(films, llm, auto__plans=0)) == ["Lynch"] and not llm.choice_requests
    weightless = ask(films, ScriptedLLM(choices=[[-30.0], [-20.0], [-40.0]]), auto__model_weight=0.0)
    assert names(weightless) == ["Lynch"]


def test_a_single_answer_is_not_weighed(films: Planned) -> None:
    answer = ask(films, ScriptedLLM(), question="who is the spouse of Desiree", scores={}, plans__max_hops=1)
    assert names(answer) == ["Kyle"] and answer.llm.calls == 0
    assert "no other plan has an answer" in steps(answer, "auto")[0]


def test_a_model_that_cannot_score_names_an_answer_from_the_evidence_of_all(films: Planned) -> None:
    llm = OnlyWrites("Kyle")
    answer = ask(films, llm)
    assert names(answer) == ["Kyle", "Sting"] and answer.llm.calls == 1
    prompt = llm.requests[0].messages[-1]["content"]
    assert "Dune | directed by | Lynch" in prompt and "Dune | starred | Kyle; Sting" in prompt
    assert names(ask(films, OnlyWrites("nobody"))) == ["Lynch"]


def test_a_model_that_fails_leaves_the_plans_answer(films: Planned) -> None:
    def fail(_: Request) -> ModelTimeout:
        return ModelTimeout("too slow")

    class Failing(OnlyWrites):
        def __init__(self) -> None:
            super().__init__()
            self._inner = ScriptedLLM(fail)

    answer = ask(films, Failing())
    assert names(answer) == ["Lynch"] and answer.status is Status.ANSWERED
    assert "too slow" in answer.reason


def test_what_stays_unsure_is_withheld_and_kept_among_the_candidates(films: Planned) -> None:
    level = ScriptedLLM(choices=[[-20.0]] * 3)
    answer = ask(films, level, ask__min_confidence=1.0)
    assert (answer.status, answer.reason, answer.entities) == (Status.WITHHELD, "unsure", [])
    assert [one.name for one in answer.candidates] == ["Lynch"] and answer.confidence is not None
    assert steps(answer, "withheld")[-1].startswith("withheld")
    # The model alone does not know better, whatever the fallback is set to.
    assert not level.requests


def test_where_plans_have_nothing_adaptive_exploration_is_asked(films: Planned) -> None:
    answer = ask(films, ScriptedLLM(["(e1)-[knows]->(a)"]), question="who does Loner know", ask__fallback=False)
    assert (answer.method, answer.status) == ("auto", Status.UNANSWERABLE)
    assert answer.reason.startswith("plans: no plan") and "handed to adaptive" in steps(answer, "auto")[0]


def test_a_faithful_sentence_is_the_text_and_is_streamed(films: Planned) -> None:
    heard: list[str] = []
    llm = ScriptedLLM(["Lynch directed Dune."])
    answer = ask(films, llm, on_text=heard.append, auto__confident=0.0)
    assert (answer.text, "".join(heard), names(answer)) == ("Lynch directed Dune.",) * 2 + (["Lynch"],)
    assert llm.requests[0].prompt.startswith("phrase/") and llm.requests[0].max_tokens <= 64
    silent = ScriptedLLM()
    assert ask(films, silent, auto__confident=0.0).text == "Lynch" and not silent.requests


@pytest.mark.parametrize(
    "sentence",
    [
        "Scott directed Dune.",
        "Lynch directed Dune with Kyle.",
        "Lynch produced Dune.",
        "Lynch.",
        "",
    ],
)
def test_a_sentence_that_says_something_else_gives_way_to_the_names(films: Planned, sentence: str) -> None:
    heard: list[str] = []
    answer = ask(films, ScriptedLLM([sentence]), on_text=heard.append, auto__confident=0.0)
    assert (answer.text, "".join(heard)) == ("Lynch", "Lynch")
    assert "listed" in steps(answer, "realization")[0]


def test_long_answers_are_listed_without_a_call(films: Planned) -> None:
    for song in ("Air", "Bells", "Clouds", "Dawn"):
        films.add("Sigourney", "sang", song)
    heard: list[str] = []
    llm = ScriptedLLM()
    songs = {"[Sigourney] -sang->": 9.0}
    answer = ask(films, llm, songs, "what did Sigourney sing", heard.append, auto__confident=0.0)
    assert answer.text == "".join(heard) == "Air, Bells, Clouds, Dawn" and not llm.requests


@pytest.mark.parametrize(
    ("sentence", "complaint"),
    [
        ("The parent of john adams 's spouse is William Smith.", ""),
        ("The parent of john adams 's spouse Abigail is William Smith.", "it names Abigail"),
        ("William Smith was a minister.", "it adds 'minister'"),
        ("The parent of john adams 's spouse is william smith.", "it does not name William Smith"),
        ("William Smith is john adams.", "it leaves out 'parent', 'spouse'"),
    ],
)
def test_what_is_wrong_with_a_sentence_is_told(sentence: str, complaint: str) -> None:
    question = "who is the parent of john adams 's spouse ?"
    found = unfaithful(sentence, question, ["William Smith"], ["john_adams", "Abigail"], ["parents", "spouse"])
    assert found == complaint


def test_what_the_model_finds_moves_scores_among_the_proposals_alone() -> None:
    scores = Scores(np.array([3.0, 2.9, 1.0, 0.0], np.float32))
    nothing: Any = None
    proposed: Sequence[Proposal] = [Proposal([0, 1], nothing), Proposal([2], nothing)]
    new = weighed(scores, proposed, [-10.0, -2.0], 0.5).values
    assert new[2] > new[0] > new[1] and new[3] == 0.0
    assert np.isclose(np.logaddexp.reduce(new[:3]), np.logaddexp.reduce(scores.values[:3]), atol=1e-5)
    assert np.isclose(new[0] - new[1], 0.1, atol=1e-5)


@pytest.fixture(scope="module")
def packaged() -> LlamaCpp:
    return LlamaCpp(find_weights("packaged"), LlmSettings(context=1024, threads=1))


def test_the_packaged_model_chooses_between_plans_and_says_the_answer(
    films: Planned, packaged: LlamaCpp
) -> None:
    heard: list[str] = []
    even = {DIRECTOR: 5.0, STARS: 5.2}
    settings = {"auto__plans": 2, "auto__rerank": "on"}
    answer = ask(films, packaged, even, "who directed the film Dune", heard.append, **settings)
    assert names(answer) == ["Lynch"] and "Lynch" in answer.text == "".join(heard)
    assert {"reranking", "realization"} <= {step.kind for step in answer.steps}
    assert answer.llm.calls == 3


def test_the_packaged_model_is_not_consulted_by_default(films: Planned, packaged: LlamaCpp) -> None:
    answer = ask(films, packaged, {DIRECTOR: 5.0, STARS: 5.2}, auto__phrase=False)
    assert names(answer) == ["Kyle", "Sting"]
    assert answer.llm.calls == 0 and not steps(answer, "reranking")
