"""Question-answering methods, one file each."""
