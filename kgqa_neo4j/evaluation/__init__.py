"""Evaluation: metrics, runs and scoring against gold answers or gold Cypher."""
