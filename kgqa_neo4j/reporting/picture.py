"""An answer's subgraph as one HTML file: interactive, self-contained, without any network request."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from kgqa_neo4j.model.answer import Answer, Evidence
from kgqa_neo4j.model.graph import Entity
from kgqa_neo4j.reporting.messages import message
from kgqa_neo4j.reporting.page import filled_page, script_json, write_page

TOPIC, ANSWER, TOPIC_AND_ANSWER = "#e4872b", "#2e9e5b", "#b3542d"
HOPS = ("#4c82c3", "#7a63b8", "#b05a9b", "#7d8894")
STEPS = ("#d1495b", "#00798c", "#8a6d00", "#6a4c93", "#3a7d44", "#c05299")
LABEL_LENGTH = 40


def picture(answer: Answer) -> str:
    """Return the HTML page of an answer: its text, its subgraph, and its evidence as a table.

    Everything from the graph, the question or the model is escaped, and the page's content security policy forbids it
    to load or send anything.
    """
    parts = {
        "title": html.escape(answer.question),
        "text": html.escape(answer.text or "(no answer)"),
        "facts": html.escape(_facts(answer)),
        "legend": _legend(answer),
        "rows": "\n".join(_rows(answer)),
        "graph": script_json({"nodes": _nodes(answer), "edges": _edges(answer)}),
    }
    return filled_page(("hop", "subject", "relation", "object", "score"), parts)


def write_picture(answer: Answer, file: Path) -> None:
    """Write the HTML page of an answer to a file.

    Raises:
        KgqaError: the file cannot be written.
    """
    write_page(picture(answer), file)


def _nodes(answer: Answer) -> list[dict[str, Any]]:
    topics = {topic.id for topic in answer.topics}
    answers = {entity.id for entity in answer.entities}
    names = {scored.id: scored.name for scored in (*answer.topics, *answer.entities)}
    hops: dict[str, int] = {}
    for item in answer.evidence:
        for entity in (item.triple.subject, item.triple.object):
            names.setdefault(entity.id, entity.name)
            hops[entity.id] = min(item.hop, hops.get(entity.id, item.hop))
    return [
        {
            "id": id,
            "label": _short(name),
            "title": f"{name}\n{id}",
            "color": _colour(id in topics, id in answers, hops.get(id, 1)),
            "size": 22 if id in topics or id in answers else 14,
        }
        for id, name in names.items()
    ]


def _edges(answer: Answer) -> list[dict[str, Any]]:
    steps = _step_colours(answer)
    return [
        {
            "from": item.triple.subject.id,
            "to": item.triple.object.id,
            "label": _short(item.triple.relation.name),
            "title": f"{item.triple.text}\n{_place(item)}, score {item.score:.3f}",
            **({"color": steps[item.step]} if item.step else {}),
        }
        for item in answer.evidence
    ]


def _place(item: Evidence) -> str:
    return f"hop {item.hop}, step {item.step}" if item.step else f"hop {item.hop}"


def _step_colours(answer: Answer) -> dict[int, str]:
    """Return a colour for each step that retrieved triples; colours repeat if there are many steps."""
    steps = sorted({item.step for item in answer.evidence} - {0})
    return {step: STEPS[place % len(STEPS)] for place, step in enumerate(steps)}


def _rows(answer: Answer) -> list[str]:
    return [
        "<tr>"
        f"<td>{item.hop}</td><td>{_cell(item.triple.subject)}</td>"
        f"<td><bdi>{html.escape(item.triple.relation.name)}</bdi></td>"
        f"<td>{_cell(item.triple.object)}</td><td>{item.score:.3f}</td>"
        "</tr>"
        for item in answer.evidence
    ]


def _cell(entity: Entity) -> str:
    return f'<bdi title="{html.escape(entity.id)}">{html.escape(entity.name)}</bdi>'


def _facts(answer: Answer) -> str:
    facts = [answer.status.value, f"method {answer.method}", f"{answer.seconds.total:.2f} s"]
    if answer.llm.model:
        facts.append(f"{answer.llm.calls} calls of {answer.llm.model}")
    if told := message(answer):
        facts.append(told)
    return " · ".join(facts)


def _legend(answer: Answer) -> str:
    deepest = max((item.hop for item in answer.evidence), default=0)
    keys = [(TOPIC, "topic"), (ANSWER, "answer")]
    keys += [(_colour(False, False, hop), f"hop {hop}") for hop in range(1, deepest + 1)]
    keys += [(colour, f"step {step}") for step, colour in _step_colours(answer).items()]
    return "".join(f'<span class="key" style="background:{colour}"></span>{name}' for colour, name in keys)


def _colour(topic: bool, answer: bool, hop: int) -> str:
    if topic:
        return TOPIC_AND_ANSWER if answer else TOPIC
    return ANSWER if answer else HOPS[min(max(hop, 1), len(HOPS)) - 1]


def _short(name: str) -> str:
    return name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 1] + "…"
