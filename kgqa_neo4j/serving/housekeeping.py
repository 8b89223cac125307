"""Prompts with which chat front ends ask a model about the conversation: for a title, tags, follow-up questions.

These are not questions to a graph. They are recognised by their wording and get a fixed reply that the front end
can parse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_TITLE_LENGTH = 60
# Open WebUI and similar front ends: a task in sections, with the format of the reply as JSON.
_TASK = re.compile(r"^\s*#{1,4}\s*Task\b", re.IGNORECASE)
_KEY = re.compile(r"\{\s*\"(title|tags|follow_ups|queries|text|prompt)\"\s*:")
_EMPTY: dict[str, object] = {"tags": ["graph"], "follow_ups": [], "queries": [], "text": "", "prompt": ""}
# The user's question inside a prompt about documents.
_QUERY = re.compile(r"<user_query>\s*(.+?)\s*</user_query>", re.DOTALL)
# Other front ends: a plain-language instruction to name or summarise a conversation.
_WANTED = r"(?:title|name|heading|headline|tags?|keywords|topics?|follow-?\s?up (?:questions?|prompts?)|summary|emoji)"
_TALK = r"(?:conversation|chat(?: history| session)?|dialogu?e|messages?|discussion)"
_ORDER = (
    r"(?:generate|provide|create|write|suggest|give|come up with|summari[sz]e|return|make|choose|propose|"
    r"based on|analy[sz]e|you are an? [^.\n]{0,60}(?:summari[sz]er|assistant|generator|expert))"
)
_ABOUT_TALK = re.compile(
    rf"^\W*(?:please\s+|now\s+)?{_ORDER}\b(?:(?=.{{0,400}}\b{_WANTED}\b)(?=.{{0,400}}\b(?:this|the|our|following|above)\b"
    rf"[^.\n]{{0,40}}\b{_TALK}\b)|\b.{{0,80}}\b(?:this|the|our) {_TALK}\b)",
    re.IGNORECASE | re.DOTALL,
)
_FACE = re.compile(r"^\W*your task is to reflect the speaker's likely facial expression", re.IGNORECASE)
_TURN = re.compile(r"^\W*(?:user|human)\W*:\W*(.+)$", re.IGNORECASE | re.MULTILINE)


def question_in(text: str) -> str:
    """Return the question in a message: all of it, unless a front end has embedded it in a prompt about documents."""
    found = _QUERY.search(text)
    return found[1] if found else text.strip()


def housekeeping_reply(text: str, system: str = "", earlier: Sequence[str] = ()) -> str | None:
    """Return the reply to a prompt about the conversation; None for any other message.

    Args:
        text: the user's last message.
        system: the text of the system messages.
        earlier: the user's earlier messages.
    """
    if _QUERY.search(text):
        return None
    if _FACE.search(text):
        return "\N{LEFT-POINTING MAGNIFYING GLASS}"
    if _TASK.search(text) or _KEY.search(text):
        # The last key is that of the reply's format; examples come before it.
        keys = _KEY.findall(text)
        key = keys[-1] if keys else "title"
        return json.dumps({key: _EMPTY.get(key, _title(text, earlier))}, ensure_ascii=False)
    if _ABOUT_TALK.search(text) or _ABOUT_TALK.search(system):
        return _title(text, earlier)
    return None


def _title(text: str, earlier: Sequence[str]) -> str:
    """Return a title: the conversation's first question, shortened."""
    turn = _TURN.search(text)
    question = turn[1] if turn else earlier[0] if earlier else "Questions to the graph"
    line = " ".join(re.sub(r"[\[\]{}<>\"]", "", question).split()).rstrip(" ?.!")
    return line if len(line) <= _TITLE_LENGTH else line[: _TITLE_LENGTH - 1].rstrip() + "…"
