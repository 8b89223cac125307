"""Links on the terminal, and opening them."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from kgqa_neo4j.model.text import printable


def knows_links(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that may support links (OSC 8)."""
    return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb", "linux")


def link(label: str, url: str, stream: TextIO) -> str:
    """Return a label linked to `url`; the plain label if the stream does not support links."""
    url = "".join(char for char in printable(url) if char.isascii() and not char.isspace())
    return f"\x1b]8;;{url}\x1b\\{label}\x1b]8;;\x1b\\" if knows_links(stream) else label


def link_or_url(label: str, url: str, stream: TextIO) -> str:
    """Return a label linked to `url`; the URL itself if the stream does not support links."""
    return link(label, url, stream) if knows_links(stream) else printable(url)


def open_quietly(url: str) -> None:
    """Open a URL in the user's browser, if there is a display, without output from the opener."""
    if sys.platform.startswith("linux"):
        import shutil
        import subprocess

        opener = shutil.which("xdg-open")
        if opener is not None and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            # In the background of a shell that exits at once, since some openers run as long as the browser.
            subprocess.run(["/bin/sh", "-c", '"$0" "$1" >/dev/null 2>&1 &', opener, url], check=False)
        return
    import webbrowser

    webbrowser.open(url)
