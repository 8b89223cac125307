"""Small property graphs, attached for questions."""

from collections.abc import Iterator
from typing import Any

import pytest

from kgqa_neo4j import KnowledgeGraph
from tests.attached.test_asking import Ask
from tests.conftest import AttachOwn


def asked_fixture(*statements: str) -> Any:
    """Return a fixture that asks the graph of some statements by `plans`, to be bound to the name it is asked by."""

    @pytest.fixture
    def ask(attach_own: AttachOwn) -> Iterator[Ask]:
        with KnowledgeGraph.open(attach_own(*statements).workspace) as graph:
            yield lambda question: graph.ask(question, method="plans")

    return ask
