"""An answer on the terminal: its text, confidence, proof and hints."""

from __future__ import annotations

import re
from pathlib import Path

import click

from kgqa_neo4j.cli.hints import command_in, hints, topic_option
from kgqa_neo4j.cli.proof import proof
from kgqa_neo4j.model.answer import LOADING, Answer, Status
from kgqa_neo4j.model.text import PrintableStream, counted, percent, printable
from kgqa_neo4j.reporting.messages import message, withheld_data

MAX_NAMES = 20
_MAX_WITHHELD = 5
_UNSURE = 0.5
# The end of a text that lists only the first names.
_SHORTENED = re.compile(r" and [\d,]+ more\s*$")
# Separators in a list of names.
_JOINING = re.compile(r"\band\b|[\s,.;:&]+")


class AnswerView:
    """Shows an answer: its text while it is streamed, then the rest.

    Control characters from the graph or a model are removed.

    Args:
        workspace: the workspace of the question, for the hints; None for the default one.
    """

    def __init__(self, workspace: Path | None = None) -> None:
        self._text = PrintableStream()
        self._streamed = ""
        self._command = command_in(workspace)

    def report(self, message: str) -> None:
        """Show progress on standard error."""
        click.secho(printable(message), dim=True, err=True)

    def stream(self, piece: str) -> None:
        """Show a piece of the answer's text."""
        self._write(self._text.feed(piece))

    def show(self, answer: Answer, *, verbose: bool = False) -> None:
        """Show everything but the text already streamed.

        Args:
            answer: the answer.
            verbose: add evidence, steps, statements and cost.
        """
        self._answer(answer)
        self._status(answer)
        for step in answer.steps:
            if step.kind == LOADING:
                click.secho(printable(step.summary), fg="yellow")
        if answer.status in (Status.ANSWERED, Status.WITHHELD):
            for line in proof(answer):
                click.echo(f"  {line}")
        self._hints(answer)
        if verbose:
            from kgqa_neo4j.cli.trace_view import show_details

            show_details(answer)

    def _write(self, text: str) -> None:
        self._streamed += text
        click.echo(text, nl=False)

    def _answer(self, answer: Answer) -> None:
        if self._streamed:
            self._write(self._text.finish())
            if not self._streamed.endswith("\n"):
                click.echo()
        if answer.rows and not self._streamed:
            from kgqa_neo4j.cli.tables import rows_text

            click.echo(rows_text([[cell.name for cell in row] for row in answer.rows]))
            return
        names = list(dict.fromkeys(printable(entity.name) for entity in answer.entities))
        text = self._streamed or printable(answer.text, lines=True)
        # Names already in the text are not printed again, nor is a text that only lists the names.
        missing = [name for name in names if name not in text] if not _SHORTENED.search(self._streamed) else []
        if names and (missing or (not self._streamed and not _says_more(text, names))):
            more = f" and {len(names) - MAX_NAMES:,} more" if len(names) > MAX_NAMES else ""
            click.secho(f"{', '.join(names[:MAX_NAMES])}{more}", bold=True)
            if not _says_more(text, names):
                return
        if text and not self._streamed:
            click.echo(text)

    def _status(self, answer: Answer) -> None:
        match answer.status:
            case Status.ANSWERED:
                self._answered(answer)
            case Status.WITHHELD:
                self._withheld(answer)
            case Status.FALLBACK | Status.UNANSWERABLE:
                click.secho(f"{printable(message(answer))}{topic_option(answer)}", fg="yellow")
            case Status.FAILED:
                click.secho(printable(message(answer)), fg="red")

    def _answered(self, answer: Answer) -> None:
        how = _how(answer)
        if answer.confidence is None:
            colour = None if answer.evidence or answer.entities else "yellow"
            click.secho(how, dim=colour is None, fg=colour)
            return
        sure = percent(answer.confidence)
        if answer.confidence < _UNSURE:
            hide = f"probably wrong (hide with --min-confidence {_UNSURE:g})"
            click.secho(f"confidence {sure}, {hide}; {how}", fg="yellow")
        else:
            click.secho(f"confidence {sure}; {how}", dim=True)

    def _withheld(self, answer: Answer) -> None:
        click.secho(printable(message(answer)), fg="yellow")
        data = withheld_data(answer)
        count = data.get("answers", 1)
        rows = [printable(", ".join(row)) for row in data.get("rows", ())]
        names = rows or [printable(one.name) for one in answer.candidates[: min(count, _MAX_WITHHELD)]]
        more = f" and {count - len(names):,} more" if count > len(names) else ""
        if names:
            told = f"{('; ' if rows else ', ').join(names)}{more}"
            click.echo(f"It would have been: {told} (show it with --min-confidence 0)")

    def _hints(self, answer: Answer) -> None:
        for hint in hints(answer, self._command):
            click.secho(hint, dim=True)


def _how(answer: Answer) -> str:
    """Return a phrase for what produced the answer."""
    steps = {step.kind: step for step in answer.steps}
    calls = answer.llm.calls
    asked = f", {counted(calls, 'call')} to {printable(answer.llm.model)}" if calls else ""
    if not answer.evidence and not answer.entities and not answer.rows:
        return f"the language model alone, without evidence{asked}"
    if "execution" in steps and (plan := steps["execution"].data.get("plan")):
        compared = "the language model compared plans, the best is " if "reranking" in steps else "plan "
        return f"{compared}{_plan(plan['text'], answer)}{asked}"
    return f"answered from {counted(len(answer.evidence), 'triple')} by {printable(answer.method)}{asked}"


def _plan(text: str, answer: Answer) -> str:
    """Return a plan's text with its topics' names instead of their ids."""
    names = {topic.id: topic.name for topic in answer.topics}
    for step in answer.steps:
        names |= step.data.get("names", {}) if step.kind == "execution" else {}
    for ident, name in names.items():
        text = text.replace(f"[{ident}]", f"[{name}]")
    return printable(text)


def _says_more(text: str, names: list[str]) -> bool:
    """Whether a text is more than a list of names."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return bool(_JOINING.sub("", text))
