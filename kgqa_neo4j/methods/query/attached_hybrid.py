"""`query` on an attached graph: the model writes a statement, which is compared with the best plan.

The model sees the part of the schema that the question needs. Its statement passes the guard, is checked with `EXPLAIN`
and executed within bounds. Objections of the guard or the server, or an empty result, go back to the model at most
`query.repairs` times. Statement and plan are compared by how much of the question each leaves unexplained; the step
`hybrid` says which one answers and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa_neo4j.guard.labelled import guard_labelled
from kgqa_neo4j.llm.weights import PACKAGED_NAME
from kgqa_neo4j.methods.common.attached_answers import AttachedRun, Planned
from kgqa_neo4j.methods.common.calls import Sampling, timed
from kgqa_neo4j.methods.common.question_run import MODEL_FAILURES
from kgqa_neo4j.methods.query.labelled_grammar import labelled_grammar
from kgqa_neo4j.methods.query.labelled_statements import StatementResult, execute, statement_in, unstored
from kgqa_neo4j.methods.query.schema_excerpt import schema_excerpt
from kgqa_neo4j.methods.query.statement_confidence import UNEXPLAINED, Explained, explained_by
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import CypherRefused
from kgqa_neo4j.plans.language.property_execution import Rows
from kgqa_neo4j.plans.reading.labelled.unexplained import Spotted

# How much less a statement has to leave unexplained to win against a plan, which never invents anything.
_BETTER = 0.2


@dataclass(frozen=True, slots=True)
class Modelled:
    """The result of the model's statement, and how well it explains the question; or the reason why there is none."""

    result: StatementResult | None = None
    explained: Explained = UNEXPLAINED
    reason: str = ""


