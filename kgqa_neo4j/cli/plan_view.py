"""Query plans on the terminal: the plans considered for an answer, and the result of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from kgqa_neo4j.cli.tables import rows_text, table
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.graph import Triple
from kgqa_neo4j.model.text import counted, printable
from kgqa_neo4j.reporting.cypher_text import cypher_text
from kgqa_neo4j.reporting.plan_reasons import Explanation, differences, explained

if TYPE_CHECKING:
    from kgqa_neo4j.plans.execution import Result
    from kgqa_neo4j.plans.language.execution import QueryResult

MAX_ANSWERS = 50
MAX_EVIDENCE = 30
_MAX_FEATURES = 4
_MAX_PARTS = 6
# Steps that record how the answer was chosen among the plans.
_CHOOSING = ("execution", "confidence", "auto", "reranking", "realization")


def show_considered(answer: Answer) -> None:
    """Print the considered plans with their scores, and why the best one won."""
    told = explained(answer)
    if not told.considered:
        click.echo(f"\nthe method {answer.method} considered no plans for this question")
        return
    click.echo(f"\nbest {len(told.considered)} plans considered")
    show_scored([(plan["score"], plan["text"], plan["features"]) for plan in told.considered])
    for step in answer.steps:
        if step.kind in _CHOOSING:
            click.echo(printable(step.summary))
        if step.kind == "execution" and "score" in step.data:
            _show_reasons(told)
        if step.kind == "reranking":
            _show_weighed(step.data["plans"])


def _show_reasons(told: Explanation) -> None:
    """Print why the best plan ranks above the next, and how the question's words changed it before execution."""
    if told.winner is None:
        return
    if told.executed != told.winner["text"]:
        click.echo(printable(f"adapted from {told.winner['text']} to fit the question's words"))
    if told.next is None:
        return
    click.echo(f"\nahead of {printable(told.next['text'])} by {told.winner['score'] - told.next['score']:.3f}")
    if told.because:
        click.echo(f"  because {'; '.join(told.because)}")
    if told.although:
        click.echo(f"  although {'; '.join(told.although)}")
    parts = differences(told.winner["features"], told.next["features"])[:_MAX_PARTS]
    rows = [(name, f"{left:+.2f}", f"{right:+.2f}", f"{left - right:+.2f}") for name, left, right in parts]
    if rows:
        click.echo(table(("part of the score", "winner", "next", "difference"), rows))


def _show_weighed(plans: Sequence[Mapping[str, Any]]) -> None:
    rows = [(f"{one['likelihood']:.1f}", f"{one['score']:.3f}", printable(one["plan"])) for one in plans]
    click.echo(table(("likelihood", "new score", "plan"), rows), nl=False)


def show_scored(plans: Sequence[tuple[float, str, Mapping[str, float]]]) -> None:
    """Print plans given as (score, text, features), each with its most influential features."""
    rows = []
    for score, text, features in plans:
        most = sorted(features.items(), key=lambda item: -abs(item[1]))[:_MAX_FEATURES]
        why = ", ".join(f"{name} {value:+.2f}" for name, value in most)
        rows.append((f"{score:.3f}", printable(text), printable(why)))
    click.echo(table(("score", "plan", "main features"), rows), nl=False)


def show_result(result: Result) -> None:
    """Print the result of a plan: the answers, then the triples that prove them."""

    shown = result.entities[:MAX_ANSWERS]
    click.echo(table(("id", "name"), [(printable(one.id), printable(one.name)) for one in shown]), nl=False)
    if len(result.entities) > len(shown):
        click.echo(f"and {len(result.entities) - len(shown):,} more; --json has all that were listed")
    click.echo(f"{result.total:,} found{'; a limit was reached, there may be more' * result.cut}")
    _show_evidence(result.evidence)
    if result.statement:
        click.echo(f"\n{cypher_text(result.statement.text, result.statement.parameters)}")


def _show_evidence(evidence: Sequence[tuple[Triple, int]]) -> None:
    if not evidence:
        return
    rows = [
        (str(hop), *(printable(part.name) for part in (triple.subject, triple.relation, triple.object)))
        for triple, hop in evidence[:MAX_EVIDENCE]
    ]
    click.echo("\nevidence")
    click.echo(table(("hop", "subject", "relation", "object"), rows), nl=False)
    if len(evidence) > MAX_EVIDENCE:
        click.echo(f"and {counted(len(evidence) - MAX_EVIDENCE, 'more triple')}; --json has them all")


def show_query_result(result: QueryResult) -> None:
    """Print the result of a query: the answers, the triples that prove them, and the statement."""

    if result.rows:
        click.echo(rows_text([[cell.name for cell in row] for row in result.rows]))
    else:
        shown = result.entities[:MAX_ANSWERS]
        click.echo(table(("id", "name"), [(printable(one.id), printable(one.name)) for one in shown]), nl=False)
    click.echo(f"{result.total:,} found{'; a limit was reached, there may be more' * result.cut}")
    _show_evidence(result.evidence)
    click.echo(f"\n{cypher_text(result.statement.text, result.statement.parameters)}")
