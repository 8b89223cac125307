"""The same weights give the same replies in this process and behind an endpoint, for each method's prompt."""

from collections.abc import Iterator
from string import Template

import pytest

from kgqa_neo4j.llm import create
from kgqa_neo4j.llm.base import LLM, Request
from kgqa_neo4j.methods.adaptive.pseudo_query import grammar
from kgqa_neo4j.methods.common.decomposition import sub_answer_sampling
from kgqa_neo4j.methods.common.prompts import Prompt, packaged, prompt
from kgqa_neo4j.settings import KgRagSettings, LlmSettings
from tests.llm.test_http import Server

CONTEXT = 2048
TOKENS = 12
QUESTION = "who acted in the movies directed by the director of [Hell Night]?"
NAMES = "Hell Night, Kismet, Tom DeSimone"


@pytest.fixture(scope="module")
def backends() -> Iterator[tuple[LLM, LLM]]:
    """The packaged model in this process, and behind `llama_cpp.server`."""
    pytest.importorskip("fastapi", reason="llama-cpp-python[server] is not installed")
    running = Server(CONTEXT)
    try:
        running.wait()
        base_url = f"http://127.0.0.1:{running.port}/v1"
        yield (
            create(LlmSettings(context=CONTEXT)),
            create(LlmSettings(backend="http", model="any", base_url=base_url)),
        )
    finally:
        running.stop()


class _Filled(dict[str, str]):
    """The question for ``$question``, some names for every other value of a template."""

    def __missing__(self, name: str) -> str:
        return QUESTION if name == "question" else NAMES


def request(template: Prompt) -> Request:
    messages = [
        {"role": role, "content": Template(content).substitute(_Filled())} for role, content in template.turns
    ]
    return Request(messages, max_tokens=TOKENS)  # type: ignore[arg-type]


def replies(backends: tuple[LLM, LLM], asked: Request) -> list[str]:
    return [backend.complete(asked).text for backend in backends]


@pytest.mark.parametrize("name", packaged())
def test_reply_to_each_prompt_is_the_same(backends: tuple[LLM, LLM], name: str) -> None:
    here, there = replies(backends, request(prompt(name)))
    assert here and here == there


def test_number_of_hops_is_the_same(backends: tuple[LLM, LLM]) -> None:
    asked = prompt("hops").messages(question=QUESTION, entities="[Hell Night]")
    here, there = replies(backends, Request(asked, max_tokens=60, grammar=grammar(1, 3)))
    assert here == there


def test_sampled_sub_answer_is_the_same(backends: tuple[LLM, LLM]) -> None:
    sampling = sub_answer_sampling(KgRagSettings())
    assert sampling.temperature and sampling.extra["repeat_penalty"] > 1
    asked = request(prompt("kg_rag_sub_answer"))
    here, there = replies(
        backends,
        Request(
            asked.messages,
            max_tokens=TOKENS,
            temperature=sampling.temperature,
            stop=sampling.stop,
            extra=dict(sampling.extra),
        ),
    )
    assert here == there
