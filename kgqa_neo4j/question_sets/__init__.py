"""Question files: formats, samples, gold answers."""
