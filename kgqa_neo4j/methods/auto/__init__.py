"""The method `auto`."""
