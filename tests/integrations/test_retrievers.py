"""Retrievers for other libraries, with these libraries themselves, on a real graph."""

import asyncio
import contextlib
import io
import re
import warnings
from pathlib import Path
from typing import Any, Literal

import pytest

from kgqa_neo4j import KnowledgeGraph, ScriptedLLM
from kgqa_neo4j.llm.base import LLM, Message, Request
from kgqa_neo4j.llm.llamacpp import LlamaCpp
from kgqa_neo4j.llm.weights import find_weights
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.settings import Configuration, LlmSettings

with warnings.catch_warnings():
    # What they warn of while they are imported is theirs.
    warnings.simplefilter("ignore")
    from langchain_core.language_models import FakeListChatModel, SimpleChatModel
    from langchain_core.messages import BaseMessage
    from neo4j_graphrag.generation import GraphRAG

    from kgqa_neo4j.integrations import langchain, llama_index, neo4j_graphrag

# How messages of LangChain are called where a model's chat template reads them.
ROLES: dict[str, Literal["system", "user", "assistant"]] = {
    "human": "user", "system": "system", "ai": "assistant",
}  # fmt: skip
PAGE = Path(__file__).parents[2] / "docs/integrations.md"


def test_the_examples_of_the_page_print_what_it_says(
    office: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my-graph").symlink_to(office.configuration.workspace)
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    expected = re.findall(r"^\s*print\(.*\)  # (.*)$|^    # (.*)$", code, re.MULTILINE)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), {"__name__": "page"})
    assert printed.getvalue().splitlines() == [one or other for one, other in expected]


def test_langchain_documents_bear_the_statement_and_the_ids_of_facts(office: KnowledgeGraph) -> None:
    retriever = langchain.KnowledgeGraphRetriever(graph=office)
    answer, *facts = asyncio.run(retriever.ainvoke("who works in Sales?"))
    assert answer.page_content.endswith("Cleo, Dan") and answer.metadata["score"] > 0.5
    assert {fact.metadata["subject"] for fact in facts} == {"triples:Cleo", "triples:Dan"}
    assert all(one.metadata["cypher"].startswith("CYPHER") for one in (answer, *facts))
    assert langchain.KnowledgeGraphRetriever(graph=office, k=1).invoke("who works in Sales?") == [answer]


def test_a_question_beside_the_graph_has_no_documents(office: KnowledgeGraph) -> None:
    retriever = langchain.KnowledgeGraphRetriever(graph=office, min_confidence=0.5)
    found = retriever.invoke("what is the capital of France?")
    assert [one for one in found if one.metadata["kind"] == "answer"] == []


def test_the_langchain_tool_gives_the_answer_as_its_artifact(office: KnowledgeGraph) -> None:
    tool = langchain.graph_tool(office)
    call = {"type": "tool_call", "id": "1", "name": tool.name, "args": {"question": "who leads Sales?"}}
    for message in (tool.invoke(call), asyncio.run(tool.ainvoke(call))):
        assert "(Ada, leads, Sales)" in message.content
        assert isinstance(message.artifact, Answer)


def test_the_langchain_chain_answers_as_graph_cypher_chains_do(office: KnowledgeGraph) -> None:
    chain = langchain.KnowledgeGraphQAChain(graph=office)
    assert chain.invoke({"query": "who leads Sales?"}) == {"query": "who leads Sales?", "result": "Ada"}
    told = langchain.KnowledgeGraphQAChain(
        graph=office, llm=FakeListChatModel(responses=["It is Ada."]), return_intermediate_steps=True
    )
    output = asyncio.run(told.ainvoke({"query": "who leads Sales?"}))
    assert output["result"] == "It is Ada."
    statement, context = output["intermediate_steps"]
    assert statement["query"].startswith("CYPHER") and context["context"][1] == "(Ada, leads, Sales)"


def test_graphrag_answers_from_what_is_retrieved(office: KnowledgeGraph) -> None:
    model = FakeListChatModel(responses=["Ada does."])
    rag = GraphRAG(retriever=neo4j_graphrag.KnowledgeGraphRetriever(office), llm=model)
    result = rag.search("who leads Sales?", return_context=True, retriever_config={"top_k": 1})
    assert result.answer == "Ada does." and result.retriever_result is not None
    assert [one.content for one in result.retriever_result.items] == [
        "Answer from the graph (confidence 97 %): Ada"
    ]
    assert result.retriever_result.metadata is not None
    assert result.retriever_result.metadata["cypher"].startswith("CYPHER")


def test_graphrag_retrievers_become_tools(office: KnowledgeGraph) -> None:
    tool = neo4j_graphrag.KnowledgeGraphRetriever(office).convert_to_tool("ask", "asks the graph")
    assert tool.execute(query_text="who leads Support?").items[0].content.endswith("Ben")


def test_llama_index_shows_models_the_text_alone(office: KnowledgeGraph) -> None:
    node, *_ = asyncio.run(llama_index.KnowledgeGraphRetriever(office).aretrieve("who leads Sales?"))
    assert node.text.endswith("Ada") and node.node.metadata["status"] == "answered"
    assert "cypher" not in node.node.get_content(metadata_mode="llm")  # type: ignore[arg-type]


def test_tables_of_attached_graphs_are_retrieved_as_rows(firm: Configuration) -> None:
    with KnowledgeGraph.open(firm.workspace, llm=ScriptedLLM()) as graph:
        (first, *_) = (
            neo4j_graphrag.KnowledgeGraphRetriever(graph)
            .search(query_text="How many employees does each company have?")
            .items
        )
        assert "Nimbus, 2" in first.content and "Orbital, 2" in first.content


class PackagedChatModel(SimpleChatModel):
    """The packaged model, as LangChain and neo4j-graphrag call models."""

    model: Any

    @property
    def _llm_type(self) -> str:
        return "packaged"

    def _call(self, messages: list[BaseMessage], *_: Any, **__: Any) -> str:
        told = [Message(role=ROLES[one.type], content=str(one.content)) for one in messages]
        return str(self.model.complete(Request(told, max_tokens=32)).text)


@pytest.fixture(scope="module")
def packaged() -> LLM:
    return LlamaCpp(find_weights("packaged"), LlmSettings(context=2048, threads=2))


def test_a_small_model_answers_from_the_passages_in_chains_of_others(
    office: KnowledgeGraph, packaged: LLM
) -> None:
    model, question = PackagedChatModel(model=packaged), "who leads Sales?"
    chain = langchain.KnowledgeGraphQAChain(graph=office, llm=model)
    assert "Ada" in chain.invoke({"query": question})["result"]
    rag = GraphRAG(retriever=neo4j_graphrag.KnowledgeGraphRetriever(office), llm=model)
    assert "Ada" in rag.search(question, retriever_config={"top_k": 3}, return_context=True).answer
    # A model that is told nothing has no way to know.
    bare = model.invoke(question).content
    assert "Ada" not in str(bare)
