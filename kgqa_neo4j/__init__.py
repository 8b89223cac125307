"""Question answering over knowledge graphs held in Neo4j.

    from kgqa_neo4j import KnowledgeGraph

    with KnowledgeGraph.open(".kgqa") as kg:
        print(kg.ask("who directed Kismet?").text)

Everything a program needs is importable from here; docs/library.md teaches it by examples.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kgqa_neo4j.version import __version__

if TYPE_CHECKING:
    from kgqa_neo4j.knowledge_graph import AnswerStream, KnowledgeGraph, RankedPlan
    from kgqa_neo4j.llm.scripted import ScriptedLLM
    from kgqa_neo4j.model import errors
    from kgqa_neo4j.model.answer import (
        Answer,
        Evidence,
        LlmUsage,
        ScoredEntity,
        Seconds,
        Statement,
        Status,
        Step,
    )
    from kgqa_neo4j.model.errors import (
        ConfigError,
        ContextOverflow,
        CypherRefused,
        DamagedSource,
        DatabaseDown,
        DatabaseError,
        DatabaseStarting,
        DownloadFailed,
        EmptyGraph,
        IndexPopulating,
        InputError,
        JavaMissing,
        KgqaError,
        ModelError,
        ModelNotFound,
        ModelTimeout,
        ModelUnavailable,
        ModelUnreadable,
        NoSuchTopic,
        NotEnoughDisk,
        ReadOnlyServer,
        ServerError,
        ServerTooOld,
        TooManyBadLines,
        UnknownDatabase,
        WrongDimension,
        WrongPassword,
    )
    from kgqa_neo4j.model.graph import Entity, Relation, Triple
    from kgqa_neo4j.plans.execution import Result
    from kgqa_neo4j.question_sets.questions import Question

_PLACES = {
    "knowledge_graph": ("AnswerStream", "KnowledgeGraph", "RankedPlan"),
    "llm.scripted": ("ScriptedLLM",),
    "model": ("errors",),
    "model.answer": (
        "Answer", "Evidence", "LlmUsage", "ScoredEntity", "Seconds", "Statement", "Status", "Step",
    ),
    "model.errors": (
        "ConfigError", "ContextOverflow", "CypherRefused", "DamagedSource", "DatabaseDown", "DatabaseError",
        "DatabaseStarting", "DownloadFailed", "EmptyGraph", "IndexPopulating", "InputError", "JavaMissing",
        "KgqaError", "ModelError", "ModelNotFound", "ModelTimeout", "ModelUnavailable", "ModelUnreadable",
        "NoSuchTopic", "NotEnoughDisk", "ReadOnlyServer", "ServerError", "ServerTooOld", "TooManyBadLines",
        "UnknownDatabase", "WrongDimension", "WrongPassword",
    ),
    "model.graph": ("Entity", "Relation", "Triple"),
    "plans.execution": ("Result",),
    "question_sets.questions": ("Question",),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "Answer",
    "AnswerStream",
    "ConfigError",
    "ContextOverflow",
    "CypherRefused",
    "DamagedSource",
    "DatabaseDown",
    "DatabaseError",
    "DatabaseStarting",
    "DownloadFailed",
    "EmptyGraph",
    "Entity",
    "Evidence",
    "IndexPopulating",
    "InputError",
    "JavaMissing",
    "KgqaError",
    "KnowledgeGraph",
    "LlmUsage",
    "ModelError",
    "ModelNotFound",
    "ModelTimeout",
    "ModelUnavailable",
    "ModelUnreadable",
    "NoSuchTopic",
    "NotEnoughDisk",
    "Question",
    "RankedPlan",
    "ReadOnlyServer",
    "Relation",
    "Result",
    "ScoredEntity",
    "ScriptedLLM",
    "Seconds",
    "ServerError",
    "ServerTooOld",
    "Statement",
    "Status",
    "Step",
    "TooManyBadLines",
    "Triple",
    "UnknownDatabase",
    "WrongDimension",
    "WrongPassword",
    "__version__",
    "errors",
]


def __getattr__(name: str) -> object:
    # Imported when first used: `import kgqa_neo4j` alone, as the command does, loads no model library.
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_MODULE_OF[name]}")
    return module if name == _MODULE_OF[name] else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
