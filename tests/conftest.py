"""Real servers for the tests: one that is emptied, one that holds the bundled sample."""

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import click
import neo4j
import pytest
from click.testing import CliRunner

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.attached.workspace import attach
from kgqa_neo4j.cli import main
from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import Attachment, Configuration, load_configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database, Endpoint
from kgqa_neo4j.store.managed import ManagedServer
from kgqa_neo4j.testing import small_graph
from tests.sharing import Standing, shared_workspace
from tests.tiers import left_out, long_first, mark

# spaCy imports it, in a thread where a question is expected. It silences a warning while it is imported, and the end
# of a test in the main thread would undo that.
importlib.import_module("requests")

SERVER_MEMORY_MB = "700"
# Read before the tests' own surroundings hide it.
TEST_DATA = os.environ.get("KGQA_TEST_DATA", "")

FIRM = """
UNWIND [
  ['Ada Byron', '03/12/1985', '1,720', 'Berlin'], ['Ben Okri', '15/02/1990', '1,850', 'Lagos'],
  ['Cleo Park', '21/07/1979', '1,640', 'Seoul'], ['Dan Mora', '09/09/1995', '1,780', 'Berlin']
] AS row
CREATE (:Employee {fullName: row[0], birthDate: row[1], height: row[2], city: row[3]})
WITH collect(1) AS done
UNWIND [['Orbital', 'space', 2001], ['Nimbus', 'weather', 2015]] AS row
CREATE (:Company {name: row[0], industry: row[1], founded: row[2]})
WITH collect(1) AS done
UNWIND [['Apollo', 120000.0], ['Borealis', 80000.0], ['Cirrus', 45000.5]] AS row
CREATE (:Project {title: row[0], budget: row[1]})
WITH collect(1) AS done
UNWIND [['Ada Byron', 'Orbital', 2010], ['Ben Okri', 'Orbital', 2018], ['Cleo Park', 'Nimbus', 2016],
        ['Dan Mora', 'Nimbus', 2020]] AS row
MATCH (e:Employee {fullName: row[0]}), (c:Company {name: row[1]})
CREATE (e)-[:WORKS_FOR {since: row[2]}]->(c)
WITH collect(1) AS done
UNWIND [['Ada Byron', 'Apollo', 30], ['Ada Byron', 'Borealis', 5], ['Ben Okri', 'Apollo', 12],
        ['Cleo Park', 'Cirrus', 20]] AS row
MATCH (e:Employee {fullName: row[0]}), (p:Project {title: row[1]})
CREATE (e)-[:WORKED_ON {hours: row[2]}]->(p)
"""

Cypher = Callable[..., list[dict[str, Any]]]
AttachOwn = Callable[..., Configuration]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return left_out(collection_path, config.option.markexpr) or None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> Iterator[None]:
    for item in items:
        mark(item)
    yield
    if hasattr(config, "workerinput"):
        long_first(items)