class HybridRun(AttachedRun):
    """The run of one question about an attached graph, answered by a plan or by a statement of the model."""

    def run(self) -> Answer:
        """Answer the question.

        Raises:
            DatabaseError: or a subclass: the graph cannot be queried.
            ModelNotFound, ModelUnreadable: the encoder cannot be used.
        """
        planned = self.plan() if self.resources.settings.query.plans else None
        try:
            modelled = self._modelled()
        except MODEL_FAILURES as error:
            if planned is None or planned.result is None:
                self.fail(error)
                return self.finish()
            modelled = Modelled(reason=error.message)
            self.because(f"answered by the plan, as the language model failed ({error.message})")
        self._choose(planned, modelled)
        return self.finish()

    def _modelled(self) -> Modelled:
        """Let the model write a statement, and repair it until it finds something or no attempts are left.

        Raises:
            ContextOverflow, ModelTimeout, ModelUnavailable: see `Calls.complete`.
        """
        with timed(self.answer.seconds, "exploration"):
            spotted = self.parts.reader.spotted(self.answer.question)
            shown = schema_excerpt(self.parts.schema, spotted.spots)
        self.step(
            "schema",
            f"the model is shown {', '.join(one.name for one in shown.labels)}",
            labels=[one.name for one in shown.labels],
            types=list(dict.fromkeys(one.type for one in shown.connections)),
            values=[one.value for one in shown.values],
            text=shown.text,
        )
        # Without a grammar the packaged model does not write Cypher; other models can express more than the grammar.
        packaged = self.resources.llm.model == PACKAGED_NAME and self.resources.settings.query.constrain
        grammar = labelled_grammar(shown, spotted) if packaged else ""
        rejected, reason = "", ""
        kept: Modelled | None = None
        for attempt in range(1 + self.resources.settings.query.repairs):
            statement = self._written(shown.text, grammar, rejected)
            found = self._executed_statement(spotted, statement, attempt)
            if found.result is not None:
                kept = found
            if not found.reason:
                return found
            reason = found.reason
            rejected = f"Rejected: {statement}\nsince {' '.join(reason.split())}"
        return kept or Modelled(reason=reason)

    def _written(self, schema: str, grammar: str, rejected: str) -> str:
        settings = self.resources.settings.query
        with timed(self.answer.seconds, "generation"):
            reply = self.calls.complete(
                "query_labelled",
                {"question": self.answer.question, "schema": schema, "rejected": rejected},
                sampling=Sampling(max_tokens=settings.max_tokens),
                grammar=grammar or None,
            )
        return statement_in(reply)

    def _executed_statement(self, spotted: Spotted, statement: str, attempt: int) -> Modelled:
        """Execute a statement. The reason of the result says why it should be rewritten; "" if it should not be."""
        settings, parts = self.resources.settings.query, self.parts
        try:
            with timed(self.answer.seconds, "exploration"):
                guarded = guard_labelled(statement, parts.schema, settings.limit)
                result = execute(parts.graph, parts.schema, guarded, settings.limit, settings.timeout)
                lacking = unstored(guarded, parts.schema, parts.values) if result.nothing else ""
        except CypherRefused as error:
            reason = f"{error.kind}: {error.message}"
            self.step(
                "rejection",
                reason,
                reason=error.message,
                refusal=str(error.kind),
                query=statement,
                attempt=attempt,
            )
            return Modelled(reason=reason)
        if result.nothing and (lacking or not result.rows):
            reason = f"it finds nothing{': ' if lacking else ''}{lacking}"
            self.step("rejection", reason, reason=lacking, refusal="empty", query=statement, attempt=attempt)
            return Modelled(reason=reason)
        explained = explained_by(spotted, guarded)
        self.step(
            "query",
            f"the model's statement leads to {len(result.rows):,}",
            query=guarded.text,
            rows=len(result.rows),
            cut=result.cut,
            confidence=explained.confidence,
            unexplained=list(explained.words),
            attempt=attempt,
        )
        return Modelled(result, explained)

    def _choose(self, planned: Planned | None, modelled: Modelled) -> None:
        """Answer with the plan or the model's statement, whichever explains the question better, and record why."""
        plan = planned.result if planned else None
        if modelled.result is None:
            if planned is None or plan is None:
                reasons = [f"no statement of the model: {modelled.reason}", planned.reason if planned else ""]
                self.without_graph("; ".join(filter(None, reasons)), self.answer.question)
                return
            winner, why = "plan", f"the model's statement has no answer ({modelled.reason})"
        elif planned is None:
            winner, why = "model", "query.plans is off"
        elif plan is None:
            winner, why = "model", f"no plan has an answer ({planned.reason})"
        elif _alike(plan.rows) == _alike(modelled.result.rows):
            winner, why = "plan", "both find the same"
        else:
            best = planned.reading.proposals[planned.place]
            winner = "model" if modelled.explained.missing < best.missing - _BETTER else "plan"
            lacking = _quoted(best.unexplained), _quoted(modelled.explained.words)
            why = f"the plan leaves {lacking[0]} unsaid, the model's statement {lacking[1]}"
        self.step(
            "hybrid",
            f"answered by the {'plan' if winner == 'plan' else 'statement of the model'}: {why}",
            winner=winner,
            why=why,
            plan=None
            if plan is None or planned is None
            else {"cypher": plan.statement.text, "confidence": planned.confidence},
            model=None
            if modelled.result is None
            else {"cypher": modelled.result.statement.text, "confidence": modelled.explained.confidence},
        )
        if winner == "plan" and planned is not None and plan is not None:
            self.tell(planned, plan)
        elif modelled.result is not None:
            self._tell_statement(modelled, modelled.result)

    def _tell_statement(self, modelled: Modelled, result: StatementResult) -> None:
        self.step(
            "execution",
            f"the model's statement leads to {len(result.rows):,}",
            cypher=result.statement.text,
            parameters={},
            columns=list(result.columns),
            total=len(result.rows),
            cut=result.cut,
        )
        self.answer.confidence = modelled.explained.confidence
        if modelled.explained.words:
            self.because(f"the model's statement does not say {_quoted(modelled.explained.words)}")
        self.give(result.rows, cut=result.cut)


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words) or "nothing"


def _alike(rows: Rows) -> frozenset[tuple[str, ...]]:
    """Return rows in a comparable form: by the text shown, ignoring the order of rows and columns."""
    return frozenset(tuple(sorted(cell.name for cell in row)) for row in rows)
