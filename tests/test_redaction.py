"""Secrets of the settings: in no error, answer, kept reply, trace, history or log line, in whatever form."""

import html
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from kgqa_neo4j.cli.main import main
from kgqa_neo4j.llm.base import Message, Request
from kgqa_neo4j.llm.cache import cached
from kgqa_neo4j.llm.http import HttpLLM
from kgqa_neo4j.llm.scripted import ScriptedLLM
from kgqa_neo4j.model.answer import Status, Step
from kgqa_neo4j.model.errors import ConfigError, KgqaError, ModelUnavailable
from kgqa_neo4j.model.redaction import MARK, Redactor, StreamRedactor, redacted_logs
from kgqa_neo4j.settings import LlmSettings, load_configuration, secrets_in, write_setting
from kgqa_neo4j.store.driver import Database
from tests.conftest import RunKgqa
from tests.llm.test_http import endpoint, event, send

KEY = 'sk-proj/0+9 "quoted" & it\'s'
PLAIN = "sk-proj-Abc123Def456Ghi789"
REQUEST = Request([Message(role="user", content="Who?")])

FORMS = {
    "as it is": KEY,
    "with its scheme": f"Bearer {KEY}",
    "in JSON": json.dumps(KEY),
    "in JSON, slashes escaped": json.dumps(KEY).replace("/", r"\/"),
    "in JSON in JSON": json.dumps(json.dumps({"key": KEY})),
    "in a URL": quote(KEY),
    "in a URL, everything escaped": quote(KEY, safe=""),
    "in a URL, in lower case": quote(KEY, safe="").replace("%2F", "%2f").replace("%2B", "%2b"),
    "in a form": quote_plus(KEY),
    "in HTML": html.escape(KEY),
    "as Python shows it": repr(KEY),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_secret_is_redacted(form: str) -> None:
    redacted = Redactor([KEY]).text(f"no such key: {FORMS[form]}!")
    assert "proj" not in redacted and "quoted" not in redacted
    assert redacted.startswith("no such key: ") and MARK in redacted and redacted.endswith("!")


def test_placeholder_is_redacted_as_a_key_only() -> None:
    redactor = Redactor(["none", ""])
    assert redactor.text("none of them takes Bearer none") == f"none of them takes Bearer {MARK}"


def test_values_are_redacted_inside_and_keep_their_types() -> None:
    step = Step("model", f"said {PLAIN}", {PLAIN: [(PLAIN, 1)], "status": Status.FAILED})
    redacted = Redactor([PLAIN]).value([step])[0]
    assert redacted == Step("model", f"said {MARK}", {MARK: [(MARK, 1)], "status": Status.FAILED})
    assert redacted.data["status"] is Status.FAILED


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_secret_that_comes_in_pieces_is_redacted(size: int) -> None:
    text = f"sk-proj is how {PLAIN} begins, and {PLAIN[:-1]}; sk-"
    stream = StreamRedactor(Redactor([PLAIN]))
    shown = [stream.feed(text[start : start + size]) for start in range(0, len(text), size)]
    assert "".join(shown) + stream.finish() == text.replace(PLAIN, MARK)


def test_text_that_is_no_beginning_of_a_secret_is_not_held_back() -> None:
    assert StreamRedactor(Redactor([PLAIN])).feed("Paris.") == "Paris."


def at(port: int, **options: Any) -> HttpLLM:
    base_url = f"http://127.0.0.1:{port}/v1"
    return HttpLLM(LlmSettings(backend="http", model="any", base_url=base_url, api_key=PLAIN, **options))


def echoing(status: int, form: str) -> Any:
    def handle(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        send(handler, status, form.replace("KEY", handler.headers["authorization"]))

    return handle


ECHOES = [
    (401, '{"error": {"message": "Incorrect API key provided: KEY"}}'),
    (400, "header Authorization: KEY is wrong"),
    (500, '{"detail": "KEY"}'),
    (403, "x" * 480 + "KEY"),
    (400, "the context is too short: KEY"),
    (200, 'data: {"error": {"message": "bad KEY"}}\n\n'),
    (200, "data: " + "x" * 60 + " KEY\n\n"),
    (200, 'data: {"error": ["KEY"]}\n\n'),
]


@pytest.mark.parametrize(("status", "form"), ECHOES)
def test_error_of_an_endpoint_that_echoes_the_key(status: int, form: str) -> None:
    with endpoint(echoing(status, form)) as (port, _), pytest.raises(KgqaError) as caught:
        at(port).complete(REQUEST)
    shown = f"{caught.value} {caught.value.message} {caught.value.hint}"
    # Half of it, where the message is cut, is too much as well.
    assert PLAIN[:10] not in shown and "127.0.0.1" in shown


@pytest.fixture
def telling_the_key() -> Iterator[int]:
    """The port of an endpoint that replies with the key it was sent, in two pieces."""

    def handle(handler: BaseHTTPRequestHandler, _body: dict[str, Any]) -> None:
        sent = handler.headers["authorization"]
        send(handler, 200, event(f"It is {sent[:15]}") + event(f"{sent[15:]}.") + "data: [DONE]\n\n")

    with endpoint(handle) as (port, _):
        yield port


def test_reply_that_echoes_the_key_is_shown_without_it(telling_the_key: int) -> None:
    pieces: list[str] = []
    completion = at(telling_the_key).complete(REQUEST, pieces.append)
    assert completion.text == "".join(pieces) == f"It is Bearer {MARK}."


def test_kept_reply_is_redacted_going_in_and_coming_out(tmp_path: Path) -> None:
    class Named(ScriptedLLM):
        identity = "a model of one's own"

    told = Named([f"It is {PLAIN}"])
    before = cached(told, load_configuration(tmp_path))
    assert PLAIN in before.complete(REQUEST).text
    after = cached(told, load_configuration(tmp_path, {"llm.api_key": PLAIN}))
    assert after.complete(REQUEST).text == f"It is {MARK}"
    other = Request([Message(role="user", content="Who else?")])
    cached(Named([f"It is {PLAIN}"]), load_configuration(tmp_path, {"llm.api_key": PLAIN})).complete(other)
    with closing(sqlite3.connect(next(tmp_path.glob("*.db")))) as database:
        kept = [json.dumps([str(value) for value in row]) for row in database.execute("SELECT * FROM replies")]
    assert sorted(PLAIN in row for row in kept) == [False, True]


def test_key_that_no_header_can_have_is_refused_without_being_shown() -> None:
    for key in ("clé-secrète-123", "two\nlines-of-key"):
        with pytest.raises(ConfigError, match=r"llm\.api_key") as caught:
            HttpLLM(LlmSettings(backend="http", model="m", base_url="http://127.0.0.1:1/v1", api_key=key))
        assert key not in str(caught.value)


def test_key_of_the_wrong_type_is_refused_without_being_shown(tmp_path: Path) -> None:
    (tmp_path / "kgqa.toml").write_text(f'[llm]\napi_key = ["{PLAIN}"]\n', "utf-8")
    with pytest.raises(ConfigError, match=r"llm\.api_key") as caught:
        load_configuration(tmp_path)
    assert PLAIN not in f"{caught.value} {caught.value.hint}"


def test_password_in_the_address_of_an_endpoint_is_a_secret() -> None:
    base_url = f"http://user:{PLAIN}@127.0.0.1:1/v1"
    llm = HttpLLM(LlmSettings(backend="http", model="m", base_url=base_url, timeout=0.5))
    assert PLAIN not in llm.identity + llm.device
    with pytest.raises(KgqaError) as caught:
        llm.complete(REQUEST)
    assert PLAIN not in str(caught.value)


def test_secrets_of_the_settings_are_known(tmp_path: Path) -> None:
    values = {"llm.api_key": PLAIN, "neo4j.password": "Tr0ub4dor&3"}
    assert set(secrets_in(load_configuration(tmp_path, values).settings)) == set(values.values())
    assert secrets_in(load_configuration(tmp_path).settings) == []


def test_log_lines_of_the_command_are_redacted(capsys: pytest.CaptureFixture[str]) -> None:
    # Without the handlers that pytest sets up.
    record = logging.LogRecord("kgqa", logging.WARNING, __file__, 1, "it said %s", (PLAIN,), None)
    with redacted_logs(Redactor([PLAIN])):
        assert logging.lastResort is not None
        logging.lastResort.handle(record)
    assert capsys.readouterr().err == f"it said {MARK}\n"
    assert not logging.lastResort.filters


def test_command_shows_no_error_with_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backend of someone else's, whose error quotes the key."""
    write_setting(tmp_path, "llm.api_key", PLAIN)

    def check(*_: object) -> None:
        raise ModelUnavailable(f"refused: Bearer {PLAIN}", hint=f"is {PLAIN} right?")

    monkeypatch.setattr("kgqa_neo4j.diagnosis.models.check", check)
    monkeypatch.setattr("sys.argv", ["kgqa", "--workspace", str(tmp_path), "models", "check", "llm"])
    with pytest.raises(SystemExit) as caught:
        main()
    printed = capsys.readouterr()
    assert caught.value.code == ModelUnavailable.exit_code
    assert PLAIN not in printed.out + printed.err and f"refused: Bearer {MARK}" in printed.err


def test_answer_history_and_trace_hold_no_key(
    database: Database,
    cypher: Callable[..., list[dict[str, Any]]],
    server_environment: dict[str, str],
    telling_the_key: int,
    kgqa: RunKgqa,
    tmp_path: Path,
) -> None:
    settings = {
        **server_environment,
        "KGQA_LLM_BACKEND": "http",
        "KGQA_LLM_BASE_URL": f"http://127.0.0.1:{telling_the_key}/v1",
        "KGQA_LLM_API_KEY": PLAIN,
    }
    for form in ([], ["--json"]):
        done = kgqa("ask", "who directed Kismet?", "--method", "llm", *form, workspace=tmp_path, env=settings)
        assert done.returncode == 0, done.stderr
        assert MARK in done.stdout and PLAIN not in done.stdout + done.stderr
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert {"history.db", "llm-cache.db"} <= {file.name for file in files}
    assert not any(PLAIN.encode() in file.read_bytes() for file in files)
    traces = [str(row["trace"]) for row in cypher("MATCH (n) RETURN properties(n) AS trace")]
    assert len(traces) == 2 and all(MARK in trace and PLAIN not in trace for trace in traces)