@pytest.fixture(scope="session", autouse=True)
def own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's settings, servers and models out of the tests; the cache of jars is shared."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Shells start what runs in the background so, and processes that tests interrupt would inherit it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("NEO4J_", "KGQA_")) and name != "KGQA_CACHE_DIR":
                patch.delenv(name)
        patch.setenv("KGQA_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        patch.setenv("KGQA_SERVER_MEMORY_MB", SERVER_MEMORY_MB)
        patch.setenv("HF_HUB_OFFLINE", "1")
        # Where a test does not ask for one: an engine would outlive its test.
        patch.setenv("KGQA_ENGINE_USE", "off")
        # A server of a few minutes never earns back what optimising its code takes.
        patch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
        yield


class RunKgqa(Protocol):
    """Runs the command in a process of its own and returns what it printed."""

    def __call__(
        self,
        *arguments: str | Path,
        workspace: Path,
        stdin: str | None = None,
        env: dict[str, str] | None = None,
        timeout: float = 300,
    ) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture(scope="session")
def kgqa() -> RunKgqa:
    def run(
        *arguments: str | Path,
        workspace: Path,
        stdin: str | None = None,
        env: dict[str, str] | None = None,
        timeout: float = 300,
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()"]
        return subprocess.run(
            [*command, "--workspace", str(workspace), *map(str, arguments)],
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            text=True,
            env={**os.environ, **(env or {})},
            timeout=timeout,
        )

    return run


@pytest.fixture
def kgqa_here() -> RunKgqa:
    """As `kgqa`, within this process, which saves the start of one: for what is not about processes."""

    def run(
        *arguments: str | Path,
        workspace: Path,
        stdin: str | None = None,
        env: dict[str, str] | None = None,
        timeout: float = 300,
    ) -> subprocess.CompletedProcess[str]:
        words = ["kgqa", "--workspace", str(workspace), *map(str, arguments)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", words)
            done = CliRunner().invoke(click.command(main), input=stdin, env=env)
        return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    server = ManagedServer(tmp_path_factory.mktemp("server") / "server", int(SERVER_MEMORY_MB))
    yield server.start()
    server.stop()


@pytest.fixture(scope="session")
def cypher_session(endpoint: Endpoint) -> Iterator[neo4j.Session]:
    auth = (endpoint.username, endpoint.password)
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=auth) as driver, driver.session() as session:
        yield session


@pytest.fixture
def cypher(cypher_session: neo4j.Session) -> Callable[..., list[dict[str, Any]]]:
    """Run free Cypher on the server of `database`: what a test builds and checks its graph with."""

    def run(query: str, **parameters: Any) -> list[dict[str, Any]]:
        return cypher_session.run(query, parameters).data()

    return run


def empty(session: neo4j.Session) -> None:
    """Delete all nodes. Constraints and name indexes stay, and with them the statements that were planned."""
    session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()
    # Vector indexes have the dimension of the encoder that a test used.
    for row in session.run("SHOW INDEXES YIELD name, type WHERE type = 'VECTOR' RETURN name").data():
        session.run(f"DROP INDEX `{row['name']}`").consume()


def strip(session: neo4j.Session) -> None:
    """Drop all constraints and indexes of ours."""
    for row in session.run("SHOW CONSTRAINTS YIELD name").data():
        session.run(f"DROP CONSTRAINT `{row['name']}`").consume()
    for row in session.run("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name").data():
        session.run(f"DROP INDEX `{row['name']}`").consume()


class OpenSmallGraph(Protocol):
    """Gives `small_graph` on the server of `database`, emptied before."""

    def __call__(
        self,
        triples: Iterable[tuple[str, str, str]],
        *,
        llm: LLM | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> AbstractContextManager[KnowledgeGraph]: ...


@pytest.fixture(scope="session")
def small_graph_there(endpoint: Endpoint, cypher_session: neo4j.Session) -> OpenSmallGraph:
    """For the graph of a whole module whose other tests leave the server alone: no server is started for it."""

    def opened(
        triples: Iterable[tuple[str, str, str]],
        *,
        llm: LLM | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> AbstractContextManager[KnowledgeGraph]:
        empty(cypher_session)
        # A full-text index scores by what was deleted as well, until it is merged.
        strip(cypher_session)
        there = {"uri": endpoint.uri, "username": endpoint.username, "password": endpoint.password}
        all_settings = {**{f"neo4j.{name}": value for name, value in there.items()}, **(settings or {})}
        return small_graph(triples, llm=llm, settings=all_settings)

    return opened


@pytest.fixture
def emptied(endpoint: Endpoint, cypher_session: neo4j.Session) -> Iterator[Database]:
    """An empty database; see `empty`."""
    empty(cypher_session)
    with Database(endpoint) as connected:
        yield connected


@pytest.fixture
def database(emptied: Database) -> Database:
    """An empty database; see `empty`. Modules that are about indexes override it by `bare_database`."""
    return emptied


@pytest.fixture
def bare_database(emptied: Database, cypher_session: neo4j.Session) -> Database:
    """An empty database without any constraint or index of ours."""
    strip(cypher_session)
    return emptied


@pytest.fixture(scope="session")
def standing(cypher_session: neo4j.Session) -> Standing:
    return Standing(cypher_session)


def fill(session: neo4j.Session, standing: Standing, *statements: str) -> object:
    """Make a graph by some statements, without any index of ours, unless it stands there.

    What is returned is the same object as long as the graph stands.
    """
    if made := standing.found(statements):
        return made
    empty(session)
    strip(session)
    for statement in statements:
        session.run(statement).consume()
    made = object()
    standing.keep(statements, made)
    return made


@pytest.fixture
def attach_own(
    standing: Standing,
    endpoint: Endpoint,
    cypher_session: neo4j.Session,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> AttachOwn:
    """Fills the database, without any index of ours, by some statements, and attaches it to a workspace."""

    def attached(*statements: str) -> Configuration:
        fill(cypher_session, standing, *statements)
        monkeypatch.setenv("NEO4J_PASSWORD", endpoint.password)
        monkeypatch.delenv("NEO4J_URI", raising=False)
        own = Attachment(name="own", uri=endpoint.uri, database=endpoint.database, username=endpoint.username)
        attach(load_configuration(tmp_path), own)
        return load_configuration(tmp_path)

    return attached


class AttachedThere(Protocol):
    """Gives the graph of some statements, attached and open."""

    def __call__(self, *statements: str, settings: Mapping[str, object] | None = None) -> KnowledgeGraph: ...


@pytest.fixture(scope="session")
def attached_there(
    own_surroundings: None,
    standing: Standing,
    endpoint: Endpoint,
    cypher_session: neo4j.Session,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[AttachedThere]:
    """For what only asks: the graph stays attached and open for the next test that wants it with the same settings."""
    with ExitStack() as held:
        last: tuple[object, Mapping[str, object], KnowledgeGraph] | None = None

        def opened(*statements: str, settings: Mapping[str, object] | None = None) -> KnowledgeGraph:
            nonlocal last
            made = fill(cypher_session, standing, *statements)
            wanted = {"neo4j.password": endpoint.password, **(settings or {})}
            if last is None or last[0] is not made or last[1] != wanted:
                held.close()
                workspace = tmp_path_factory.mktemp("attached")
                own = Attachment(
                    name="own", uri=endpoint.uri, database=endpoint.database, username=endpoint.username
                )
                attach(load_configuration(workspace, wanted), own)
                last = made, wanted, held.enter_context(KnowledgeGraph.open(workspace, settings=wanted))
            return last[2]

        yield opened


@pytest.fixture
def firm(attach_own: AttachOwn) -> Configuration:
    """A workspace to which people, companies and projects are attached."""
    return attach_own(FIRM)


@pytest.fixture
def server_environment(endpoint: Endpoint) -> dict[str, str]:
    """Variables that make the command use the server of `database`."""
    return {"NEO4J_URI": endpoint.uri, "NEO4J_USERNAME": endpoint.username, "NEO4J_PASSWORD": endpoint.password}


@pytest.fixture(scope="session")
def sample_workspace(
    own_surroundings: None, tmp_path_factory: pytest.TempPathFactory, kgqa: RunKgqa
) -> Iterator[Path]:
    """A workspace whose own server holds the bundled sample with all its vectors. Do not change its graph.

    Other worker processes ask it at the same time: what was asked last there may be theirs.
    """

    def load(workspace: Path) -> None:
        loaded = kgqa("load", "metaqa", sample_path(), "--embed", "triples", workspace=workspace, timeout=600)
        assert loaded.returncode == 0, loaded.stderr

    with shared_workspace(tmp_path_factory, "sample", load) as workspace:
        yield workspace


@pytest.fixture(scope="session")
def sample(sample_workspace: Path) -> Iterator[Database]:
    """The database of `sample_workspace`, for reading."""
    with connect(load_configuration(sample_workspace)) as connected:
        yield connected


class PathQuestion(NamedTuple):
    """PathQuestion's two knowledge bases in one database, and its question files by number of hops."""

    database: Database
    questions: dict[int, Path]


@pytest.fixture(scope="session")
def pathquestion(
    own_surroundings: None, tmp_path_factory: pytest.TempPathFactory, kgqa: RunKgqa
) -> Iterator[PathQuestion]:
    """PathQuestion, whose licence does not allow to ship it: read from the folder KGQA_TEST_DATA."""
    folder = Path(TEST_DATA) / "pathquestion"
    if not TEST_DATA or not folder.is_dir():
        pytest.skip("KGQA_TEST_DATA names no folder that holds pathquestion/")
    files = {hops: folder / f"{hops}H-kb.txt.gz" for hops in (2, 3)}

    def load(workspace: Path) -> None:
        for file in files.values():
            loaded = kgqa("load", "triples", file, "--prefix", "pq", workspace=workspace, timeout=600)
            assert loaded.returncode == 0, loaded.stderr

    with (
        shared_workspace(tmp_path_factory, "pathquestion", load) as workspace,
        connect(load_configuration(workspace)) as connected,
    ):
        yield PathQuestion(connected, {hops: folder / f"PQ-{hops}H.txt.gz" for hops in files})
