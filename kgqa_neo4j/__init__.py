"""Question answering over knowledge graphs held in Neo4j.

    from kgqa_neo4j import KnowledgeGraph

    with KnowledgeGraph.open(".kgqa") as kg:
        print(kg.ask("who directed Kismet?").text)

Everything a program needs is importable from here; docs/library.md teaches it by examples.
"""

import lazy_loader

# The names are in `__init__.pyi`. Imported when first used: the command's client, which imports this package, must
# load no model library.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def load_ipython_extension(ipython: object) -> None:
    """Let a notebook ask: ``%load_ext kgqa_neo4j``, then ``%%ask``; see docs/notebook.ipynb."""
    from kgqa_neo4j.integrations.notebook import load

    load(ipython)


def unload_ipython_extension(ipython: object) -> None:
    """Close the graphs that the notebook asked."""
    from kgqa_neo4j.integrations.notebook import unload

    unload()
