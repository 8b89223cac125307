"""The MCP server, asked by the SDK's own client over both transports, on a loaded and on an attached graph."""

import asyncio
import json
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult

from kgqa_neo4j import KnowledgeGraph
from kgqa_neo4j.settings import Configuration
from kgqa_neo4j.store.driver import Endpoint
from tests.attached.conftest import data_hash
from tests.integrations.conftest import environment

TOOLS = ["ask_graph", "explain_answer", "get_schema", "read_cypher", "run_plan"]
TOKEN = "a-token-of-the-tests"

Command = Callable[..., list[str]]
Cypher = Callable[..., list[dict[str, Any]]]


def over_stdio(words: list[str]) -> Client:
    return Client(
        stdio_client(StdioServerParameters(command=words[0], args=words[1:], env=environment())),
        read_timeout_seconds=120,
    )


@contextmanager
def http_server(words: list[str], port: int) -> Iterator[None]:
    with subprocess.Popen(
        [*words, "--http", "--port", str(port)], stderr=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stderr is not None
        assert "listening on" in process.stderr.readline()
        try:
            yield
        finally:
            process.terminate()
            process.stderr.read()


@asynccontextmanager
async def over_http(port: int, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=120) as http:
        for _ in range(100):
            try:
                await http.get(f"http://127.0.0.1:{port}/")
                break
            except httpx2.TransportError:
                await asyncio.sleep(0.1)
        transport = streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)
        async with Client(transport, read_timeout_seconds=120) as client:
            yield client


def text_of(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if part.type == "text")


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return text_of(result)


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number


def test_a_loaded_graph_is_asked_over_standard_input_and_output(
    office: KnowledgeGraph, command: Command
) -> None:
    async def talk() -> None:
        workspace = office.configuration.workspace
        async with over_stdio(command(workspace, "mcp", "--also", f"other={workspace}")) as client:
            tools = (await client.list_tools()).tools
            assert sorted(tool.name for tool in tools) == TOOLS
            assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
            assert all(tool.output_schema and "Use this" in (tool.description or "") for tool in tools)

            answer = await call(client, "ask_graph", question="who leads Sales?")
            assert (answer["status"], answer["text"]) == ("answered", "Ada")
            assert answer["proof"] == [{"subject": "Ada", "relation": "leads", "object": "Sales"}]
            assert answer["cypher"].startswith("CYPHER") and not answer["truncated"]

            why = await call(client, "explain_answer", id=answer["id"])
            assert why["question"] == "who leads Sales?"
            assert why["considered"][0]["plan"] == "[facts:Sales] <-leads-" or why["considered"]

            plan = await call(client, "run_plan", plan="[Sales] <-works_in-")
            assert sorted(one["name"] for one in plan["entities"]) == ["Cleo", "Dan"]

            schema = await call(client, "get_schema")
            assert (schema["kind"], schema["graph"]) == ("loaded", "default")
            assert schema["graphs"] == ["default", "other"]
            elsewhere = await call(client, "ask_graph", question="who leads Support?", graph="other")
            assert elsewhere["text"] == "Ben"
            assert {one["type"]: one["count"] for one in schema["relationships"]} == {"leads": 2, "works_in": 2}

            query = "MATCH (a:Entity)-[:leads]->(b:Entity {name: $name}) RETURN a.name AS who, b"
            rows = await call(client, "read_cypher", query=query, params={"name": "Sales"})
            assert rows["columns"] == ["who", "b"]
            assert rows["rows"][0][0] == "Ada" and rows["rows"][0][1]["name"] == "Sales"

            assert "CREATE" in await refusal(client, "read_cypher", query="CREATE (n:Entity) RETURN n")
            assert "no relation" in await refusal(client, "run_plan", plan="[Sales] <-sells-")
            assert "is empty" in await refusal(client, "ask_graph", question=" ")

    before = office.read_cypher("MATCH (n) RETURN count(n) AS n").rows
    asyncio.run(talk())
    assert office.read_cypher("MATCH (n) RETURN count(n) AS n").rows == before


