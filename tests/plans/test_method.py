"""The method `plans` on a real graph, with a scorer that is told what is right."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.cli.plan_view import show_considered
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods import method_names
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.methods.query.relation_similarity import RelationSimilarity
from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.errors import NoSuchTopic
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.plans.candidates import Candidate, StepPrior, no_step_prior
from kgqa_neo4j.plans.plan import Move
from kgqa_neo4j.plans.schema import Schema
from kgqa_neo4j.plans.scoring import MaskedQuestion, Scores
from kgqa_neo4j.plans.text import parse_plan, plan_text
from kgqa_neo4j.plans.typed import identified
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database
from tests.conftest import RunKgqa
from tests.methods.conftest import TopicLinker, WordCounts
from tests.plans.conftest import FILMS, Planned


class Told:
    """Scores plans by their text; 0 for those that it was not told of."""

    def __init__(self, scores: Mapping[str, float]) -> None:
        self.scores = scores
        self.asked: list[MaskedQuestion] = []

    def step_prior(self, asked: MaskedQuestion) -> StepPrior:
        return no_step_prior

    def score(self, asked: MaskedQuestion, candidates: Sequence[Candidate], schema: Schema) -> Scores:
        self.asked.append(asked)
        values = np.array([self.scores.get(plan_text(one.plan), 0.0) for one in candidates], np.float32)
        return Scores(values, ("told",), values[:, None])


def resources(films: Planned, **settings: object) -> Resources:
    embedder = WordCounts()
    names = sorted({name for subject, _, object_ in FILMS for name in (subject, object_)} | {"Loner"})
    linker = TopicLinker({name: Entity(name, name) for name in names}, embedder)
    overrides = {"ask.min_confidence": 0.0} | {f"plans.{name}": value for name, value in settings.items()}
    resolved = load_configuration(Path("nowhere"), overrides, {}).settings
    return Resources(films.database, embedder, linker, ScriptedLLM(lambda _: "never"), resolved)


def ask(films: Planned, question: str, scores: Mapping[str, float], **settings: object) -> Answer:
    return Plans(lambda _: Told(scores)).answer(question, resources(films, **settings))


def test_the_best_plan_that_returns_something_is_the_answer(films: Planned) -> None:
    scores = {
        "[Dune] -directed_by-> <-directed_by- -starred->": 2.0,
        "[Dune] -directed_by->": 1.0,
    }
    answer = ask(films, "who played in what Dune's director made?", scores)
    assert (answer.status, answer.method) == (Status.ANSWERED, "plans")
    assert [entity.id for entity in answer.entities] == ["Jack", "Kyle"]
    assert answer.text == "Jack, Kyle"
    assert answer.llm.calls == 0
    assert {item.hop for item in answer.evidence} == {1, 2, 3}
    execution = answer.steps[answer.evidence[0].step - 1]
    assert execution.data["margin"] == pytest.approx(1.0)
    assert "it has the best score" in execution.summary


def test_a_plan_without_answers_gives_way_to_the_next(films: Planned) -> None:
    # Of paths of three steps it is not known beforehand whether they lead anywhere.
    empty = "[Desiree] -spouse-> <-starred- -directed_by->"
    candidates = Plans(lambda _: Told({})).considered("Desiree?", resources(films))[1]
    never = next(
        plan_text(one.plan)
        for one in candidates
        if not one.exact and not films.memory.answers("Desiree", one.plan.chains[0].path)
    )
    answer = ask(films, "Desiree?", {never: 2.0, empty: 1.0})
    assert [entity.id for entity in answer.entities] == ["Lynch"]
    assert "better ones lead to nothing" in " ".join(step.summary for step in answer.steps)
    assert ask(films, "Desiree?", {never: 2.0, empty: 1.0}, execute=1).reason == "empty"


@pytest.mark.parametrize(("question", "reason"), [("who is it?", "no entity"), ("who is Loner?", "no plan")])
def test_what_cannot_be_answered_says_why(films: Planned, question: str, reason: str) -> None:
    answer = ask(films, question, {})
    assert (answer.status, answer.reason) == (Status.UNANSWERABLE, reason)
    assert not answer.entities and not answer.text


def test_the_scorer_sees_the_form_of_the_question(films: Planned) -> None:
    told = Told({})
    Plans(lambda _: told).answer("who directed Dune?", resources(films))
    assert told.asked[0].masked == "who directed X?"
    assert [topic.id for topic in told.asked[0].topics] == ["Dune"]


def test_two_topics_can_be_joined(films: Planned) -> None:
    answer = ask(films, "Kyle and Lynch?", {"[Kyle] <-starred- & [Lynch] <-directed_by-": 1.0})
    assert [entity.id for entity in answer.entities] == ["Blue", "Dune"]


def test_a_scorer_without_training_finds_the_relation_that_is_named(films: Planned) -> None:
    own = resources(films)
    answer = Plans(lambda _: RelationSimilarity(own.embedder)).answer("what year of Dune", own)
    assert [entity.id for entity in answer.entities] == ["1984"]


def test_a_cut_is_told(films: Planned) -> None:
    answer = ask(films, "Lynch?", {"[Lynch] <-directed_by-": 1.0}, reads=2)
    assert "only partly read" in answer.reason
    assert len(answer.entities) == 2


def test_explain_shows_plans_with_scores_and_the_winner(
    films: Planned, capsys: pytest.CaptureFixture[str]
) -> None:
    show_considered(ask(films, "Dune?", {"[Dune] -directed_by->": 1.0}))
    printed = capsys.readouterr().out
    assert "[Dune] -directed_by->" in printed and "told +1.00" in printed
    assert "leads to 1: it has the best score" in printed
    assert "by 1.000" in printed and "other parts of the score (+1.00)" in printed


def test_the_method_is_known_by_name() -> None:
    assert "plans" in method_names()


def test_plans_on_the_command_line(sample_workspace: Path, kgqa_here: RunKgqa) -> None:
    done = kgqa_here(
        "plan", "run", "count [metaqa:Driving Miss Daisy] -directed_by->", "--json", workspace=sample_workspace
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["entities"][0]["id"].startswith("number:") and result["evidence"]
    done = kgqa_here("plan", "run", "[metaqa:Driving Miss Daisy] -directed_by->", workspace=sample_workspace)
    assert "evidence" in done.stdout and "directed by" in done.stdout
    listed = kgqa_here(
        "plan",
        "list",
        "who directed [Driving Miss Daisy]?",
        "--json",
        "--most",
        "3",
        workspace=sample_workspace,
    )
    assert len(json.loads(listed.stdout)) == 3
    named = kgqa_here(
        "plan", "run", "[Driving Miss Daisy] -`directed by`->", "--json", workspace=sample_workspace
    )
    assert json.loads(named.stdout)["plan"]["text"] == "[metaqa:Driving Miss Daisy] -directed_by->"
    for plan, code, told in (
        ("[metaqa:Driving Miss Daisy] -directed_by", 4, "column"),
        ("[metaqa:Nobody At All] -directed_by->", 40, "no entity with the id"),
        ("[Driving Miss Daisy] -directed_bi->", 4, "did you mean directed_by"),
        ("[Driving Miss Daisy] -directed_by-> where -zzz-> > 1", 4, "no relation 'zzz'"),
        ("[metaqa:Driving Miss Daisy]" + " -directed_by->" * 5, 4, "at most 4 steps"),
    ):
        done = kgqa_here("plan", "run", plan, workspace=sample_workspace)
        assert (done.returncode, told in done.stderr) == (code, True), done.stderr
        assert "Traceback" not in done.stderr


def test_ask_explains_itself(sample_workspace: Path, kgqa_here: RunKgqa) -> None:
    done = kgqa_here(
        "ask",
        "who directed [Driving Miss Daisy]?",
        "--method",
        "plans",
        "--explain",
        workspace=sample_workspace,
    )
    assert done.returncode == 0, done.stderr
    assert "plans considered" in done.stdout and "main features" in done.stdout


def test_how_many_is_answered_by_a_number(films: Planned) -> None:
    answer = ask(films, "how many did Lynch make?", {"[Lynch] <-directed_by-": 1.0})
    assert (answer.text, answer.entities[0].id) == ("3", "number:3")
    assert len(answer.evidence) == 3
    assert ask(films, "how many did Lynch make?", {"[Lynch] <-directed_by-": 1.0}, words=False).text != "3"
    # What is a number already is not counted.
    assert ask(films, "how many years is Dune?", {"[Dune] -year->": 1.0}).text == "1984"


def test_whether_is_answered_by_yes_or_no(films: Planned) -> None:
    assert ask(films, "is Lynch who made Dune?", {"[Lynch] <-directed_by-": 1.0}).text == "yes"
    assert ask(films, "is Lynch who made Alien?", {"[Lynch] <-directed_by-": 1.0}).text == "no"


def test_whether_two_topics_are_related_is_not_what_they_have_in_common(films: Planned) -> None:
    shared = "[Dune] -directed_by-> & [Blue] -directed_by->"
    assert ask(films, "did Dune follow Blue?", {shared: 9.0, "[Dune] -starred->": 1.0}).text == "no"
    assert ask(films, "do Dune and Blue have the same maker?", {shared: 9.0}).text == "yes"
    assert ask(films, "whom did Dune and Blue have?", {shared: 9.0}).text == "Lynch"


def test_a_relation_from_an_entity_to_itself_has_it_as_an_answer(films: Planned) -> None:
    films.add("Sting", "knows", "Andy")
    answer = ask(films, "who does Sting know?", {"[Sting] -knows->": 1.0})
    assert [entity.id for entity in answer.entities] == ["Andy", "Sting"]


def test_three_steps_that_lead_back_alone_are_an_answer_where_nothing_else_fits(films: Planned) -> None:
    films.cypher("CREATE (:Relation {id: 'next', name: 'next', count: 3})")
    for one, other in (("Jack", "Two"), ("Two", "Three"), ("Three", "Jack")):
        films.add(one, "next", other)
    films.catalogue({Move("next"): {Move("next"): 3}})
    around = "[Jack] -next-> -next-> -next->"
    with Database(films.database.endpoint) as fresh:
        known = Planned(fresh, films.cypher, films.memory)
        answer = ask(known, "who is next to the next but one to Jack?", {around: 5.0})
        assert ([entity.id for entity in answer.entities], len(answer.evidence)) == (["Jack"], 3)
        assert ask(known, "Jack?", {around: 5.0, "[Jack] <-starred-": 4.5}).text == "Eraserhead"


def test_a_name_that_several_bear_is_not_guessed(films: Planned) -> None:
    films.cypher("UNWIND ['t:one', 't:two'] AS id CREATE (:Entity {id: id, name: 'Twice'})")
    with pytest.raises(NoSuchTopic) as error:
        identified(films.database, parse_plan("[Twice] -year->"))
    assert "2 entities are called 'Twice'" in error.value.message
    assert "[t:one], [t:two]" in error.value.hint
