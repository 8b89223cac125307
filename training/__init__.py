"""Scripts that create the packaged weights and tables, mostly from public question sets."""
