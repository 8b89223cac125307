"""The page of `kgqa serve` in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Locator, Page

from tests.serving.conftest import HOSTILE, Serving, serving
from tests.test_browser import CHROMIUM, PATIENCE_MS, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
DESK, PHONE = (1280, 860), (390, 844)


class Watched:
    """A page, with what it asked for and what went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.troubles: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("dialog", self._dismiss)
        page.on("console", lambda told: self.troubles.append(told.text) if told.type != "info" else None)

    def _dismiss(self, dialog: Dialog) -> None:
        self.troubles.append(dialog.message)
        dialog.dismiss()

    def ask(self, question: str) -> Locator:
        self.page.locator("#question").fill(question)
        self.page.keyboard.press("Enter")
        self.page.locator(".sure, .notice").first.wait_for()
        return self.page.locator(".answer .text")


def opened(browser: Browser, url: str, size: tuple[int, int] = DESK, scheme: str = "light") -> Watched:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    watched = Watched(context.new_page())
    watched.page.goto(url)
    return watched


@pytest.fixture
def watched(chromium: Browser, served: Serving) -> Iterator[Watched]:
    page = opened(chromium, served.url)
    yield page
    page.page.context.close()


def test_a_question_is_answered_with_its_proof(watched: Watched, served: Serving) -> None:
    page = watched.page
    assert watched.ask("who leads [Sales]?").inner_text() == "Ada"
    assert page.locator(".chip").inner_text() == "from the graph"
    assert page.locator(".confidence").inner_text().endswith("% sure")
    assert page.locator(".fact").inner_text().split() == ["Ada", "leads", "Sales"]
    names = page.evaluate("document.querySelector('.drawing').graph.nodes().map(node => node.data('name'))")
    assert sorted(names) == ["Ada", "Sales"]
    page.get_by_text("Why this answer").click()
    assert "leads" in page.locator("tr.won").inner_text()
    page.get_by_text("Cypher", exact=True).click()
    assert "MATCH" in page.locator("pre").inner_text()
    for title in ("Open in Neo4j Browser", "Open the proof in Neo4j Browser"):
        link = page.get_by_text(title).get_attribute("href")
        assert link is not None and link.startswith("http://") and "cmd=edit" in link
    assert watched.troubles == []
    assert {url.startswith(served.url) for url in watched.requests} == {True}


