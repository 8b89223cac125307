"""Links on the terminal, and opening them without noise."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kgqa_neo4j.cli.links import link_or_url, open_quietly

URL = "http://localhost:7474/browser?cmd=edit&arg=MATCH%20(n)"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_link_and_a_file_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    assert link_or_url("open", URL, Terminal()) == f"\x1b]8;;{URL}\x1b\\open\x1b]8;;\x1b\\"
    assert link_or_url("open", URL, io.StringIO()) == URL
    monkeypatch.setenv("TERM", "dumb")
    assert link_or_url("open", URL, Terminal()) == URL


@pytest.mark.parametrize("screen", [True, False])
def test_what_opens_an_address_says_nothing_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], screen: bool
) -> None:
    opener, opened = tmp_path / "xdg-open", tmp_path / "opened"
    opener.write_text(f"#!/bin/sh\necho noise >&2\necho noise\nmv {tmp_path}/begun {opened}\n")
    opener.chmod(0o755)
    (tmp_path / "begun").touch()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if screen:
        monkeypatch.setenv("DISPLAY", ":0")
    else:
        monkeypatch.delenv("DISPLAY", raising=False)
    open_quietly(URL)
    if screen:
        while not opened.exists():
            pass
    assert opened.exists() is screen and capfd.readouterr() == ("", "")
