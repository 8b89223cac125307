"""Six faults of a server: six messages, six exit codes, each in less than ten seconds."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.model import errors
from kgqa_neo4j.settings import Configuration, load_configuration
from kgqa_neo4j.store.connect import browser_page, check_version, connect, status_of
from kgqa_neo4j.store.driver import Database, Endpoint

Cypher = Callable[..., list[dict[str, Any]]]


def configured(workspace: Path, endpoint: Endpoint, **changes: str) -> Configuration:
    facts = {"uri": endpoint.uri, "username": endpoint.username, "password": endpoint.password, **changes}
    return load_configuration(workspace, {f"neo4j.{name}": value for name, value in facts.items()}, {})


@contextmanager
def listener(behave: Callable[[socket.socket], object]) -> Iterator[str]:
    """Something that accepts connections without being Neo4j; its address."""
    connections = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                connections.append(connection)
                behave(connection)

        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield f"bolt://127.0.0.1:{server.getsockname()[1]}"
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
            for connection in connections:
                connection.close()


def failure(configuration: Configuration) -> errors.KgqaError:
    began = time.monotonic()
    with pytest.raises(errors.KgqaError) as caught:
        connect(configuration).close()
    assert time.monotonic() - began < 10
    assert caught.value.hint
    return caught.value


def unused_uri() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"bolt://127.0.0.1:{server.getsockname()[1]}"


def test_server_that_is_down(tmp_path: Path, endpoint: Endpoint) -> None:
    error = failure(configured(tmp_path, endpoint, uri=unused_uri()))
    assert type(error) is errors.DatabaseDown


def test_server_that_is_coming_up_behind_a_port_mapping(tmp_path: Path, endpoint: Endpoint) -> None:
    with listener(lambda connection: connection.close()) as uri:
        assert type(failure(configured(tmp_path, endpoint, uri=uri))) is errors.DatabaseStarting


def test_server_that_accepts_and_never_answers(tmp_path: Path, endpoint: Endpoint) -> None:
    with listener(lambda connection: None) as uri:
        assert type(failure(configured(tmp_path, endpoint, uri=uri))) is errors.DatabaseStarting


def test_port_of_the_browser_instead_of_bolt(tmp_path: Path, endpoint: Endpoint) -> None:
    error = failure(configured(tmp_path, endpoint, uri=endpoint.http_url.replace("http://", "bolt://")))
    assert type(error) is errors.DatabaseDown
    assert "web server" in error.message


def test_wrong_password_is_not_printed(tmp_path: Path, endpoint: Endpoint) -> None:
    error = failure(configured(tmp_path, endpoint, password="a wrong one"))
    assert type(error) is errors.WrongPassword
    assert "a wrong one" not in error.message + error.hint


def test_unknown_database(tmp_path: Path, endpoint: Endpoint) -> None:
    error = failure(configured(tmp_path, endpoint, database="nosuch"))
    assert type(error) is errors.UnknownDatabase
    assert "nosuch" in error.message


def test_address_that_is_none(tmp_path: Path, endpoint: Endpoint) -> None:
    assert type(failure(configured(tmp_path, endpoint, uri="foo://x"))) is errors.ConfigError


def test_faults_have_exit_codes_of_their_own() -> None:
    kinds = [
        errors.DatabaseDown,
        errors.DatabaseStarting,
        errors.IndexPopulating,
        errors.WrongDimension,
        errors.WrongPassword,
        errors.UnknownDatabase,
    ]
    assert len({kind.exit_code for kind in kinds}) == 6


@pytest.mark.parametrize(
    ("version", "accepted"),
    [("2026.08.1", True), ("2026.02.0", True), ("2026.01.4", False), ("5.26.0", False), ("", False)],
)
def test_servers_that_lack_the_statements_are_refused(
    version: str, accepted: bool, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_neo4j.store.connect.server_version", lambda database: version)
    with Database(endpoint) as database:
        if accepted:
            check_version(database)
        else:
            with pytest.raises(errors.ServerTooOld, match=r"2026\.02"):
                check_version(database)


def test_users_server_is_used_and_none_is_started(tmp_path: Path, endpoint: Endpoint) -> None:
    with connect(configured(tmp_path, endpoint)) as database:
        assert not database.endpoint.managed
        assert database.endpoint.http_url == endpoint.http_url
    assert list(tmp_path.iterdir()) == []


def test_browser_address_can_be_set(tmp_path: Path, endpoint: Endpoint) -> None:
    configuration = configured(tmp_path, endpoint, browser_url="http://browser.example")
    assert browser_page(configuration).url == "http://browser.example/browser/"


def test_status_of_the_users_server(tmp_path: Path, endpoint: Endpoint) -> None:
    status = status_of(configured(tmp_path, endpoint))
    assert (status.running, status.uri, status.version) == (True, endpoint.uri, "2026.08.1")
    assert status.password_file is status.home is status.pid is None
    down = status_of(configured(tmp_path, endpoint, uri=unused_uri()))
    assert (down.running, down.version) == (False, None)


def test_commands_for_the_managed_server_refuse_the_users_own(
    tmp_path: Path, kgqa_here: Any, server_environment: dict[str, str]
) -> None:
    for arguments in (["stop"], ["logs"]):
        done = kgqa_here("db", *arguments, workspace=tmp_path, env=server_environment)
        assert done.returncode == errors.ConfigError.exit_code
        assert "NEO4J_URI" in done.stderr