def test_what_happens_is_told_while_it_happens(watched: Watched) -> None:
    page = watched.page
    # Keeps the last state before the answer replaces it.
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
            for (const step of document.querySelectorAll('[aria-busy] .steps li')) window.seen.push(step.textContent);
        }).observe(document.body, {childList: true, subtree: true}); }"""
    )
    watched.ask("who leads [Sales]?")
    seen = page.evaluate("window.seen")
    assert any("the question is about Sales" in one for one in seen)
    assert any("plans are possible" in one for one in seen)


def test_a_node_that_is_clicked_tells_of_itself(watched: Watched) -> None:
    page = watched.page
    watched.ask("who leads [Sales]?")
    box = page.locator(".drawing").bounding_box()
    spot = page.evaluate(
        """() => document.querySelector('.drawing').graph.nodes().filter(node => node.data('name') === 'Ada')
            .renderedPosition()"""
    )
    assert box is not None
    page.mouse.click(box["x"] + spot["x"], box["y"] + spot["y"])
    assert "Ada, an answer" in page.locator(".node-facts").inner_text()
    # The same by keys, from the list.
    page.locator(".fact button", has_text="Sales").focus()
    page.keyboard.press("Enter")
    assert "Sales, what the question is about" in page.locator(".node-facts").inner_text()
    page.get_by_text("Ask about it").click()
    assert page.locator("#question").input_value() == "[Sales] "


def test_a_script_in_a_name_does_nothing(watched: Watched) -> None:
    page = watched.page
    assert watched.ask("who works in [Support]?").inner_text() == HOSTILE
    page.get_by_text("Why this answer").click()
    page.locator("tr.won").wait_for()
    page.locator(".fact button", has_text="onerror").click()
    page.locator("#question").fill("")
    page.locator("#question").press_sequentially("who is Img")
    page.locator(".names li", has_text="onerror").wait_for()
    page.goto(page.url.split("#")[0] + "#/history")
    page.locator(".past .t", has_text="onerror").first.wait_for()
    assert page.locator("img:not([src='icon.svg'])").count() == 0
    assert watched.troubles == []


def test_wrong_input_is_told_with_what_to_do(watched: Watched) -> None:
    page = watched.page
    page.locator("#question").press("Enter")
    assert page.locator("#status").inner_text() == "type a question first"
    watched.ask("who leads [Slaes]?")
    told = page.locator(".notice")
    assert "no entity 'Slaes'" in told.inner_text() and "Sales" in told.inner_text()
    assert told.get_attribute("role") == "alert"
    watched.page.goto(page.url.split("#")[0] + "#/answer/ffffffffffffffffffff")
    page.locator(".notice", has_text="ffffffffffffffffffff").wait_for()


def test_names_are_completed_by_keys(watched: Watched) -> None:
    page = watched.page
    field = page.locator("#question")
    field.press_sequentially("who leads Supp")
    page.locator(".names li").wait_for()
    assert field.get_attribute("aria-expanded") == "true"
    field.press("ArrowDown")
    assert page.locator(".names li[aria-selected='true']").inner_text().startswith("Support")
    field.press("Enter")
    assert field.input_value() == "who leads [Support] "
    field.press("Enter")
    page.locator(".answer .text", has_text="Ben").wait_for()


def test_a_wrong_answer_is_corrected(watched: Watched) -> None:
    page = watched.page
    watched.ask("who is the top dog of [Sales]?")
    page.get_by_text("Right or wrong?").click()
    page.get_by_label("It should have been").fill("Ada")
    page.get_by_label("It should have been").press("Escape")
    page.get_by_text("Correct it").click()
    page.locator("form [role='status']", has_text="learned").wait_for()
    assert watched.ask("who is the top dog of [Support]?").inner_text() == "Ben"


def test_history_and_schema_are_shown(watched: Watched) -> None:
    page = watched.page
    watched.ask("who leads [Sales]?")
    page.get_by_role("link", name="History").click()
    page.locator(".past a", has_text="who leads [Sales]?").first.click()
    assert page.locator(".answer .text").inner_text() == "Ada"
    page.get_by_role("link", name="Schema").click()
    assert "located in" in page.locator("table").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_everybody_can_use_it(chromium: Browser, served: Serving, size: tuple[int, int], scheme: str) -> None:
    watched = opened(chromium, served.url, size, scheme)
    page = watched.page
    page.locator("#question").wait_for()

    def check() -> None:
        page.evaluate(AXE)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        wrong = [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]
        assert wrong == []
        # Nothing sticks out to the side.
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    check()
    page.locator("#question").press_sequentially("who leads Sal")
    page.locator(".names li").wait_for()
    check()
    watched.ask("who leads [Sales]?")
    for title in ("Cypher", "Why this answer", "Right or wrong?"):
        page.locator("summary", has_text=title).click()
    page.locator("tr.won").wait_for()
    page.locator(".fact button").first.click()
    check()
    watched.ask("who leads [Slaes]?")
    check()
    page.get_by_role("link", name="History").click()
    page.locator(".past a").first.wait_for()
    check()
    page.get_by_role("link", name="Schema").click()
    page.locator("table").wait_for()
    check()
    page.context.close()


def test_the_page_bears_the_token(chromium: Browser, small_workspace: Path) -> None:
    with serving(small_workspace, "--token", "a-token-of-some-length") as other:
        watched = opened(chromium, other.url)
        watched.page.get_by_label("Token").fill("a-token-of-some-length")
        watched.page.get_by_text("Go on").click()
        assert watched.ask("who leads [Sales]?").inner_text() == "Ada"
        # It is not taught here, and says so by not offering it.
        assert watched.page.get_by_text("Right or wrong?").count() == 0
        watched.page.context.close()
        linked = opened(chromium, f"{other.url}/#token=a-token-of-some-length")
        linked.page.locator("#question").wait_for()
        assert "token" not in linked.page.url
        linked.page.context.close()
