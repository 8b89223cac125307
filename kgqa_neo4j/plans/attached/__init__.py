"""Reads questions about an attached property graph, directly or viewed as triples; see docs/attach.md."""
