"""A pytest plugin that provides the fixture `small_graph`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.testing import small_graph as opened


@pytest.fixture
def small_graph() -> Iterator[Callable[..., KnowledgeGraph]]:
    """A factory of graphs: ``small_graph([("Ada", "leads", "Sales")])``; see `kgqa_neo4j.testing.small_graph`."""
    with ExitStack() as stack:

        def make(triples: Any, **options: Any) -> KnowledgeGraph:
            return stack.enter_context(opened(triples, **options))

        yield make
