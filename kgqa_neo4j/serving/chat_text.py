"""An answer as a chat message: Markdown, with its proof and statement collapsed."""

from __future__ import annotations

import html

from kgqa_neo4j.model.answer import Answer, ScoredEntity, Status
from kgqa_neo4j.model.text import counted, percent
from kgqa_neo4j.reporting.found_by import found_by
from kgqa_neo4j.reporting.messages import message

_MOST_FACTS = 40
_MOST_NAMES = 5
_MOST_ROWS = 50


def said(answer: Answer) -> str:
    """Return the answer as text, also for a withheld or missing answer, whose `Answer.text` is empty."""
    if answer.text and not answer.rows:
        return answer.text
    if answer.rows:
        return _table(answer.rows)
    if answer.status is Status.WITHHELD:
        names = ", ".join(one.name for one in answer.candidates[:_MOST_NAMES])
        return f"I am not sure. It may be: {names}." if names else "I am not sure."
    return "The graph does not say."


def details(answer: Answer) -> str:
    """Return the text below the answer: its confidence and, collapsed, its proof and statement.

    Names are escaped, since the collapsed blocks are HTML.
    """
    parts = []
    if answer.confidence is not None:
        parts.append(f"*confidence {percent(answer.confidence)}*")
    elif answer.status is Status.FALLBACK:
        parts.append("*from the language model alone*")
    if told := message(answer):
        parts.append(f"*{html.escape(told)}*")
    if answer.evidence:
        facts = [item.triple for item in answer.evidence[:_MOST_FACTS]]
        lines = [
            f"- {_name(one.subject.name)} → {_name(one.relation.name)} → {_name(one.object.name)}"
            for one in facts
        ]
        if len(answer.evidence) > len(facts):
            lines.append(f"- and {len(answer.evidence) - len(facts):,} more")
        parts.append(_folded(f"Proof ({len(answer.evidence):,})", "\n".join(lines)))
    if (found := found_by(answer)) is not None:
        parts.append(_folded("Cypher", f"```cypher\n{found.text.replace('```', '` ` `')}\n```"))
    return "\n\n" + "\n\n".join(parts) if parts else ""


def _folded(title: str, text: str) -> str:
    return f"<details>\n<summary>{title}</summary>\n\n{text}\n\n</details>"


def _name(text: str) -> str:
    return html.escape(" ".join(text.split()), quote=False)


def _table(rows: list[list[ScoredEntity]]) -> str:
    width = max(map(len, rows))
    cells = [[_name(cell.name).replace("|", "\\|") for cell in row] for row in rows[:_MOST_ROWS]]
    lines = ["|" + " |" * width, "|" + "---|" * width, *(f"| {' | '.join(row)} |" for row in cells)]
    if len(rows) > len(cells):
        lines.append(f"\nand {counted(len(rows) - len(cells), 'more row')}")
    return "\n".join(lines)
