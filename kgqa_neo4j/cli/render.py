"""An answer on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from kgqa_neo4j.model.answer import Answer, Evidence, Status
from kgqa_neo4j.model.text import PrintableStream, printable

MAX_EVIDENCE = 15
MAX_ENTITIES = 20
_MARKS = {
    Status.ANSWERED: ("green", "answered from the graph"),
    Status.FALLBACK: ("yellow", "NOT FROM THE GRAPH: the language model's own words, without evidence"),
    Status.UNANSWERABLE: ("yellow", "not in the graph"),
    Status.FAILED: ("red", "failed"),
}


class AnswerView:
    """Shows an answer: its text as it comes, then status, evidence, link and cost.

    Whatever comes from the graph or a model is stripped of control characters.
    """

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False, soft_wrap=True)
        self._messages = Console(stderr=True, highlight=False)
        self._text = PrintableStream()
        self._streamed = False

    def report(self, message: str) -> None:
        """Show progress, apart from the answer."""
        self._messages.print(f"[dim]{escape(printable(message))}[/dim]")

    def stream(self, piece: str) -> None:
        """Show a piece of the answer's text."""
        self._streamed = True
        self._write(self._text.feed(piece))

    def show(self, answer: Answer) -> None:
        """Show everything but the text that was streamed already."""
        if self._streamed:
            self._write(self._text.finish())
        elif answer.text:
            self._write(printable(answer.text, lines=True))
        if self._streamed or answer.text:
            self._console.print()
        self._status(answer)
        self._entities(answer)
        self._evidence(answer)
        if answer.browser_url:
            self._console.print(f"[bold]see it[/bold]    {escape(printable(answer.browser_url))}")
        if answer.ask_id:
            self._console.print(f"[dim]again     kgqa show {answer.ask_id}[/dim]")
        self._console.print(f"[dim]cost      {escape(_cost(answer))}[/dim]")

    def _write(self, text: str) -> None:
        self._console.print(text, end="", markup=False)

    def _sure(self, confidence: float) -> None:
        words, colour = f"{confidence:.0%}", "dim"
        if confidence < 0.5:
            words, colour = f"{words}: more likely wrong than right; --min-confidence withholds such", "yellow"
        self._console.print(f"[{colour}]sure      {words}[/]")

    def _status(self, answer: Answer) -> None:
        colour, words = _MARKS[answer.status]
        if answer.status is Status.ANSWERED and not (answer.evidence or answer.entities):
            colour, words = "yellow", "the language model alone, without evidence"
        reason = f": {printable(answer.reason)}" if answer.reason else ""
        self._console.print(f"[bold {colour}]{escape(words)}[/]{escape(reason)}")
        if answer.status is Status.ANSWERED and answer.confidence is not None:
            self._sure(answer.confidence)
        for step in answer.steps:
            if step.kind == "auto":
                self._console.print(f"[dim]how       {escape(printable(step.summary))}[/dim]")
            if suggestions := step.data.get("suggestions"):
                names = ", ".join(printable(name) for name in suggestions)
                self._console.print(f"[bold]did you mean[/bold] {escape(names)}?")

    def _entities(self, answer: Answer) -> None:
        if len(answer.entities) < 2:
            return
        names = ", ".join(printable(entity.name) for entity in answer.entities[:MAX_ENTITIES])
        more = f" and {len(answer.entities) - MAX_ENTITIES} more" if len(answer.entities) > MAX_ENTITIES else ""
        self._console.print(f"[bold]answers[/bold]   {escape(names)}{more}")

    def _evidence(self, answer: Answer) -> None:
        if not answer.evidence:
            return
        table = Table(title="evidence", title_justify="left", box=None, pad_edge=False, header_style="dim")
        for column in ("hop", "subject", "relation", "object"):
            table.add_column(column, overflow="fold")
        table.add_column("score", justify="right")
        for item in _shown_evidence(answer):
            triple = item.triple
            names = (triple.subject.name, triple.relation.name, triple.object.name)
            table.add_row(str(item.hop), *(escape(printable(name)) for name in names), f"{item.score:.2f}")
        self._console.print(table)
        if len(answer.evidence) > MAX_EVIDENCE:
            rest = len(answer.evidence) - MAX_EVIDENCE
            self._console.print(f"[dim]and {rest:,} more triples; --json has them all[/dim]")


def _shown_evidence(answer: Answer) -> list[Evidence]:
    """Return the triples worth showing: those that touch an answer before the others, by hop."""
    answers = {entity.id for entity in answer.entities}

    def far(item: Evidence) -> bool:
        return not {item.triple.subject.id, item.triple.object.id} & answers

    nearest = sorted(answer.evidence, key=far)[:MAX_EVIDENCE]
    return sorted(nearest, key=lambda item: (item.hop, -item.score))


def _cost(answer: Answer) -> str:
    llm, seconds = answer.llm, answer.seconds
    calls = f"{llm.calls} call{'s' * (llm.calls != 1)} to {printable(llm.model)} on {printable(llm.device)}"
    calls += f", {llm.cached} from the cache" if llm.cached else ""
    return (
        f"{seconds.total:.2f} s (linking {seconds.linking:.2f}, exploration {seconds.exploration:.2f}, "
        f"generation {seconds.generation:.2f}); {calls}, {llm.prompt_tokens} + {llm.completion_tokens} tokens"
    )
