"""Loading a source into the graph; see docs/loading.md."""

from __future__ import annotations

from kgqa_neo4j.loading.connection import Connection
from kgqa_neo4j.loading.hashing import graph_hash, triples_hash
from kgqa_neo4j.loading.pipeline import Loading, load, reembed
from kgqa_neo4j.loading.stages import Stages
from kgqa_neo4j.loading.summary import Coverage, Summary

__all__ = [
    "Connection",
    "Coverage",
    "Loading",
    "Stages",
    "Summary",
    "graph_hash",
    "load",
    "reembed",
    "triples_hash",
]
