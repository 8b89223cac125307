"""`kgqa ask`: answer one question, or one per line of standard input."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import click

from kgqa_neo4j.cli.answering import Answering
from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import engine_option, overrides, setting_options, topics_option
from kgqa_neo4j.cli.render import AnswerView
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.progress import no_progress

FROM_INPUT = "-"


@click.command(context_settings={"show_default": False})
@click.argument("question")
@topics_option
@setting_options("graph", "method", "min-confidence", "fallback", "learned", "no-learned", "model", "trace")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON and nothing else.")
@click.option(
    "--cypher",
    "cypher",
    is_flag=True,
    help="Print the Cypher statement that found the answer, and nothing else.",
)
@click.option("--explain", is_flag=True, help="Show the plans considered, and why the best one won.")
@click.option("--verbose", "-v", is_flag=True, help="Also show evidence, steps, statements and cost.")
@engine_option
@pass_context
def command(
    context: CliContext,
    /,
    question: str,
    topics: tuple[str, ...],
    as_json: bool,
    cypher: bool,
    explain: bool,
    verbose: bool,
    engine: bool | None,
    changes: dict[str, str],
    **flags: Any,
) -> None:
    """Answer QUESTION from the graph, with the triples that prove it.

    \b
    Examples:
      kgqa ask "who directed Kismet?"
      kgqa ask "who directed [Kismet]?"               brackets mark the topic
      kgqa ask "who directed it?" --topic Kismet      so does --topic; repeatable
      kgqa ask "who directed Kismet?" --json          for programs; see docs/json.md
      kgqa ask "who is the mayor?" --graph city       one of several attached graphs
      kgqa ask - --json < questions.txt               one question and one answer per line
      kgqa ask "who directed Kismet?" --method adaptive --set adaptive.hops=2
    """
    report = no_progress if as_json else AnswerView().report
    with Answering(context.workspace, overrides(changes, flags), engine=engine, report=report) as answering:
        show = _Show(context, answering, topics, as_json, cypher, explain, verbose)
        code = show.lines() if question == FROM_INPUT else show.one(question)
    if code:
        raise SystemExit(code)


@dataclass(frozen=True, slots=True)
class _Show:
    """Asks questions and prints the answers."""

    context: CliContext
    answering: Answering
    topics: tuple[str, ...]
    as_json: bool
    cypher: bool
    explain: bool
    verbose: bool

    def one(self, question: str, indent: int | None = 2) -> int:
        """Answer one question; return the exit code of its status."""
        if self.as_json:
            from kgqa_neo4j.reporting.answer_json import to_json

            answer = self.answering.ask(question, topics=self.topics)
            click.echo(json.dumps(to_json(answer), ensure_ascii=False, indent=indent))
            return answer.status.exit_code
        if self.cypher:
            answer = self.answering.ask(question, topics=self.topics)
            _show_cypher(answer)
            return answer.status.exit_code
        view = AnswerView(self.context.workspace)
        answer = self.answering.ask(question, topics=self.topics, on_text=view.stream)
        view.show(answer, verbose=self.verbose)
        if self.explain:
            from kgqa_neo4j.cli.plan_view import show_considered

            show_considered(answer)
        return answer.status.exit_code

    def lines(self) -> int:
        """Answer the questions on standard input, reporting failed ones and going on.

        Return the exit code of the last error, 0 if there was none.
        """
        code = 0
        for line in sys.stdin.buffer:
            question = line.decode("utf-8", "replace").strip()
            if not question:
                continue
            try:
                if not self.as_json:
                    click.secho(f"\n{question}", bold=True)
                self.one(question, indent=None)
            except KgqaError as error:
                code = error.exit_code
                self._tell(question, error)
        return code

    def _tell(self, question: str, error: KgqaError) -> None:
        if self.as_json:
            told = {
                "question": question,
                "error": error.message,
                "hint": error.hint,
                "exit_code": error.exit_code,
            }
            click.echo(json.dumps(told, ensure_ascii=False))
            return
        hint = f"\n  try: {error.hint}" if error.hint else ""
        click.secho(f"error: {error.message}{hint}", fg="red", err=True)


def _show_cypher(answer: Answer) -> None:
    """Print the statement that found an answer, ready to paste into Neo4j Browser, or why there is none."""
    from kgqa_neo4j.reporting.found_by import found_by

    if (found := found_by(answer)) is not None:
        click.echo(found.text)
    else:
        click.secho(f"no Cypher statement: {answer.status} by {answer.method}", fg="yellow", err=True)
