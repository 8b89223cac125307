"""The method `plans`."""
