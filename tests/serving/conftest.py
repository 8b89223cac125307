"""`kgqa serve` as a process of its own, on a small graph with a name that is a script."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, sync_playwright

from kgqa_neo4j.testing import small_graph
from tests.test_browser import ARGUMENTS, CHROMIUM, PATIENCE_MS

HOSTILE = "<img src=x onerror=alert(1)>"
TRIPLES = [
    ("Ada", "leads", "Sales"), ("Ben", "leads", "Support"), ("Cleo", "works in", "Sales"),
    ("Dan", "works in", "Sales"), (HOSTILE, "works in", "Support"), ("Sales", "located in", "Rome"),
    ("Support", "located in", "Oslo"),
]  # fmt: skip
PATIENCE_S = 60.0


@dataclass
class Serving:
    """A running server: its address, the token that it printed, what it printed."""

    url: str
    token: str
    process: subprocess.Popen[str]
    workspace: Path
    printed: list[str] = field(default_factory=list)

    def client(self, **options: object) -> httpx.Client:
        """Return a client that waits as long as a busy machine takes."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE_S, **options)  # type: ignore[arg-type]


@contextmanager
def serving(
    workspace: Path, *options: str, env: dict[str, str] | None = None, ready: bool = True
) -> Iterator[Serving]:
    """Run ``kgqa serve`` on a free port until the block ends."""
    command = [sys.executable, "-c", "from kgqa_neo4j.cli import main; main()", "--workspace", str(workspace)]
    with subprocess.Popen(
        [*command, "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "KGQA_ASK_METHOD": "plans", **(env or {})},
    ) as process:
        assert process.stdout is not None
        printed = []
        for line in process.stdout:
            printed.append(line)
            if line.startswith("press Ctrl-C"):
                break
        text = "".join(printed)
        address = re.search(r"listens on (http://\S+)", text)
        assert address, text
        token = re.search(r"need the token (\S+)", text)
        served = Serving(address[1], token[1] if token else "", process, workspace, printed)
        reader = threading.Thread(target=lambda: printed.extend(process.stdout or ()), daemon=True)
        reader.start()
        try:
            if ready:
                until_ready(served)
            yield served
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
            reader.join(10)


def until_ready(served: Serving) -> None:
    """Wait until questions are answered."""
    with served.client() as client:
        for _ in range(int(PATIENCE_S / 0.2)):
            if client.get("/ready").status_code == 200:
                return
            threading.Event().wait(0.2)
    raise AssertionError("".join(served.printed))


@pytest.fixture(scope="module")
def small_workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    workspace = tmp_path_factory.mktemp("serving") / "workspace"
    with small_graph(TRIPLES, workspace=workspace):
        yield workspace


@pytest.fixture(scope="module")
def served(small_workspace: Path) -> Iterator[Serving]:
    with serving(small_workspace, "--allow-learn") as running:
        yield running


@pytest.fixture(scope="module")
def client(served: Serving) -> Iterator[httpx.Client]:
    with served.client() as opened:
        yield opened


@contextmanager
def page_that_asks(served: Serving, question: str) -> Iterator[Page]:
    """Open the page of a server in a browser of its own, and ask a question there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(served.url)
        page.locator("#question").fill(question)
        page.keyboard.press("Enter")
        yield page
        browser.close()


Ask = Callable[..., httpx.Response]


@pytest.fixture(scope="module")
def ask(client: httpx.Client) -> Ask:
    return lambda question, **more: client.post("/v1/ask", json={"question": question, **more})
