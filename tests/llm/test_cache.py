"""Kept replies: never another model's, never a failed one, whatever happens to the file."""

import json
import multiprocessing
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgqa_neo4j.llm import create
from kgqa_neo4j.llm.base import Message, OptionScorer, Request
from kgqa_neo4j.llm.cache import CachedLLM, cached, serves_in_parallel, with_cache
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.llm.store import ReplyStore
from kgqa_neo4j.llm.weights import find_weights
from kgqa_neo4j.methods.common.calls import Calls
from kgqa_neo4j.model.errors import ModelTimeout
from kgqa_neo4j.settings import LlmSettings, load_configuration


def request(text: str = "Who?", **options: Any) -> Request:
    return Request([Message(role="user", content=text)], **options)


def kept_in(folder: Path, llm: ScriptedLLM, identity: str = "model a") -> CachedLLM:
    return with_cache(llm, identity, ReplyStore(folder))


class Plain:
    """A model that scores no options."""

    model, device, context = "plain", "cpu", 100

    def count_tokens(self, text: str) -> int:
        return len(text)

    def complete(self, request: Request, on_text: Any = None) -> Any:
        raise ModelTimeout("slow")


def test_a_kept_reply_is_the_same_streams_too_and_asks_no_model(tmp_path: Path) -> None:
    llm = kept_in(tmp_path, ScriptedLLM(["Ada Lovelace"]))
    first = llm.complete(request())
    again, pieces = ScriptedLLM(), list[str]()
    second = kept_in(tmp_path, again).complete(request(), pieces.append)
    assert (first.cached, second.cached, "".join(pieces)) == (False, True, "Ada Lovelace")
    assert replace(second, cached=False, seconds=0.0) == first
    assert second.seconds > 0 and again.requests == []


def test_every_part_of_a_request_and_the_model_tell_replies_apart(tmp_path: Path) -> None:
    different = [
        request(),
        request("Whom?"),
        request(max_tokens=7),
        request(temperature=0.5),
        request(stop=["."]),
        request(grammar='root ::= "a"'),
        request(json_schema={"type": "object"}),
        request(extra={"top_k": 40}),
        request(extra={"top_k": 41}),
        request(prompt="answer/2"),
        Request([Message(role="system", content="Who?")]),
    ]
    script = ScriptedLLM([str(number) for number in range(2 * len(different))])
    for identity in ("model a", "model b"):
        llm = kept_in(tmp_path, script, identity)
        replies = [llm.complete(one).text for one in different]
        assert [llm.complete(one).text for one in different] == replies
    assert len(script.requests) == 2 * len(different)


