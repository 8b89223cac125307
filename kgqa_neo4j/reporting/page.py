"""HTML pages with an interactive graph and a table: self-contained, without any network request."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from kgqa_neo4j.model.errors import KgqaError

# vis-network as bundled with pyvis; pyvis's own page template would load style sheets from the internet.
_VIS = ("templates", "lib", "vis-9.1.2")


def filled_page(columns: Sequence[str], parts: Mapping[str, str]) -> str:
    """Return the page with a table of these columns, and with `parts` in place of ``@@part@@``.

    The parts must be escaped. The page's content security policy forbids it to load or send anything.
    """
    vis = files("pyvis").joinpath(*_VIS)
    known = {
        **parts,
        "columns": "".join(f"<th>{column}</th>" for column in columns),
        "vis_css": vis.joinpath("vis-network.css").read_text("utf-8"),
        "vis_js": vis.joinpath("vis-network.min.js").read_text("utf-8"),
    }
    page = files("kgqa_neo4j.reporting").joinpath("graph_page.html").read_text("utf-8")
    head, *rest = page.split("@@")
    # Names of parts and page text alternate; inserted parts are not searched for names.
    pieces = [known[piece] if index % 2 == 0 else piece for index, piece in enumerate(rest)]
    return head + "".join(pieces)


def write_page(page: str, file: Path) -> None:
    """Write a page to a file.

    Raises:
        KgqaError: the file cannot be written.
    """
    try:
        file.write_text(page, "utf-8", errors="replace")
    except OSError as error:
        raise KgqaError(f"cannot write {file}: {error.strerror}", hint="choose another file") from error


def script_json(value: object) -> str:
    """Return JSON that is safe inside a script element, whatever text it contains."""
    text = json.dumps(value)  # ASCII only, so no U+2028 either
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
