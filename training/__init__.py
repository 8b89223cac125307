"""Scripts that make what the program ships with: weights, from public question sets."""
