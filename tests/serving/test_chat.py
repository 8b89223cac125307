"""A graph as a model, asked by OpenAI's own client."""

import re
from collections.abc import Iterator

import openai
import pytest
from openai.types.chat import ChatCompletionMessageParam

from kgqa_neo4j.reporting.history import History
from kgqa_neo4j.serving.housekeeping import housekeeping_reply, question_in
from tests.serving.conftest import HOSTILE, Serving

MODEL = "default"


@pytest.fixture(scope="module")
def model(served: Serving) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{served.url}/v1", api_key="none", timeout=60, max_retries=0) as client:
        yield client


def said(*questions: str) -> list[ChatCompletionMessageParam]:
    """Return a conversation in which each question but the last one was answered."""
    messages: list[ChatCompletionMessageParam] = [{"role": "system", "content": "You are helpful."}]
    for question in questions:
        messages += [{"role": "user", "content": question}, {"role": "assistant", "content": "..."}]
    return messages[:-1]


def test_graphs_are_models(model: openai.OpenAI) -> None:
    assert [one.id for one in model.models.list()] == [MODEL]
    assert model.models.retrieve(MODEL).owned_by == "kgqa-neo4j"
    with pytest.raises(openai.NotFoundError, match="no graph is called"):
        model.models.retrieve("gpt-5")


def test_an_answer_has_its_proof_folded_away(model: openai.OpenAI) -> None:
    done = model.chat.completions.create(model=MODEL, messages=said("who leads [Sales]?"), temperature=0.3)
    text = done.choices[0].message.content or ""
    assert text.startswith("Ada\n\n*") and "*confidence " in text
    assert "<details>\n<summary>Proof (1)</summary>\n\n- Ada → leads → Sales" in text
    assert "```cypher\n:params" in text
    assert done.choices[0].finish_reason == "stop" and done.usage is not None
    assert done.model_extra is not None and done.model_extra["kgqa"]["status"] == "answered"
    plain = model.chat.completions.create(
        model=MODEL, messages=said("who leads [Sales]?"), extra_body={"details": False}
    )
    assert plain.choices[0].message.content == "Ada"


def test_what_is_asked_in_a_chat_is_counted_as_well(model: openai.OpenAI, served: Serving) -> None:
    def counted() -> float:
        with served.client() as client:
            found = re.search(r'kgqa_questions_total\{.*"answered"\} (\S+)', client.get("/metrics").text)
        return float(found[1]) if found else 0.0

    before = counted()
    model.chat.completions.create(model=MODEL, messages=said("who leads [Sales]?"))
    assert counted() == before + 1


