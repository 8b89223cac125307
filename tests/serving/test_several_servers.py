"""Three servers with workspaces of their own on one database: what one learns and answers, all know."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.cli.main import group
from kgqa_neo4j.plans.learning.fitted_models import FOLDER
from kgqa_neo4j.plans.learning.store import summaries
from kgqa_neo4j.store.driver import Database
from tests.serving.conftest import PATIENCE_S, TRIPLES, Serving, serving, until_ready

# A server looks once a second whether the graph was taught.
SOON_S = 1.5


@pytest.fixture
def servers(
    database: Database, server_environment: dict[str, str], tmp_path: Path
) -> Iterator[list[httpx.Client]]:
    file = tmp_path / "triples.tsv"
    file.write_text("".join(f"{s}\t{r}\t{o}\n" for s, r, o in TRIPLES), "utf-8")
    where = database.endpoint
    with KnowledgeGraph.connect(
        where.uri, auth=(where.username, where.password), workspace=tmp_path / "loading"
    ) as graph:
        graph.load(file, settings={"load.embed": "none"})
    with ExitStack() as stack:
        starting = [
            serving(tmp_path / str(number), "--allow-learn", env=server_environment, ready=False)
            for number in range(3)
        ]
        with ThreadPoolExecutor(len(starting)) as pool:
            running: list[Serving] = list(pool.map(stack.enter_context, starting))
            list(pool.map(until_ready, running))
        yield [stack.enter_context(one.client()) for one in running]


def answer(client: httpx.Client, question: str) -> tuple[str, list[str]]:
    got = client.post("/v1/ask", json={"question": question}).json()
    return got["ask_id"], sorted(one["name"] for one in got["entities"])


def test_what_one_server_learns_and_answers_the_others_know(
    servers: list[httpx.Client], database: Database, server_environment: dict[str, str], tmp_path: Path
) -> None:
    asked = [answer(client, "who is the gaffer of [Sales]?") for client in servers]
    assert all(found != ["Ada"] for _, found in asked), asked
    # One corrects an answer that another one gave.
    taught = servers[1].post("/v1/learn", json={"correct": asked[0][0], "answers": ["Ada"]})
    assert taught.status_code == 200 and "learned" in taught.json()["sentence"], taught.text
    time.sleep(SOON_S)
    later = [answer(client, "who is the gaffer of [Support]?") for client in servers]
    assert [found for _, found in later] == [["Ben"]] * 3

    # One of them fitted its scores to it, for all.
    fitted = {
        file.read_bytes() for number in range(3) for file in (tmp_path / str(number) / FOLDER).glob("*.npz")
    }
    assert len(fitted) == 1

    ids = [ask_id for ask_id, _ in (*asked, *later)]
    for client in servers:
        listed = [one["id"] for one in client.get("/v1/history").json()["asked"]]
        assert listed == sorted(ids, reverse=True)
        assert {client.get(f"/v1/answers/{ask_id}").status_code for ask_id in ids} == {200}
        assert client.get("/v1/answers/last").json()["ask_id"] == later[servers.index(client)][0]
    command = ["--workspace", str(tmp_path / "elsewhere"), "history", "--json"]
    history = json.loads(CliRunner().invoke(group, command, env=server_environment).output)
    assert [one["id"] for one in history] == sorted(ids, reverse=True)

    # All learn of one form at once; none of it is lost.
    pairs = [("Cleo", "Sales"), ("Dan", "Sales"), ("Ada", "Sales")]
    together = threading.Barrier(len(servers))

    def learn(client: httpx.Client, pair: tuple[str, str]) -> int:
        together.wait(PATIENCE_S)
        told = [{"question": f"what is the turf of [{pair[0]}]?", "answers": [pair[1]]}]
        code: int = client.post("/v1/learn", json={"pairs": told, "set": "turf"}).status_code
        return code

    with ThreadPoolExecutor(len(servers)) as pool:
        assert list(pool.map(learn, servers, pairs)) == [200] * 3
    assert {one.name: one.pairs for one in summaries(database)}["turf"] == 3
