"""Loader for Wikidata."""
