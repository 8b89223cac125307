"""Prompt templates: text files beside this module, so that a prompt can be read and compared.

A template starts with comment lines (``#``) that say its job and version, then holds the turns of
a chat, each under a line ``[system]``, ``[user]`` or ``[assistant]``. ``$name`` is filled in; what
is filled in is never looked at again, so a ``$`` in a question does no harm.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from string import Template
from typing import cast

from kgqa_neo4j.llm.base import Message

_TURN = re.compile(r"^\[(system|user|assistant)\]\n", re.MULTILINE)


def messages(name: str, **values: str) -> list[Message]:
    """Return the chat of ``prompts/<name>.txt`` with `values` filled in.

    Raises:
        KeyError: the template names a value that is not given (a programming error).
    """
    return [
        cast(Message, {"role": role, "content": Template(content).substitute(values)})
        for role, content in _turns(name)
    ]


@cache
def _turns(name: str) -> list[tuple[str, str]]:
    text = (files("kgqa_neo4j.methods") / "prompts" / f"{name}.txt").read_text("utf-8")
    pieces = _TURN.split(text)[1:]
    return [(role, content.strip()) for role, content in zip(pieces[::2], pieces[1::2], strict=True)]
