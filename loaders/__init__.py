"""Loaders: one module or package per kind of source; they yield triples and never write."""

from __future__ import annotations

from kgqa_neo4j.loaders.base import Loader
from kgqa_neo4j.model.registry import Registry

LOADERS: Registry[Loader] = Registry(
    "loader",
    "kgqa_neo4j.loaders",
    {
        "freebase": "kgqa_neo4j.loaders.freebase:loader",
        "metaqa": "kgqa_neo4j.loaders.metaqa:loader",
        "property-graph": "kgqa_neo4j.loaders.property_graph:loader",
        "rdf": "kgqa_neo4j.loaders.rdf:loader",
        "sample": "kgqa_neo4j.loaders.sample:loader",
        "table": "kgqa_neo4j.loaders.table:loader",
        "triples": "kgqa_neo4j.loaders.triples:loader",
        "wikidata": "kgqa_neo4j.loaders.wikidata:loader",
    },
)
