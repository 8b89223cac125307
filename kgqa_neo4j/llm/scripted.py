"""The backend `scripted`: a language model with scripted replies, for tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from kgqa_neo4j.llm.base import Completion, Message, OnText, Request
from kgqa_neo4j.llm.cleaning import ReplyCleaner
from kgqa_neo4j.model.errors import ConfigError, InputError, ModelError
from kgqa_neo4j.settings import LlmSettings

Reply = str | BaseException
Replies = Sequence[Reply] | Callable[[Request], Reply]


class ScriptedLLM:
    """A test double for a language model: returns scripted replies, and records every request in `requests`.

    Args:
        replies: a list, used in order, or a function from the request to the reply. An exception among them is raised
            instead of returned.
        choices: results of `choose`, in order; without them, each option's score is minus its position.
        model: name of the model.
        context: context size in tokens.

    A token is a word. Replies are cleaned and cut at stop strings like a real model's. Grammars are not enforced, so
    that scripts can test the handling of bad replies.
    """

    device = "cpu"

    def __init__(
        self,
        replies: Replies = (),
        *,
        choices: Sequence[Sequence[float]] = (),
        model: str = "scripted",
        context: int = 4096,
    ) -> None:
        self.model = model
        self.context = context
        self.requests: list[Request] = []
        self.choice_requests: list[tuple[list[Message], list[str]]] = []
        self._replies = replies if callable(replies) else list(replies)
        self._choices = [list(scores) for scores in choices]
        self._lock = threading.Lock()

    def count_tokens(self, text: str) -> int:
        """Return the number of words."""
        return len(text.split())

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Return the next reply; `on_text` receives it line by line.

        Raises:
            ModelError: no replies are left. An exception in the script is raised as it is.
        """
        with self._lock:
            self.requests.append(request)
            reply = self._next(request)
        if isinstance(reply, BaseException):
            raise reply
        cleaner = ReplyCleaner(request.stop)
        for piece in reply.splitlines(keepends=True):
            _emit(cleaner.feed(piece), on_text)
        _emit(cleaner.finish(), on_text)
        prompt = sum(self.count_tokens(message["content"]) for message in request.messages)
        return Completion(cleaner.text, prompt, self.count_tokens(reply))

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return the next scripted scores, or minus each option's position."""
        with self._lock:
            self.choice_requests.append((list(messages), list(options)))
            if not self._choices:
                return [-float(place) for place in range(len(options))]
            scores = self._choices.pop(0)
        if len(scores) != len(options):
            raise ModelError(f"the script has {len(scores)} scores for {len(options)} options")
        return scores

    def _next(self, request: Request) -> Reply:
        if callable(self._replies):
            return self._replies(request)
        if not self._replies:
            raise ModelError(
                f"the script has no reply for call {len(self.requests)}",
                hint="add a reply to the script, or make fewer calls",
            )
        return self._replies.pop(0)


def read_script(file: Path) -> list[str]:
    """Return the replies in `file`: JSON lines if its name ends in ``.jsonl``, else texts separated by ``---`` lines.

    Each JSON line is a string, or an object with the key ``text``.

    Raises:
        InputError: the file cannot be read, or a line is invalid; the message contains file:line.
    """
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: {error}", hint="set llm.script to a file of replies") from error
    if file.suffix != ".jsonl":
        return [part.strip() for part in f"\n{text.rstrip()}\n".split("\n---\n")]
    replies = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"{file}:{number}: {error}") from error
        value = value.get("text") if isinstance(value, dict) else value
        if not isinstance(value, str):
            raise InputError(f'{file}:{number}: neither a string nor an object with a "text"')
        replies.append(value)
    return replies


def create(settings: LlmSettings) -> ScriptedLLM:
    """Create the backend `scripted` from settings."""
    if not settings.script:
        raise ConfigError(
            "the backend `scripted` needs llm.script", hint="set KGQA_LLM_SCRIPT to a file of replies"
        )
    return ScriptedLLM(read_script(Path(settings.script)), context=settings.context)


def _emit(text: str, on_text: OnText | None) -> None:
    if text and on_text is not None:
        on_text(text)
