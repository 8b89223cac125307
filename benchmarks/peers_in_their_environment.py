# Run by `attached_peers`, in an environment with the peers but without this project.
"""Ask the peers and print one JSON line per peer and question: statement, seconds, exception.

python peers_in_their_environment.py < JOB
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import neo4j
from langchain_neo4j import GraphCypherQAChain, Neo4jGraph
from langchain_openai import ChatOpenAI
from neo4j_graphrag.llm import OpenAILLM
from neo4j_graphrag.retrievers import Text2CypherRetriever
from neo4j_graphrag.schema import format_schema


def retriever(job: dict[str, Any], driver: neo4j.Driver) -> Callable[[str], str]:
    """Return a function from a question to the statement that `Text2CypherRetriever` ran."""
    llm = OpenAILLM(
        "local",
        model_params={"temperature": 0, "max_tokens": job["max_tokens"]},
        base_url=job["llm"],
        api_key="none",
    )
    found = Text2CypherRetriever(
        driver,
        llm,
        neo4j_schema=format_schema(job["schema"], is_enhanced=False),
        neo4j_database=job["database"],
    )
    return lambda question: str((found.get_search_results(question).metadata or {})["cypher"])


def chain(job: dict[str, Any], _driver: neo4j.Driver) -> Callable[[str], str]:
    """Return a function from a question to the statement that `GraphCypherQAChain` ran."""
    graph = Neo4jGraph(
        url=job["uri"],
        username=job["username"],
        password=job["password"],
        database=job["database"],
        timeout=job["timeout"],
        refresh_schema=False,
    )
    graph.structured_schema = job["schema"]
    llm = ChatOpenAI(
        model="local", temperature=0, max_tokens=job["max_tokens"], base_url=job["llm"], api_key="none"
    )
    found = GraphCypherQAChain.from_llm(
        llm,
        graph=graph,
        validate_cypher=True,
        return_direct=True,
        return_intermediate_steps=True,
        allow_dangerous_requests=True,
    )
    return lambda question: str(found.invoke({"query": question})["intermediate_steps"][0]["query"])


def own_schema(job: dict[str, Any]) -> str:
    """Return the error with which the peers' own schema reading fails, or "" if it succeeds."""
    try:
        Neo4jGraph(url=job["uri"], username=job["username"], password=job["password"], database=job["database"])
    except Exception as error:  # noqa: BLE001 - any error of a peer is counted
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    return ""


def main() -> None:
    """Ask each peer each question."""
    job = json.load(sys.stdin)
    print(json.dumps({"own_schema": own_schema(job)}), flush=True)
    auth = (job["username"], job["password"])
    with neo4j.GraphDatabase.driver(job["uri"], auth=auth, notifications_min_severity="OFF") as driver:
        for name, make in (("Text2CypherRetriever", retriever), ("GraphCypherQAChain", chain)):
            ask = make(job, driver)
            for question in job["questions"]:
                started, statement, exception = time.perf_counter(), "", ""
                try:
                    statement = ask(question)
                except Exception as error:  # noqa: BLE001 - any error of a peer is counted
                    exception = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
                row = {
                    "peer": name,
                    "question": question,
                    "statement": statement,
                    "exception": exception,
                    "seconds": time.perf_counter() - started,
                }
                print(json.dumps(row), flush=True)


# Always run as a script, never imported, in an environment without this project.
main()
