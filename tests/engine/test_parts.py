"""The engine's parts that need no graph: its place, its messages, what the command imports."""

import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa_neo4j.engine.address import EngineUnavailable, engine_address, peer, places
from kgqa_neo4j.engine.graphs import differences
from kgqa_neo4j.engine.messages import Answered, Ask, Channel, Event, Failed, Request
from kgqa_neo4j.engine.program import program
from kgqa_neo4j.engine.start import connect
from kgqa_neo4j.model import errors
from kgqa_neo4j.model.answer import Answer, Evidence, ScoredEntity, Status, Step
from kgqa_neo4j.model.errors import CypherRefused, KgqaError, NoSuchTopic, Refusal
from kgqa_neo4j.model.graph import Entity, Relation, Triple
from kgqa_neo4j.reporting.answer_json import to_json
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.settings.paths import with_absolute_paths

# All that `kgqa ask` may import from outside of Python's own library: no library of models, of numbers, of a
# database, of settings. What comes on this list is paid for by every question.
ALLOWED = {"click", "kgqa_neo4j", "lazy_loader", "msgspec", "typing_extensions"}


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    # Paths of sockets have to be short, which those of pytest's folders are not.
    with tempfile.TemporaryDirectory(prefix="kgqa-") as state:
        monkeypatch.setenv("KGQA_STATE_DIR", state)
        yield Path(state) / "engines"


def test_only_the_user_can_enter_the_folder_of_sockets(folder: Path, tmp_path: Path) -> None:
    place = engine_address(tmp_path / "one")
    assert place.socket.parent == folder and stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o777)
    engine_address(tmp_path / "one")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert engine_address(tmp_path / "two").socket != place.socket
    assert engine_address(tmp_path / "two" / ".." / "one") == place


def test_a_folder_that_is_a_link_is_not_used(folder: Path, tmp_path: Path) -> None:
    folder.symlink_to(tmp_path)
    with pytest.raises(EngineUnavailable, match="another user"):
        engine_address(tmp_path)


def test_a_path_too_long_for_a_socket_is_replaced_by_a_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGQA_STATE_DIR", str(tmp_path / ("x" * 120)))
    monkeypatch.setenv("TMPDIR", "/tmp")
    assert engine_address(tmp_path).socket.parent == Path(f"/tmp/kgqa-neo4j-{os.getuid()}")


def test_a_socket_that_nobody_listens_on_is_no_engine(folder: Path, tmp_path: Path) -> None:
    place = engine_address(tmp_path)
    assert connect(place) is None
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place.socket))
    assert connect(place) is None
    assert [one.socket for one in places()] == [place.socket]


def test_the_other_end_of_a_socket_is_known() -> None:
    left, right = socket.socketpair()
    with left, right:
        assert peer(left) in (None, (os.getpid(), os.getuid()))


@pytest.mark.parametrize("kind", [kind for kind in vars(errors).values() if isinstance(kind, type)])
def test_every_error_crosses_the_socket(kind: type) -> None:
    if not issubclass(kind, KgqaError):
        return
    error = CypherRefused(Refusal.WRITES, "no") if kind is CypherRefused else kind("what", hint="how")
    received = exchanged(Failed.of(error))
    assert isinstance(received, Failed)
    again = received.error()
    assert (type(again), again.message, again.hint, again.exit_code) == (
        kind, error.message, error.hint, kind.exit_code,
    )  # fmt: skip


def test_an_answer_crosses_the_socket_as_it_is() -> None:
    triple = Triple(Entity("t:a", "a\n\x1b[31m"), Relation("r", "r"), Entity("t:b", "b"))
    answer = Answer(
        "q", "plans", Status.WITHHELD, candidates=[ScoredEntity("t:b", "b", 0.5)], confidence=0.25,
        evidence=[Evidence(triple, 0.5, 1)], steps=[Step("hops", "1", {"hop": [1, {"a": None}]})],
    )  # fmt: skip
    received = exchanged(Answered(answer))
    assert isinstance(received, Answered)
    assert received.answer == answer and to_json(received.answer) == to_json(answer)


