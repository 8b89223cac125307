"""Messages for people about missing, withheld or doubtful answers, for each `Status`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgqa_neo4j.model.answer import Answer, Status
from kgqa_neo4j.model.text import percent


def message(answer: Answer) -> str:
    """Return why a question has no answer, or the doubt about its answer, for people; "" if there is none."""
    match answer.status:
        case Status.WITHHELD:
            return _withheld(answer)
        case Status.UNANSWERABLE:
            return _unanswerable(answer)
        case Status.FALLBACK:
            return _and_meant("Not from the graph: the model is guessing", answer)
        case Status.FAILED:
            return f"Failed: {answer.reason}"
    return answer.reason


def suggested(answer: Answer) -> list[str]:
    """Return names in the graph that a question without matches may have meant, best first."""
    if answer.status is Status.UNANSWERABLE and _told(answer):
        return []
    return list(dict.fromkeys(name for step in answer.steps for name in step.data.get("suggestions", ())))


def withheld_data(answer: Answer) -> Mapping[str, Any]:
    """Return the data of a withheld answer: the `minimum` confidence, the number of `answers`, the first `rows`."""
    return next((step.data for step in answer.steps if step.kind == "withheld"), {})


def _withheld(answer: Answer) -> str:
    data = withheld_data(answer)
    # Not rounded: a minimum of 0.999 is not 99 %.
    minimum = f"your minimum of {data['minimum'] * 100:g} %" if "minimum" in data else "your minimum"
    told = f"Withheld: {percent(answer.confidence or 0.0)} is below {minimum}"
    words = _not_understood(answer)
    return f"{told}. The graph has nothing that {words} could mean" if words else told


def _unanswerable(answer: Answer) -> str:
    return _told(answer) or _and_meant("Nothing in your question matches the graph", answer)


def _told(answer: Answer) -> str:
    """Return what was understood of a question without an answer; "" if nothing was."""
    if unread := next((step for step in answer.steps if step.kind == "unread"), None):
        return f"Not answered: {unread.summary}"
    if answer.reason == "empty" and (read := _read_as(answer)):
        return f"Nothing in the graph fits; read as {read}"
    if answer.topics:
        return f"No fact about {', '.join(topic.name for topic in answer.topics)} matches the question"
    return ""


def _and_meant(told: str, answer: Answer) -> str:
    names = suggested(answer)
    return f'{told}. Did you mean "{names[0]}"?' if names else told


def _read_as(answer: Answer) -> str:
    """Return the best query of the first reading if it leaves no word unexplained, else ""."""
    best = next((step.data["considered"][0] for step in answer.steps if step.kind == "reading"), None)
    return str(best["text"]) if best and not best["unexplained"] else ""


def _not_understood(answer: Answer) -> str:
    """Return the quoted words that the best query of the last reading leaves unexplained."""
    readings = [step.data["considered"] for step in answer.steps if step.kind == "reading"]
    words = readings[-1][0]["unexplained"] if readings and readings[-1] else ()
    return ", ".join(f'"{word}"' for word in words if word)
