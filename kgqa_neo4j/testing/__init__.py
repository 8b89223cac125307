"""Helpers for tests of your own programs: a small graph on a real server, and a scripted language model.

In pytest, ``pytest_plugins = ["kgqa_neo4j.testing.fixtures"]`` provides the fixture `small_graph`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kgqa_neo4j.knowledge_graph import KnowledgeGraph
from kgqa_neo4j.llm.base import LLM
from kgqa_neo4j.llm.scripted import ScriptedLLM

__all__ = ["ScriptedLLM", "small_graph"]


@contextmanager
def small_graph(
    triples: Iterable[tuple[str, str, str]],
    *,
    llm: LLM | None = None,
    settings: Mapping[str, object] | None = None,
    workspace: Path | None = None,
) -> Iterator[KnowledgeGraph]:
    """Yield a graph of the given triples on a managed server, which is stopped afterwards.

    Args:
        triples: (subject, relation, object) names.
        llm: the language model; by default a `ScriptedLLM` without replies.
        settings: dotted names to values.
        workspace: the graph's workspace; by default a temporary folder.

    Raises:
        KgqaError: the server cannot be started, or the triples cannot be loaded.
    """
    from kgqa_neo4j.store.connect import managed_server

    with tempfile.TemporaryDirectory(prefix="kgqa-small-") as folder:
        home = workspace or Path(folder) / "workspace"
        file = Path(folder) / "triples.tsv"
        file.write_text("".join(f"{s}\t{r}\t{o}\n" for s, r, o in triples), "utf-8")
        with KnowledgeGraph.open(home, settings=settings, llm=llm or ScriptedLLM()) as graph:
            try:
                graph.load(file)
                yield graph
            finally:
                if not graph.configuration.settings.neo4j.uri:
                    managed_server(graph.configuration).stop()
