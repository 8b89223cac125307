"""Measurements of speed, recall and answers."""
