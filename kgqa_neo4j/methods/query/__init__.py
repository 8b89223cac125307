"""What the method `query` asks of the language model: to choose, to write, to check."""