def test_an_answer_is_streamed(model: openai.OpenAI) -> None:
    chunks = list(
        model.chat.completions.create(
            model=MODEL,
            messages=said("who leads [Sales]?"),
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text.startswith("Ada\n\n") and "Proof (1)" in text
    assert chunks[0].choices[0].delta.role == "assistant"
    assert [one.choices[0].finish_reason for one in chunks if one.choices][-1] == "stop"
    assert chunks[-1].usage is not None and chunks[-1].choices == []


def test_a_follow_up_is_understood_from_the_messages(model: openai.OpenAI) -> None:
    def answer(*questions: str) -> str:
        done = model.chat.completions.create(
            model=MODEL, messages=said(*questions), extra_body={"details": False}
        )
        return done.choices[0].message.content or ""

    assert answer("who leads Sales?", "and Support?") == "Ben"
    assert answer("who leads Sales?", "and Support?", "where is it located?") == "Oslo"
    # A conversation that this server never saw before.
    assert answer("who leads Support?", "where is it located?") == "Oslo"


def test_names_in_the_proof_are_no_markup(model: openai.OpenAI) -> None:
    done = model.chat.completions.create(model=MODEL, messages=said("who works in [Support]?"))
    text = done.choices[0].message.content or ""
    assert text.startswith(HOSTILE) and HOSTILE not in text.split("<details>", 1)[1]
    assert "&lt;img src=x" in text


def test_errors_are_those_of_the_client(model: openai.OpenAI) -> None:
    with pytest.raises(openai.UnprocessableEntityError, match="no entity 'Slaes'"):
        model.chat.completions.create(model=MODEL, messages=said("who leads [Slaes]?"))
    with pytest.raises(openai.UnprocessableEntityError, match="no entity 'Slaes'"):
        model.chat.completions.create(model=MODEL, messages=said("who leads [Slaes]?"), stream=True)
    with pytest.raises(openai.NotFoundError):
        model.chat.completions.create(model="gpt-5", messages=said("who?"))


WEB_UI_TITLE = """### Task:
Generate a concise, 3-5 word title with an emoji summarizing the chat history.
### Guidelines:
- The title should clearly represent the main theme or subject of the conversation.
### Output:
JSON format: { "title": "your concise title here" }
### Examples:
- { "title": "📉 Stock Market Trends" },
### Chat History:
<chat_history>
USER: who leads [Sales]?
ASSISTANT: Ada
</chat_history>"""
WEB_UI_TAGS = """### Task:
Generate 1-3 broad tags categorizing the main themes of the chat history, along with 1-3 more specific subtopic tags.
### Output:
JSON format: { "tags": ["tag1", "tag2", "tag3"] }
### Chat History:
<chat_history>
USER: who leads Sales?
</chat_history>"""
WEB_UI_FOLLOW_UPS = """### Task:
Suggest 3-5 relevant follow-up questions or prompts that the user might naturally ask next in this conversation.
### Output:
JSON format: { "follow_ups": ["Question 1?", "Question 2?"] }
### Chat History:
USER: who leads Sales?"""
WEB_UI_QUERIES = """### Task:
Analyze the chat history to determine the necessity of generating search queries, in the given language.
### Output:
{ "queries": ["query1", "query2"] }
"""
LIBRE_CHAT = """Provide a concise, 5-word-or-less title for the conversation, using its same language,
with no punctuation. Apply title case conventions appropriate for the language.

User: who leads Sales?
AI: Ada"""
HOUSEKEEPING = {
    WEB_UI_TITLE: '{"title": "who leads Sales"}',
    WEB_UI_TAGS: '{"tags": ["graph"]}',
    WEB_UI_FOLLOW_UPS: '{"follow_ups": []}',
    WEB_UI_QUERIES: '{"queries": []}',
    LIBRE_CHAT: "who leads Sales",
    "Based on the chat history, give this conversation a name. Keep it short - 10 characters max, no quotes.": (
        "Questions to the graph"
    ),
    "Summarize the conversation above in one sentence.": "Questions to the graph",
}


@pytest.mark.parametrize(("prompt", "reply"), HOUSEKEEPING.items())
def test_prompts_about_the_conversation_are_no_questions(prompt: str, reply: str) -> None:
    assert housekeeping_reply(prompt) == reply


@pytest.mark.parametrize(
    "question",
    [
        "what is the title of the book that Ada wrote?", "give me the name of the head of Sales",
        "name the tags of the movie Kismet", "list the topics of conversation pieces by Ada",
        "who wrote a summary of the messages of Ben?", "create the list of all titles of Ada",
        "Summarize who leads Sales", "which chat groups have the tag news?", "suggest movies like Kismet",
        "generate a table of directors with the titles of their films",
    ],
)  # fmt: skip
def test_questions_are_no_prompts_about_the_conversation(question: str) -> None:
    assert housekeeping_reply(question) is None


def test_a_question_among_documents_is_found() -> None:
    prompt = (
        "### Task:\nRespond to the user query using the context.\n<context>x</context>\n"
        "<user_query>\nwho leads Sales?\n</user_query>"
    )
    assert housekeeping_reply(prompt) is None and question_in(prompt) == "who leads Sales?"


def test_prompts_about_the_conversation_never_reach_the_graph(model: openai.OpenAI, served: Serving) -> None:
    history = History(served.workspace)
    before = history.recent(1)
    for prompt, reply in HOUSEKEEPING.items():
        done = model.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": prompt}])
        assert done.choices[0].message.content == reply
    streamed = model.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": WEB_UI_TAGS}], stream=True
    )
    assert "".join(chunk.choices[0].delta.content or "" for chunk in streamed) == '{"tags": ["graph"]}'
    assert history.recent(1) == before
