"""Baselines: `kaping`, `llm`, `llm-decompose`."""
