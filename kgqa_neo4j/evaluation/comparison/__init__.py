"""Comparison of methods: protocols, paired runs, statistics, tables and plots."""