def test_identity_changes_with_the_weights_the_seed_and_the_endpoint(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    with find_weights("packaged").path.open("rb") as weights:
        file.write_bytes(weights.read(64))

    def identity(**options: Any) -> str:
        found: str = create(LlmSettings(**options)).identity  # type: ignore[attr-defined]
        return found

    first = identity(model=str(file))
    assert identity(model=str(file)) == first
    others = [identity(model=str(file), seed=1), identity(model=str(file), context=512)]
    os.utime(file, ns=(1, 1))
    others.append(identity(model=str(file)))
    for port, model in ((1, "a"), (2, "a"), (1, "b")):
        others.append(identity(backend="http", model=model, base_url=f"http://127.0.0.1:{port}/v1"))
    assert len({first, *others}) == 7


def test_only_a_back_end_with_an_identity_is_cached_and_only_if_wanted(tmp_path: Path) -> None:
    script = ScriptedLLM()
    assert cached(script, load_configuration(tmp_path)) is script
    http = create(LlmSettings(backend="http", model="m", base_url="http://127.0.0.1:1/v1"))
    assert isinstance(cached(http, load_configuration(tmp_path)), CachedLLM)
    assert cached(http, load_configuration(tmp_path, {"llm.cache": False})) is http


def test_the_wrapper_is_what_the_wrapped_model_is(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    scoring, plain = with_cache(ScriptedLLM(), "a", store), with_cache(Plain(), "b", store)
    assert isinstance(scoring, OptionScorer) and not isinstance(plain, OptionScorer)
    assert (plain.model, plain.device, plain.context, plain.count_tokens("abc")) == ("plain", "cpu", 100, 3)
    assert not serves_in_parallel(plain)
    http = create(LlmSettings(backend="http", model="m", base_url="http://127.0.0.1:1/v1"))
    assert serves_in_parallel(with_cache(http, "c", store))


def test_a_failed_call_is_not_kept(tmp_path: Path) -> None:
    llm = kept_in(tmp_path, ScriptedLLM([ModelTimeout("slow"), "now"]))
    with pytest.raises(ModelTimeout):
        llm.complete(request())
    assert llm.complete(request()).text == "now"


def test_calls_count_as_made_and_say_what_was_kept(tmp_path: Path) -> None:
    script = ScriptedLLM(["one two"], choices=[[0.5, 0.25]])
    usages = []
    for _ in range(2):
        calls = Calls(kept_in(tmp_path, script), LlmSettings())
        assert calls.complete("alone", {"question": "Who?"}) == "one two"
        assert calls.choose([Message(role="user", content="Which?")], ["a", "b"]) == [0.5, 0.25]
        usages.append(calls.finish())
    made, kept = usages
    assert (made.calls, made.cached, made.cached_seconds) == (2, 0, 0.0)
    assert (kept.calls, kept.cached, kept.completion_tokens) == (2, 2, made.completion_tokens)
    assert kept.cached_seconds > 0
    assert len(script.choice_requests) == 1


@pytest.mark.parametrize("damage", [b"no database at all" * 100, b""])
def test_a_damaged_file_is_set_aside_and_replies_go_on(
    tmp_path: Path, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    kept_in(tmp_path, ScriptedLLM(["before"])).complete(request())
    store = ReplyStore(tmp_path)
    store.file.write_bytes(damage)
    llm = kept_in(tmp_path, ScriptedLLM(["after"]))
    assert [llm.complete(request()).text for _ in range(2)] == ["after", "after"]
    aside = list(tmp_path.glob("*.damaged-*"))
    assert [file.read_bytes() for file in aside] == ([damage] if damage else [])
    assert ("set aside" in caplog.text) == bool(damage)


def test_a_file_damaged_in_the_middle_is_set_aside(tmp_path: Path) -> None:
    llm = kept_in(tmp_path, ScriptedLLM(lambda one: one.messages[0]["content"] * 200))
    for number in range(40):
        llm.complete(request(str(number)))
    file = ReplyStore(tmp_path).file
    data = bytearray(file.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    file.write_bytes(data)
    assert [llm.complete(request(str(number))).text for number in range(40)] == [
        str(number) * 200 for number in range(40)
    ]


def test_a_reply_of_another_form_is_made_anew(tmp_path: Path) -> None:
    kept_in(tmp_path, ScriptedLLM(["before"])).complete(request())
    for reply in ("{", "[]", json.dumps({"text": 3}), json.dumps({"text": "x"})):
        with sqlite3.connect(ReplyStore(tmp_path).file) as connection:
            connection.execute("UPDATE replies SET reply = ?", (reply,))
        assert kept_in(tmp_path, ScriptedLLM(["after"])).complete(request()).text == "after"


def test_a_place_that_cannot_be_written_is_said_once_and_does_not_matter(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    llm = kept_in(tmp_path / "file", ScriptedLLM(["a", "b"]))
    assert [llm.complete(request()).text for _ in range(2)] == ["a", "b"]
    assert caplog.text.count("cannot be used") == 1


def test_threads_and_processes_share_the_file(tmp_path: Path) -> None:
    processes = [multiprocessing.get_context("fork").Process(target=_fill, args=(tmp_path,)) for _ in range(2)]
    for process in processes:
        process.start()
    _fill(tmp_path)
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    assert ReplyStore(tmp_path).size()[0] == 30


def test_clearing_forgets_all_replies(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    assert store.size() == (0, 0) and not store.file.exists()
    llm = kept_in(tmp_path, ScriptedLLM(["a", "b"]))
    llm.complete(request())
    assert store.size()[0] == 1 and store.size()[1] > 0
    store.clear()
    assert store.size()[0] == 0
    assert llm.complete(request()).text == "b"
    shutil.rmtree(tmp_path)


def _fill(folder: Path) -> None:
    llm = kept_in(folder, ScriptedLLM(lambda one: one.messages[0]["content"]))
    with ThreadPoolExecutor(4) as pool:
        texts = [str(number) for number in range(30)]
        assert [c.text for c in pool.map(lambda text: llm.complete(request(text)), texts)] == texts
