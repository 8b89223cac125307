"""Question sets, metrics, and evaluation runs."""
