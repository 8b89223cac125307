"""`kgqa chat`: a prompt for questions and follow-up questions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import METHODS, engine_option, graph_option, overrides

if TYPE_CHECKING:
    from kgqa_neo4j.conversation import Conversation
    from kgqa_neo4j.model.answer import Answer

_HELP = """/plan         the plans considered for the last answer
/why          how the last answer came about
/wrong NAMES  learn the right answer to the last question; separate several by commas
/method NAME  use another method; without NAME, the configured one
/browser      open the last answer in Neo4j Browser
/help         this list
/quit         leave; also `quit`, `exit`, `bye` or Ctrl-D"""
_LEAVING = {"/quit", "/exit", "/q", "quit", "exit", "bye"}


@click.command()
@click.option("--method", default="", help="Method to use instead of the configured one.")
@graph_option
@engine_option
@pass_context
def command(context: CliContext, method: str, engine: bool | None, graph__name: str | None) -> None:
    """Ask questions in a conversation; follow-ups refer to earlier questions and answers.

    \b
    Examples:
      kgqa chat
      > who leads Sales?
      > and Support?
      > where does she live?
      > /wrong Ben
    """
    from kgqa_neo4j.cli.answering import Answering
    from kgqa_neo4j.cli.render import AnswerView
    from kgqa_neo4j.conversation import Conversation

    if _may_be_empty(context.workspace):
        _require_graph(context, graph__name)
    settings = overrides(None, {"graph__name": graph__name})
    with Answering(context.workspace, settings, engine=engine, report=AnswerView().report) as answering:
        # Load the models while the user types the first question.
        answering.start()
        chat = Chat(context, Conversation(answering))
        if method:
            chat.handle(f"/method {method}")
        for line in _lines(context):
            if chat.handle(line):
                break


def _may_be_empty(workspace: Path) -> bool:
    """Return whether the workspace may have no loaded graph, without the settings, whose import is slow."""
    from kgqa_neo4j.store.store_swap import empty_mark

    server = workspace / "server"
    return not server.exists() or empty_mark(server).exists()


def _require_graph(context: CliContext, graph_name: str | None) -> None:
    """Raise `EmptyGraph` before the first question if there is no graph to ask."""
    from kgqa_neo4j.settings import attached_graph
    from kgqa_neo4j.store.connect import require_store

    configuration = context.configuration(graph__name=graph_name)
    if attached_graph(configuration) is None:
        require_store(configuration)


class Chat:
    """Handles input lines: questions, and commands starting with a slash."""

    def __init__(self, context: CliContext, conversation: Conversation) -> None:
        self.context = context
        self.conversation = conversation
        self._commands: dict[str, Callable[[str], None]] = {
            "plan": self._plan,
            "why": self._why,
            "wrong": self._wrong,
            "method": self._method,
            "browser": self._browser,
            "help": lambda _: click.echo(_HELP),
        }

    def handle(self, line: str) -> bool:
        """Handle a line; return whether it ends the conversation. Errors are shown and do not end it."""
        from kgqa_neo4j.model.errors import KgqaError

        text = line.strip()
        if not text:
            return False
        if text.lower().rstrip("!.") in _LEAVING:
            return True
        try:
            if text.startswith("/"):
                self._command(*text[1:].partition(" ")[::2])
            else:
                self._ask(text)
        except KgqaError as error:
            self.context.redactor.error(error)
            click.secho(f"error: {error.message}", fg="red", err=True)
            if error.hint:
                click.echo(f"  try: {error.hint}", err=True)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
        return False

    def _command(self, name: str, argument: str) -> None:
        if name not in self._commands:
            click.echo(f"unknown command /{name}; /help lists all", err=True)
            return
        self._commands[name](argument.strip())

    def _ask(self, text: str) -> None:
        from kgqa_neo4j.cli.render import AnswerView
        from kgqa_neo4j.model.text import printable

        def understood(question: str) -> None:
            click.secho(printable(question), dim=True)

        view = AnswerView(self.context.workspace)
        view.show(self.conversation.ask(text, view.stream, understood))

    def _last(self) -> Answer:
        from kgqa_neo4j.model.errors import InputError

        if self.conversation.last is None:
            raise InputError("nothing was asked yet", hint="ask something first")
        return self.conversation.last

    def _plan(self, argument: str) -> None:
        from kgqa_neo4j.cli.plan_view import show_considered

        show_considered(self._last())

    def _why(self, argument: str) -> None:
        from kgqa_neo4j.model.text import printable

        for step in self._last().steps:
            click.echo(printable(f"{step.kind}: {step.summary}"))

    def _wrong(self, argument: str) -> None:
        from kgqa_neo4j.model.errors import InputError
        from kgqa_neo4j.model.text import printable

        names = [name.strip() for name in argument.split(",") if name.strip()]
        if not names:
            raise InputError("/wrong needs the right answer", hint="give it, as in /wrong Ada, Ben")
        self._last()
        report = self.conversation.correct(names)
        click.echo(printable(report.sentence))

    def _method(self, argument: str) -> None:
        from kgqa_neo4j.model.errors import ConfigError

        if argument and argument not in METHODS:
            # Other packages can register more methods; listing those imports all methods, which is slow.
            from kgqa_neo4j.methods import method_names

            if argument not in method_names():
                raise ConfigError(
                    f"there is no method {argument!r}", hint=f"known: {', '.join(method_names())}"
                )
        self.conversation.method = argument
        click.echo(f"method {argument or 'as configured'}")

    def _browser(self, argument: str) -> None:
        from kgqa_neo4j.cli.links import link_or_url, open_quietly

        url = self._last().browser_url
        if not url:
            click.echo("no link: the answer has no evidence, or no Browser address is known")
            return
        click.echo(link_or_url("open in Neo4j Browser", url, sys.stdout))
        click.echo("how to log in: kgqa show last --browser --show-password")
        if sys.stdout.isatty():
            open_quietly(url)


def _lines(context: CliContext) -> Iterator[str]:
    """Yield typed lines, with a history kept in the workspace, or the lines of redirected standard input."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import FileHistory

    context.workspace.mkdir(parents=True, exist_ok=True)
    commands = ["/plan", "/why", "/wrong", "/method", "/browser", "/help", "/quit"]
    session: PromptSession[str] = PromptSession(
        history=FileHistory(context.workspace / "chat-history"),
        completer=WordCompleter(commands, sentence=True),
    )
    click.echo("Ask something; /help lists the commands, Ctrl-D ends.")
    while True:
        try:
            yield session.prompt("> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
