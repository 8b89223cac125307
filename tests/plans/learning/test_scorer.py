"""How plans are scored with what was learned."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.plans.method import Plans
from kgqa_neo4j.methods.query.relation_similarity import RelationSimilarity
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.plans.graph_schema import GraphSchema
from kgqa_neo4j.plans.learning import store, training
from kgqa_neo4j.plans.learning.fitted_models import FOLDER
from kgqa_neo4j.plans.learning.kernel import Kernel, middle_of
from kgqa_neo4j.plans.learning.learn import learn
from kgqa_neo4j.plans.learning.model import Model, load
from kgqa_neo4j.plans.learning.pairs import pairs_of
from kgqa_neo4j.plans.learning.plan_features import factors_of
from kgqa_neo4j.plans.learning.scorer import LearnedScorer, create
from kgqa_neo4j.plans.learning.training import train
from kgqa_neo4j.plans.plan import Chain, Move, Plan, chain_plan
from tests.plans.learning.films import TRIPLES, actors, directors, writers_of_directed


def answers(graph: Any, question: str, topic: str, **settings: object) -> set[str]:
    resources = graph.resources(ScriptedLLM(), ask__min_confidence=0.0, **settings)
    return {entity.name for entity in Plans().answer(question, resources, [topic]).entities}


def learn_all(graph: Any, questions: list[Any], name: str = "default") -> None:
    learn(graph.database, graph.embedder, pairs_of(graph.database, questions), name)


def test_questions_worded_unlike_the_graph_are_answered_once_learned(graph: Any) -> None:
    graph.add(*TRIPLES)
    question, topic = "whose vision is Gale?", "Gale"
    before = answers(graph, question, topic)
    learn_all(graph, [*directors("whose vision is {}?"), *actors("who plays in {}?")])
    assert answers(graph, question, topic) == {"Gus"}
    assert answers(graph, "who plays in Gale?", topic) == {"Cy", "Hal"}
    assert answers(graph, question, topic, learning__sets="none") == before
    store.forget(graph.database)
    assert answers(graph, question, topic) == before


def test_steps_learned_apart_serve_together(graph: Any) -> None:
    graph.add(*TRIPLES)
    learn_all(graph, [*directors("whose vision is {}"), *actors("who plays in {}")])
    learn_all(graph, writers_of_directed("who penned the visions of {}"))
    assert answers(graph, "who penned the visions of Gus", "Gus") == {"Bo", "Ivy"}


def test_learning_other_questions_forgets_nothing(graph: Any) -> None:
    graph.add(*TRIPLES)
    learn_all(graph, directors("whose vision is {}?"))
    assert answers(graph, "whose vision is Gale?", "Gale") == {"Gus"}
    for form in ("who plays in {}?", "whose faces are seen in {}?", "which players has {}?"):
        learn_all(graph, actors(form))
    assert answers(graph, "whose vision is Gale?", "Gale") == {"Gus"}
    assert answers(graph, "which players has Gale?", "Gale") == {"Cy", "Hal"}


def test_only_the_set_that_is_named_counts(graph: Any) -> None:
    graph.add(*TRIPLES)
    learn_all(graph, directors("what of {}"), "right")
    learn_all(graph, actors("what of {}"), "wrong")
    assert answers(graph, "what of Haze", "Haze", learning__sets="right") == {"Gus"}
    assert answers(graph, "what of Haze", "Haze", learning__sets="wrong") == {"Flo", "Joe"}
    with pytest.raises(ConfigError, match="no set of learned questions is called 'third'"):
        answers(graph, "what of Haze", "Haze", learning__sets="third")


def test_without_exemplars_the_untrained_scorer_is_used_as_it_is(graph: Any) -> None:
    graph.add(*TRIPLES)
    resources = graph.resources(ScriptedLLM())
    assert not isinstance(create(resources.graph, resources.embedder, resources.settings, None), LearnedScorer)


def test_the_fitted_model_is_kept_until_more_is_learned(graph: Any, tmp_path: Path) -> None:
    graph.add(*TRIPLES)
    learn_all(graph, directors())
    first = LearnedScorer(
        RelationSimilarity(graph.embedder), graph.database, graph.embedder, workspace=tmp_path
    )
    model = first.model(GraphSchema(graph.database))
    files = list((tmp_path / FOLDER).iterdir())
    again = load(BytesIO(files[0].read_bytes()))
    assert [file.name for file in files] == [f"{first.key}.npz"]
    assert (again.factors, again.known, again.scale, again.gain, again.pairs) == (
        model.factors,
        model.known,
        model.scale,
        model.gain,
        4,
    )
    files[0].write_bytes(b"damaged")
    second = LearnedScorer(
        RelationSimilarity(graph.embedder), graph.database, graph.embedder, workspace=tmp_path
    )
    assert second.model(GraphSchema(graph.database)).known == model.known
    learn_all(graph, actors())
    third = LearnedScorer(
        RelationSimilarity(graph.embedder), graph.database, graph.embedder, workspace=tmp_path
    )
    assert third.key != first.key and third.pairs == 8


def test_a_model_that_another_workspace_fitted_is_used(
    graph: Any, cypher: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted: list[int] = []

    def counted(*arguments: Any) -> Any:
        fitted.append(1)
        return train(*arguments)

    def model_in(workspace: Path | None) -> Model:
        untrained = RelationSimilarity(graph.embedder)
        scorer = LearnedScorer(untrained, graph.database, graph.embedder, workspace=workspace)
        return scorer.model(GraphSchema(graph.database))

    monkeypatch.setattr("kgqa_neo4j.plans.learning.scorer.train", counted)
    # Parts of a few hundred bytes, as of a model that is too large for one.
    monkeypatch.setattr("kgqa_neo4j.plans.learning.fitted_models._PART", 500)
    graph.add(*TRIPLES)
    learn_all(graph, directors())
    here = model_in(tmp_path / "here")
    there = model_in(tmp_path / "there")
    assert len(fitted) == 1 and there.known == here.known and there.factors == here.factors
    assert cypher("MATCH (m:FittedModel) RETURN count(m) > 1 AS several") == [{"several": True}]
    assert [file.suffix for file in (tmp_path / "there" / FOLDER).iterdir()] == [".npz"]
    # One that was kept in part, or damaged, is none.
    cypher("MATCH (m:FittedModel {part: 1}), (other:FittedModel {part: 0}) SET m.data = other.data")
    model_in(None)
    cypher("MATCH (m:FittedModel {part: 1}) DELETE m")
    model_in(None)
    model_in(None)
    assert len(fitted) == 3
    # Others of late stay, as for other sets; forgotten, all are gone.
    for pairs in (actors()[:1], actors()[1:2], actors()[2:3], actors()[3:]):
        learn_all(graph, pairs)
        model_in(None)
    assert cypher("MATCH (m:FittedModel) RETURN count(DISTINCT m.key) AS n") == [{"n": 4}]
    store.forget(graph.database)
    assert cypher("MATCH (m:FittedModel) RETURN m") == []


def test_plans_share_factors_with_those_they_are_made_of() -> None:
    back, on = Move("directed_by", False), Move("written_by")
    long = set(factors_of(chain_plan("t", back, on)))
    assert ("first", "-directed_by") in long and ("last", "+written_by") in long
    assert long & set(factors_of(chain_plan("t", on))) and long & set(factors_of(chain_plan("t", back)))
    both = factors_of(Plan((Chain("a", (on,)), Chain("b", (on,)))))
    assert both["path", "+written_by"] == 1.0 and both["form", "joined"] == 1.0


def test_of_too_many_factors_the_telling_ones_are_kept(
    graph: Any, cypher: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.add(*TRIPLES)
    learn_all(graph, [*directors("whose vision is {}?"), *writers_of_directed("who penned the visions of {}?")])
    scorer = LearnedScorer(RelationSimilarity(graph.embedder), graph.database, graph.embedder)
    all_factors = set(scorer.model(GraphSchema(graph.database)).factors)
    cypher("MATCH (m:FittedModel) DELETE m")
    monkeypatch.setattr(training, "MANY_FACTORS", 0)
    scorer = LearnedScorer(RelationSimilarity(graph.embedder), graph.database, graph.embedder)
    kept = set(scorer.model(GraphSchema(graph.database)).factors)
    assert {("path", "+directed_by"), ("pair", "-directed_by", "+written_by")} <= kept < all_factors
    assert {kind for kind, *_ in all_factors - kept} <= {"path", "pair"}
    assert answers(graph, "who penned the visions of Gus?", "Gus") == {"Bo", "Ivy"}


def test_forms_are_most_like_themselves(graph: Any) -> None:
    forms = ["who directed X", "who wrote X", "what year is X from"]
    vectors = graph.embedder.encode(forms)
    similarity = Kernel(forms, vectors, middle_of(vectors, graph.embedder)).similarity(forms, vectors)
    assert (similarity.argmax(axis=1) == [0, 1, 2]).all()
    assert similarity[0, 1] > similarity[0, 2]
