"""The public API on a real server."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

import kgqa_neo4j
from kgqa_neo4j import (
    Answer,
    AnswerStream,
    ConfigError,
    DatabaseDown,
    InputError,
    KgqaError,
    KnowledgeGraph,
    NoSuchTopic,
    Question,
    Status,
)
from kgqa_neo4j.methods.asking import open_resources
from kgqa_neo4j.methods.base import Resources
from kgqa_neo4j.plans.language.cypher import Statement
from kgqa_neo4j.store.driver import Database, Endpoint, Row
from tests.conftest import OpenSmallGraph

TRIPLES = [
    ("Ada", "leads", "Sales"),
    ("Ben", "leads", "Support"),
    ("Cleo", "works_in", "Sales"),
    ("Dan", "works_in", "Sales"),
    ("Eve", "works_in", "Support"),
    ("Sales", "located_in", "Rome"),
    ("Support", "located_in", "Oslo"),
]

ENDLESS = "CYPHER 25 UNWIND range(1, 1000000000) AS number WITH number WHERE number < 0 RETURN [] AS walk"


@pytest.fixture(scope="module")
def graph(small_graph_there: OpenSmallGraph) -> Iterator[KnowledgeGraph]:
    with small_graph_there(TRIPLES) as opened:
        yield opened


def names(answer: Answer) -> set[str]:
    return {entity.name for entity in answer.entities}


def test_settings_are_keywords_too(graph: KnowledgeGraph) -> None:
    assert names(graph.ask("who works here?", topics="Sales")) == {"Cleo", "Dan"}
    withheld = graph.ask("who leads Sales?", min_confidence=1.0)
    assert withheld.status is Status.WITHHELD
    plans = [one.text for one in graph.plan("who leads Sales?", topics="Support", plans__max_hops=1)]
    assert plans and all(text.startswith("[triples:Support] ") and text.count("-") == 2 for text in plans)
    with pytest.raises(ConfigError, match="no setting 'min_confidenc'") as caught:
        graph.ask("who leads Sales?", min_confidenc=0.5)
    assert "min_confidence" in caught.value.hint


@pytest.mark.parametrize("question", [None, 5, ["who leads Sales?"]])
def test_a_question_that_is_no_text_is_refused(graph: KnowledgeGraph, question: Any) -> None:
    with pytest.raises(InputError, match="must be text"):
        graph.ask(question)


def test_asking_gives_entities_evidence_confidence_and_cypher(graph: KnowledgeGraph) -> None:
    answer = graph.ask("who leads Sales?", method="plans")
    assert answer.status is Status.ANSWERED
    assert names(answer) == {"Ada"}
    assert answer.text == "Ada"
    assert answer.confidence is not None
    assert 0 <= answer.confidence <= 1
    assert [one.triple.relation.id for one in answer.evidence] == ["leads"]
    assert answer.cypher.startswith("CYPHER 25") and answer.ask_id in answer.cypher


def test_the_cypher_of_an_answer_draws_its_evidence(graph: KnowledgeGraph) -> None:
    from kgqa_neo4j.store.connect import connect

    answer = graph.ask("who works in Support?", method="plans")
    with connect(graph.configuration) as database:
        import neo4j

        endpoint = database.endpoint
        auth = (endpoint.username, endpoint.password)
        with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver:
            drawn = driver.execute_query(answer.cypher)
    assert drawn.records


def test_fifty_threads_ask_one_graph(graph: KnowledgeGraph) -> None:
    asked = [("who leads Sales?", {"Ada"}), ("who leads Support?", {"Ben"}), ("who works in Support?", {"Eve"})]
    with ThreadPoolExecutor(50) as pool:
        found = list(pool.map(lambda one: names(graph.ask(one[0], method="plans")), asked * 40))
    assert found == [expected for _, expected in asked] * 40


def test_one_question_may_have_settings_of_its_own(graph: KnowledgeGraph) -> None:
    settings = {"plans.max_hops": 1}
    one_step = graph.plan("where is the department of Cleo located?", topics=["Cleo"], settings=settings)
    all_steps = graph.plan("where is the department of Cleo located?", topics=["Cleo"])
    assert len(one_step) < len(all_steps)
    with pytest.raises(KgqaError, match="no setting"):
        graph.ask("who leads Sales?", settings={"plans.max_hop": 1})


def test_a_plan_is_ranked_and_can_be_run(graph: KnowledgeGraph) -> None:
    best = graph.plan("who leads Sales?")[0]
    assert "leads" in best.text and best.features
    assert [entity.name for entity in graph.run_plan("[Sales] <-leads-").entities] == ["Ada"]


def test_a_stream_gives_the_text_in_pieces_and_then_the_answer(graph: KnowledgeGraph) -> None:
    stream = graph.stream("who works in Sales?", method="plans")
    assert "".join(stream) == stream.answer.text
    assert names(stream.answer) == {"Cleo", "Dan"}
    assert list(stream) == []


def test_a_stream_raises_what_the_question_ended_in(graph: KnowledgeGraph) -> None:
    with pytest.raises(NoSuchTopic):
        list(graph.stream("who leads it?", topics=["Nowhere"], method="plans"))


def test_a_stream_that_is_closed_ends_its_work() -> None:
    def talk(on_text: Callable[[str], None]) -> Answer:
        while True:
            on_text("word ")

    stream = AnswerStream(talk)
    next(iter(stream))
    stream.close()
    stream._thread.join(10)
    assert not stream._thread.is_alive()
    with pytest.raises(KgqaError, match="not complete"):
        _ = stream.answer


def test_asking_does_not_block_the_event_loop(graph: KnowledgeGraph) -> None:
    async def ask() -> tuple[tuple[Answer, Answer], list[Any]]:
        both = asyncio.gather(
            graph.ask_async("who leads Sales?", method="plans"),
            graph.ask_async("who leads Support?", method="plans"),
        )
        pieces = [piece async for piece in graph.stream_async("who leads Sales?", method="plans")]
        return await both, pieces

    answers, pieces = asyncio.run(ask())
    assert [names(answer) for answer in answers] == [{"Ada"}, {"Ben"}]
    assert isinstance(pieces[-1], Answer) and "".join(pieces[:-1]) == pieces[-1].text


def test_a_wrong_pair_is_refused(graph: KnowledgeGraph) -> None:
    with pytest.raises(InputError, match="no answers"):
        graph.learn([("who leads Sales?", [])])


def test_learning_takes_pairs_and_questions(graph: KnowledgeGraph) -> None:
    report = graph.learn(
        [
            ("who is the boss of [Sales]?", ["Ada"]),
            Question("who is Support's boss?", ("Support",), ("Ben",), 2),
        ],
        name="boss",
    )
    assert report.learned.new == 2
    assert names(graph.ask("who is the boss of Support?", method="plans")) == {"Ben"}


def test_a_graph_that_another_changes_is_read_anew(graph: KnowledgeGraph, tmp_path: Path) -> None:
    assert names(graph.ask("who leads Sales?", method="plans")) == {"Ada"}
    more = tmp_path / "more.tsv"
    more.write_text("Fay\tleads\tLegal\nGil\tworks_in\tLegal\n", "utf-8")
    with KnowledgeGraph(graph.configuration) as other:
        other.load(more)
    time.sleep(1.1)
    assert names(graph.ask("who leads Legal?", method="plans")) == {"Fay"}


def test_a_graph_read_anew_keeps_neither_connections_nor_threads(
    graph: KnowledgeGraph, endpoint: Endpoint
) -> None:
    def held() -> tuple[int, int]:
        assert names(graph.ask("who leads Sales?", method="plans")) == {"Ada"}
        port = urlsplit(endpoint.uri).port
        connections = psutil.Process().net_connections("tcp")
        return sum(one.raddr != () and one.raddr.port == port for one in connections), threading.active_count()

    connections, threads = held()
    times = 5
    for _ in range(times):
        graph.reload()
        held()
    gc.collect()
    # Pools have some more or fewer at times; each graph has at least one of both.
    now_connections, now_threads = held()
    assert now_connections < connections + times and now_threads < threads + times


def test_a_question_in_progress_outlives_its_graph_being_read_anew(graph: KnowledgeGraph) -> None:
    answer = graph.ask("who leads Sales?", method="plans", on_text=lambda _: graph.reload())
    assert names(answer) == {"Ada"}
    assert answer.cypher and not [step for step in answer.steps if step.kind == "trace"]


def test_threads_that_lose_the_same_connection_reconnect_once(
    graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Resources] = []

    def open_counted(*given: Any, **named: Any) -> Resources:
        opened.append(open_resources(*given, **named))
        return opened[-1]

    graph.ask("who leads Sales?", method="plans")
    monkeypatch.setattr("kgqa_neo4j.methods.kept_graph.open_resources", open_counted)
    all_lost = threading.Barrier(8)

    def ask(_: int) -> set[str]:
        lost: list[str] = []

        def lose_once(piece: str) -> None:
            if not lost:
                lost.append(piece)
                all_lost.wait(30)
                raise DatabaseDown("the server was killed")

        return names(graph.ask("who leads Sales?", method="plans", on_text=lose_once))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [{"Ada"}] * 8
    assert len(opened) == 1


def test_one_of_many_questions_reads_what_all_need_of_a_graph_just_opened(
    graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: Counter[str] = Counter()
    read = Database.read

    def counted(database: Database, name: str, /, **parameters: Any) -> list[Row]:
        statements[name] += 1
        return read(database, name, **parameters)

    monkeypatch.setattr(Database, "read", counted)
    graph.reload()
    with ThreadPoolExecutor(20) as pool:
        assert (
            list(pool.map(lambda _: names(graph.ask("who leads Sales?", method="plans")), range(20)))
            == [{"Ada"}] * 20
        )
    assert statements["linking_named"] == 20
    for once in ("graph_ready", "show_indexes", "relation_types", "plan_relations", "load_prefixes"):
        assert statements[once] == 1, once


def test_evaluation_returns_figures(graph: KnowledgeGraph, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"question": "who leads Sales?", "topic": "Sales", "answers": ["Ada"]}\n', "utf-8")
    figures = graph.evaluate(file, method="plans", topic="gold")
    assert figures["hit_at_1"] == 1.0
    with pytest.raises(InputError, match="unknown value of topic"):
        graph.evaluate(file, topic="golden")  # type: ignore[arg-type]


def test_a_server_of_ones_own_is_connected_to(endpoint: Endpoint, tmp_path: Path) -> None:
    auth = (endpoint.username, endpoint.password)
    with KnowledgeGraph.connect(endpoint.uri, auth=auth, workspace=tmp_path) as graph:
        assert graph.configuration.settings.neo4j.uri == endpoint.uri
        with pytest.raises(KgqaError):
            graph.ask(" ")


def test_a_closed_graph_says_so(graph: KnowledgeGraph) -> None:
    other = KnowledgeGraph(graph.configuration)
    other.close()
    with pytest.raises(KgqaError, match="closed"):
        other.ask("who leads Sales?")


def test_the_process_of_a_library_user_stays_as_it_was(graph: KnowledgeGraph) -> None:
    threshold = gc.get_threshold()
    threads = {one["filepath"]: one["num_threads"] for one in threadpool_info()}
    graph.ask("who leads Sales?", method="plans")
    assert gc.get_threshold() == threshold
    assert threads.items() <= {one["filepath"]: one["num_threads"] for one in threadpool_info()}.items()


def test_an_answer_shows_itself_in_a_notebook(graph: KnowledgeGraph) -> None:
    shown = graph.ask("who leads Sales?", method="plans")._repr_html_()
    assert "<b>Ada</b>" in shown and "<td>leads</td>" in shown and "vis" in shown
    hostile = Answer("<script>", "plans", Status.ANSWERED, text="<script>alert(1)</script>")
    assert "<script>" not in hostile._repr_html_()


def test_everything_public_is_there_and_named() -> None:
    public = vars(kgqa_neo4j)["__all__"]
    assert {"Answer", "Entity", "Evidence", "KnowledgeGraph", "ScriptedLLM", "__version__"} <= set(public)
    for name in public:
        assert getattr(kgqa_neo4j, name) is not None, name
    tree = [kgqa_neo4j.errors.KgqaError]
    while tree:
        kind = tree.pop()
        tree += kind.__subclasses__()
        if kind.__module__ == "kgqa_neo4j.model.errors":
            assert kind.__name__ in public


def test_an_answer_is_given_without_its_proof_if_that_takes_too_long(
    graph: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "how many people work in Sales?"
    proved = graph.ask(question, method="plans")
    monkeypatch.setattr("kgqa_neo4j.plans.language.execution.PROOF_SECONDS", 0.2)
    monkeypatch.setattr("kgqa_neo4j.plans.language.execution.compile_proof", lambda *_: Statement(ENDLESS, {}))
    unproved = graph.ask(question, method="plans")
    assert names(proved) == names(unproved) == {"2"}
    assert proved.evidence and not unproved.evidence
    assert "take too long to find" in unproved.reason


def test_importing_the_package_loads_no_model_library() -> None:
    script = (
        "import sys, kgqa_neo4j; "
        "print([name for name in ('numpy', 'neo4j', 'torch', 'spacy', 'pydantic') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_shipped_fixture_makes_graphs(pytester_like: Callable[[str], str]) -> None:
    assert "1 passed" in pytester_like(
        "pytest_plugins = ['kgqa_neo4j.testing.fixtures']\n"
        "def test_it(small_graph):\n"
        "    graph = small_graph([('Ada', 'leads', 'Sales')])\n"
        "    assert graph.ask('who leads Sales?', method='plans').text == 'Ada'\n"
    )


@pytest.fixture
def pytester_like(tmp_path: Path) -> Callable[[str], str]:
    """Run a test file of a user in a process of its own."""

    def run(text: str) -> str:
        file = tmp_path / "test_mine.py"
        file.write_text(text, "utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            str(tmp_path),
            str(file),
        ]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path).stdout

    return run
