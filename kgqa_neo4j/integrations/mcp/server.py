"""The tools of the MCP server, all of which only read the graph."""

from __future__ import annotations

import inspect
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import anyio
import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from kgqa_neo4j.integrations.mcp import results
from kgqa_neo4j.integrations.mcp.bounding import bounded, shortened
from kgqa_neo4j.integrations.mcp.schema import schema_values
from kgqa_neo4j.model.cancellation import Cancellation, cancellable
from kgqa_neo4j.model.errors import KgqaError
from kgqa_neo4j.model.redaction import Redactor
from kgqa_neo4j.open_graphs import NamedGraphs
from kgqa_neo4j.settings import secrets_in
from kgqa_neo4j.telemetry.asking import asked_by
from kgqa_neo4j.version import __version__

T = TypeVar("T")

# The graph may belong to somebody else, so no trace is stored in it; `explain_answer` uses the workspace's history.
_ASKED_WITH = {"ask.trace": False}

INSTRUCTIONS = (
    "Answers questions about a knowledge graph in Neo4j, each with the facts that prove it. Begin with ask_graph: it "
    "needs no knowledge of the schema. Use get_schema and then read_cypher where you need rows that no question asks "
    "for, or where ask_graph withholds its answer. Nothing here can change the graph."
)

_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

GraphName = Annotated[
    str | None,
    Field(description="which of several graphs; get_schema lists their names. Leave it out for the default"),
]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one call: seconds per statement, tokens and rows per result."""

    read_timeout: float = 30.0
    response_tokens: int = 8000
    rows: int = 500


class GraphTools:
    """The tools, for the graphs of one or several workspaces."""

    def __init__(self, graphs: NamedGraphs, limits: Limits) -> None:
        self._graphs = graphs
        self._limits = limits
        self._redactor = Redactor(
            secret for one in graphs.configurations for secret in secrets_in(one.settings)
        )

    async def ask_graph(
        self,
        question: Annotated[
            str,
            Field(
                description="one question in plain English, with the names of things as the graph may have them; "
                "[brackets] around a name say that it is what the question is about"
            ),
        ],
        graph: GraphName = None,
    ) -> Annotated[CallToolResult, results.AnswerResult]:
        """Answer a question from the graph, with the facts that prove it and the Cypher that found it.

        Use this first for any question about things in the graph: who, what, when, which, how many, comparisons,
        averages, lists. It is fast and needs no schema. Trust an answer whose status is "answered"; "withheld" means
        too unsure, and "unanswerable" that the graph does not say. Ask one thing at a time.
        """

        def work() -> dict[str, Any]:
            answer = self._graphs.get(graph).ask(question, settings=_ASKED_WITH)
            return results.answer_values(answer)

        return self._result(await self._run(work), results.answer_text)

    async def get_schema(self, graph: GraphName = None) -> Annotated[CallToolResult, results.SchemaResult]:
        """List what the graph holds: labels with properties and examples, relationship types with what they connect.

        Use this before read_cypher or run_plan, to see what something is called, or to find out which graphs there
        are. It is not needed for ask_graph.
        """
        values = await self._run(lambda: schema_values(self._graphs, graph))
        return self._result(values, results.schema_text)

    async def run_plan(
        self,
        plan: Annotated[
            str,
            Field(
                description='a query plan in one line: "[Kismet] <-directed_by- -born_in->", or '
                '":Person where -.name-> = \\"Ada\\"" on a property graph'
            ),
        ],
        graph: GraphName = None,
    ) -> Annotated[CallToolResult, results.PlanResult]:
        """Execute a query plan, as explain_answer shows them, and return its answers with their proof.

        Use this to follow a plan that ask_graph considered but did not choose, or a variation of one. To explore
        freely, use read_cypher.
        """

        def work() -> dict[str, Any]:
            return results.plan_values(self._graphs.get(graph).run_plan(plan))

        return self._result(await self._run(work), results.plan_text)

    async def explain_answer(
        self,
        id: Annotated[str, Field(description='the id that ask_graph returned, or "last"')],
    ) -> Annotated[CallToolResult, results.ExplainResult]:
        """Say how an answer came about: the steps, the plans considered with their scores, the statement, the proof.

        Use this when an answer surprises, when somebody asks why, or to find another reading of the question for
        run_plan.
        """

        def work() -> dict[str, Any]:
            return results.explain_values(self._graphs.answer(id))

        return self._result(await self._run(work), results.explain_text)

    async def read_cypher(
        self,
        query: Annotated[
            str,
            Field(
                description="one statement of MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, LIMIT, UNION; names as "
                "get_schema lists them; values as $parameters"
            ),
        ],
        params: Annotated[
            dict[str, Any] | None, Field(description="the values of the parameters in the query")
        ] = None,
        graph: GraphName = None,
    ) -> Annotated[CallToolResult, results.RowsResult]:
        """Run a Cypher statement that only reads, and return its rows.

        Use this after get_schema, for what ask_graph cannot answer. Writing, procedures, LOAD CSV and names that are
        not in the schema are refused before anything runs; the message says why, so that you can repair the statement.
        On a graph whose kind is "loaded", nodes are (:Entity {id, name}) and relationship types are the relations of
        get_schema.
        """
        limits = self._limits

        def work() -> dict[str, Any]:
            opened = self._graphs.get(graph)
            found = opened.read_cypher(query, params or {}, limit=limits.rows, timeout=limits.read_timeout)
            return {"columns": found.columns, "rows": found.rows, "cut": found.cut, "cypher": found.statement}

        return self._result(await self._run(work), results.rows_text)

    def _result(self, values: dict[str, Any], text: Callable[[Mapping[str, Any]], str]) -> CallToolResult:
        values = bounded(self._redactor.value(values), self._limits.response_tokens)
        # Values that JSON does not support, such as the driver's temporal types in parameters, become text.
        values = json.loads(json.dumps(values, ensure_ascii=False, default=str))
        told = shortened(text(values), self._limits.response_tokens)
        return CallToolResult(content=[TextContent(type="text", text=told)], structured_content=values)

    async def _run(self, work: Callable[[], T]) -> T:
        """Run `work` in a thread; if the client cancels, end the running statement."""
        switch = Cancellation()

        def inside() -> T:
            with cancellable(switch), asked_by("mcp"):
                return work()

        try:
            return await anyio.to_thread.run_sync(inside, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            threading.Thread(target=switch.cancel, daemon=True).start()
            raise
        except KgqaError as error:
            self._redactor.error(error)
            raise ToolError(f"{error.message}\n{error.hint}".strip()) from error


def build_server(graphs: NamedGraphs, limits: Limits) -> MCPServer[Any]:
    """Return the server with its tools, for any transport."""
    server: MCPServer[Any] = MCPServer(
        "kgqa-neo4j",
        title="Knowledge graph",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
    )
    tools = GraphTools(graphs, limits)
    for tool in (tools.ask_graph, tools.get_schema, tools.run_plan, tools.explain_answer, tools.read_cypher):
        server.add_tool(tool, description=inspect.cleandoc(tool.__doc__ or ""), annotations=_READS)
    return server