def test_what_is_no_message_is_refused() -> None:
    for line in (b"{}\n", b"nonsense\n", b'{"type": "shutdown"}\n', b"x" * 200):
        left, right = socket.socketpair()
        with left, right:
            left.sendall(line)
            left.shutdown(socket.SHUT_WR)
            channel: Channel[Request] = Channel(right, Request, 100)
            with pytest.raises(ValueError):
                channel.receive()


def test_settings_are_those_of_the_place_where_the_question_was_asked(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "w.json").write_text("{}")
    known = load_configuration(tmp_path, {}, {})
    wanted = load_configuration(tmp_path, {"plans.weights": "w.json"}, {"KGQA_PLANS_MAX_HOPS": "2"})
    wanted = with_absolute_paths(wanted, tmp_path / "here")
    assert differences(known, wanted) == {
        "plans.weights": str(tmp_path / "here" / "w.json"), "plans.max_hops": 2,
    }  # fmt: skip


def test_the_program_is_another_when_one_of_its_files_is(tmp_path: Path) -> None:
    from kgqa_neo4j.engine.program import _newest

    file = tmp_path / "inner" / "module.py"
    file.parent.mkdir()
    file.write_text("")
    os.utime(file, (1, 1))
    before = _newest(str(tmp_path))
    os.utime(file, ns=(0, time.time_ns() + 10**10))
    assert _newest(str(tmp_path)) > before
    assert program() == program()


def test_the_command_imports_nothing_that_takes_long(tmp_path: Path) -> None:
    script = f"""
import contextlib, json, socket, sys, threading
sys.argv = ["kgqa", "--workspace", {str(tmp_path)!r}, "ask", "who?", "--engine"]
from kgqa_neo4j.cli import main
from kgqa_neo4j.engine import client
from kgqa_neo4j.engine.messages import Accepted, Answered, Channel, Piece, Request
from kgqa_neo4j.model.answer import Answer, Evidence, Status
from kgqa_neo4j.model.graph import Entity, Relation, Triple

ours, theirs = socket.socketpair()
client.connect = lambda place: ours

def answer():
    channel = Channel(theirs, Request, 2**20)
    channel.receive()
    triple = Triple(Entity("t:a", "a"), Relation("r", "r"), Entity("t:b", "b"))
    evidence = [Evidence(triple, 1.0, 1)]
    made = Answer("who?", "plans", Status.ANSWERED, "b", confidence=0.9, evidence=evidence, ask_id="1")
    for event in (Accepted(), Piece("b"), Answered(made)):
        channel.send(event)

threading.Thread(target=answer).start()
with contextlib.suppress(SystemExit):
    main()
names = {{name.partition(".")[0] for name in sys.modules}} - set(sys.stdlib_module_names)
print(json.dumps(sorted(name for name in names if not name.startswith("_"))))
"""
    environment = {**os.environ, "KGQA_STATE_DIR": str(tmp_path / "state")}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    *shown, imported = done.stdout.splitlines()
    assert shown[0] == "b" and "  a -r-> b" in shown
    assert set(json.loads(imported)) - ALLOWED - {"sitecustomize", "usercustomize"} == set()


def exchanged(event: Event) -> Event | None:
    left, right = socket.socketpair()
    with left, right:
        sender: Channel[Event] = Channel(left, Event, 2**20)
        receiver: Channel[Event] = Channel(right, Event, 2**20)
        sender.send(event)
        received = receiver.receive()
        sender.close()
        receiver.close()
    return received


def test_a_request_holds_what_decides_over_the_answer() -> None:
    assert set(Ask.__struct_fields__) == {
        "question", "program", "directory", "topics", "settings", "environment", "keep",
    }  # fmt: skip


def test_an_unknown_kind_of_error_is_still_one() -> None:
    error = Failed("Surprise", "what", "how", 9).error()
    assert (type(error), error.exit_code) == (KgqaError, 9)
    assert not isinstance(error, NoSuchTopic)
