"""Processes that are ours, and only those."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from kgqa_neo4j.store.processes import ProcessRecord, end, find, free_ports, launch, port_is_free

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"


@pytest.fixture
def record(tmp_path: Path) -> Iterator[ProcessRecord]:
    mark = f"--home-dir={tmp_path}"
    command = [sys.executable, "-c", "import time; time.sleep(60)", mark]
    record = launch(command, mark=mark, log=tmp_path / "log", environment={})
    # Until the program is executed, no command line tells it from another.
    while mark not in psutil.Process(record.pid).cmdline():
        time.sleep(0.01)
    yield record
    process = record.process()
    if process is not None:
        end(process, 5)


def test_process_is_found_by_its_record_and_by_its_mark(record: ProcessRecord, tmp_path: Path) -> None:
    record.write(tmp_path / "record.json")
    read = ProcessRecord.read(tmp_path / "record.json")
    assert read == record
    assert read.process() is not None
    found = find(record.mark)
    assert found is not None
    assert found.pid == record.pid


def test_other_process_of_the_same_number_is_not_ours(record: ProcessRecord) -> None:
    assert ProcessRecord(record.pid, record.created - 60, record.mark).process() is None
    assert ProcessRecord(record.pid, record.created, "--home-dir=/elsewhere").process() is None


def test_ended_process_is_gone_though_its_parent_lives(record: ProcessRecord) -> None:
    process = record.process()
    assert process is not None
    began = time.monotonic()
    end(process, 10)
    assert record.process() is None
    assert time.monotonic() - began < 5


def test_process_that_will_not_end_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", STUBBORN]) as child:
        time.sleep(0.5)
        end(psutil.Process(child.pid), 0.5)
        assert child.wait(5) != 0


def test_record_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    for text in ("", "{}", "[1]", '{"pid": "x"}'):
        (tmp_path / "record.json").write_text(text)
        assert ProcessRecord.read(tmp_path / "record.json") is None
    assert ProcessRecord.read(tmp_path / "none.json") is None


def test_free_ports_are_distinct_and_free() -> None:
    ports = free_ports(3)
    assert len(set(ports)) == 3
    assert all(port_is_free(port) for port in ports)
