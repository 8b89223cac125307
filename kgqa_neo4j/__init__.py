"""Question answering over knowledge graphs in Neo4j.

    from kgqa_neo4j import KnowledgeGraph

    with KnowledgeGraph.open(".kgqa") as kg:
        print(kg.ask("who directed Kismet?").text)

Everything a program needs can be imported from here; docs/library.md shows examples.
"""

import lazy_loader

# The names are listed in `__init__.pyi` and imported on first use, because the command-line client imports this
# package and must not load a model library.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def load_ipython_extension(ipython: object) -> None:
    """Register the notebook magic: ``%load_ext kgqa_neo4j``, then ``%%ask``; see docs/notebook.ipynb."""
    from kgqa_neo4j.integrations.notebook import load

    load(ipython)


def unload_ipython_extension(ipython: object) -> None:
    """Close the graphs that the notebook opened."""
    from kgqa_neo4j.integrations.notebook import unload

    unload()
