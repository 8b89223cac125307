"""For tests of your own programs: a small graph on a real server, and a language model that follows a script.

In pytest, ``pytest_plugins = ["kgqa_neo4j.testing.fixtures"]`` gives the fixture `small_graph`.
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
    """Give a graph of some (subject, relation, object) names on a managed server, stopped afterwards.

    Args:
        triples: the graph.
        llm: the language model; without one, a `ScriptedLLM` that has nothing to say.
        settings: dotted names to values.
        workspace: where it is kept; else a temporary folder.

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
