"""Bulk loads: rows as files, imported by `database import full`; see docs/bulk.md."""

from kgqa_neo4j.loading.bulk.load import BuiltFiles, FileBuilder, Target, bulk_load

__all__ = ["BuiltFiles", "FileBuilder", "Target", "bulk_load"]
