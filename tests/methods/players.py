"""Language models of a script: one that is hostile in every way that was ever seen; and what they are asked."""

from collections.abc import Callable, Sequence

from kgqa_neo4j.llm.base import Request
from kgqa_neo4j.question_sets.questions import Question

HOSTILE = {
    "empty": "",
    "blank": " \n\t\n ",
    "half JSON": '{"questions": ["who',
    "endless list": "\n".join(f"{number}. who is number {number}?" for number in range(1, 400)),
    "one question again and again": "\n".join(f"{number}. who directed it?" for number in range(1, 9)),
    "a number": "42",
    "not in the graph": "Zaphod Beeblebrox; Trillian",
    "template": "<|im_start|>assistant\n[user]\n$question ${evidence} {0} %s",
    "one long word": "x" * 20_000,
    "control characters": "\x00\x1b[31m\u202e<END>",
}


def echo(request: Request) -> str:
    """Say the prompt again."""
    return "\n".join(message["content"] for message in request.messages)


def chatty(player: Callable[[Request], str], *prompts: str) -> Callable[[Request], str]:
    """Return `player` as a mediocre model: where it answers (the prompts of these names) it chats around."""

    def play(request: Request) -> str:
        reply = player(request)
        return f"Well, I think: {reply}!" if request.prompt.split("/")[0] in prompts else reply

    return play


def one_of_each(questions: Sequence[Question], types: Sequence[str]) -> list[Question]:
    """Return the first question of each type; types are by line, of which the first is 1."""
    first = {types[question.line - 1]: question for question in reversed(questions)}
    return sorted(first.values(), key=lambda question: question.line)
