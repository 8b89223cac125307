"""What a method keeps for a graph: made by one of many threads, and dropped for another graph."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.methods.common.graph_parts import GraphParts
from kgqa_neo4j.methods.query.method import Query, default_scorer
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.plans.scoring import Scorer
from kgqa_neo4j.store.driver import Database, Endpoint
from tests.methods.test_query import ready


def test_many_questions_at_once_make_what_they_share_once(graph: Any) -> None:
    ready(graph)
    resources = graph.resources(ScriptedLLM())
    made = []

    def make(given: Resources) -> Scorer:
        made.append(given)
        time.sleep(0.3)
        return default_scorer(given)

    method = Query(make)

    def ask(question: str) -> Answer:
        return method.answer(question, resources)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, ["what does Ada likes?"] * 8))

    assert [answer.entities[0].name for answer in answers] == ["Tea"] * 8
    assert len(made) == 1


def test_parts_of_another_graph_are_never_returned(graph: Any, endpoint: Endpoint) -> None:
    parts = GraphParts(lambda given: given.graph)
    one = graph.resources(ScriptedLLM())
    with Database(endpoint) as connected, ThreadPoolExecutor(8) as pool:
        other = replace(one, graph=connected)
        asked = [one, other] * 50

        found = list(pool.map(parts.get, asked))

    assert all(database is resources.graph for database, resources in zip(found, asked, strict=True))
