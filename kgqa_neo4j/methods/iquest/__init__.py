"""The method `iquest`."""
