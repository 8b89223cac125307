"""One source of server settings, for the managed server and for Docker."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from kgqa_neo4j.store.server_config import (
    LEAST_MB,
    LEAST_TRANSACTION_MB,
    MOST_MB,
    container_variable,
    free_mb,
    memory_for,
    neo4j_conf,
    settings_source,
    transaction_mb,
)

COMPOSE = Path(__file__).parents[2] / "docker-compose.yml"
# What a container is given beyond the shared settings.
ITS_OWN = {
    "NEO4J_AUTH",
    "NEO4J_server_memory_heap_max__size",
    "NEO4J_server_memory_pagecache_size",
    "NEO4J_db_memory_transaction_max",
    "NEO4J_dbms_memory_transaction_total_max",
}


def test_compose_has_the_settings_of_the_managed_server() -> None:
    environment = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]["neo4j"]["environment"]
    shared = {container_variable(name): value for name, value in settings_source()["shared"].items()}
    assert {name: value for name, value in environment.items() if name not in ITS_OWN} == shared
    assert set(environment) >= ITS_OWN


def test_compose_keeps_data_in_named_volumes_and_has_a_health_check() -> None:
    compose = yaml.safe_load(COMPOSE.read_text("utf-8"))
    service = compose["services"]["neo4j"]
    named = {volume.split(":")[0] for one in compose["services"].values() for volume in one["volumes"]}
    assert named == set(compose["volumes"])
    assert service["healthcheck"]["test"]
    assert service["image"] == "neo4j:2026.08-community"
    ports = [port for one in compose["services"].values() for port in one["ports"]]
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_docker_accepts_the_compose_file() -> None:
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "compose", "version"], capture_output=True).returncode != 0:
        pytest.skip("there is no `docker compose` here")
    done = subprocess.run(
        [docker, "compose", "-f", str(COMPOSE), "config", "--quiet"],
        env={**os.environ, "NEO4J_PASSWORD": "a-password"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_container_spelling_of_a_setting() -> None:
    assert container_variable("db.tx_log.preallocate") == "NEO4J_db_tx__log_preallocate"


def test_managed_server_gets_every_shared_setting_and_listens_on_this_machine_only() -> None:
    lines = neo4j_conf(17001, 17002, memory_for(700)).splitlines()
    for name, value in settings_source()["shared"].items():
        assert f"{name}={value}" in lines
    assert "server.default_listen_address=127.0.0.1" in lines
    assert "server.bolt.listen_address=127.0.0.1:17001" in lines
    assert "server.http.listen_address=127.0.0.1:17002" in lines


@pytest.mark.parametrize("memory_mb", [LEAST_MB, 700, 2000, MOST_MB])
def test_transactions_may_not_take_all_of_the_heap(memory_mb: int) -> None:
    memory = memory_for(memory_mb)
    one, all_together = transaction_mb(memory)
    assert LEAST_TRANSACTION_MB <= one < all_together < memory.heap_mb
    lines = neo4j_conf(17001, 17002, memory).splitlines()
    assert f"db.memory.transaction.max={one}m" in lines
    assert f"dbms.memory.transaction.total.max={all_together}m" in lines


def test_memory_is_at_most_a_quarter_of_what_is_free() -> None:
    memory = memory_for()
    assert memory.heap_mb + memory.page_cache_mb <= max(LEAST_MB, min(MOST_MB, free_mb() // 4 + 64))
    assert memory.page_cache_mb <= memory.import_mb < free_mb() // 2


def test_memory_that_was_set_is_kept_to() -> None:
    memory = memory_for(1000)
    assert 700 <= memory.heap_mb + memory.page_cache_mb <= 1000
    assert memory.import_mb == memory.page_cache_mb
