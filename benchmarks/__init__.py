"""Benchmarks: speed, recall and answer quality."""
