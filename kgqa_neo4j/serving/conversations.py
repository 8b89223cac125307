"""Conversations of OpenAI clients: requests carry all messages, but a follow-up also needs the previous answer."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from kgqa_neo4j.conversation import Conversation
from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.model.answer import Answer
from kgqa_neo4j.model.errors import KgqaError

# Answers kept for follow-ups, and earlier questions asked again if their answer is not among them.
_MOST_KEPT = 256
_MOST_TURNS = 4


class ConversationCache:
    """The last answers of conversations, by the questions up to them. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: OrderedDict[tuple[str, ...], Answer] = OrderedDict()

    def ask(
        self,
        name: str,
        graph: KnowledgeGraph,
        questions: Sequence[str],
        on_text: Callable[[str], None],
        *,
        keep: bool = True,
    ) -> Answer:
        """Answer the last question of a conversation.

        Args:
            name: the graph's name.
            graph: the graph.
            questions: all questions of the user, in order.
            on_text: receives the text of the answer piece by piece.
            keep: keep the answer in the history, and here for follow-ups.

        Raises:
            KgqaError: see `KnowledgeGraph.ask`.
        """
        conversation = Conversation(graph, keep=keep)
        conversation.last = self._answer(name, graph, questions[:-1][-_MOST_TURNS:], keep)
        answer = conversation.ask(questions[-1], on_text)
        if keep:
            self._keep((name, *questions[-_MOST_TURNS:]), answer)
        return answer

    def _answer(self, name: str, graph: KnowledgeGraph, questions: Sequence[str], keep: bool) -> Answer | None:
        """Return the answer to the last of some questions, asking again if it is no longer kept."""
        if not questions:
            return None
        key = (name, *questions)
        with self._lock:
            if keep and key in self._last:
                self._last.move_to_end(key)
                return self._last[key]
        conversation = Conversation(graph, keep=False)
        conversation.last = self._answer(name, graph, questions[:-1], keep)
        try:
            answer = conversation.ask(questions[-1])
        except KgqaError:
            return None
        if keep:
            self._keep(key, answer)
        return answer

    def _keep(self, key: tuple[str, ...], answer: Answer) -> None:
        with self._lock:
            self._last[key] = answer
            self._last.move_to_end(key)
            if len(self._last) > _MOST_KEPT:
                self._last.popitem(last=False)
