"""The question-answering methods: `create` returns one by name."""

from __future__ import annotations

from collections.abc import Callable

from kgqa_neo4j.methods.base import Method
from kgqa_neo4j.model.registry import Registry

METHODS: Registry[Callable[[], Method]] = Registry(
    "method",
    "kgqa_neo4j.methods",
    {
        "adaptive": "kgqa_neo4j.methods.adaptive.method:Adaptive",
        "auto": "kgqa_neo4j.methods.auto.method:Auto",
        "iquest": "kgqa_neo4j.methods.iquest.method:Iquest",
        "kaping": "kgqa_neo4j.methods.baselines.kaping:Kaping",
        "kg-rag": "kgqa_neo4j.methods.kg_rag.method:KgRag",
        "llm": "kgqa_neo4j.methods.baselines.llm_alone:LlmAlone",
        "llm-decompose": "kgqa_neo4j.methods.baselines.llm_decompose:LlmDecompose",
        "pdrr": "kgqa_neo4j.methods.pdrr.method:Pdrr",
        "plans": "kgqa_neo4j.methods.plans.method:Plans",
        "query": "kgqa_neo4j.methods.query.method:Query",
    },
)


def create(name: str) -> Method:
    """Return a new instance of the method called `name`.

    Raises:
        ConfigError: no method has that name; the hint lists the known ones.
    """
    return METHODS.get(name)()


def method_names() -> list[str]:
    """Return the names of all methods, sorted."""
    return METHODS.names()
