"""An answer in a notebook: its text, its confidence, its proof, and the interactive picture."""

from __future__ import annotations

from html import escape

from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.text import counted, percent
from kgqa_neo4j.reporting.messages import message
from kgqa_neo4j.reporting.picture import picture

# Maximum number of triples in the table; the picture has all.
MOST_TRIPLES = 5
_HEIGHT = 420


def answer_html(answer: Answer) -> str:
    """Return HTML for a notebook cell. Everything from the graph or a model is escaped.

    The picture is in a sandboxed frame without network access.
    """
    parts = [f"<p><b>{escape(answer.text or '(no answer)')}</b></p>", f"<p>{escape(_status(answer))}</p>"]
    if answer.evidence:
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(name)}</td>" for name in names) + "</tr>"
            for names in (
                (one.triple.subject.name, one.triple.relation.name, one.triple.object.name)
                for one in answer.evidence[:MOST_TRIPLES]
            )
        )
        more = len(answer.evidence) - MOST_TRIPLES
        parts.append(
            f"<table><thead><tr><th>subject</th><th>relation</th><th>object</th></tr></thead>{rows}</table>"
        )
        if more > 0:
            parts.append(f"<p>and {counted(more, 'more triple')}</p>")
        parts.append(
            f'<iframe sandbox="allow-scripts" srcdoc="{escape(picture(answer))}" '
            f'style="width:100%;height:{_HEIGHT}px;border:0"></iframe>'
        )
    return "".join(parts)


def _status(answer: Answer) -> str:
    facts = [answer.status.value]
    if answer.confidence is not None:
        facts.append(f"confidence {percent(answer.confidence)}")
    facts += [f"method {answer.method}", f"{answer.seconds.total:.2f} s"]
    told = message(answer)
    return " · ".join(facts + ([told] if told else []))
