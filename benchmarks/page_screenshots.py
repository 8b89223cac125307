"""Take the screenshots in `docs/images` from the page of a running `kgqa serve`.

    kgqa --workspace movies serve &
    python -m benchmarks.page_screenshots http://127.0.0.1:8642 --question "..." --wrong "..." --out docs/images

Asks both questions in headless Chromium at desktop and phone size, and writes `ask.png`, `proof.png`,
`wrong-input.png`, `phone.png` and `dark.png`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.harness import Parser

DESK, PHONE = (1100, 760), (390, 844)
_PATIENCE_MS = 60_000
_SHOWN_AFTER_MS = 800


def main() -> None:
    """Take all screenshots."""
    parser = Parser(__doc__)
    parser.add_argument("url", help="of the page")
    parser.add_argument("--question", required=True, help="one that the graph answers")
    parser.add_argument("--wrong", required=True, help="one that it does not")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pictures")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--headless", "--no-sandbox"])
        page = _opened(browser, chosen.url, DESK)
        _ask(page, chosen.question)
        _take(page, chosen.out / "ask.png")
        for title in ("Why this answer", "Cypher"):
            page.get_by_text(title, exact=True).click()
        page.locator("tr.won").wait_for()
        page.locator(".drawing").scroll_into_view_if_needed()
        _take(page, chosen.out / "proof.png", whole=True)
        _ask(page, chosen.wrong)
        _take(page, chosen.out / "wrong-input.png")
        phone = _opened(browser, chosen.url, PHONE)
        _ask(phone, chosen.question)
        _take(phone, chosen.out / "phone.png")
        dark = _opened(browser, chosen.url, DESK, dark=True)
        _ask(dark, chosen.question)
        _take(dark, chosen.out / "dark.png")
        browser.close()


def _opened(browser: Browser, url: str, size: tuple[int, int], *, dark: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(_PATIENCE_MS)
    page = context.new_page()
    page.goto(url)
    return page


def _ask(page: Page, question: str) -> None:
    page.locator("#question").fill(question)
    page.keyboard.press("Enter")
    page.locator(".sure, .notice").first.wait_for()


def _take(page: Page, file: Path, *, whole: bool = False) -> None:
    """Take a screenshot once the graph is drawn."""
    page.wait_for_timeout(_SHOWN_AFTER_MS)
    page.screenshot(path=file, full_page=whole)


if __name__ == "__main__":
    main()
