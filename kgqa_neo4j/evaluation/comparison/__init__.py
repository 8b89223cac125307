"""Comparing methods: protocols, paired runs, statistics, tables and plots."""
