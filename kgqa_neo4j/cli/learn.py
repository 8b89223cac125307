"""`kgqa learn`: learn from questions with answers, list what was learned, forget it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from kgqa_neo4j.cli.context import CliContext, pass_context
from kgqa_neo4j.cli.options import graph_option
from kgqa_neo4j.cli.progress import StageBars, interrupted
from kgqa_neo4j.cli.question_files import format_of
from kgqa_neo4j.cli.tables import table
from kgqa_neo4j.model.text import counted, printable
from kgqa_neo4j.question_sets.questions import FORMATS, Format

if TYPE_CHECKING:
    from kgqa_neo4j.methods.teaching import Report
    from kgqa_neo4j.plans.learning.learn import Outcome
    from kgqa_neo4j.settings import Configuration

# Maximum number of rows in a printed table, and of file lines named for one question template.
_SHOWN, _NAMED = 20, 3
_CYPHER: Literal["cypher"] = "cypher"
# Names of a report's figures in its printed table.
_CALLED = {
    "new": "new pairs",
    "unusable": "unusable pairs",
    "forms": "question templates",
    "explained": "templates explained",
    "conditional": "pairs with conditions",
    "search_seconds": "seconds searching",
    "fit_seconds": "seconds fitting",
}


@click.command("learn")
@click.argument(
    "files", metavar="[FILE]...", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1
)
@click.option(
    "--format",
    type=click.Choice((*FORMATS, _CYPHER)),
    help="Format of the question files; default: by their names (.jsonl).",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    help="Number of questions to draw from all files together; default: all.",
)
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True),
    help="Random share of each file to learn, such as 0.5; default: all.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for the sample and the share.")
@click.option("--set", "set_name", default="default", show_default=True, help="Name of the set to add to.")
@click.option("--from", "ask_id", help="Confirm the answer with this id (or `last`), and learn from it.")
@click.option(
    "--wrong",
    "wrong_id",
    help="Mark the answer with this id (or `last`) as wrong; --answer gives the right one.",
)
@click.option("--answer", "answers", multiple=True, help="Right answer for --wrong; repeatable.")
@click.option("--list", "listed", is_flag=True, help="List the learned sets.")
@click.option("--forget", metavar="NAME", help="Forget this set, or `all`.")
@graph_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@pass_context
def command(
    context: CliContext,
    /,
    files: tuple[Path, ...],
    format: Format | Literal["cypher"] | None,
    sample: int | None,
    share: float | None,
    seed: int,
    set_name: str,
    ask_id: str | None,
    wrong_id: str | None,
    answers: tuple[str, ...],
    listed: bool,
    forget: str | None,
    as_json: bool,
    graph__name: str | None,
) -> None:
    """Learn from questions with answers which plans such questions mean.

    \b
    Examples:
      kgqa learn qa_dev.txt.gz --format metaqa
      kgqa learn mine.jsonl --format jsonl --sample 100 --seed 0 --set trial
      kgqa learn 1-hop.txt 2-hop.txt --format metaqa --sample 100
      kgqa learn mine.jsonl --format jsonl --share 0.5 --set half
      kgqa learn pairs.jsonl --format cypher --graph movies   about an attached graph
      kgqa learn --from last                  the last answer was right
      kgqa learn --wrong last --answer Ada    the last answer was wrong
      kgqa learn --list
      kgqa learn --forget trial

    Questions and answers are enough. In the format jsonl, a line may have a `plan` or `cypher` that finds the
    answers in place of them; in the format cypher, it has `cypher`. What was learned is stored in the graph
    (for an attached graph, in the workspace) and used by the method `plans` from then on; see docs/learning.md.
    Learning the same pairs again changes nothing, so rerun to resume after an interruption.
    """
    ways = [
        way
        for way, given in (
            ("FILE", files),
            ("--from", ask_id),
            ("--wrong", wrong_id),
            ("--list", listed),
            ("--forget", forget),
        )
        if given
    ]
    if len(ways) != 1:
        raise click.UsageError("give exactly one of FILE, --from, --wrong, --list, --forget")
    if bool(wrong_id) != bool(answers):
        raise click.UsageError("--wrong and --answer go together: kgqa learn --wrong last --answer Ada")
    if files:
        format = format or format_of(files)
    if not files and (format or sample or share):
        raise click.UsageError("--format, --sample and --share need FILE")
    configuration = context.configuration(graph__name=graph__name)
    if listed:
        _list(configuration, as_json)
    elif forget:
        _forget(configuration, forget, as_json)
    else:
        from kgqa_neo4j.methods.teaching import learn_answer, learn_correction, learn_file
        from kgqa_neo4j.question_sets.drawing import drawn

        with interrupted(), ExitStack() as stack:
            bars = StageBars(stack)
            if files and format:
                # A line in the format `cypher` is a line of `jsonl` without answers.
                form: Format = "jsonl" if format == _CYPHER else format
                questions = drawn(files, form, sample or 0, seed, share or 1.0)
                report = learn_file(configuration, questions, set_name, bars.update)
            elif wrong_id:
                report = learn_correction(configuration, wrong_id, answers, set_name, bars.update)
            else:
                report = learn_answer(configuration, ask_id or "", set_name, bars.update)
        if wrong_id and not as_json:
            click.echo(printable(report.sentence))
        else:
            _show(report, as_json)


def _show(report: Report, as_json: bool) -> None:
    outcomes = report.learned.outcomes
    if as_json:
        told = {
            "sentence": report.sentence,
            "outcomes": [asdict(one) for one in outcomes],
            "words": [asdict(one) for one in report.learned.words],
            "preferred": list(report.learned.preferred),
        }
        click.echo(json.dumps({**report.as_json(), **told}, ensure_ascii=False))
        return
    figures = [(_CALLED.get(name, name), f"{value}") for name, value in report.as_json().items()]
    click.echo(table(("figure", "value"), figures), nl=False)
    explained = [(one.form, one.plan, f"{one.score:.2f}", f"{one.pairs:,}") for one in outcomes if one.plan]
    _some(("explained", "by", "F1", "pairs"), explained)
    missed = [(one.form, one.reason, _places(one)) for one in outcomes if one.reason]
    _some(("not explained", "why", "pairs"), missed)
    words = [(one.word, one.relation, f"{one.pairs:,}") for one in report.learned.words]
    _some(("word", "means", "pairs"), words)
    _some(("preferred form",), [(text,) for text in report.learned.preferred])


def _places(outcome: Outcome) -> str:
    """Return the file lines of a template's pairs, or the number of pairs if these are unknown."""
    if not outcome.places:
        return f"{outcome.pairs:,}"
    more = f" and {len(outcome.places) - _NAMED:,} more" if len(outcome.places) > _NAMED else ""
    return ", ".join(outcome.places[:_NAMED]) + more


