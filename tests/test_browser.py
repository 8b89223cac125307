"""What a user sees, in a real browser: Neo4j Browser from the link, and the HTML picture."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from kgqa_neo4j.reporting.picture import write_picture
from kgqa_neo4j.reporting.trace import keep
from kgqa_neo4j.settings import load_configuration
from kgqa_neo4j.store.driver import Database
from tests.answers import HOSTILE, made_answer, write

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Neo4j Browser is a large page, and a busy machine draws it slowly.
PATIENCE_MS = 60_000

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1400, "height": 1000})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    yield page
    context.close()


def test_the_link_shows_the_evidence_in_neo4j_browser(database: Database, page: Page, tmp_path: Path) -> None:
    write(database)
    answer = keep(database, load_configuration(tmp_path, {}), made_answer())

    def only_this_machine(route: Route) -> None:
        # Browser asks for fonts and analytics on the web; what is shown must not depend on them.
        if route.request.url.startswith(database.endpoint.http_url):
            route.continue_()
        else:
            route.abort()

    page.route("**/*", only_this_machine)
    page.goto(answer.browser_url, wait_until="domcontentloaded")
    page.get_by_test_id("password").fill(database.endpoint.password)
    assert page.get_by_test_id("username").input_value() == database.endpoint.username
    page.get_by_test_id("connect").click()
    # Run does nothing until the connection stands.
    page.get_by_text("You are connected as user").wait_for()
    page.get_by_test_id("editor-Run").click()
    nodes = page.locator("g.node")
    nodes.nth(2).wait_for()
    assert nodes.count() == 3
    assert page.get_by_text("ERROR", exact=True).count() == 0
    assert "Displaying 3 nodes, 2 relationships" in page.get_by_test_id("vizInspector").inner_text()
    page.get_by_test_id("cypherFrameSidebarTable").click()
    page.get_by_text('"t:Ada"').first.wait_for()


def test_the_picture_is_drawn_offline_and_runs_no_name(page: Page, tmp_path: Path) -> None:
    answer = made_answer()
    answer.question = answer.text = HOSTILE
    file = tmp_path / "picture.html"
    write_picture(answer, file)
    requests: list[str] = []
    troubles: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.on("dialog", lambda dialog: troubles.append(dialog.message))
    page.context.set_offline(True)
    page.goto(file.as_uri())
    page.wait_for_function("network.getConnectedNodes('t:Kismet').length === 2")
    page.wait_for_function(
        """() => {
            const canvas = document.querySelector('canvas');
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            return pixels.some((value, index) => index % 4 === 3 && value > 0);
        }"""
    )
    drawn = page.evaluate("graph.nodes.map(node => node.title)")
    assert f"{HOSTILE}\nt:strange" in drawn
    assert page.locator("tbody tr").count() == 2
    assert requests == [file.as_uri()]
    assert troubles == []
