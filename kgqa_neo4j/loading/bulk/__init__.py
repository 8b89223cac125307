"""Bulk loads: rows as files, imported by `database import full`; see docs/bulk.md."""

from kgqa_neo4j.loading.bulk.load import Target, bulk_load

__all__ = ["Target", "bulk_load"]