def _some(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if rows:
        click.echo(
            "\n" + table(columns, [[printable(cell) for cell in row] for row in rows[:_SHOWN]]), nl=False
        )
    if len(rows) > _SHOWN:
        click.echo(f"and {len(rows) - _SHOWN:,} more; --json has them all")


def _list(configuration: Configuration, as_json: bool) -> None:
    from kgqa_neo4j.methods.learned_sets import learned_sets

    found = learned_sets(configuration)
    if as_json:
        rows = [
            {
                "set": one.name,
                "forms": one.forms,
                "pairs": one.pairs,
                "plans": one.plans,
                "score": round(one.score, 4),
                "words": [asdict(word) for word in one.words],
                "preferred": list(one.preferred),
            }
            for one in found
        ]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    if not found:
        click.echo("nothing was learned yet")
        return
    lines = [
        (
            one.name,
            f"{one.forms:,}",
            f"{one.pairs:,}",
            f"{one.plans:,}",
            f"{one.score:.3f}",
            f"{one.learned_at:%Y-%m-%d %H:%M}",
        )
        for one in found
    ]
    click.echo(table(("set", "forms", "pairs", "plans", "mean F1", "learned"), lines), nl=False)
    meanings = [(word.word, word.relation, f"{word.pairs:,}", one.name) for one in found for word in one.words]
    _some(("word", "means", "pairs", "set"), meanings)
    _some(("preferred form", "set"), [(text, one.name) for one in found for text in one.preferred])


def _forget(configuration: Configuration, name: str, as_json: bool) -> None:
    from kgqa_neo4j.methods.learned_sets import forget

    forms, pairs = forget(configuration, name)
    if as_json:
        click.echo(json.dumps({"forms": forms, "pairs": pairs}))
    else:
        click.echo(f"removed {counted(forms, 'template')}, {counted(pairs, 'pair')}")
