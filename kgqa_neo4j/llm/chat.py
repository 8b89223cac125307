"""Rendering of a chat as prompt tokens, with the chat template in the model's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jinja2
import llama_cpp
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from kgqa_neo4j.llm.base import Message
from kgqa_neo4j.llm.cleaning import neutralise
from kgqa_neo4j.model.errors import ModelUnreadable

# The template for models without one.
_CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}<|im_start|>assistant\n"
)
_SPECIAL = (
    llama_cpp.LLAMA_TOKEN_ATTR_CONTROL
    | llama_cpp.LLAMA_TOKEN_ATTR_UNKNOWN
    | llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
)


class ChatPrompt:
    """The chat template and the tokeniser of a loaded model."""

    def __init__(self, llama: llama_cpp.Llama) -> None:
        self._llama = llama
        vocabulary = llama_cpp.llama_model_get_vocab(llama.model)
        texts = {
            _token_text(vocabulary, token)
            for token in range(llama.n_vocab())
            if llama_cpp.llama_vocab_get_attr(vocabulary, token) & _SPECIAL
        }
        # User-defined tokens may be runs of blanks or tags such as <b>, which are harmless.
        self._specials = sorted(text for text in texts if len(text) > 2 and not text.isspace())
        self._formatter = Jinja2ChatFormatter(
            template=llama.metadata.get("tokenizer.chat_template", _CHATML),
            eos_token=_token_text(vocabulary, llama.token_eos()),
            bos_token=_token_text(vocabulary, llama.token_bos()),
        )

    def tokens(self, text: str) -> list[int]:
        """Return the tokens of plain text, without interpreting special tokens."""
        return self._llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=False)

    def render(self, messages: Sequence[Message]) -> list[int]:
        """Return the tokens of the prompt for the assistant's next turn.

        Only the template may contribute special tokens; those in the messages are broken up.

        Raises:
            ModelUnreadable: the model's template cannot be used.
        """
        safe = [
            {"role": message["role"], "content": neutralise(message["content"], self._specials)}
            for message in messages
        ]
        try:
            prompt = self._format(safe)
        except (jinja2.TemplateError, ValueError):
            # Some templates have no system role.
            try:
                prompt = self._format(_without_system(safe))
            except (jinja2.TemplateError, ValueError) as error:
                raise ModelUnreadable(f"the model's chat template fails: {error}") from error
        add_bos = not prompt.startswith(self._formatter.bos_token or "\0")
        return self._llama.tokenize(prompt.encode("utf-8", "replace"), add_bos=add_bos, special=True)

    def _format(self, messages: list[dict[str, str]]) -> str:
        typed: Any = messages
        return str(self._formatter(messages=typed).prompt)


def _token_text(vocabulary: Any, token: int) -> str:
    return (
        "" if token < 0 else str(llama_cpp.llama_vocab_get_text(vocabulary, token).decode("utf-8", "replace"))
    )


def _without_system(messages: list[dict[str, str]]) -> list[dict[str, str]]:
    system = "\n\n".join(message["content"] for message in messages if message["role"] == "system")
    rest = [dict(message) for message in messages if message["role"] != "system"]
    if rest and system:
        rest[0]["content"] = f"{system}\n\n{rest[0]['content']}"
    return rest
