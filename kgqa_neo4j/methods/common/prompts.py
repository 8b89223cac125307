"""Prompt templates: text files in the folder `methods/prompts`, versioned.

A template starts with comment lines (``#``) that state its purpose and version, followed by the turns of a chat, each
under a line ``[system]``, ``[user]`` or ``[assistant]``. ``$name`` is replaced by a value; values are not expanded
again, so a ``$`` in a question is harmless. A template in the user's folder (``llm.prompts``) overrides the packaged
one of the same name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import cast

from kgqa_neo4j.llm.base import Message
from kgqa_neo4j.model.errors import ConfigError

SUFFIX = ".txt"
_TURN = re.compile(r"^\[(system|user|assistant)\]\n", re.MULTILINE)
_VERSION = re.compile(r"^#.*\bVersion (\w+)", re.MULTILINE)
_FIELD = re.compile(r"\$(?:\$|(\w+)|\{(\w+)\})")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template. `id` is its name and version, as in ``answer/1``, plus a digest of the text if it is the user's."""

    id: str
    turns: tuple[tuple[str, str], ...]

    def messages(
        self, examples: Sequence[tuple[Mapping[str, str], str]] = (), /, **values: str
    ) -> list[Message]:
        """Return the chat with `values` filled in.

        Each of `examples` is inserted before the last turn: the same turn with the example's values, then its reply.

        Raises:
            KeyError: the template uses a value that is not given (a programming error).
        """
        *before, (role, last) = self.turns
        chat = [(role, Template(content).substitute(values)) for role, content in before]
        for given, reply in examples:
            chat += [(role, Template(last).substitute(given)), ("assistant", reply)]
        chat.append((role, Template(last).substitute(values)))
        return [cast(Message, {"role": role, "content": content}) for role, content in chat]


def prompt(name: str, folder: str = "") -> Prompt:
    """Return the template called `name`, from `folder` if it is there, else the packaged one.

    Raises:
        ConfigError: the user's template cannot be used; the message starts with the file and, if known, the line.
    """
    return _packaged(name) if not folder else _own(name, folder)


def packaged() -> dict[str, str]:
    """Return the texts of all packaged templates, by name."""
    return {
        file.name.removesuffix(SUFFIX): file.read_text("utf-8")
        for file in sorted(_folder().iterdir(), key=lambda one: one.name)
        if file.name.endswith(SUFFIX)
    }


def _folder() -> Traversable:
    return files("kgqa_neo4j.methods") / "prompts"


@cache
def _packaged(name: str) -> Prompt:
    text = (_folder() / f"{name}{SUFFIX}").read_text("utf-8")
    return Prompt(f"{name}/{_version(text)}", _turns(text))


@cache
def _own(name: str, folder: str) -> Prompt:
    if not Path(folder).is_dir():
        raise ConfigError(
            f"llm.prompts: there is no folder {folder}", hint="create one with `kgqa config prompts DIR`"
        )
    file = Path(folder) / f"{name}{SUFFIX}"
    if not file.exists():
        return _packaged(name)
    try:
        text = file.read_text("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: {error}", hint="save the template as UTF-8") from error
    turns = _turns(text)
    if not turns or turns[-1][0] != "user":
        raise ConfigError(
            f"{file}: the last turn must be under a line [user]", hint=f"the packaged {name} shows how"
        )
    _check_fields(file, text, _packaged(name))
    digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return Prompt(f"{name}/{_version(text)}-{digest}", turns)


def _check_fields(file: Path, text: str, pattern: Prompt) -> None:
    known = {field for _, content in pattern.turns for field in _fields(content)}
    for number, line in enumerate(text.split("\n"), 1):
        for field in [] if line.startswith("#") else _fields(line):
            if field not in known:
                raise ConfigError(
                    f"{file}:{number}: there is no value ${field}",
                    hint=f"known: {', '.join(f'${name}' for name in sorted(known))}; write a dollar sign as $$",
                )
    try:
        for _, content in _turns(text):
            Template(content).substitute(dict.fromkeys(known, ""))
    except ValueError as error:
        raise ConfigError(f"{file}: {error}", hint="write a dollar sign as $$") from error


def _fields(text: str) -> list[str]:
    return [plain or braced for plain, braced in _FIELD.findall(text) if plain or braced]


def _version(text: str) -> str:
    found = _VERSION.search(text)
    return found[1] if found else "0"


def _turns(text: str) -> tuple[tuple[str, str], ...]:
    pieces = _TURN.split(text)[1:]
    return tuple((role, content.strip()) for role, content in zip(pieces[::2], pieces[1::2], strict=True))
