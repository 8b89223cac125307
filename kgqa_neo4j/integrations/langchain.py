"""LangChain: a retriever, a tool, and a chain modelled on GraphCypherQAChain. Needs the extra ``langchain``."""

from __future__ import annotations

import asyncio
from typing import Any

from kgqa_neo4j.model.extras import require

require("langchain", "langchain_core")

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.output_parsers import StrOutputParser
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableConfig, RunnableSerializable
from langchain_core.tools import BaseTool, StructuredTool
from pydantic import ConfigDict

from kgqa_neo4j.integrations.retrieval import (
    DEFAULT_PASSAGES,
    Passage,
    Retrieval,
    metadata_of,
    passages_of,
)
from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.reporting.messages import message

TOOL_DESCRIPTION = (
    "Answers one question in plain English from a knowledge graph, with the facts that prove it. Use it for who, what, "
    "when, which, how many, comparisons and lists about the things in the graph."
)
_PROMPT = (
    "Answer the question from the facts below, in one sentence. Say that you do not know where they do not answer "
    "it.\n\n"
    "Facts:\n{context}\n\nQuestion: {question}\nAnswer:"
)


class KnowledgeGraphRetriever(BaseRetriever):
    """Retrieves the graph's answer and the facts that prove it, as documents.

    The first document is the answer (``metadata["kind"] == "answer"``), the others are facts. The metadata of
    each has the statement that found the answer (``cypher``) and the confidence. Answers below `min_confidence` are
    left out.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    graph: KnowledgeGraph
    k: int = DEFAULT_PASSAGES
    method: str = "plans"
    min_confidence: float = 0.0

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        found, about = Retrieval(self.graph, self.k, self.method, self.min_confidence).retrieve(query)
        return [_document(one, about) for one in found]

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        retrieval = Retrieval(self.graph, self.k, self.method, self.min_confidence)
        found, about = await asyncio.to_thread(retrieval.retrieve, query)
        return [_document(one, about) for one in found]


def graph_tool(
    graph: KnowledgeGraph, *, name: str = "ask_graph", description: str = TOOL_DESCRIPTION
) -> BaseTool:
    """Return a tool that answers questions; its artifact is the whole `Answer`.

    Args:
        graph: the graph to ask.
        name: the tool's name for the model.
        description: tells the model when to use the tool.
    """

    def ask(question: str) -> tuple[str, Answer]:
        return _told(graph.ask(question, settings={"ask.trace": False}))

    async def ask_async(question: str) -> tuple[str, Answer]:
        return _told(await graph.ask_async(question, settings={"ask.trace": False}))

    return StructuredTool.from_function(
        func=ask,
        coroutine=ask_async,
        name=name,
        description=description,
        response_format="content_and_artifact",
    )


class KnowledgeGraphQAChain(RunnableSerializable[Any, dict[str, Any]]):
    """Answers ``{"query": question}`` with ``{"query": ..., "result": ...}``, like GraphCypherQAChain.

    Without a model, the result is the graph's own answer; with `llm`, a sentence written by the model from the facts.
    With `return_intermediate_steps`, the output has ``intermediate_steps``: the statement, then the context.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    graph: KnowledgeGraph
    llm: Runnable[Any, Any] | None = None
    k: int = DEFAULT_PASSAGES
    return_intermediate_steps: bool = False
    input_key: str = "query"
    output_key: str = "result"

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> dict[str, Any]:
        """Answer a question; `input` is the question, or a mapping with it at `input_key`.

        Raises:
            KgqaError: see `KnowledgeGraph.ask`.
        """
        return self._call_with_config(lambda value: self._answered(value, config), input, config)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> dict[str, Any]:
        """Answer a question without blocking the event loop; see `invoke`."""

        async def answered(value: Any) -> dict[str, Any]:
            return await self._answered_async(value, config)

        return await self._acall_with_config(answered, input, config)

    def _answered(self, input: Any, config: RunnableConfig | None) -> dict[str, Any]:
        question = self._question(input)
        answer = self.graph.ask(question, settings={"ask.trace": False})
        facts = passages_of(answer, self.k)
        result = answer.text
        if self.llm is not None and facts:
            result = StrOutputParser().invoke(self.llm.invoke(_prompt(question, facts), config))
        return self._output(question, result, answer, facts)

    async def _answered_async(self, input: Any, config: RunnableConfig | None) -> dict[str, Any]:
        question = self._question(input)
        answer = await self.graph.ask_async(question, settings={"ask.trace": False})
        facts = passages_of(answer, self.k)
        result = answer.text
        if self.llm is not None and facts:
            result = StrOutputParser().invoke(await self.llm.ainvoke(_prompt(question, facts), config))
        return self._output(question, result, answer, facts)

    def _question(self, input: Any) -> str:
        return str(input[self.input_key] if isinstance(input, dict) else input)

    def _output(self, question: str, result: str, answer: Answer, facts: list[Passage]) -> dict[str, Any]:
        output: dict[str, Any] = {self.input_key: question, self.output_key: result}
        if self.return_intermediate_steps:
            steps = [{"query": metadata_of(answer)["cypher"]}, {"context": [one.text for one in facts]}]
            output["intermediate_steps"] = steps
        return output


def _told(answer: Answer) -> tuple[str, Answer]:
    lines = [one.text for one in passages_of(answer)] or [answer.text, message(answer), answer.status.value]
    return "\n".join(line for line in lines if line), answer


def _prompt(question: str, facts: list[Passage]) -> str:
    return _PROMPT.format(context="\n".join(one.text for one in facts), question=question)


def _document(passage: Passage, about: dict[str, Any]) -> Document:
    return Document(passage.text, metadata={**about, **passage.metadata, "score": passage.score})