def test_nothing_but_the_protocol_is_on_standard_output(office: KnowledgeGraph, command: Command) -> None:
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        *(
            {
                "jsonrpc": "2.0",
                "id": number,
                "method": "tools/call",
                "params": {"name": name, "arguments": given},
            }
            for number, (name, given) in enumerate(
                [
                    ("ask_graph", {"question": "who leads Support?"}),
                    ("ask_graph", {"wrong": 1}),
                    ("no_tool", {}),
                ],
                2,
            )
        ),
    ]
    with subprocess.Popen(
        command(office.configuration.workspace, "mcp"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for message in messages:
            process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        replies = [json.loads(process.stdout.readline()) for _ in range(4)]
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(timeout=60) == 0
    assert all(reply["jsonrpc"] == "2.0" for reply in replies)
    answered = next(reply for reply in replies if reply["id"] == 2)
    assert answered["result"]["structuredContent"]["text"] == "Ben"


def test_an_attached_graph_is_asked_over_http_with_a_token(
    firm: Configuration, command: Command, port: int, cypher: Cypher
) -> None:
    async def talk() -> None:
        async with over_http(port, TOKEN) as client:
            answer = await call(client, "ask_graph", question="Who works for Orbital?", graph="own")
            assert sorted(one["name"] for one in answer["entities"]) == ["Ada Byron", "Ben Okri"]

            schema = await call(client, "get_schema")
            assert (schema["kind"], schema["graphs"]) == ("attached", ["own"])
            assert {"Employee", "Company", "Project"} == {one["name"] for one in schema["labels"]}
            (works_for,) = [one for one in schema["relationships"] if one["type"] == "WORKS_FOR"]
            assert works_for["connects"] == ["(:Employee)->(:Company)"]

            plan = await call(client, "run_plan", plan=':Employee where -.city-> = "Berlin"')
            assert sorted(one["name"] for one in plan["entities"]) == ["Ada Byron", "Dan Mora"]

            query = "MATCH (e:Employee)-[w:WORKS_FOR]->(c:Company {name: $c}) RETURN e, w.since AS since ORDER BY since"
            rows = (await call(client, "read_cypher", query=query, params={"c": "Orbital"}))["rows"]
            assert rows[0][0]["properties"]["fullName"] == "Ada Byron" and rows[0][1] == 2010

            wrong = "MATCH (e:Employee {surname: 'x'}) RETURN e"
            assert "the property surname may not be read" in await refusal(client, "read_cypher", query=wrong)
            for writes in ("MATCH (n:Employee) SET n.city = 'x' RETURN n", "CALL db.labels()"):
                await refusal(client, "read_cypher", query=writes)
            assert "elsewhere" in await refusal(client, "get_schema", graph="elsewhere")

    before = data_hash(cypher)
    with http_server(command(firm.workspace, "mcp", "--token", TOKEN), port):
        asyncio.run(talk())
        for probe in ("health", "ready"):
            assert httpx2.get(f"http://127.0.0.1:{port}/{probe}", timeout=60).text == "ok"
        without = httpx2.post(
            f"http://127.0.0.1:{port}/mcp", json={}, headers={"Authorization": "Bearer other"}
        )
        assert without.status_code == 401
        foreign = {"Authorization": f"Bearer {TOKEN}", "Host": "evil.example"}
        assert httpx2.post(f"http://127.0.0.1:{port}/mcp", json={}, headers=foreign).status_code == 421
    assert data_hash(cypher) == before


def test_a_result_stays_within_its_tokens_and_says_that_it_was_cut(
    office: KnowledgeGraph, command: Command
) -> None:
    async def talk() -> None:
        words = command(office.configuration.workspace, "mcp", "--response-tokens", "200")
        async with over_stdio(words) as client:
            query = f"UNWIND [{', '.join(str(place) for place in range(90))}] AS x RETURN x, 'name ' + x AS y"
            result = await client.call_tool("read_cypher", {"query": query})
            assert isinstance(result.structured_content, dict)
            assert result.structured_content["truncated"]
            assert len(json.dumps(result.structured_content)) <= 600
            assert text_of(result).endswith("limit of tokens)") and len(text_of(result)) <= 600

    asyncio.run(talk())


def test_a_server_named_by_the_environment_is_attached_on_request(
    bare_database: object,
    endpoint: Endpoint,
    cypher: Cypher,
    command: Command,
    tmp_path: Path,
    server_environment: dict[str, str],
) -> None:
    cypher("CREATE (:Person {name: 'Ada'})-[:KNOWS]->(:Person {name: 'Ben'})")
    words = command(tmp_path / "ws", "mcp", "--attach")
    server = StdioServerParameters(
        command=words[0],
        args=words[1:],
        env={**environment(), **server_environment, "NEO4J_DATABASE": endpoint.database},
    )

    async def talk() -> None:
        async with Client(stdio_client(server), read_timeout_seconds=120) as client:
            schema = await call(client, "get_schema")
            assert [one["type"] for one in schema["relationships"]] == ["KNOWS"]

    asyncio.run(talk())
