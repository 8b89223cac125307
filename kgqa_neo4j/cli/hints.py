"""Hints below an answer: show it again, open it in Neo4j Browser, name another topic."""

from __future__ import annotations

import sys
from pathlib import Path

from kgqa_neo4j.cli.links import link
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.text import printable
from kgqa_neo4j.reporting.messages import suggested

_DEFAULT_WORKSPACE = ".kgqa"


def hints(answer: Answer, command: str) -> list[str]:
    """Return the hint lines below an answer; `command` is the user's command for this program."""
    if not answer.ask_id:
        return []
    again = f"{command} show {answer.ask_id}"
    lines = [f"show again: {again}"]
    if answer.browser_url:
        label = link("open in Neo4j Browser", answer.browser_url, sys.stdout)
        lines.append(f"{label}: {again} --browser")
    return lines


def topic_option(answer: Answer) -> str:
    """Return the ``--topic`` option for a suggested name; empty if none is suggested."""
    names = list(map(printable, suggested(answer)))
    others = f" (or {', '.join(names[1:])})" if names[1:] else ""
    return f" Try --topic {_quoted(names[0])}{others}" if names else ""


def command_in(workspace: Path | None) -> str:
    """Return the command for a workspace: ``kgqa``, with ``--workspace`` if it is not the default one."""
    if workspace is None or workspace == Path(_DEFAULT_WORKSPACE).resolve():
        return "kgqa"
    here = Path.cwd()
    shown = workspace.relative_to(here) if workspace.is_relative_to(here) else workspace
    return f"kgqa --workspace {_quoted(str(shown))}"


def _quoted(word: str) -> str:
    # Imported here because it is seldom needed and would delay every question.
    import shlex

    return shlex.quote(word)
