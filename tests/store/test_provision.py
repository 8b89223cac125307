"""Jars by a lock list, from a real HTTP server that misbehaves."""

import hashlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from jgo.maven import MavenContext

from kgqa_neo4j.model.errors import DownloadFailed
from kgqa_neo4j.store.provision import Jar, locked_jars, provision, verify

CONTENT = b"a jar" * 1000


def jar(name: str, content: bytes = CONTENT) -> Jar:
    return Jar("org.example", name, "1.0", "", hashlib.sha256(content).hexdigest(), len(content))


class Repository:
    """A Maven repository on this machine: answers each path with what `replies` says, then with the jar."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.replies: list[tuple[int, bytes]] = []
        repository = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if not self.path.endswith(".jar"):
                    self.send_error(404)
                    return
                repository.requests.append(self.path.rsplit("/", 1)[1])
                status, content = repository.replies.pop(0) if repository.replies else (200, CONTENT)
                self.send_response(status)
                self.send_header("Content-Length", str(len(CONTENT)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def repository() -> Iterator[Repository]:
    repository = Repository()
    thread = threading.Thread(target=repository.server.serve_forever, args=(0.05,))
    thread.start()
    yield repository
    repository.server.shutdown()
    repository.server.server_close()
    thread.join()


@pytest.fixture
def context(repository: Repository, tmp_path: Path) -> Callable[[], MavenContext]:
    return lambda: MavenContext(repo_cache=tmp_path / "m2", remote_repos={"here": repository.url}, timeout=5)


def test_packaged_list_names_every_jar_once_with_its_checksum() -> None:
    jars = locked_jars()
    assert len({jar.file_name for jar in jars}) == len(jars) > 200
    assert all(len(jar.sha256) == 64 and jar.bytes > 0 for jar in jars)
    assert {"neo4j-server", "neo4j-browser", "neo4j-import-tool"} <= {jar.artifact for jar in jars}


def test_jars_are_fetched_once(
    repository: Repository, context: Callable[[], MavenContext], tmp_path: Path
) -> None:
    jars = [jar("one"), jar("two")]
    for _ in range(2):
        directory = provision(jars, tmp_path / "cache", context())
    assert (directory / "one-1.0.jar").read_bytes() == CONTENT
    assert sorted(repository.requests) == ["one-1.0.jar", "two-1.0.jar"]


@pytest.mark.parametrize("bad", [(503, b""), (200, CONTENT[:100]), (200, b"x" * len(CONTENT))])
def test_failed_cut_off_or_altered_downloads_are_repeated(
    bad: tuple[int, bytes], repository: Repository, context: Callable[[], MavenContext], tmp_path: Path
) -> None:
    repository.replies = [bad]
    directory = provision([jar("one")], tmp_path / "cache", context())
    assert (directory / "one-1.0.jar").read_bytes() == CONTENT
    assert len(repository.requests) == 2


def test_damaged_jar_in_the_cache_is_fetched_again_and_only_that(
    repository: Repository, context: Callable[[], MavenContext], tmp_path: Path
) -> None:
    jars = [jar("one"), jar("two")]
    directory = provision(jars, tmp_path / "cache", context())
    (directory / "one-1.0.jar").write_bytes(b"damaged")
    assert verify(directory, jars) == [jars[0]]
    repository.requests.clear()
    provision(jars, directory, context())
    assert verify(directory, jars) == []
    assert repository.requests == ["one-1.0.jar"]


def test_half_finished_download_is_gone_on_with(
    repository: Repository, context: Callable[[], MavenContext], tmp_path: Path
) -> None:
    jars = [jar("one"), jar("two")]
    directory = provision(jars[:1], tmp_path / "cache", context())
    cut_off = directory / "download" / "org" / "example" / "two" / "1.0" / "two-1.0.jar"
    cut_off.parent.mkdir(parents=True)
    cut_off.write_bytes(CONTENT[:10])
    repository.requests.clear()
    provision(jars, directory, context())
    assert verify(directory, jars) == []
    assert repository.requests == ["two-1.0.jar"]
    assert not (directory / "download").exists()


def test_users_own_maven_cache_is_used_but_not_trusted(
    repository: Repository, context: Callable[[], MavenContext], tmp_path: Path
) -> None:
    for name, content in [("one", CONTENT), ("two", b"y" * len(CONTENT))]:
        file = tmp_path / "m2" / "org" / "example" / name / "1.0" / f"{name}-1.0.jar"
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
    jars = [jar("one"), jar("two")]
    directory = provision(jars, tmp_path / "cache", context())
    assert verify(directory, jars) == []
    assert repository.requests == ["two-1.0.jar"]
    assert file.read_bytes() == b"y" * len(CONTENT)


def test_jar_that_never_has_the_right_checksum_is_refused(
    context: Callable[[], MavenContext], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_neo4j.store.provision._ATTEMPTS", 2)
    wanted = jar("one", b"something else" * 400)
    with pytest.raises(DownloadFailed, match=r"one-1\.0\.jar") as caught:
        provision([wanted], tmp_path / "cache", context())
    assert caught.value.hint
    assert not (tmp_path / "cache" / "one-1.0.jar").exists()


def test_two_at_once_fetch_each_jar_once(
    repository: Repository, context: Callable[[], MavenContext], tmp_path: Path
) -> None:
    jars = [jar(f"jar{number}") for number in range(5)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: provision(jars, tmp_path / "cache", context()), range(2)))
    assert sorted(repository.requests) == sorted(one.file_name for one in jars)


def test_a_repository_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa_neo4j.store.provision._ATTEMPTS", 2)
    with socket.create_server(("127.0.0.1", 0)) as hole:
        url = f"http://127.0.0.1:{hole.getsockname()[1]}"
        context = MavenContext(repo_cache=tmp_path / "m2", remote_repos={"hole": url}, timeout=1)
        began = time.monotonic()
        with pytest.raises(DownloadFailed):
            provision([jar("one")], tmp_path / "cache", context)
        assert time.monotonic() - began < 20
