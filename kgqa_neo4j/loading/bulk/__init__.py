"""Bulk loads: rows as files, imported by `database import full`; see docs/bulk.md."""

from kgqa_neo4j.loading.bulk.load import Made, Making, Target, bulk_load

__all__ = ["Made", "Making", "Target", "bulk_load"]
