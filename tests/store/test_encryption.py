"""Encrypted connections: to one server and to a cluster, with certificates of one's own."""

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kgqa_neo4j.model.errors import ConfigError, DatabaseDown
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.connect import connect
from kgqa_neo4j.store.driver import Database, Endpoint
from kgqa_neo4j.store.reaching import reached, run_on_each
from tests.cluster import Cluster, cluster

OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(OPENSSL is None, reason="openssl is not installed")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for this machine that signs itself, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    made, key = folder / "ca.pem", folder / "key.pem"
    command = f"{OPENSSL} req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    files = ["-keyout", str(key), "-out", str(made), "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)
    return made, key


@pytest.fixture
def members(database: Database, certificate: tuple[Path, Path]) -> Iterator[Cluster]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    with cluster(database.endpoint.uri, context) as made:
        yield made


def reach(uri: str, endpoint: Endpoint, folder: Path, ca_file: Path | str = "") -> Database:
    settings = {
        "uri": uri,
        "username": endpoint.username,
        "password": endpoint.password,
        "ca_file": str(ca_file),
    }
    return connect(load_configuration(folder, {f"neo4j.{name}": value for name, value in settings.items()}, {}))


def test_a_server_and_a_cluster_are_trusted_by_a_file_of_certificates(
    members: Cluster, endpoint: Endpoint, certificate: tuple[Path, Path], tmp_path: Path
) -> None:
    trusted, _ = certificate
    for scheme in ("bolt+s", "neo4j+s"):
        with reach(members.uri.replace("neo4j", scheme), endpoint, tmp_path, trusted) as database:
            database.read("graph_state")
            if scheme == "neo4j+s":
                database.write("learn_lock")
    assert [one.member for one in members.asked if one.writes] == ["leader"]
    # Members that are told something each by itself are reached in the same way.
    members.asked.clear()
    there = replace(endpoint, uri=members.uri.replace("neo4j", "neo4j+s"), ca_file=str(trusted))
    _, options = reached(there, 5.0, 5.0)
    run_on_each([members.address(name) for name in members.names], there, options, "RETURN $x AS x", {"x": 1})
    assert [one.member for one in members.asked] == list(members.names)


@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_a_server_whose_certificate_is_not_trusted_is_told_so(
    scheme: str, members: Cluster, endpoint: Endpoint, tmp_path: Path
) -> None:
    with pytest.raises(DatabaseDown, match=r"certificate of .* is not trusted: self-signed") as raised:
        reach(members.uri.replace("neo4j", scheme), endpoint, tmp_path)
    assert "neo4j.ca_file" in raised.value.hint
    assert members.asked == []


def test_a_certificate_that_nobody_signed_is_taken_where_one_asks_for_that(
    members: Cluster, endpoint: Endpoint, tmp_path: Path
) -> None:
    for scheme in ("bolt+ssc", "neo4j+ssc"):
        with reach(members.uri.replace("neo4j", scheme), endpoint, tmp_path) as database:
            database.read("graph_state")


def test_a_file_that_holds_no_certificates_is_told(endpoint: Endpoint, tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no certificate")
    for file in ("no.pem", "missing.pem"):
        with pytest.raises(ConfigError, match=r"neo4j\.ca_file"):
            reach("bolt+s://127.0.0.1:9", endpoint, tmp_path, tmp_path / file)
